package runners

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// built returns the folder that holds what the toolchain makes of the files. It
// is kept in the user's cache; where that cannot be used, it is a temporary one.
// cleanup is nil where nothing is to be deleted.
func (t toolchain) built(ctx context.Context, name string, files fs.FS) (dir string, cleanup func() error, err error) {
	fingerprint, err := t.fingerprint(files)
	if err != nil {
		return "", nil, err
	}
	cache, noCache := os.UserCacheDir()
	cache = filepath.Join(cache, "ringkit")
	kept := filepath.Join(cache, name+"-"+fingerprint)
	if noCache == nil {
		if info, err := os.Stat(kept); err == nil && info.IsDir() {
			return kept, nil, nil
		}
		noCache = os.MkdirAll(cache, 0o700)
	}
	if noCache == nil {
		dir, noCache = os.MkdirTemp(cache, "building-"+name+"-")
	}
	if noCache != nil {
		if dir, err = os.MkdirTemp("", "ringkit-"+name+"-"); err != nil {
			return "", nil, err
		}
	}
	cleanup = func() error { return os.RemoveAll(dir) }
	if err := t.buildInto(ctx, dir, name, files); err != nil {
		cleanup()
		return "", nil, err
	}
	// A folder appears under its last name only when it is whole. Where another
	// run was quicker, or there is no cache, what was built serves this run.
	if noCache == nil && os.Rename(dir, kept) == nil {
		return kept, nil, nil
	}
	return dir, cleanup, nil
}

// fingerprint is another one whenever something else would be built.
func (t toolchain) fingerprint(files fs.FS) (string, error) {
	hash := sha256.New()
	version := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	// A home folder may be shared by machines of several kinds.
	fmt.Fprintf(hash, "%q %q %q\n", version, runtime.GOOS+"/"+runtime.GOARCH, t.build(""))
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		fmt.Fprintf(hash, "%q %q\n", name, text)
		return err
	})
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), err
}

// buildInto builds the files into the folder out.
func (t toolchain) buildInto(ctx context.Context, out, name string, files fs.FS) error {
	sources, remove, err := unpack(ctx, name, files)
	if err != nil {
		return err
	}
	defer remove()
	build := t.build(out)
	cmd := exec.CommandContext(ctx, build[0], build[1:]...)
	var said tail
	cmd.Dir, cmd.Stdout, cmd.Stderr = sources, &said, &said
	// Compilers start others, which must not go on alone.
	ownGroup(cmd)
	cmd.Cancel = func() error { killGroup(cmd); return nil }
	cmd.WaitDelay = exitWait
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("it cannot be built: %s: %w\n  %s", build[0], err, strings.Join(said.lines(), "\n  "))
	}
	return nil
}
