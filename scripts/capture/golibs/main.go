// Command golibs lets the kit ask Go libraries for owners: it is an adapter,
// protocol 1 of spec/, around the library that its argument names.
//
// It is a module of its own, so that no library enters the go.mod of the kit.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

// A program is one library.
type program struct {
	module  string // its path
	dialect string
	// ring builds a ring of the nodes. vnodes is nil where the library's default is meant.
	ring func(nodes []node, vnodes *int) (lookup, error)
}

// A lookup returns the owner of a key, one of the nodes of its ring, or nil
// where nobody owns it.
type lookup func(key string) (*node, error)

var programs = map[string]program{
	"groupcache": {"github.com/golang/groupcache", "groupcache", groupcacheRing},
	"go-redis":   {"github.com/redis/go-redis/v9", "go-redis", goRedisRing},
	"go-jump":    {"github.com/dgryski/go-jump", "jump", jumpRing},
	"grpc-go":    {"google.golang.org/grpc", "grpc-ring-hash", grpcRing},
}

func main() {
	name := ""
	if len(os.Args) == 2 {
		name = os.Args[1]
	}
	p, ok := programs[name]
	if !ok {
		fmt.Fprintln(os.Stderr, "usage: golibs groupcache|go-redis|go-jump|grpc-go")
		os.Exit(2)
	}
	a := adapter{program: p, name: name + " " + strings.TrimPrefix(version(p.module), "v")}
	if err := a.serve(bufio.NewReader(os.Stdin), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "golibs:", err)
		os.Exit(1)
	}
}

// version returns the version of a module as it is linked here.
func version(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dep := range info.Deps {
		if dep.Path == module {
			return dep.Version
		}
	}
	return "(unknown version)"
}
