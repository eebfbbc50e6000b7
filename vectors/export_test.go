package vectors_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strconv"
	"strings"
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

// The exported JSON must hold what the YAML holds, as two parsers that know
// nothing of vectors read them.
func TestJSONEqualsYAML(t *testing.T) {
	files := embedded(t)
	files["rich.yaml"] = []byte(rich)
	files["crlf.yaml"] = []byte(strings.ReplaceAll(rich, "\n", "\r\n"))
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			exported, err := vectors.JSON(name, text)
			if err != nil {
				t.Fatal(err)
			}
			var want, got any
			if err := yaml.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			decoder := json.NewDecoder(bytes.NewReader(exported))
			decoder.UseNumber()
			if err := decoder.Decode(&got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(numbersAsJSON(want), got); diff != "" {
				t.Errorf("(-yaml +json)\n%s", diff)
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
