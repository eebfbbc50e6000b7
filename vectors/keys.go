package vectors

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Keys returns the kit's own list of keys of that name: those of
// keys/NAME.txt, UTF-8 text with a key a line, or of keys/NAME.hex, the same
// with the bytes of each key in hex. It fails if there is no such list.
func Keys(name string) ([]string, error) {
	list, _ := ownKeys.LoadOrStore(name, sync.OnceValues(func() ([]string, error) { return readKeys(Embedded, name) }))
	return list.(func() ([]string, error))()
}

// ownKeys are the lists that were read, since many cases name the same ones.
var ownKeys sync.Map

func readKeys(fsys fs.FS, name string) ([]string, error) {
	path := "keys/" + name + ".txt"
	text, err := fs.ReadFile(fsys, path)
	inHex := errors.Is(err, fs.ErrNotExist)
	if inHex {
		path = "keys/" + name + ".hex"
		text, err = fs.ReadFile(fsys, path)
	}
	if err != nil {
		return nil, err
	}
	text, ended := bytes.CutSuffix(text, []byte("\n"))
	if !ended {
		return nil, fmt.Errorf("%s: the last line does not end", path)
	}
	keys := strings.Split(string(text), "\n")
	for i, key := range keys {
		if inHex {
			raw, err := hex.DecodeString(key)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: not a key in hex: %w", path, i+1, err)
			}
			keys[i] = string(raw)
		} else if key == "" || strings.Contains(key, "\r") || !utf8.ValidString(key) {
			return nil, fmt.Errorf("%s:%d: not a key: want UTF-8 text, at least one character, and no carriage return", path, i+1)
		}
	}
	return keys, nil
}

// namedKeys reads the name of a list of keys and returns the list; nil where it
// noted that there is none.
func (r *reader) namedKeys(n *yaml.Node) []string {
	name := r.word(n, "owners.list")
	if !namePattern.MatchString(name) {
		r.errorAt(n.Line, "the name %.60q must be made of a-z, 0-9 and -", name)
		return nil
	}
	err := fs.ErrNotExist
	var keys []string
	if r.keys != nil {
		keys, err = readKeys(r.keys, name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		keys, err = Keys(name)
	}
	if err != nil {
		r.errorAt(n.Line, "owners.list: %v", err)
		return nil
	}
	return keys
}
