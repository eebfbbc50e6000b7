package harness

import (
	"bytes"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"ringkit/vectors"
)

// BaselineOf returns the baseline that expects the failures among results: their
// IDs, and a folder's glob where every case of the folder failed. Cases are all
// there are: a folder of which some were not run, or not offered, has no glob.
func BaselineOf(results []Result, cases []vectors.Case) Baseline {
	failed := map[string]Result{}
	inFolder := map[string]int{} // how many failed
	for _, r := range results {
		if !r.Outcome.failed() {
			continue
		}
		failed[r.Case.ID] = r
		for _, folder := range folders(r.Case.ID) {
			inFolder[folder]++
		}
	}
	size := map[string]int{}
	for _, c := range cases {
		for _, folder := range folders(c.ID) {
			size[folder]++
		}
	}
	known := Baseline{}
	listed := map[string]bool{}
	for _, c := range cases {
		r, ok := failed[c.ID]
		if !ok {
			continue
		}
		k := KnownFailure{Cases: c.ID, Reason: Summary(r)}
		for _, folder := range folders(c.ID) {
			if n := size[folder]; n > 1 && inFolder[folder] == n {
				k = KnownFailure{Cases: folder + "/**", Reason: fmt.Sprintf("all %d cases fail, the first with: %s", n, Summary(r))}
				break
			}
		}
		if !listed[k.Cases] {
			listed[k.Cases] = true
			known = append(known, k)
		}
	}
	return known
}

// folders returns the folders that an ID is in, the widest first.
func folders(id string) []string {
	var out []string
	for i, c := range id {
		if c == '/' {
			out = append(out, id[:i])
		}
	}
	return out
}

// YAML returns the baseline as [ReadBaseline] reads it.
func (b Baseline) YAML() []byte {
	var out bytes.Buffer
	out.WriteString("# Known failures: cases that may fail, and why. One that passes is an error.\n")
	if len(b) == 0 {
		out.WriteString("[]\n")
	}
	for _, k := range b {
		fmt.Fprintf(&out, "- cases: %s\n  reason: %s\n", quoteYAML(k.Cases), quoteYAML(k.Reason))
	}
	return out.Bytes()
}

// quoteYAML writes text on one line in double quotes, so that no YAML parser
// takes it for something else.
func quoteYAML(text string) string {
	quoted, err := yaml.Marshal(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Style: yaml.DoubleQuotedStyle, Value: text})
	if err != nil { // a text always marshals
		panic(err)
	}
	return strings.TrimSuffix(string(quoted), "\n")
}
