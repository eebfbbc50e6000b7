package mistakes

import (
	"fmt"
	"slices"
	"strings"

	"ringkit/harness"
)

// report turns the theories that explain most failures into a diagnosis.
func (e *evidence) report(hello harness.Hello, best []theory) harness.Diagnosis {
	first := best[0]
	d := harness.Diagnosis{
		Dialect: e.dialect, Mistakes: names(first), Explains: first.explains, Failures: len(e.failed),
		Indistinguishable: [][]string{},
	}
	for _, other := range best[1:] {
		d.Indistinguishable = append(d.Indistinguishable, names(other))
	}
	var lines []string
	for _, m := range first.mistakes {
		lines = append(lines, fmt.Sprintf("%s: %s", m.Name, m.Says))
		lines = append(lines, "cause  "+m.Cause, "fix    "+m.Fix)
		if m.Seen != "" {
			lines = append(lines, "seen   "+m.Seen)
		}
		if m.Harmless {
			lines = append(lines, "note   it moves no key, or hardly any: hash and points show it, owners do not")
		}
	}
	if len(first.mistakes) > 1 {
		lines = append([]string{fmt.Sprintf("%d mistakes together:", len(first.mistakes))}, lines...)
	}
	lines = append(lines, e.apart(hello, best)...)
	d.Text = strings.Join(lines, "\n")
	return d
}

func names(t theory) []string {
	var names []string
	for _, m := range t.mistakes {
		names = append(names, m.Name)
	}
	return names
}

// maxOthers is how many other explanations the text lists.
const maxOthers = 5

// apart tells what else explains as much, and what would tell it apart.
func (e *evidence) apart(hello harness.Hello, best []theory) []string {
	if len(best) < 2 {
		return nil
	}
	var others []string
	for _, t := range best[1:] {
		others = append(others, strings.Join(names(t), " with "))
	}
	if len(others) > maxOthers {
		others = append(others[:maxOthers], fmt.Sprintf("and %d more", len(others)-maxOthers))
	}
	line := "or     just as well: " + strings.Join(others, ", ")
	if op := e.telling(hello, best); op != "" {
		line += fmt.Sprintf("; if the adapter also offered %q, that would tell them apart", op)
	}
	return []string{line}
}

// telling returns a request that the implementation does not offer and that the
// theories answer differently, or "".
func (e *evidence) telling(hello harness.Hello, best []theory) string {
	for _, op := range []harness.RequestOp{harness.OpPoints, harness.OpHash, harness.OpReplicas, harness.OpNodes, harness.OpAdd, harness.OpRemove} {
		if slices.Contains(hello.Ops, string(op)) {
			continue
		}
		for _, o := range e.notAsked {
			asks := slices.ContainsFunc(o.script.Requests, func(r harness.Request) bool { return r.Op == op })
			if asks && e.tells(o, best) {
				return string(op)
			}
		}
	}
	return ""
}

// tells reports whether the first two theories answer a case differently.
func (e *evidence) tells(o observation, best []theory) bool {
	a, b := e.make(best[0].mistakes).PlayOne(o.script), e.make(best[1].mistakes).PlayOne(o.script)
	return !slices.EqualFunc(a.Answers, b.Answers, sameAnswer)
}

// noneText says that no known mistake explains the failures, and what is known:
// weak are the theories that explain some.
func (e *evidence) noneText(weak []theory) string {
	text := fmt.Sprintf("no known mistake, and no two together, explain the %d wrong answers without spoiling a right one", len(e.failed))
	if len(weak) > 0 {
		text += fmt.Sprintf("; %s would explain %d of them", strings.Join(names(weak[0]), " with "), weak[0].explains)
	}
	if first := e.firstStage(); first != "" {
		return text + fmt.Sprintf("\nthe first stage that differs is %s: begin there", first)
	}
	return text + "\nan adapter that offers hash and points shows at which stage the ring first differs"
}

// firstStage returns the first stage at which a failure differs, as far as that
// is known.
func (e *evidence) firstStage() harness.Stage {
	for _, stage := range []harness.Stage{
		harness.StageHash, harness.StagePoints, harness.StageBoundary, harness.StagePlacement,
		harness.StageReplicas, harness.StageMembership, harness.StageError,
	} {
		if slices.ContainsFunc(e.failed, func(o observation) bool { return o.Stage == stage }) {
			return stage
		}
	}
	return ""
}
