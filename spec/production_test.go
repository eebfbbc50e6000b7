package spec

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The names are pinned: vectors, reports and baselines of others hold them. Their
// order is that of reports.
func TestProduction(t *testing.T) {
	want := strings.Fields(`
		libmemcached libmemcached-consistent libmemcached-consistent-md5 libmemcached-modula
		ketama
		twemproxy twemproxy-md5 twemproxy-crc16 twemproxy-crc32a twemproxy-hash-tag twemproxy-modula-crc16
		npm-hashring npm-hashring-default-port spymemcached dalli uhashring-ketama uhashring groupcache nginx
		haproxy haproxy-sdbm haproxy-crc32 envoy-ring-hash grpc-ring-hash envoy-maglev
		redis-cluster cassandra-murmur3 pymemcache go-redis jump guava`)
	if diff := cmp.Diff(want, production()); diff != "" {
		t.Errorf("production dialects (-want +got):\n%s", diff)
	}
}

// tableRow is a dialect in the first column of a table.
var tableRow = regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\|")

func TestOverview(t *testing.T) {
	_, table, _ := strings.Cut(read("dialects.md"), "### All dialects\n")
	table, _, _ = strings.Cut(table, "\n### ")
	var got []string
	for _, row := range tableRow.FindAllStringSubmatch(table, -1) {
		got = append(got, row[1])
	}
	want := slices.Concat(names("dialects.md"), production())
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the table of all dialects (-want +got):\n%s", diff)
	}
	pages, err := fs.Glob(Files, "dialects/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if n := strings.Count(table, "]("+page+")"); n != 1 {
			t.Errorf("the table of all dialects links %s %d times, want once", page, n)
		}
	}
}

func TestEachProductionDialectWasVerified(t *testing.T) {
	_, table, _ := strings.Cut(read("dialects.md"), "### Last verified\n")
	table, _, _ = strings.Cut(table, "\n### ")
	for _, name := range production() {
		if !strings.Contains(table, "`"+name+"`") {
			t.Errorf("the table of what was last verified lacks %s", name)
		}
	}
}
