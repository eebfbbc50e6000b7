package runners

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"ringkit/harness"
)

// The files are named one by one: naming a folder would drop some and take in
// others that are only for development.
//
//go:embed python/ring.py python/adapter.py
//go:embed typescript/package.json typescript/ring.js typescript/adapter.js
var sources embed.FS

// A reference is an implementation that comes with the kit.
type reference struct {
	name  string
	files []string
	// find returns the command that runs it in the folder of its files, or an
	// error that says what is missing.
	find func(ctx context.Context) ([]string, error)
}

var references = []reference{
	{"python", []string{"python/ring.py", "python/adapter.py"}, findPython},
	{"typescript", []string{"typescript/package.json", "typescript/ring.js", "typescript/adapter.js"}, findNode},
}

// References returns the names of the implementations that come with the kit and
// run in a process of their own.
func References() []string {
	var names []string
	for _, r := range references {
		names = append(names, r.name)
	}
	return names
}

// ErrNotInstalled: what a reference implementation needs to run is not there.
var ErrNotInstalled = errors.New("not installed")

// Reference returns the reference implementation of that name. It fails with
// ErrNotInstalled if its language is not there. Its files are put into a
// temporary folder, which is deleted when the Process is closed.
func Reference(ctx context.Context, name string) (*Process, error) {
	for _, r := range references {
		if r.name != name {
			continue
		}
		command, err := r.find(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		dir, err := r.unpack()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return &Process{Command: command, Dir: dir, Cleanup: func() error { return os.RemoveAll(dir) }}, nil
	}
	return nil, fmt.Errorf("there is no reference implementation %q", name)
}

// unpack writes the reference's files into a new folder.
func (r reference) unpack() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "ringkit-"+r.name+"-"); err != nil {
		return "", err
	}
	for _, file := range r.files {
		text, err := sources.ReadFile(file)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o600)
		}
		if err != nil {
			os.RemoveAll(dir)
			return "", err
		}
	}
	return dir, nil
}

func findPython(ctx context.Context) ([]string, error) {
	// Windows installs python3 as python.
	for _, name := range []string{"python3", "python"} {
		if answers(ctx, name, "-c", "import sys; sys.exit(sys.version_info < (3, 9))") {
			return []string{name, "adapter.py"}, nil
		}
	}
	return nil, fmt.Errorf("python3 3.9 or newer: %w", ErrNotInstalled)
}

func findNode(ctx context.Context) ([]string, error) {
	if answers(ctx, "node", "-e", "process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)") {
		return []string{"node", "adapter.js"}, nil
	}
	return nil, fmt.Errorf("node 18 or newer: %w", ErrNotInstalled)
}

// answers reports whether a command is there and ends well.
func answers(ctx context.Context, command string, args ...string) bool {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return exec.CommandContext(ctx, command, args...).Run() == nil
}

var _ harness.Implementation = (*Process)(nil)
