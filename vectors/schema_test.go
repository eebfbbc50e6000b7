package vectors_test

import (
	"maps"
	"strings"
	"testing"

	"ringkit/spec"
	"ringkit/spec/schema"
	"ringkit/vectors"
)

// newSchema returns a function that validates JSON against the schema of vector
// files.
func newSchema(t testing.TB) (validate func(text []byte) error) {
	t.Helper()
	validate, err := schema.Validator("vector.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return validate
}

func TestSchemaAccepts(t *testing.T) {
	validate := newSchema(t)
	exports := maps.Clone(exported(t))
	var err error
	if exports["rich"], err = vectors.JSON("rich", []byte(rich)); err != nil {
		t.Fatal(err)
	}
	for name, text := range exports {
		t.Run(name, func(t *testing.T) {
			if err := validate(text); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSchemaRejects(t *testing.T) {
	// Each test breaks one of these.
	const (
		narrow = `{"dialect": "xmur3", "bits": 32, "source": {"by": ["a"]}, "cases": [{"id": "a/b", "rule": "wrap", "why": "because",
			"ring": {"nodes": ["A", {"name": "B", "weight": 2}], "vnodes": 3}, "steps": [STEPS]}]}`
		wide = `{"dialect": "md5-128", "bits": 128, "source": {"captured": "a"}, "cases": [{"id": "a", "rule": "wrap", "why": "because",
			"ring": {"nodes": ["A"]}, "steps": [STEPS]}]}`
		refused = `{"dialect": "md5-32", "bits": 32, "source": {"by": ["a"]}, "cases": [{"id": "a", "rule": "wrap", "why": "because",
			"ring": {"nodes": ["A"], "vnodes": 0, "error": "bad-vnodes"}}]}`
		hash  = `{"hash": "k", "want": 1}`
		owner = `{"owner": "k", "want": "A"}`
	)
	validate := newSchema(t)
	tests := []struct{ name, base, steps, old, new string }{
		{"unknown field of a file", narrow, owner, `"bits"`, `"width": 32, "bits"`},
		{"unknown field of a source", narrow, owner, `"by"`, `"from": "x", "by"`},
		{"unknown field of a case", narrow, owner, `"why"`, `"skip": true, "why"`},
		{"unknown field of a ring", narrow, owner, `"vnodes"`, `"points": 1, "vnodes"`},
		{"unknown field of a node", narrow, owner, `"weight"`, `"zone": "z", "weight"`},
		{"unknown field of a step", narrow, owner, `"want"`, `"note": "x", "want"`},
		{"no dialect", narrow, owner, `"dialect": "xmur3", `, ``},
		{"no source", narrow, owner, `"source": {"by": ["a"]}, `, ``},
		{"no id", narrow, owner, `"id": "a/b", `, ``},
		{"no rule", narrow, owner, `"rule": "wrap", `, ``},
		{"no why", narrow, owner, `"why": "because",`, ``},
		{"empty why", narrow, owner, `"because"`, `""`},
		{"no weight", narrow, owner, `, "weight": 2`, ``},
		{"bits 33", narrow, owner, `32`, `33`},
		{"bits as text", narrow, owner, `32`, `"32"`},
		{"dialect in capitals", narrow, owner, `xmur3`, `XMUR3`},
		{"source that says nothing", narrow, owner, `{"by": ["a"]}`, `{}`},
		{"source with an empty by", narrow, owner, `["a"]`, `[]`},
		{"source named twice", narrow, owner, `["a"]`, `["a", "a"]`},
		{"no cases", refused, ``, `[{"id": "a", "rule": "wrap", "why": "because",
			"ring": {"nodes": ["A"], "vnodes": 0, "error": "bad-vnodes"}}]`, `[]`},
		{"bad id", narrow, owner, `a/b`, `a//b`},
		{"null among nodes", narrow, owner, `["A",`, `[null,`},
		{"number among nodes", narrow, owner, `["A",`, `[12,`},
		{"vnodes as text", narrow, owner, `"vnodes": 3`, `"vnodes": "3"`},
		{"vnodes out of range", narrow, owner, `"vnodes": 3`, `"vnodes": 1000001`},
		{"fractional vnodes", narrow, owner, `"vnodes": 3`, `"vnodes": 3.5`},
		{"ring with error and may", refused, ``, `"error"`, `"may": "fail", "error"`},
		{"ring with an unknown code", refused, ``, `bad-vnodes`, `bad-nodes`},
		{"refused ring and a step", refused, ``, `}}]`, `}, "steps": [{"owner": "k", "want": "A"}]}]`},
		{"ring without steps", narrow, owner, `, "steps": [` + owner + `]`, ``},
		{"ring with no steps", narrow, owner, owner, ``},
		{"needless ring", narrow, owner, owner, hash},
		{"missing ring", narrow, owner, `"ring": {"nodes": ["A", {"name": "B", "weight": 2}], "vnodes": 3}, `, ``},
		{"two operations", narrow, owner, `"want"`, `"hash": "k", "want"`},
		{"no operation", narrow, owner, `"owner": "k", `, ``},
		{"no expectation", narrow, owner, `, "want": "A"`, ``},
		{"want and error", narrow, owner, `"want"`, `"error": "empty-ring", "want"`},
		{"may for a lookup", narrow, owner, `"want": "A"`, `"may": "fail"`},
		{"the code internal", narrow, owner, `"want": "A"`, `"error": "internal"`},
		{"number for an owner", narrow, owner, `"want": "A"`, `"want": 1`},
		{"null for a key", narrow, owner, `"owner": "k"`, `"owner": null`},
		{"odd hex", narrow, owner, `"want": "A"`, `"want": {"hex": "fff"}`},
		{"upper-case hex", narrow, owner, `"want": "A"`, `"want": {"hex": "FF"}`},
		{"text for 32 bits", narrow, hash + "," + owner, `"want": 1`, `"want": "1"`},
		{"33 bits", narrow, hash + "," + owner, `"want": 1`, `"want": 4294967296`},
		{"negative position", narrow, hash + "," + owner, `"want": 1`, `"want": -1`},
		{"number for 128 bits", wide, `{"hash": "k", "want": "1"},` + owner, `"want": "1"`, `"want": 1`},
		{"leading zero", wide, `{"hash": "k", "want": "1"},` + owner, `"want": "1"`, `"want": "01"`},
		{"40 digits", wide, `{"hash": "k", "want": "1"},` + owner, `"want": "1"`, `"want": "1234567890123456789012345678901234567890"`},
		{"text for a point of 32 bits", narrow, `{"points": "all", "want": [[1, "A"]]}`, `[1,`, `["1",`},
		{"number for a point of 128 bits", wide, `{"points": "all", "want": [["1", "A"]]}`, `["1",`, `[1,`},
		{"point of one", narrow, `{"points": "all", "want": [[1, "A"]]}`, `[1, "A"]`, `[1]`},
		{"point of three", narrow, `{"points": "all", "want": [[1, "A"]]}`, `[1, "A"]`, `[1, "A", "B"]`},
		{"points of a name", narrow, `{"points": "all", "want": []}`, `"all"`, `"A"`},
		{"nodes of a name", narrow, `{"nodes": "all", "want": []}`, `"all"`, `"A"`},
		{"want and counts", narrow, `{"owners": ["k"], "want": ["A"]}`, `"want"`, `"counts": {"A": 1}, "want"`},
		{"want and sha256", narrow, `{"owners": ["k"], "want": ["A"]}`, `"want"`, `"sha256": "06f961b802bc46ee168555f066d28f4f0e9afdf3f88174c1ee6f9de004fc30a0", "want"`},
		{"as and error", narrow, `{"owners": ["k"], "as": "x"}`, `"as"`, `"error": "empty-ring", "as"`},
		{"name in capitals", narrow, `{"owners": ["k"], "as": "x"}`, `"x"`, `"X"`},
		{"count of zero", narrow, `{"owners": ["k"], "counts": {"A": 1}}`, `"A": 1`, `"A": 1, "C": 0`},
		{"short digest", narrow, `{"owners": ["k"], "sha256": "06f961b802bc46ee168555f066d28f4f0e9afdf3f88174c1ee6f9de004fc30a0"}`, `06f9`, `06`},
		{"pattern without %d", narrow, `{"owners": {"pattern": "u%d", "from": 0, "to": 1}, "as": "x"}`, `u%d`, `user`},
		{"pattern with %s", narrow, `{"owners": {"pattern": "u%d", "from": 0, "to": 1}, "as": "x"}`, `u%d`, `%s%d`},
		{"pattern of bytes", narrow, `{"owners": {"pattern": "u%d", "from": 0, "to": 1}, "as": "x"}`, `"u%d"`, `{"hex": "ff2564"}`},
		{"pattern without an end", narrow, `{"owners": {"pattern": "u%d", "from": 0, "to": 1}, "as": "x"}`, `, "to": 1`, ``},
		{"moved that expects nothing", narrow, `{"moved": {"from": "x", "to": "z"}, "count": 1}`, `, "count": 1`, ``},
		{"moved that expects an error", narrow, `{"moved": {"from": "x", "to": "z"}, "count": 1}`, `"count": 1`, `"error": "empty-ring"`},
		{"replicas as text", narrow, `{"replicas": {"key": "k", "count": 1}, "want": ["A"]}`, `"count": 1`, `"count": "1"`},
		{"want for an addition", narrow, `{"add": "C"}`, `"C"`, `"C", "want": "C"`},
		{"addition with error and may", narrow, `{"add": "C", "may": "fail"}`, `"may"`, `"error": "duplicate-node", "may"`},
		{"removed true", narrow, `{"remove": "A", "removed": false}`, `false`, `true`},
		{"removed and error", narrow, `{"remove": "A", "removed": false}`, `"removed"`, `"error": "unknown-node", "removed"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			right := strings.Replace(test.base, "STEPS", test.steps, 1)
			if err := validate([]byte(right)); err != nil {
				t.Fatalf("the right one: %v", err)
			}
			broken := strings.Replace(right, test.old, test.new, 1)
			if broken == right {
				t.Fatalf("%s is not in %s", test.old, right)
			}
			if validate([]byte(broken)) == nil {
				t.Errorf("accepted: %s", broken)
			}
		})
	}
}

// What spec/vectors.md shows can be copied: whole files, and steps, rings,
// sources and cases inside one.
func TestExamplesOfThePage(t *testing.T) {
	page, err := spec.Files.ReadFile("vectors.md")
	if err != nil {
		t.Fatal(err)
	}
	validate := newSchema(t)
	found := map[string]int{}
	for i, part := range strings.Split("\n"+string(page), "\n```") {
		language, block, _ := strings.Cut(part, "\n")
		if i%2 == 0 || language != "yaml" && language != "json" {
			continue
		}
		kind, text := wholeFile(block)
		found[kind]++
		if kind != "json" {
			if text, err = vectors.JSON("vectors.md", text); err != nil {
				t.Errorf("%v\n%s", err, block)
				continue
			}
		}
		if err := validate(text); err != nil {
			t.Errorf("%v\n%s", err, block)
		}
	}
	for _, kind := range []string{"json", "file", "source", "case", "ring", "steps"} {
		if found[kind] == 0 {
			t.Errorf("the page shows no %s", kind)
		}
	}
}

// wholeFile puts what a block shows into a whole file.
func wholeFile(block string) (kind string, text []byte) {
	indent := func(s, by string) string { return by + strings.ReplaceAll(s, "\n", "\n"+by) }
	switch first := strings.Fields(block)[0]; {
	case first == "{":
		return "json", []byte(block)
	case strings.Contains(block, "dialect: "):
		return "file", []byte(block)
	case first == "source:":
		return "source", []byte(strings.Replace(steps(`{owner: "k", want: "A"}`), "source: {by: [runners/python]}", block, 1))
	case strings.HasPrefix(block, "  - id:"):
		return "case", []byte(file(block))
	case first == "ring:":
		var cases []string
		for _, line := range strings.Split(block, "\n") {
			one := strings.Replace(ring("RING"), `[{owner: "k", want: "A"}]`, `[{hash: "k", want: 1}]`, 1)
			if !strings.Contains(line, "error:") {
				one = ring("RING")
			}
			_, one, _ = strings.Cut(strings.Replace(one, "ring: RING", line, 1), "cases:\n")
			cases = append(cases, one)
		}
		return "ring", []byte(file(cases...))
	case strings.HasPrefix(first, "#"):
		return "comment", []byte(block + "\n" + steps(`{owner: "k", want: "A"}`))
	case strings.HasPrefix(block, "- {hash:"):
		return "hash", []byte(oneCase("    steps:", indent(block, "      ")))
	}
	return "steps", []byte(oneCase(`    ring: {nodes: ["A"], vnodes: 1}`, "    steps:", indent(block, "      ")))
}
