package harness

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCounted(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, noun := range []string{"pair", "key", "reply", "vnode", "case"} {
		got[noun] = Counted(0, noun) + ", " + Counted(1, noun) + ", " + Counted(2, noun)
	}
	want := map[string]string{
		"pair": "0 pairs, 1 pair, 2 pairs", "key": "0 keys, 1 key, 2 keys", "reply": "0 replies, 1 reply, 2 replies",
		"vnode": "0 vnodes, 1 vnode, 2 vnodes", "case": "0 cases, 1 case, 2 cases",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("numbers and nouns (-want +got):\n%s", diff)
	}
}
