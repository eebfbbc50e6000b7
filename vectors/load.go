package vectors

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"

	"gopkg.in/yaml.v3"
)

// An Error is one thing that is wrong in a vector file.
type Error struct {
	File string
	Line int
	What string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.What) }

// Load reads every *.yaml file at the top of fsys, in the order of their names;
// dir is put before the names in messages. It fails with all errors it found,
// each an [*Error] for what is wrong in a file, and if there is no file.
func Load(fsys fs.FS, dir string) ([]File, error) {
	names, err := fs.Glob(fsys, "*.yaml")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no vector files (*.yaml) here", dir)
	}
	var files []File
	var errs []error
	first := map[string]Case{}
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		file, err := Parse(path.Join(dir, name), text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, c := range file.Cases {
			if f, taken := first[c.ID]; taken {
				errs = append(errs, &Error{c.File, c.Line, fmt.Sprintf("the ID %s is taken by %s:%d", c.ID, f.File, f.Line)})
				continue
			}
			first[c.ID] = c
		}
		files = append(files, file)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return files, nil
}

// Parse reads one vector file; name stands in messages. It fails with all
// errors it found, each an [*Error].
func Parse(name string, text []byte) (File, error) {
	return (&reader{file: name}).parse(text)
}

func (r *reader) parse(text []byte) (File, error) {
	file := File{Name: r.file}
	if root := r.document(text); root != nil {
		r.readFile(&file, root)
	}
	if len(r.errs) > 0 {
		slices.SortStableFunc(r.errs, func(a, b error) int { return a.(*Error).Line - b.(*Error).Line })
		return File{}, errors.Join(r.errs...)
	}
	return file, nil
}

// document returns the root of the one document in text, or nil.
func (r *reader) document(text []byte) *yaml.Node {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if at := bytes.IndexFunc(line, func(c rune) bool { return c > '~' || c < ' ' && c != '\r' }); at >= 0 {
			r.errorAt(i+1, "a character outside printable ASCII at column %d: write it as \\u…, \\U… or \\x… in double quotes", at+1)
			return nil
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		r.errorAt(1, "the file is empty")
		return nil
	case err != nil:
		r.errorAt(syntaxLine(err), "not YAML: %v", err)
		return nil
	}
	switch err := decoder.Decode(&more); {
	case err == nil:
		r.errorAt(more.Line, "a second document: a vector file holds one")
		return nil
	case !errors.Is(err, io.EOF):
		r.errorAt(syntaxLine(err), "not YAML: %v", err)
		return nil
	}
	if len(doc.Content) == 0 {
		r.errorAt(1, "the file is empty")
		return nil
	}
	return doc.Content[0]
}

// syntaxLine digs the line out of a yaml.v3 error, which has it only as text.
func syntaxLine(err error) int {
	line := 1
	fmt.Sscanf(err.Error(), "yaml: line %d:", &line)
	return line
}
