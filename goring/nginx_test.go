package goring_test

import (
	"hash/crc32"
	"testing"

	"ringkit/goring"
)

// TestServersOfNGINX makes one point of servers that are written differently: it
// is the checksum of the host, a zero, the port and four zeros.
func TestServersOfNGINX(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ server, host, port string }{
		{"10.0.0.1:80", "10.0.0.1", "80"},
		{"10.0.0.1", "10.0.0.1", ""},
		{"web:", "web", ""},
		{"web:80a", "web:80a", ""},
		{"80", "80", ""},
		{":80", "", "80"},
		{"[::1]:80", "[::1]", "80"},
		{"[::1]", "[::1]", ""},
		{"unix:/run/web", "/run/web", ""},
		{"UNIX:/run/web:80", "/run/web:80", ""},
		{"unix", "unix", ""},
		{"", "", ""},
	} {
		want := goring.Position{Lo: uint64(crc32.ChecksumIEEE([]byte(test.host + "\x00" + test.port + "\x00\x00\x00\x00")))}
		points := mustNew(t, goring.NGINX, 1, goring.Nodes(test.server)).Points()
		if len(points) != 1 || points[0].Position != want {
			t.Errorf("%q: want one point at %v, got %v", test.server, want, points)
		}
	}
}
