package main

import (
	"encoding/json"
	"io"

	"ringkit/harness"
	"ringkit/harness/identify"
	"ringkit/harness/report"
)

type jsonFinding struct {
	Identified bool              `json:"identified"`
	Pairs      int               `json:"pairs"`
	Repeated   int               `json:"repeated"`
	Tried      int               `json:"tried"`
	LuckLog10  float64           `json:"luck_log10"`
	Weak       bool              `json:"weak"`
	Owners     string            `json:"owners,omitempty"`
	Learned    map[string]string `json:"learned,omitempty"`
	Fits       []jsonCandidate   `json:"fits"`
	RunnerUp   *jsonCandidate    `json:"runner_up,omitempty"`
	Apart      int               `json:"apart"`
	Nearest    *jsonCandidate    `json:"nearest,omitempty"`
	Next       []jsonNext        `json:"next"`
	Odd        []jsonOdd         `json:"odd"`
	Twofold    []jsonText        `json:"twofold"`
	Asked      *jsonAsked        `json:"asked,omitempty"`
}

type jsonCandidate struct {
	Says           string  `json:"says"`
	Dialect        string  `json:"dialect"`
	VNodes         int     `json:"vnodes"`
	DefaultVNodes  bool    `json:"default_vnodes"`
	Mistake        string  `json:"mistake,omitempty"`
	Names          string  `json:"names,omitempty"`
	List           string  `json:"list,omitempty"`
	WeightsIgnored bool    `json:"weights_ignored,omitempty"`
	Explains       int     `json:"explains"`
	Group          int     `json:"group"`
	Differs        float64 `json:"differs"`
}

type jsonNext struct {
	Key  jsonText   `json:"key"`
	Says []jsonSays `json:"says"`
}

type jsonSays struct {
	Owner *jsonText `json:"owner"` // null: none
	Fits  []int     `json:"fits"`
}

type jsonOdd struct {
	Line     int       `json:"line,omitempty"`
	Key      jsonText  `json:"key"`
	Observed *jsonText `json:"observed"`
	Computed *jsonText `json:"computed"`
}

type jsonAsked struct {
	Name  string `json:"name"`
	Keys  int    `json:"keys"`
	Rings int    `json:"rings"`
}

// A jsonText is text, or {"hex":"…"} where it is not UTF-8, as in the protocol.
type jsonText string

func (t jsonText) MarshalJSON() ([]byte, error) {
	return json.Marshal(harness.NameJSON(string(t)))
}

// ownerJSON returns the text of an owner; null for none.
func ownerJSON(owner string) *jsonText {
	if owner == "" {
		return nil
	}
	text := jsonText(owner)
	return &text
}

// writeFindingJSON writes the answer for programs; spec/report.md describes it.
func writeFindingJSON(w io.Writer, f finding, _ report.Style) error {
	out := jsonFinding{
		Identified: len(f.Fits) > 0, Pairs: f.Pairs, Repeated: f.Repeated, Tried: f.Tried, LuckLog10: max(f.Luck, -1000), Weak: f.Weak(),
		Owners: f.Owners, RunnerUp: candidateJSON(f.RunnerUp), Apart: f.Apart, Nearest: candidateJSON(f.Nearest),
		Fits: []jsonCandidate{}, Next: []jsonNext{}, Odd: []jsonOdd{}, Twofold: []jsonText{},
	}
	for _, l := range f.Learned {
		if out.Learned == nil {
			out.Learned = map[string]string{}
		}
		out.Learned[l.Owner] = l.Node
	}
	for _, c := range f.Fits {
		out.Fits = append(out.Fits, *candidateJSON(c))
	}
	for _, n := range f.Next {
		next := jsonNext{Key: jsonText(n.Key)}
		for _, said := range n.Says {
			next.Says = append(next.Says, jsonSays{ownerJSON(said.Owner), said.Candidates})
		}
		out.Next = append(out.Next, next)
	}
	for _, odd := range f.Odd {
		out.Odd = append(out.Odd, jsonOdd{odd.Line, jsonText(odd.Key), ownerJSON(odd.Owner), ownerJSON(odd.Computed)})
	}
	for _, key := range f.Twofold {
		out.Twofold = append(out.Twofold, jsonText(key))
	}
	if f.asked != nil {
		out.Asked = &jsonAsked{f.asked.Hello.Name, f.asked.Keys(), len(f.asked.Observed)}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(out)
}

func candidateJSON(c *identify.Candidate) *jsonCandidate {
	if c == nil {
		return nil
	}
	return &jsonCandidate{
		Says: c.String(), Dialect: c.Dialect, VNodes: c.VNodes, DefaultVNodes: c.DefaultVNodes, Mistake: c.Mistake,
		Names: c.Text, List: c.Order, WeightsIgnored: c.WeightsIgnored, Explains: c.Explains, Group: c.Group, Differs: c.Differs,
	}
}
