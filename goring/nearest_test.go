package goring_test

import (
	"strconv"
	"testing"

	"ringkit/goring"
)

// TestNearest asks for keys on, between and round points whose positions are the
// nodes' names.
func TestNearest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		nodes []string
		keys  map[string]string // the owner of each
	}{
		{[]string{"40", "10", "20"}, map[string]string{
			"10": "10", "20": "20", "40": "40", // exact hits
			"11": "10", "9": "10", "19": "20", "21": "20", "39": "40", "41": "40",
			"15": "10", "30": "20", // as far from both: the one before
			"14": "10", "16": "20", "29": "20", "31": "40",
			"0": "10",
			// Between 40 and 10 + 2³² the middle is 2147483673.
			"2147483672": "40", "2147483673": "40", "2147483674": "10", "4294967295": "10",
		}},
		// Both ends of the circle are next to each other.
		{[]string{"4294967290", "6", "1000"}, map[string]string{
			"4294967290": "4294967290", "0": "4294967290", "4294967295": "4294967290", "1": "6", "2": "6", "6": "6",
		}},
		{[]string{"0", "4294967295"}, map[string]string{
			"0": "0", "4294967295": "4294967295", "1": "0", "4294967294": "4294967295", "2147483647": "0", "2147483648": "4294967295",
		}},
		{[]string{"7"}, map[string]string{"0": "7", "7": "7", "8": "7", "2147483655": "7", "4294967295": "7"}},
		// Of those who meet, the first serves what lies below, the last what lies above.
		{[]string{"20", "20.0", "20.00", "60"}, map[string]string{
			"19": "20", "20": "20", "21": "20.00", "40": "20.00", "41": "60",
		}},
		{[]string{"20.0", "20"}, map[string]string{"19": "20.0", "21": "20", "4294967295": "20.0"}},
	} {
		d := goring.HAProxy
		d.Members.Together = nil
		d.Hash = func(text string) goring.Position {
			n, err := strconv.ParseUint(text, 10, 32)
			if err != nil {
				t.Error(err)
			}
			return goring.Position{Lo: n}
		}
		d.Points = func(dst []goring.Position, _ int, node goring.Node, _ []goring.Node) []goring.Position {
			n, err := strconv.ParseFloat(node.Name, 64)
			if err != nil {
				t.Error(err)
			}
			return append(dst, goring.Position{Lo: uint64(n)})
		}
		ring := mustNew(t, d, 1, goring.Nodes(test.nodes...))
		for key, want := range test.keys {
			if got, err := ring.Owner(key); err != nil || got != want {
				t.Errorf("points %v, key %s: want %s, got %s, %v", test.nodes, key, want, got, err)
			}
		}
	}
}
