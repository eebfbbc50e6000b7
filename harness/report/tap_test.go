package report

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// A point is a test point of TAP with its YAML block.
type point struct {
	ok                           bool
	description, directive, note string
	block                        map[string]string
}

var (
	tapPoint = regexp.MustCompile(`^(not )?ok ([0-9]+) - (.*)$`)
	// A # that is escaped begins no directive.
	tapDirective = regexp.MustCompile(`^((?:[^\\#]|\\.)*?)(?: # (SKIP|TODO)(?: (.*))?)?$`)
)

// readTAP reads a report as TAP 14 has it: version, plan, points, comments.
func readTAP(t *testing.T, text string) (points []point, comments []string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != "TAP version 14" {
		t.Fatalf("want the version first, got %q", lines[0])
	}
	planned, err := strconv.Atoi(strings.TrimPrefix(lines[1], "1.."))
	if err != nil {
		t.Fatalf("want a plan, got %q", lines[1])
	}
	for i := 2; i < len(lines); i++ {
		line := lines[i]
		if strings.HasPrefix(line, "#") {
			comments = append(comments, line)
			continue
		}
		m := tapPoint.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("line %d is no TAP: %q", i+1, line)
		}
		if m[2] != fmt.Sprint(len(points)+1) {
			t.Errorf("want point %d, got %s", len(points)+1, m[2])
		}
		d := tapDirective.FindStringSubmatch(m[3])
		if d == nil {
			t.Fatalf("a description that breaks off: %q", m[3])
		}
		p := point{ok: m[1] == "", description: d[1], directive: d[2], note: d[3]}
		if i+1 < len(lines) && lines[i+1] == "  ---" {
			var block []string
			for i += 2; lines[i] != "  ..."; i++ {
				content, indented := strings.CutPrefix(lines[i], "  ")
				if !indented && lines[i] != "" {
					t.Fatalf("line %d of a block is not indented: %q", i+1, lines[i])
				}
				block = append(block, content)
			}
			if err := yaml.Unmarshal([]byte(strings.Join(block, "\n")), &p.block); err != nil {
				t.Fatalf("point %d: %v", len(points)+1, err)
			}
		}
		points = append(points, p)
	}
	if len(points) != planned {
		t.Errorf("the plan has %d points, and there are %d", planned, len(points))
	}
	return points, comments
}

func TestTAP(t *testing.T) {
	for _, run := range []Run{allGood(t), manyFailures(t, 30), {}} {
		readTAP(t, written(t, "tap", run))
	}
	points, comments := readTAP(t, written(t, "tap", mixed(t)))
	type verdict struct {
		ok        bool
		directive string
		outcome   string
	}
	got := map[string]verdict{}
	for _, p := range points {
		words := strings.Fields(p.description)
		got[words[0]+" "+words[len(words)-1]] = verdict{p.ok, p.directive, p.block["outcome"]}
		if p.block != nil && (p.block["message"] == "" || p.block["details"] == "") {
			t.Errorf("%s: the block says %v", p.description, p.block)
		}
	}
	want := map[string]verdict{
		"./my xmur3/seed/owners":        {true, "", ""},
		"./my xmur3/wrap/k207":          {false, "", "fail"},
		"./my md5-32/seed/tie-pea-meht": {true, "SKIP", ""},
		"./my xmur3/hash/empty":         {false, "TODO", "xfail"},
		"./my xmur3/hash/cjk":           {false, "", "xpass"},
		"./my md5-32/hash/empty":        {false, "", "crash"},
		"./my md5-32/hash/cjk":          {false, "", "timeout"},
		"./my md5-32/weight/zero":       {false, "", "protocol"},
		"go xmur3/wrap/k207":            {true, "", ""},
		"typescript hello":              {true, "SKIP", ""},
		"./none hello":                  {false, "", "not started"},
		"./mute judged":                 {false, "", "nothing judged"},
		"./mute xmur3/wrap/k207":        {true, "SKIP", ""},
	}
	for name, v := range want {
		if got[name] != v {
			t.Errorf("%s: want %v, got %v", name, v, got[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("want %d points, got %d", len(want), len(got))
	}
	all := strings.Join(comments, "\n")
	if !strings.HasPrefix(all, "# DIAGNOSIS  ./my adapter") || !strings.Contains(comments[len(comments)-1], "# 2 passed, 1 failed") {
		t.Errorf("want the diagnosis first and the totals last, got\n%s", all)
	}
}
