package main

import (
	"strings"
	"testing"

	"ringkit/harness"
	"ringkit/harness/identify"
	"ringkit/harness/report"
)

// findingLines are the lines of the text of an answer.
func findingLines(t *testing.T, f finding) []string {
	t.Helper()
	var text strings.Builder
	if err := writeFinding(&text, f, report.Style{}); err != nil {
		t.Fatal(err)
	}
	return strings.Split(text.String(), "\n")
}

// explaining is an answer whose best candidate explains so many of the pairs.
func explaining(explains, pairs int) identify.Answer {
	a := identify.Answer{Pairs: pairs, Tried: 8000, Luck: -20, ByLuck: float64(pairs) / 3, Owners: "the name of the node",
		Fits: []*identify.Candidate{{Dialect: "md5-32", VNodes: 100, DefaultVNodes: true, Explains: explains}}}
	for i := explains; i < pairs; i++ {
		a.Odd = append(a.Odd, identify.Odd{Pair: identify.Pair{Key: "k", Owner: "a"}, Computed: "b"})
	}
	return a
}

// TestFindingCounts reads what is told of one, of two and of many.
func TestFindingCounts(t *testing.T) {
	t.Parallel()
	near := func(explains, pairs int) identify.Answer {
		return identify.Answer{Pairs: pairs, Tried: 8000, Nearest: &identify.Candidate{Dialect: "md5-32", VNodes: 1, Explains: explains}}
	}
	keys := func(n int) []identify.Observed { return []identify.Observed{{Pairs: make([]identify.Pair, n)}} }
	for _, test := range []struct {
		finding finding
		want    string // a line
	}{
		{finding{Answer: explaining(1, 1)}, "md5-32 explains the pair"},
		{finding{Answer: explaining(2, 2)}, "md5-32 explains both pairs"},
		{finding{Answer: explaining(40, 40)}, "md5-32 explains all 40 pairs"},
		{finding{Answer: explaining(39, 40)}, "md5-32 explains 39 of 40 pairs, and not the other one"},
		{finding{Answer: explaining(37, 40)}, "md5-32 explains 37 of 40 pairs, and not the other 3"},
		{finding{Answer: explaining(39, 40)}, "odd         this pair is not explained:"},
		{finding{Answer: explaining(37, 40)}, "odd         these 3 pairs are not explained:"},
		{finding{Answer: near(0, 1)}, "Nothing explains the pair: 8000 candidates were tried."},
		{finding{Answer: near(1, 2)}, "Nothing explains the 2 pairs: 8000 candidates were tried."},
		{finding{Answer: near(0, 2)}, "nearest     md5-32 with 1 vnode explains none of 2 pairs"},
		{finding{Answer: near(7, 40)}, "nearest     md5-32 with 1 vnode explains 7 of 40 pairs, and not the other 33"},
		{finding{Answer: identify.Answer{Repeated: 1}}, "note        1 pair was observed again, and counts once"},
		{finding{Answer: identify.Answer{Repeated: 2}}, "note        2 pairs were observed again, and count once"},
		{finding{Answer: identify.Answer{Twofold: []string{"k"}}}, "note        key k has several owners: did the nodes change meanwhile?"},
		{finding{Answer: identify.Answer{Twofold: []string{"k", "l"}}}, "note        2 keys have several owners, such as k: did the nodes change meanwhile?"},
		{finding{asked: &identify.Conversation{Hello: harness.Hello{Name: "acme"}, Observed: keys(1), VNodes: 1}}, "asked       acme, 1 key on 1 ring"},
		{finding{asked: &identify.Conversation{Hello: harness.Hello{Name: "acme"}, Observed: keys(2), VNodes: 1}}, "            with 1 vnode, since it makes no ring without a count"},
	} {
		found := false
		lines := findingLines(t, test.finding)
		for _, line := range lines {
			found = found || line == test.want
		}
		if !found {
			t.Errorf("want %q among\n%s", test.want, strings.Join(lines, "\n"))
		}
	}
}

// TestFindingNotQuite has a candidate that leaves pairs: the text says so before it
// weighs the others, and does not call it a fit.
func TestFindingNotQuite(t *testing.T) {
	t.Parallel()
	text := strings.Join(findingLines(t, finding{Answer: explaining(37, 40)}), "\n")
	last := -1
	for _, part := range []string{
		"37 of 40 pairs, and not the other 3",
		"\nnot quite   the 3 odd pairs below contradict it",
		"\nevidence    it, or something close to it: a wrong dialect explains about 13 of 40, and that one of the 8000 that were\n",
		"            tried explains 37 by luck has a chance of less than 1 in 10^12\n",
		"\nodd ",
	} {
		at := strings.Index(text, part)
		if at <= last {
			t.Errorf("want %q behind the others, got\n%s", part, text)
		}
		last = at
	}
	if strings.Contains(text, "that a wrong dialect fits") {
		t.Errorf("want no word of a fit, got\n%s", text)
	}
}

// TestNames puts candidates that differ in their mistake alone together.
func TestNames(t *testing.T) {
	made := func(dialect, mistake, text string) *identify.Candidate {
		return &identify.Candidate{Dialect: dialect, DefaultVNodes: true, Mistake: mistake, Text: text}
	}
	all := []*identify.Candidate{
		made("haproxy", "", ""), made("haproxy", "a", ""), made("dalli", "a", ""), made("haproxy", "b", ""),
		made("haproxy", "c", "without the port"), made("haproxy", "d", ""),
	}
	for most, want := range map[int]string{
		1: "haproxy; 5 more",
		2: "haproxy; haproxy with the mistake a; 4 more",
		4: "haproxy; haproxy with one of the mistakes a, b; dalli with the mistake a; 2 more",
		6: "haproxy; haproxy with one of the mistakes a, b, d; dalli with the mistake a; haproxy with the mistake c, names without the port",
	} {
		if got := names(all, most); got != want {
			t.Errorf("at most %d: want\n%s\ngot\n%s", most, want, got)
		}
	}
}
