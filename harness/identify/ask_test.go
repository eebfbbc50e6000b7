package identify_test

import (
	"context"
	"slices"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/identify"
)

// disguised speaks one dialect and does not say which.
func disguised(dialect string) harness.Local {
	return harness.Rings("client", nil, func(string) (goring.Dialect, bool) { return goring.Lookup(dialect) })
}

type unnamed struct{ harness.Local }

func (u unnamed) Hello(context.Context) (harness.Hello, error) {
	return harness.Hello{Name: u.Name, Dialects: []string{harness.UnknownDialect}}, nil
}

func TestAsk(t *testing.T) {
	t.Parallel()
	for _, dialect := range []string{
		"xmur3", "md5-128-after", "libmemcached", "npm-hashring", "twemproxy-hash-tag", "haproxy", "jump",
	} {
		asked, a, err := identify.Ask(t.Context(), unnamed{disguised(dialect)}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(a.Fits, func(c *identify.Candidate) bool { return c.Dialect == dialect && c.Group == 0 }) {
			t.Errorf("want %s, got %s", dialect, shown(a))
		}
		if asked.Keys() > 400 {
			t.Errorf("%s: want few hundred keys at most, got %d", dialect, asked.Keys())
		}
		t.Logf("%s: %d keys on %d rings: %s", dialect, asked.Keys(), len(asked.Observed), shown(a))
	}
}
