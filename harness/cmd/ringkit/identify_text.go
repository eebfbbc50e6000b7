package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ringkit/harness"
	"ringkit/harness/identify"
	"ringkit/harness/report"
)

// At most so many lines stand in each part of the text; the JSON report has all.
const (
	mostListed = 10
	mostNamed  = 4
)

// writeFinding writes the answer for people.
func writeFinding(w io.Writer, f finding, _ report.Style) error {
	t := findingText{w: w, f: f}
	if len(f.Fits) == 0 {
		t.nothing()
	} else {
		t.answer()
		t.evidence()
		t.odd()
		t.others()
		t.next()
	}
	t.notes()
	return nil
}

type findingText struct {
	w io.Writer
	f finding
}

// line writes a line with a heading of fixed width.
func (t findingText) line(heading, format string, args ...any) {
	fmt.Fprintf(t.w, "%-12s%s\n", heading, fmt.Sprintf(format, args...))
}

// answer names the best candidate, and those that are the same ring.
func (t findingText) answer() {
	best := t.f.Fits[0]
	fmt.Fprintf(t.w, "%s explains %s\n\n", best, t.share(best.Explains))
	switch len(t.f.Odd) {
	case 0:
	case 1:
		t.line("not quite", "the odd pair below contradicts it: it was seen while the nodes were others,")
	default:
		t.line("not quite", "the %d odd pairs below contradict it: they were seen while the nodes were others,", len(t.f.Odd))
	}
	if len(t.f.Odd) > 0 {
		t.line("", "or the client does something that the kit does not know")
	}
	if best.MistakeSays != "" {
		t.line("mistake", "%s", best.MistakeSays)
	}
	var same, nearly []*identify.Candidate
	for _, c := range t.f.Fits[1:] {
		switch {
		case c.Explains != best.Explains:
		case c.Group == 0:
			same = append(same, c)
		case c.Differs == 0:
			nearly = append(nearly, c)
		}
	}
	if len(same) > 0 {
		t.line("same ring", "%s: no key tells %s apart on these nodes", names(same, len(same)), itOrThem(len(same)))
	}
	if len(nearly) > 0 {
		t.line("nearly", "%s: only rare keys have another owner", names(nearly, len(nearly)))
	}
	if len(t.f.Learned) == 0 {
		t.line("owners", "%s", t.f.Owners)
		return
	}
	t.line("owners", "%s:", t.f.Owners)
	for _, l := range t.f.Learned[:min(len(t.f.Learned), mostListed)] {
		t.line("", "%s is %s", harness.Printable(l.Owner), orElse(harness.Printable(l.Node), "no node"))
	}
	t.more(len(t.f.Learned) - mostListed)
}

// orElse returns text, or what stands for it where it is empty.
func orElse(text, instead string) string {
	if text == "" {
		return instead
	}
	return text
}

func itOrThem(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// share tells how many pairs are explained, and how many are not.
func (t findingText) share(explains int) string {
	pairs, left := harness.Counted(t.f.Pairs, "pair"), t.f.Pairs-explains
	switch {
	case left == 0 && t.f.Pairs == 1:
		return "the pair"
	case left == 0 && t.f.Pairs == 2:
		return "both pairs"
	case left == 0:
		return "all " + pairs
	case explains == 0:
		return "none of " + pairs
	case left == 1:
		return fmt.Sprintf("%d of %s, and not the other one", explains, pairs)
	}
	return fmt.Sprintf("%d of %s, and not the other %d", explains, pairs, left)
}

func (t findingText) more(n int) {
	if n > 0 {
		t.line("", "and %d more", n)
	}
}

// names returns the names of candidates, at most so many. Those that differ in
// their mistake alone share the rest of it.
func names(candidates []*identify.Candidate, most int) string {
	var out []string
	mistakes := map[string][]string{}
	at := map[string]int{}
	families := identify.Families(candidates)
	for _, family := range families[:min(len(families), most)] {
		name := family.String()
		before, mistake, found := strings.Cut(name, " with the mistake ")
		switch shared := mistakes[before]; {
		case !found || strings.Contains(mistake, ","): // other settings follow
			out = append(out, name)
		case shared == nil:
			at[before] = len(out)
			out = append(out, name)
			mistakes[before] = []string{mistake}
		default:
			mistakes[before] = append(shared, mistake)
			out[at[before]] = before + " with one of the mistakes " + strings.Join(mistakes[before], ", ")
		}
	}
	if left := len(families) - most; left > 0 {
		out = append(out, fmt.Sprintf("%d more", left))
	}
	return strings.Join(out, "; ")
}

// evidence tells what it is worth that so many pairs are explained.
func (t findingText) evidence() {
	best := t.f.Fits[0]
	switch {
	case t.f.Weak():
		t.line("evidence", "weak: that a wrong dialect fits by luck has a chance of %s (%d were tried)", chance(t.f.Luck), t.f.Tried)
	case len(t.f.Odd) == 0:
		t.line("evidence", "that a wrong dialect fits by luck has a chance of %s (%d were tried)", chance(t.f.Luck), t.f.Tried)
	default:
		t.line("evidence", "it, or something close to it: a wrong dialect explains about %.0f of %d, and that one of the %d that were",
			t.f.ByLuck, t.f.Pairs, t.f.Tried)
		t.line("", "tried explains %d by luck has a chance of %s", best.Explains, chance(t.f.Luck))
	}
	switch up := t.f.RunnerUp; {
	case up == nil:
	case t.f.Apart == 0:
		t.line("", "no pair tells it from the runner-up, %s", up)
	case t.f.Apart == 1:
		t.line("", "one pair tells it from the runner-up, %s, which explains %d", up, up.Explains)
	default:
		t.line("", "%d pairs tell it from the runner-up, %s, which explains %d", t.f.Apart, up, up.Explains)
	}
}

// chance writes a chance of which the decimal logarithm is given.
func chance(log float64) string {
	switch {
	case log < -12:
		return "less than 1 in 10^12"
	case log < -6:
		return fmt.Sprintf("1 in 10^%d", int(math.Floor(-log)))
	case log < -1:
		return fmt.Sprintf("1 in %d", int(math.Round(math.Pow(10, -log))))
	}
	return fmt.Sprintf("%d %%", int(math.Round(100*math.Pow(10, log))))
}

// others tells what would fit as well.
func (t findingText) others() {
	best := t.f.Fits[0]
	var others []*identify.Candidate
	for _, c := range t.f.Fits[1:] {
		if c.Explains != best.Explains || c.Group != 0 && c.Differs != 0 {
			others = append(others, c)
		}
	}
	families := identify.Families(others)
	heading := "also fits"
	if len(t.f.Odd) > 0 {
		heading = "also close"
	}
	for _, family := range families[:min(len(families), mostListed)] {
		explains, differs := family[0].Explains, 0.0
		for _, c := range family {
			explains, differs = min(explains, c.Explains), max(differs, c.Differs)
		}
		t.line(heading, "%s: explains %d; other owners for up to %s of keys", family, explains, percent(differs))
		heading = ""
	}
	t.more(len(families) - mostListed)
}

func percent(share float64) string {
	if share > 0 && share < 0.001 {
		return "less than 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}

// next tells the keys that would decide.
func (t findingText) next() {
	if len(t.f.Next) == 0 {
		return
	}
	t.line("look up", "to decide between them:")
	for _, n := range t.f.Next {
		for i, said := range n.Says {
			key := ""
			if i == 0 {
				key = keyText(n.Key)
			}
			var who []*identify.Candidate
			for _, c := range said.Candidates {
				who = append(who, t.f.Fits[c])
			}
			fmt.Fprintf(t.w, "  %-20s  %-22s %s\n", key, orElse(harness.Printable(said.Owner), "no owner"), names(who, mostNamed))
		}
	}
}

// keyText shows a key, in quotes where it is not plain.
func keyText(key string) string {
	if plain := !slices.ContainsFunc([]byte(key), func(c byte) bool { return c <= ' ' || c > '~' || c == '"' }); plain && key != "" && len(key) <= 60 {
		return key
	}
	return harness.Quote(key)
}

// odd lists the pairs that are not explained.
func (t findingText) odd() {
	for i, odd := range t.f.Odd {
		switch {
		case i > 0:
		case len(t.f.Odd) == 1:
			t.line("odd", "this pair is not explained:")
		default:
			t.line("odd", "these %d pairs are not explained:", len(t.f.Odd))
		}
		if i == mostListed {
			t.more(len(t.f.Odd) - mostListed)
			break
		}
		where := ""
		if odd.Line > 0 {
			where = fmt.Sprintf("%s:%d: ", t.f.file, odd.Line)
		}
		fmt.Fprintf(t.w, "  %s%s observed %s, computed %s\n", where, keyText(odd.Key),
			orElse(harness.Printable(odd.Owner), "no owner"), orElse(harness.Printable(odd.Computed), "no owner"))
	}
}

// nothing tells that nothing fits, with the nearest.
func (t findingText) nothing() {
	pairs := "pair"
	if t.f.Pairs != 1 {
		pairs = harness.Counted(t.f.Pairs, "pair")
	}
	if t.f.OneOwner() {
		fmt.Fprintf(t.w, "The %s cannot tell one dialect from another: there is one owner for all.\n\n", pairs)
		t.line("look up", "more keys, until several nodes are owners; on a ring of one node all dialects are alike")
		return
	}
	fmt.Fprintf(t.w, "Nothing explains the %s: %d candidates were tried.\n\n", pairs, t.f.Tried)
	c := t.f.Nearest
	if c == nil {
		t.line("nearest", "none: no dialect makes a ring of these nodes")
		return
	}
	t.line("nearest", "%s explains %s", c, t.share(c.Explains))
	if t.f.Weak() {
		t.line("", "no more than luck gives: is it another hash, or are these not the client's nodes?")
	} else {
		t.line("", "far more than luck gives: is a node missing from the list, or too many, or a weight another?")
	}
	t.line("owners", "%s", t.f.Owners)
}

func (t findingText) notes() {
	if n := t.f.Repeated; n == 1 {
		t.line("note", "1 pair was observed again, and counts once")
	} else if n > 1 {
		t.line("note", "%d pairs were observed again, and count once", n)
	}
	if n := len(t.f.Twofold); n == 1 {
		t.line("note", "key %s has several owners: did the nodes change meanwhile?", keyText(t.f.Twofold[0]))
	} else if n > 1 {
		t.line("note", "%d keys have several owners, such as %s: did the nodes change meanwhile?", n, keyText(t.f.Twofold[0]))
	}
	if asked := t.f.asked; asked != nil {
		t.line("asked", "%s, %s on %s", harness.Printable(orElse(asked.Hello.Name, "adapter")),
			harness.Counted(asked.Keys(), "key"), harness.Counted(len(asked.Observed), "ring"))
		if asked.VNodes > 0 {
			t.line("", "with %s, since it makes no ring without a count", harness.Counted(asked.VNodes, "vnode"))
		}
		for _, refused := range asked.Refused {
			t.line("refused", "%s", harness.Printable(refused))
		}
	}
}
