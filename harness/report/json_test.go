package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ringkit/spec"
	"ringkit/spec/schema"
)

// newSchema returns a function that validates a report.
func newSchema(t *testing.T) (validate func(text []byte) error) {
	t.Helper()
	validate, err := schema.Validator("report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return validate
}

func TestJSONFollowsItsSchema(t *testing.T) {
	validate := newSchema(t)
	for name, run := range map[string]Run{"mixed": mixed(t), "good": allGood(t), "many": manyFailures(t, 30), "none": {}} {
		if err := validate([]byte(written(t, "json", run))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What stands in the page is a report, too.
func TestSchemaTakesTheExample(t *testing.T) {
	page, err := spec.Files.ReadFile("report.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```json\n")
	example, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("report.md has no example in JSON")
	}
	if err := newSchema(t)([]byte(example)); err != nil {
		t.Error(err)
	}
}

func TestSchemaRefuses(t *testing.T) {
	validate := newSchema(t)
	good := written(t, "json", mixed(t))
	for _, change := range []struct{ name, old, new string }{
		{"an unknown field of a case", `"rule": "wrap",`, `"rule": "wrap", "color": "red",`},
		{"an unknown outcome", `"outcome": "crash"`, `"outcome": "crashed"`},
		{"an unknown stage", `"stage": "boundary"`, `"stage": "bounds"`},
		{"a step before the first", `"step": 1`, `"step": -1`},
		{"a case without a command", `"again"`, `"rerun"`},
		{"a failure without words", `"what": "want owner`, `"why": "want owner`},
		{"a pass with an answer", "\"outcome\": \"pass\"\n", "\"outcome\": \"pass\", \"got\": 1\n"},
		{"a known failure without its entry", `"known"`, `"listed"`},
		{"an entry without a reason", `"reason"`, `"because"`},
		{"a crash without its trouble", `"trouble"`, `"problem"`},
		{"a diagnosis without a count", `"explains": 1,`, ``},
		{"a total that is missing", `"not_run": 1`, `"not_ran": 1`},
		{"a total below zero", `"not_run": 1`, `"not_run": -1`},
		{"no totals", `"totals"`, `"total"`},
		{"dialects that are missing", `"dialects"`, `"languages"`},
	} {
		text := strings.Replace(good, change.old, change.new, 1)
		if text == good {
			t.Errorf("%s: %s is not in the report", change.name, change.old)
		} else if validate([]byte(text)) == nil {
			t.Errorf("%s is not refused", change.name)
		}
	}
}

func TestJSONTotals(t *testing.T) {
	var report struct{ Totals map[string]int }
	if err := json.Unmarshal([]byte(written(t, "json", mixed(t))), &report); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{
		"pass": 2, "fail": 1, "unsupported": 2, "xfail": 1, "xpass": 1, "crash": 1, "timeout": 1, "protocol": 1, "not_run": 1,
	}
	if diff := cmp.Diff(want, report.Totals); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A program finds each field where it expects it, and answers in the raw JSON of
// the protocol.
func TestJSONCase(t *testing.T) {
	var report struct {
		Implementations []struct{ Cases []map[string]json.RawMessage }
	}
	if err := json.Unmarshal([]byte(written(t, "json", mixed(t))), &report); err != nil {
		t.Fatal(err)
	}
	first := report.Implementations[0].Cases[0]
	for field, want := range map[string]string{
		"id": `"xmur3/wrap/k207"`, "outcome": `"fail"`, "stage": `"boundary"`, "step": `1`, "want": `"B"`, "got": `"C"`,
	} {
		if got := string(first[field]); got != want {
			t.Errorf("%s: want %s, got %s", field, want, got)
		}
	}
	for _, c := range report.Implementations[0].Cases {
		if _, there := c["step"]; there && string(c["id"]) == `"md5-32/weight/zero"` {
			t.Error("a ring that went wrong has a step")
		}
	}
}
