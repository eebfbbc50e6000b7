package properties

import (
	"slices"
	"testing"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// FuzzModel drives the stateful model from bytes.
func FuzzModel(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 1, 2, 0, 1, 3, 0x00, 0x45, 0x81, 0xc0, 0x02})
	f.Add([]byte{4, 2, 3, 5, 6, 7, 8, 0x45, 0x46, 0x05, 0x06, 0x87, 0x47})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := sampleFromBytes(data)
		d, _ := goring.Lookup(s.Dialect)
		impl := harness.Go()
		hello, err := impl.Hello(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		a := asker{impl: impl, fresh: impl, hello: hello, dialect: d, custom: customs[d.Name]}
		if err := model.judge(t.Context(), a, s); err != nil && err != errVoid {
			t.Error(err)
		}
	})
}

// fuzzNames are few, so that the same node comes again and again; there are some
// that share points and some that look alike.
var fuzzNames = []string{"ipna", "bgto", "pea", "meht", "A", "a", "", "\x00", "caf\u00e9", "cafe\u0301", "A#0", "\U0001F600", "redis-1508", "web-2548", "\xff", "B"}

// sampleFromBytes reads a sample: the dialect, vnodes, how many nodes, the nodes,
// and then a change in each byte. Four bits name a node, two say what happens to
// it, two its weight.
func sampleFromBytes(data []byte) Sample {
	next := func() int {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return int(b)
	}
	s := Sample{Dialect: seedDialects[next()%len(seedDialects)], VNodes: 1 + next()%9}
	name := func(b int) string {
		// Bytes that are no text are for the dialects that hash bytes.
		if text := fuzzNames[b&15]; text != "\xff" || s.Dialect[0] == 'm' {
			return text
		}
		return "text"
	}
	for range next() % 8 {
		b := next()
		s.Nodes = append(s.Nodes, vectors.Node{Name: name(b), Weight: 1 + b>>6})
	}
	for len(data) > 0 && len(s.Changes) < 20 {
		b := next()
		c := Change{Add, vectors.Node{Name: name(b), Weight: b >> 6}}
		if b>>4&3 > 1 {
			c = Change{Remove, vectors.Node{Name: name(b)}}
		}
		s.Changes = append(s.Changes, c)
	}
	s.Keys = slices.Clone(fuzzNames[:14])
	return s
}
