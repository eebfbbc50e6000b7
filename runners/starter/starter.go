// Package starter writes adapters to be filled in. Each is the adapter of a
// reference implementation, taken over with few edits, and a ring without content
// in place of the reference's. It speaks the protocol, and answers `unsupported`
// until something is filled in.
package starter

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ringkit/harness/spelling"
	"ringkit/runners"
)

//go:embed python/ring.py typescript/package.json typescript/ring.js
//go:embed java/Dialect.java java/Ring.java rust/Cargo.toml rust/src/ring.rs
//go:embed c/Makefile c/ring.c c/ring.h
//go:embed go/adapter/go.mod.txt go/adapter/main.go go/adapter/ring.go
var templates embed.FS

// Dialect is the one that a fresh adapter names in its hello, which must name one.
const Dialect = "md5-32"

// A language is one that adapters are written in.
type language struct {
	name   string
	folder string   // of the templates; the name if it is empty
	shared []string // files of the reference of that name
	edits  []edit   // of shared files
	fillIn string   // the file to fill in
	// build is the command that builds the adapter, nil if there is nothing to
	// build, and run the one that runs it; DIR stands for the adapter's folder.
	build, run []string
}

var languages = []language{
	{
		name: "python", shared: []string{"adapter.py"}, edits: pythonEdits, fillIn: "ring.py",
		run: []string{"python3", "DIR/adapter.py"},
	},
	{
		name: "typescript", shared: []string{"adapter.js"}, edits: typescriptEdits, fillIn: "ring.js",
		run: []string{"node", "DIR/adapter.js"},
	},
	{
		name:   "java",
		shared: []string{"Adapter.java", "Json.java", "Lines.java", "RingException.java"}, edits: javaEdits, fillIn: "Ring.java",
		build: []string{"javac", "-encoding", "UTF-8", "-cp", "DIR", "-d", "DIR/out", "DIR/Adapter.java"},
		run:   []string{"java", "-cp", "DIR/out", "Adapter"},
	},
	{
		name:   "rust",
		shared: []string{"build.rs", "src/main.rs", "src/json.rs"}, edits: rustEdits, fillIn: "src/ring.rs",
		build: []string{"cargo", "build", "--release", "--manifest-path", "DIR/Cargo.toml"},
		run:   []string{"DIR/target/release/adapter"},
	},
	{
		name:   "c",
		shared: []string{"adapter.c", "json.c", "json.h", "text.c", "text.h"}, edits: cEdits, fillIn: "ring.c",
		build: []string{"make", "-C", "DIR"},
		run:   []string{"DIR/adapter"},
	},
	{
		// In a folder called go it would be built as a command called go.
		name: "go", folder: "go/adapter", fillIn: "ring.go",
		build: []string{"go", "build", "-C", "DIR", "-o", "adapter", "."},
		run:   []string{"DIR/adapter"},
	},
}

// Languages returns the names of the languages that adapters are written in.
func Languages() []string {
	var names []string
	for _, l := range languages {
		names = append(names, l.name)
	}
	return names
}

// An Adapter is one that was written.
type Adapter struct {
	// Files are the paths of all its files, and FillIn that of the one to fill in.
	Files  []string
	FillIn string
	// Build is the command that builds it, nil if there is nothing to build, and
	// Run the one that runs it.
	Build, Run []string
}

// Write writes an adapter in that language into the folder dir, which is made if
// it is not there. It fails, and writes nothing, if there is no such language or
// if a file that it would write is there already.
func Write(name, dir string) (Adapter, error) {
	i := slices.IndexFunc(languages, func(l language) bool { return l.name == name })
	if i < 0 {
		return Adapter{}, fmt.Errorf("there is no adapter in %q (spec/protocol.md says how to write one); %s", name, spelling.Hint(name, Languages(), "there are"))
	}
	l := languages[i]
	files, err := l.files()
	if err != nil {
		return Adapter{}, err
	}
	dir = filepath.Clean(dir)
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if _, err := os.Lstat(filepath.Join(dir, file)); err == nil {
			return Adapter{}, fmt.Errorf("%s is there already; nothing was written", filepath.Join(dir, file))
		}
	}
	written := Adapter{FillIn: filepath.Join(dir, l.fillIn), Build: in(dir, l.build), Run: in(dir, l.run)}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		file, text := filepath.Join(dir, file), files[file]
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return Adapter{}, err
		}
		if err := create(file, text); err != nil {
			return Adapter{}, err
		}
		written.Files = append(written.Files, file)
	}
	return written, nil
}

// create writes a file that is not there.
func create(file, text string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// in puts the folder into a command.
func in(dir string, command []string) []string {
	var words []string
	for _, word := range command {
		words = append(words, strings.Replace(word, "DIR", filepath.ToSlash(dir), 1))
	}
	return words
}

// files returns the text of each file of a fresh adapter by its path in the
// adapter's folder.
func (l language) files() (map[string]string, error) {
	files := map[string]string{}
	folder := cmp.Or(l.folder, l.name)
	err := fs.WalkDir(templates, folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := templates.ReadFile(file)
		// A folder with a go.mod of its own could not be embedded.
		files[strings.TrimSuffix(strings.TrimPrefix(file, folder+"/"), ".txt")] = string(text)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, file := range l.shared {
		text, err := runners.Sources.ReadFile(path.Join(l.name, file))
		if err != nil {
			return nil, err
		}
		files[file] = string(text)
	}
	for _, e := range l.edits {
		if strings.Count(files[e.file], e.old) != 1 {
			return nil, fmt.Errorf("%s/%s does not have this once: %s", l.name, e.file, e.old)
		}
		files[e.file] = strings.Replace(files[e.file], e.old, e.new, 1)
	}
	return files, nil
}
