package goring_test

import (
	"testing"

	"ringkit/goring"
)

// TestModula has keys whose hashes are known.
func TestModula(t *testing.T) {
	t.Parallel()
	// One-at-a-time of "a" is 3392050242, and CRC-16 of "123456789" without an end
	// 0x869031c3, 2257596867.
	for _, test := range []struct {
		dialect goring.Dialect
		nodes   []goring.Node
		key     string
		want    string
	}{
		{goring.LibmemcachedModula, goring.Nodes("z:1", "y:1", "x:1"), "a", "z:1"},
		{goring.LibmemcachedModula, goring.Nodes("z:1", "y:1", "x:1", "w:1"), "a", "x:1"},
		{goring.LibmemcachedModula, weighted(goring.Nodes("z:1", "y:1", "x:1"), 0, 7, 9), "a", "z:1"}, // weights have no say
		{goring.LibmemcachedModula, goring.Nodes("z:1"), "a", "z:1"},
		// 2257596867 modulo 2 is 1, modulo 4 is 3, modulo 5 is 2.
		{goring.TwemproxyModulaCRC16, goring.Nodes("b:1", "a:1"), "123456789", "b:1"},
		{goring.TwemproxyModulaCRC16, goring.Nodes("bb:1", "a:10 zz"), "123456789", "bb:1"}, // "zz" is the shorter name
		{goring.TwemproxyModulaCRC16, goring.Nodes("b:1 zzzzz", "a:1"), "123456789", "b:1 zzzzz"},
		{goring.TwemproxyModulaCRC16, weighted(goring.Nodes("a:1", "b:1", "c:1"), 3, 1, 1), "123456789", "a:1"},
		{goring.TwemproxyModulaCRC16, weighted(goring.Nodes("a:1", "b:1", "c:1"), 2, 1, 2), "123456789", "b:1"},
	} {
		if got, err := mustNew(t, test.dialect, 1, test.nodes).Owner(test.key); err != nil || got != test.want {
			t.Errorf("%s, %v, %q: want %s, got %s, %v", test.dialect.Name, test.nodes, test.key, test.want, got, err)
		}
	}
	_, err := goring.New(goring.TwemproxyModulaCRC16, 1, goring.Nodes("h:1 a", "h:2 a"))
	wantErr(t, "two servers of one name", err, goring.ErrDuplicateNode)
	_, err = goring.New(goring.TwemproxyModulaCRC16, 1, weighted(goring.Nodes("h:1", "h:2"), goring.MaxPoints, 1))
	wantErr(t, "more weight than there may be points", err, goring.ErrTooManyPoints)
}
