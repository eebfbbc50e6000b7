package harness_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A team's own ring, in a module of its own, and the test that runs the kit on
// it. This is what the README promises to be all there is to write.
const (
	teamRing = `package team

import (
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"sort"

	"ringkit/goring"
)

type Ring struct {
	at    []uint32
	owner map[uint32]string
}

func position(text string) uint32 {
	sum := md5.Sum([]byte(text))
	return binary.BigEndian.Uint32(sum[:])
}

func New(nodes []goring.Node, vnodes int) *Ring {
	r := &Ring{owner: map[uint32]string{}}
	for _, n := range nodes {
		for i := range vnodes * n.Weight {
			p := position(fmt.Sprintf("%s#%d", n.Name, i))
			r.at, r.owner[p] = append(r.at, p), n.Name
		}
	}
	sort.Slice(r.at, func(i, j int) bool { return r.at[i] < r.at[j] })
	return r
}

func (r *Ring) Owner(key string) (string, error) {
	if len(r.at) == 0 {
		return "", goring.ErrNoOwner
	}
	h := position(key)
	i := sort.Search(len(r.at), func(i int) bool { return r.at[i] BOUNDARY h })
	return r.owner[r.at[i%len(r.at)]], nil
}
`
	teamTest = `package team

import (
	"testing"

	"ringkit/harness"
)

func TestRing(t *testing.T) {
	cases, err := harness.Cases()
	if err != nil {
		t.Fatal(err)
	}
	cases, _ = harness.Selection{Run: []string{"md5-32/{seed/owners,boundary/**,wrap/past-last}"}}.Select(cases)
	harness.Run(t, harness.Local{
		Name: "team", Dialects: []string{"md5-32"},
		New: func(c harness.Config) (harness.Ring, error) { return New(c.Nodes, *c.VNodes), nil },
	}, harness.OnCases(cases))
}
`
)

func TestRunInAnotherModule(t *testing.T) {
	if testing.Short() {
		t.Skip("builds another module")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for boundary, want := range map[string]string{">=": "ok  \tteam", ">": "--- FAIL: TestRing/md5-32/boundary/hit-0"} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"go.mod":       "module team\n\ngo 1.25.0\n\nrequire ringkit v0.0.0\n\nreplace ringkit => " + root + "\n",
			"go.sum":       string(sums),
			"ring.go":      strings.ReplaceAll(teamRing, "BOUNDARY", boundary),
			"ring_test.go": teamTest,
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("go", "test", "-mod=mod", ".")
		cmd.Dir = dir
		// Nothing is fetched: the modules that ringkit needs are there.
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if failed := err != nil; failed != (boundary == ">") || !strings.Contains(string(out), want) {
			t.Errorf("with %s: %v; want %q in\n%s", boundary, err, want, out)
		}
	}
}
