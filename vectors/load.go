package vectors

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"sync"

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
// dir is put before the names in messages. A list of keys that a file names is
// taken from the folder keys of fsys, or else from the kit's own. It fails with
// all errors it found, each an [*Error] for what is wrong in a file, and if there
// is no file.
func Load(fsys fs.FS, dir string) ([]File, error) {
	names, err := fs.Glob(fsys, "*.yaml")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no vector files (*.yaml) here", dir)
	}
	// To parse them takes longer than all else, so it is done on all cores.
	parsed := make([]File, len(names))
	failed := make([]error, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		wait.Go(func() {
			text, err := fs.ReadFile(fsys, name)
			if err == nil {
				parsed[i], err = (&reader{file: path.Join(dir, name), keys: fsys}).parse(text)
			}
			failed[i] = err
		})
	}
	wait.Wait()
	var files []File
	var errs []error
	first := map[string]Case{}
	for i, file := range parsed {
		if failed[i] != nil {
			errs = append(errs, failed[i])
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

// Parse reads one vector file; name stands in messages. The lists of keys that
// it names are the kit's own. It fails with all errors it found, each an
// [*Error].
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
	r.lines = bytes.Split(text, []byte("\n"))
	for i, line := range r.lines {
		if i < len(r.lines)-1 {
			line = bytes.TrimSuffix(line, []byte("\r"))
		}
		if at := bytes.IndexFunc(line, func(c rune) bool { return c > '~' || c < ' ' }); at >= 0 {
			r.errorAt(i+1, "a character outside printable ASCII at column %d: write it as \\u… or \\U… in double quotes", at+1)
			return nil
		}
		if bytes.HasPrefix(line, []byte("%")) {
			r.errorAt(i+1, "a directive: vector files have none")
			return nil
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	err := decode(decoder, &doc)
	if errors.Is(err, io.EOF) {
		r.errorAt(1, "the file is empty")
		return nil
	}
	if err == nil {
		if err = decode(decoder, &more); err == nil {
			r.errorAt(more.Line, "a second document: a vector file holds one")
			return nil
		}
	}
	if !errors.Is(err, io.EOF) {
		r.syntaxError(err)
		return nil
	}
	return doc.Content[0]
}

// decode is Decode for a parser that panics on some broken texts.
func decode(d *yaml.Decoder, into *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	return d.Decode(into)
}

var (
	syntaxText   = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)
	unknownAlias = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
	// What yaml.v3's parser, unlike its scanner, says of a line that it counts
	// from 0: the one on which the broken list or mapping begins, or that on
	// which it breaks if the other is the first.
	fromZero = regexp.MustCompile(`^did not find expected (<|node content|key|'-'|',')|^found undefined tag handle`)
)

// syntaxError notes an error of yaml.v3, which has the line only as text, and not
// always the right one.
func (r *reader) syntaxError(err error) {
	m := syntaxText.FindStringSubmatch(err.Error())
	if m == nil {
		m = []string{"", "", err.Error()}
	}
	line, what := 0, m[2]
	fmt.Sscan(m[1], &line)
	if alias := unknownAlias.FindStringSubmatch(what); alias != nil {
		line = 1 + slices.IndexFunc(r.lines, func(l []byte) bool { return bytes.Contains(l, []byte("*"+alias[1])) })
	} else if fromZero.MatchString(what) {
		line++
		what += ", here or in what begins here"
	}
	r.errorAt(max(1, line), "not YAML: %s", what)
}
