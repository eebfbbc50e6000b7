package vectors_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"ringkit/vectors"
)

// embedded returns the kit's own vector files by name.
func embedded(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := fs.Glob(vectors.Embedded, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		if files[name], err = vectors.Embedded.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// exported returns them as JSON.
func exported(t testing.TB) map[string][]byte {
	t.Helper()
	exports, err := exportOnce()
	if err != nil {
		t.Fatal(err)
	}
	return exports
}

var exportOnce = sync.OnceValues(func() (map[string][]byte, error) {
	exports := map[string][]byte{}
	names, err := fs.Glob(vectors.Embedded, "*.yaml")
	for _, name := range names {
		text, readErr := vectors.Embedded.ReadFile(name)
		export, exportErr := vectors.JSON(name, text)
		exports[name] = export
		err = errors.Join(err, readErr, exportErr)
	}
	return exports, err
})

// The exported JSON must hold what the YAML holds, as two parsers that know
// nothing of vectors read them.
func TestJSONEqualsYAML(t *testing.T) {
	files, exports := embedded(t), maps.Clone(exported(t))
	for name, text := range map[string]string{"rich": rich, "crlf": strings.ReplaceAll(rich, "\n", "\r\n")} {
		export, err := vectors.JSON(name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		files[name], exports[name] = []byte(text), export
	}
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			var want, got any
			if err := yaml.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			decoder := json.NewDecoder(bytes.NewReader(exports[name]))
			decoder.UseNumber()
			if err := decoder.Decode(&got); err != nil {
				t.Fatal(err)
			}
			// The difference takes long to make, also where there is none.
			if want := numbersAsJSON(want); !reflect.DeepEqual(want, got) {
				t.Errorf("(-yaml +json)\n%s", cmp.Diff(want, got))
			}
		})
	}
}

func numbersAsJSON(v any) any {
	switch v := v.(type) {
	case int:
		return json.Number(strconv.Itoa(v))
	case []any:
		for i := range v {
			v[i] = numbersAsJSON(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = numbersAsJSON(v[key])
		}
	}
	return v
}

func TestJSONKeepsTheOrder(t *testing.T) {
	got, err := vectors.JSON("f.yaml", []byte(oneCase(`    steps: [{want: 1, hash: "<&>"}]`)))
	if err != nil {
		t.Fatal(err)
	}
	want := `{
 "dialect": "xmur3",
 "bits": 32,
 "source": {
  "by": [
   "runners/python"
  ]
 },
 "cases": [
  {
   "id": "a",
   "rule": "wrap",
   "why": "because",
   "steps": [
    {
     "want": 1,
     "hash": "\u003c\u0026\u003e"
    }
   ]
  }
 ]
}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestJSONRefusesWhatParseRefuses(t *testing.T) {
	text := []byte(steps(`{owner: k, want: "A"}`))
	_, want := vectors.Parse("f.yaml", text)
	got, err := vectors.JSON("f.yaml", text)
	if err == nil || want == nil || err.Error() != want.Error() || got != nil {
		t.Errorf("want error %v and nothing else, got %v and %q", want, err, got)
	}
}
