package vectors_test

import (
	"testing"

	"ringkit/vectors"
)

// Whatever the text: Parse does not panic, and what it accepts the schema
// accepts as well.
func FuzzParse(f *testing.F) {
	validate := newSchema(f)
	f.Add([]byte(rich))
	f.Add([]byte(ring(`{nodes: ["A"], vnodes: 1}`)))
	f.Add([]byte(steps(`{owners: {pattern: "user%d", from: 0, to: 9}, sha256: "06f961b802bc46ee168555f066d28f4f0e9afdf3f88174c1ee6f9de004fc30a0", as: one}`)))
	f.Add([]byte(hash(64, `"18446744073709551615"`)))
	f.Add([]byte("%YAML 1.1\n---\n&a *a\n...\n"))
	f.Add([]byte("? ! |\n  a\n: <<\n# x\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		vectors.ParseDraft("f.yaml", text)
		file, err := vectors.Parse("f.yaml", text)
		if err != nil {
			return
		}
		if len(file.Cases) == 0 {
			t.Fatal("a file without cases was accepted")
		}
		exported, err := vectors.JSON("f.yaml", text)
		if err != nil {
			t.Fatalf("Parse accepts what JSON refuses: %v", err)
		}
		if err := validate(exported); err != nil {
			t.Fatalf("the loader accepts what the schema does not: %v", err)
		}
	})
}
