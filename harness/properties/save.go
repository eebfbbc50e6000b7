package properties

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// ErrNoVector: a violation cannot be kept as a vector file.
var ErrNoVector = errors.New("no vector can show it")

// Save writes the violation into a new vector file in dir and returns its name.
// The file's name is made of its content, so that the same violation is kept
// once. It fails with ErrNoVector, or if the file cannot be written.
func (v *Violation) Save(dir string) (string, error) {
	text, err := v.Vector()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	name := filepath.Join(dir, fmt.Sprintf("%s-%s-%s.yaml", v.Sample.Dialect, v.Property.Name, digest(string(text))))
	return name, os.WriteFile(name, text, 0o644)
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}

// Vector returns the violation as a vector file: what was asked, with the answers
// of goring as those that are right. Every law holds for goring's answers, so an
// implementation that broke one gave another answer somewhere. It fails with
// ErrNoVector where that is not so, because goring itself is wrong or the
// violation takes readers beside a change.
func (v *Violation) Vector() ([]byte, error) {
	d, known := goring.Lookup(v.Sample.Dialect)
	if !known || len(v.scripts) == 0 {
		return nil, ErrNoVector
	}
	right := make([]harness.Transcript, len(v.scripts))
	if err := harness.Go().Play(context.Background(), v.scripts, func(i int, t harness.Transcript) { right[i] = t }); err != nil {
		return nil, err
	}
	var cases []string
	for i, script := range v.scripts {
		if !differs(d, script.Requests, right[i].Answers, v.transcripts[i]) {
			continue
		}
		if body := v.caseBody(d, script.Requests, right[i].Answers); !slices.Contains(cases, body) {
			cases = append(cases, body)
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("goring gives the same answers: %w", ErrNoVector)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "dialect: %s\nbits: %d\n", d.Name, d.Bits)
	if d.Text != nil {
		b.WriteString("signed: true\n")
	}
	b.WriteString("source:\n  by: [goring]\n")
	fmt.Fprintf(&b, "  note: found by ringkit fuzz; the answers that are expected are goring's alone\ncases:\n")
	for _, body := range cases {
		fmt.Fprintf(&b, "  - id: fuzz/%s/%s\n%s", v.Property.Name, digest(body), body)
	}
	text := []byte(b.String())
	_, err := vectors.Parse("saved", text)
	return text, err
}

// differs reports whether an implementation answered otherwise than is right.
func differs(d goring.Dialect, requests []harness.Request, right []harness.Answer, got harness.Transcript) bool {
	if len(got.Answers) < len(requests) {
		return true
	}
	state := members(requests[0].Nodes)
	for i, r := range requests {
		c, isChange := changeOf(r)
		open := isChange && customs[d.Name].open(effectOf(d.Members, state, c))
		if !open && showAny(r, right[i]) != showAny(r, got.Answers[i]) {
			return true
		}
		if i == 0 && right[i].Error != "" {
			return false // no ring: what follows is not judged
		}
		if isChange {
			state = apply(d.Members, state, c)
		}
	}
	return false
}

// caseBody writes a case without its ID.
func (v *Violation) caseBody(d goring.Dialect, requests []harness.Request, right []harness.Answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "    rule: %s\n    why: %s\n", v.Property.Rule, vectors.Literal(v.why()))
	made := requests[0]
	ring := "nodes: " + vectors.LiteralList(made.Nodes, yamlNode)
	if made.VNodes != nil {
		ring += fmt.Sprintf(", vnodes: %d", *made.VNodes)
	}
	if code := right[0].Error; code != "" {
		fmt.Fprintf(&b, "    ring: {%s, error: %s}\n", ring, code)
		return b.String()
	}
	fmt.Fprintf(&b, "    ring: {%s}\n    steps:\n", ring)
	state := members(made.Nodes)
	for i, r := range requests[1:] {
		fmt.Fprintf(&b, "      - {%s}\n", yamlStep(d, r, right[i+1], state))
		if c, is := changeOf(r); is {
			state = apply(d.Members, state, c)
		}
	}
	return b.String()
}

// why says what the case shows, in one line.
func (v *Violation) why() string {
	why := v.Property.Law + "; " + v.What
	if v.Want != "" || v.Got != "" {
		why += fmt.Sprintf(" (want %s, got %s)", v.Want, v.Got)
	}
	why = strings.Join(strings.Fields(why), " ")
	if len(why) > 300 {
		why = strings.ToValidUTF8(why[:300], "") + "..."
	}
	return why
}

func changeOf(r harness.Request) (Change, bool) {
	switch r.Op {
	case harness.OpAdd:
		return Change{Add, r.Node}, true
	case harness.OpRemove:
		return Change{Remove, r.Node}, true
	}
	return Change{}, false
}
