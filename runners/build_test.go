package runners

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// together is how many builds go on at the same time.
const together = 8

func init() {
	compile := func(*adapter) {
		if err := os.WriteFile(filepath.Join(os.Args[1], "adapter"), []byte("built"), 0o600); err != nil {
			panic(err)
		}
	}
	adapters["compiles"] = compile
	adapters["compiles together"] = func(a *adapter) {
		// None comes to its end before all have begun.
		for len(bytes.Fields(readFile(os.Getenv(pidsVariable)))) < together {
			time.Sleep(time.Millisecond)
		}
		compile(a)
	}
	testedElsewhere = append(testedElsewhere, "compiles", "compiles together")
}

// A compiler is the test binary in the place of one.
type compiler struct {
	t                 *testing.T
	chain             toolchain
	cache, temp, pids string
}

// newCompiler returns a compiler that is one of adapters, and empty folders for
// what is built.
func newCompiler(t *testing.T, behaves string) compiler {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := compiler{
		t:     t,
		chain: toolchain{build: func(out string) []string { return []string{self, out} }},
		cache: t.TempDir(), temp: t.TempDir(), pids: filepath.Join(t.TempDir(), "pids"),
	}
	t.Setenv(adapterVariable, behaves)
	t.Setenv(pidsVariable, c.pids)
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, c.cache)
	}
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, c.temp)
	}
	return c
}

var program = fstest.MapFS{"main.x": {Data: []byte("print 1")}}

func (c compiler) build(files fs.FS) (dir string, cleanup func() error) {
	c.t.Helper()
	dir, cleanup, err := c.chain.built(c.t.Context(), "test", files)
	if err != nil {
		c.t.Fatal(err)
	}
	if text := readFile(filepath.Join(dir, "adapter")); string(text) != "built" {
		c.t.Fatalf("want an adapter in %s, got %q", dir, text)
	}
	return dir, cleanup
}

func (c compiler) builds() int { return len(bytes.Fields(readFile(c.pids))) }

// left returns the folders in the cache, and fails the test if a temporary one is
// left.
func (c compiler) left() (folders []string) {
	c.t.Helper()
	if left, _ := filepath.Glob(filepath.Join(c.temp, "*")); len(left) > 0 {
		c.t.Errorf("temporary folders are left behind: %v", left)
	}
	filepath.WalkDir(c.cache, func(path string, entry fs.DirEntry, err error) error {
		if strings.Contains(entry.Name(), "test-") {
			folders = append(folders, path)
		}
		return err
	})
	return folders
}

func TestWhatIsBuiltIsKept(t *testing.T) {
	c := newCompiler(t, "compiles")
	first, cleanup := c.build(program)
	if cleanup != nil {
		t.Error("what is in the cache is to be deleted")
	}
	if again, _ := c.build(program); again != first || c.builds() != 1 {
		t.Errorf("want one build in %s, got %d, the second in %s", first, c.builds(), again)
	}
	changed := fstest.MapFS{"main.x": {Data: []byte("print 2")}}
	if second, _ := c.build(changed); second == first || c.builds() != 2 {
		t.Errorf("want two builds of two programs, got %d, the second in %s", c.builds(), second)
	}
	if left := c.left(); len(left) != 2 {
		t.Errorf("want two folders in the cache, got %v", left)
	}
}

func TestBuildsAtTheSameTime(t *testing.T) {
	c := newCompiler(t, "compiles together")
	var wait sync.WaitGroup
	for range together {
		wait.Go(func() {
			dir, cleanup, err := c.chain.built(t.Context(), "test", program)
			if text := readFile(filepath.Join(dir, "adapter")); err != nil || string(text) != "built" {
				t.Errorf("want what was built, got %q and %v", text, err)
			}
			if cleanup != nil {
				cleanup()
			}
		})
	}
	wait.Wait()
	if left := c.left(); c.builds() != together || len(left) != 1 {
		t.Errorf("want %d builds and one folder in the cache, got %d and %v", together, c.builds(), left)
	}
}

func TestNoCache(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(c compiler)
	}{
		{"there is none", func(c compiler) {
			for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
				c.t.Setenv(name, "")
			}
		}},
		{"it is a file", func(c compiler) {
			if err := os.Remove(c.cache); err != nil {
				c.t.Fatal(err)
			}
			if err := os.WriteFile(c.cache, nil, 0o600); err != nil {
				c.t.Fatal(err)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCompiler(t, "compiles")
			test.spoil(c)
			dir, cleanup := c.build(program)
			if cleanup == nil {
				t.Fatalf("%s is not to be deleted", dir)
			}
			if err := cleanup(); err != nil {
				t.Error(err)
			}
			c.left()
		})
	}
}

func TestBuildThatFails(t *testing.T) {
	c := newCompiler(t, "fails at once")
	_, _, err := c.chain.built(t.Context(), "test", program)
	for _, part := range []string{"cannot be built", "exit status 3", "\n  no such module: ring"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("want an error with %q, got %v", part, err)
		}
	}
	if left := c.left(); len(left) > 0 {
		t.Errorf("left behind in the cache: %v", left)
	}
}

func TestBuildThatIsInterrupted(t *testing.T) {
	c := newCompiler(t, "sleeps")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, _, err := c.chain.built(ctx, "test", program); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("want it interrupted, got %v", err)
	}
	if left := c.left(); len(left) > 0 {
		t.Errorf("left behind in the cache: %v", left)
	}
}
