package report

import (
	"encoding/json"
	"io"

	"ringkit/harness"
)

type jsonRun struct {
	Implementations []jsonImplementation `json:"implementations"`
	Totals          map[string]int       `json:"totals"`
}

type jsonImplementation struct {
	Name       string          `json:"name"`
	Hello      string          `json:"hello,omitempty"`
	Language   string          `json:"language,omitempty"`
	NotRun     string          `json:"not_run,omitempty"`
	StartError string          `json:"start_error,omitempty"`
	Dialects   []string        `json:"dialects"`
	Cases      []jsonCase      `json:"cases"`
	Diagnoses  []jsonDiagnosis `json:"diagnoses"`
}

type jsonCase struct {
	ID      string          `json:"id"`
	Rule    string          `json:"rule"`
	Outcome harness.Outcome `json:"outcome"`
	Stage   harness.Stage   `json:"stage,omitempty"`
	Step    *int            `json:"step,omitempty"`
	Want    json.RawMessage `json:"want,omitempty"`
	Got     json.RawMessage `json:"got,omitempty"`
	What    string          `json:"what,omitempty"`
	Trouble *jsonTrouble    `json:"trouble,omitempty"`
	Known   *jsonKnown      `json:"known,omitempty"`
	Again   string          `json:"again,omitempty"`
}

type jsonTrouble struct {
	Request string   `json:"request,omitempty"`
	Got     string   `json:"got,omitempty"`
	Exit    string   `json:"exit,omitempty"`
	Stderr  []string `json:"stderr,omitempty"`
}

type jsonKnown struct {
	Cases  string `json:"cases"`
	Reason string `json:"reason"`
}

type jsonDiagnosis struct {
	Dialect           string     `json:"dialect"`
	Mistakes          []string   `json:"mistakes"`
	Explains          int        `json:"explains"`
	Failures          int        `json:"failures"`
	Indistinguishable [][]string `json:"indistinguishable"`
	Text              string     `json:"text,omitempty"`
}

// JSON writes the run for programs; spec/report.schema.json describes it.
func JSON(w io.Writer, run Run, _ Style) error {
	out := jsonRun{Implementations: []jsonImplementation{}, Totals: map[string]int{}}
	totals, notRun := run.totals()
	for _, o := range harness.Outcomes() {
		out.Totals[string(o)] = totals[o]
	}
	out.Totals["not_run"] = notRun
	for _, i := range run.Implementations {
		out.Implementations = append(out.Implementations, newJSONImplementation(i))
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(out)
}

func newJSONImplementation(i Implementation) jsonImplementation {
	out := jsonImplementation{
		Name: i.Name, Hello: i.Hello.Name, Language: i.Hello.Language, NotRun: i.NotRun,
		Dialects: orEmpty(i.Hello.Dialects), Cases: []jsonCase{}, Diagnoses: []jsonDiagnosis{},
	}
	if i.StartError != nil {
		out.StartError = i.StartError.Error()
	}
	for _, r := range unexpectedFirst(i.Results, func(r harness.Result) bool { return r.Outcome.Unexpected() }) {
		out.Cases = append(out.Cases, newJSONCase(i, r))
	}
	for _, d := range i.Diagnoses {
		out.Diagnoses = append(out.Diagnoses, jsonDiagnosis{
			d.Dialect, orEmpty(d.Mistakes), d.Explains, d.Failures, orEmpty(d.Indistinguishable), d.Text,
		})
	}
	return out
}

func newJSONCase(i Implementation, r harness.Result) jsonCase {
	c := jsonCase{
		ID: r.Case.ID, Rule: r.Case.Rule, Outcome: r.Outcome, Stage: r.Stage,
		Want: r.Want, Got: r.Got, What: r.What,
	}
	if !r.Outcome.Unexpected() && r.Outcome != harness.XFail {
		return c
	}
	c.Again = Again(i, r.Case.ID)
	if r.Step >= 0 && r.Outcome != harness.XPass {
		c.Step = &r.Step
	}
	if t := r.Trouble; t != nil {
		c.Trouble = &jsonTrouble{t.Request, t.Got, t.Exit, t.Stderr}
	}
	if k := r.Known; k != nil {
		c.Known = &jsonKnown{k.Cases, k.Reason}
	}
	return c
}

// orEmpty makes an empty list of none, so that programs always find one.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
