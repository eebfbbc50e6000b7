package runners

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"time"

	"ringkit/harness"
)

// Sources are the files that the reference implementations consist of, each in
// the folder of its name.
//
// They are named one by one: naming a folder would drop some and take in others
// that are only for development.
//
//go:embed python/adapter.py python/databases.py python/dialects.py python/envoy.py
//go:embed python/float32.py python/hashes.py python/ketama.py python/libmemcached.py
//go:embed python/libraries.py python/placements.py python/proxies.py python/ring.py python/twemproxy.py
//go:embed typescript/package.json typescript/ring.js typescript/adapter.js
//go:embed java/Adapter.java java/Dialect.java java/Json.java java/Lines.java
//go:embed java/Position.java java/Ring.java java/RingException.java
//go:embed rust/Cargo.toml rust/Cargo.lock rust/build.rs
//go:embed rust/src/json.rs rust/src/main.rs rust/src/md5.rs rust/src/ring.rs
//go:embed c/adapter.c c/json.c c/json.h c/md5.c c/md5.h c/ring.c c/ring.h c/text.c c/text.h
var Sources embed.FS

// A reference is an implementation that comes with the kit.
type reference struct {
	name   string
	needs  string      // what must be installed, in words
	chains []toolchain // the first that is there is taken
}

// A toolchain is a way to run a reference.
type toolchain struct {
	// probe is a command that ends well if the toolchain is there and new enough.
	probe []string
	// build returns the command that builds the sources, in their folder, into the
	// folder out; nil if they are run as they are.
	build func(out string) []string
	// run is the command that runs what was built, or the sources, in its folder.
	run []string
}

var references = []reference{
	// Windows installs python3 as python.
	{"python", "python3 3.9 or newer", []toolchain{python("python3"), python("python")}},
	{"typescript", "node 18 or newer", []toolchain{{
		probe: []string{"node", "-e", "process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)"},
		run:   []string{"node", "adapter.js"},
	}}},
	{"java", "a JDK, 17 or newer", []toolchain{{
		probe: []string{"javac", "--release", "17", "-version"},
		// The class path is given, or a CLASSPATH in the environment would count.
		build: func(out string) []string {
			return []string{"javac", "--release", "17", "-encoding", "UTF-8", "-cp", ".", "-d", out, "Adapter.java"}
		},
		run: []string{"java", "-cp", ".", "Adapter"},
	}}},
	{"rust", "cargo, 1.74 or newer", []toolchain{{
		probe: []string{"cargo", "--version"},
		// It installs a release build. Where `cargo build` puts one depends on the
		// user's configuration.
		build: func(out string) []string {
			return []string{"cargo", "install", "--offline", "--locked", "--quiet", "--no-track",
				"--path", ".", "--target-dir", "target", "--root", out}
		},
		run: []string{"bin/adapter"},
	}}},
	{"c", "a C compiler", []toolchain{cc("cc"), cc("gcc"), cc("clang")}},
}

func python(command string) toolchain {
	return toolchain{
		probe: []string{command, "-c", "import sys; sys.exit(sys.version_info < (3, 9))"},
		run:   []string{command, "adapter.py"},
	}
}

func cc(command string) toolchain {
	return toolchain{
		probe: []string{command, "--version"},
		build: func(out string) []string {
			return []string{command, "-std=c11", "-O2", "-o", out + "/adapter", "adapter.c", "json.c", "md5.c", "ring.c", "text.c"}
		},
		run: []string{"./adapter"},
	}
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

// NeedsBuild reports whether the reference implementation of that name is
// compiled before it runs for the first time, which takes seconds.
func NeedsBuild(name string) bool {
	r, known := find(name)
	return known && r.chains[0].build != nil
}

// ErrNotInstalled: what a reference implementation needs to run is not there.
var ErrNotInstalled = errors.New("not installed")

// Reference returns the reference implementation of that name. It fails with
// ErrNotInstalled if its language is not there. One that needs to be built is
// built now, unless the user's cache holds it; if that fails, the error tells the
// compiler's last lines. Close the Process, also if it was never asked anything:
// that deletes what was put into temporary folders.
func Reference(ctx context.Context, name string) (*Process, error) {
	r, known := find(name)
	if !known {
		return nil, fmt.Errorf("there is no reference implementation %q", name)
	}
	process, err := r.process(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return process, nil
}

func find(name string) (reference, bool) {
	i := slices.IndexFunc(references, func(r reference) bool { return r.name == name })
	if i < 0 {
		return reference{}, false
	}
	return references[i], true
}

func (r reference) process(ctx context.Context) (*Process, error) {
	i := slices.IndexFunc(r.chains, func(t toolchain) bool { return answers(ctx, t.probe) })
	if i < 0 {
		return nil, fmt.Errorf("%s: %w", r.needs, ErrNotInstalled)
	}
	chain := r.chains[i]
	files, err := fs.Sub(Sources, r.name)
	if err != nil {
		return nil, err
	}
	place := unpack
	if chain.build != nil {
		place = chain.built
	}
	dir, cleanup, err := place(ctx, r.name, files)
	if err != nil {
		return nil, err
	}
	return &Process{Command: chain.run, Dir: dir, Cleanup: cleanup}, nil
}

// unpack writes files into a new temporary folder.
func unpack(_ context.Context, name string, files fs.FS) (dir string, cleanup func() error, err error) {
	if dir, err = os.MkdirTemp("", "ringkit-"+name+"-"); err != nil {
		return "", nil, err
	}
	cleanup = func() error { return os.RemoveAll(dir) }
	if err := os.CopyFS(dir, files); err != nil {
		cleanup()
		return "", nil, err
	}
	return dir, cleanup, nil
}

// answers reports whether a command is there and ends well.
func answers(ctx context.Context, command []string) bool {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return exec.CommandContext(ctx, command[0], command[1:]...).Run() == nil
}

var _ harness.Implementation = (*Process)(nil)
