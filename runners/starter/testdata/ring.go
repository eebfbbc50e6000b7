// A ring.go that is filled in, with the Go reference ring.
package main

import (
	"errors"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

const name = "filled in"

var ops = []string{"hash", "ring", "points", "owners", "replicas", "nodes", "add", "remove"}

var (
	mine     = harness.Go()
	dialects = mine.Dialects
)

type refusal string

func (r refusal) Error() string { return string(r) }

func refuse(err error) error {
	if err == nil {
		return nil
	}
	return refusal(harness.CodeOf(err))
}

func hash(dialect, text string) (string, error) { return mine.Hash(dialect, text) }

type node struct {
	Name   string
	Weight int
}

type point struct{ position, node string }

type ring struct{ fullRing }

type fullRing interface {
	harness.Ring
	Replicas(key string, n int) ([]string, error)
	Nodes() []string
	Add(node string, weight int) error
	Remove(node string) (bool, error)
}

func newRing(dialect string, nodes []node, vnodes *int) (*ring, error) {
	config := harness.Config{Dialect: dialect, VNodes: vnodes}
	for _, n := range nodes {
		config.Nodes = append(config.Nodes, goring.Node(n))
	}
	made, err := mine.New(config)
	if err != nil {
		return nil, refuse(err)
	}
	return &ring{made.(fullRing)}, nil
}

func (r *ring) points() (points []point, err error) {
	asked, offered := r.fullRing.(interface{ Points() []vectors.Point })
	if !offered { // dialects that are no ring have none
		return nil, refusal(harness.CodeUnsupported)
	}
	for _, p := range asked.Points() {
		points = append(points, point{p.Position, p.Node})
	}
	return points, nil
}

func (r *ring) owners(keys []string) ([]*string, error) {
	owners := make([]*string, len(keys))
	for i, key := range keys {
		name, err := r.Owner(key)
		switch {
		case err == nil:
			owners[i] = &name
		case !errors.Is(err, goring.ErrNoOwner):
			return nil, refuse(err)
		}
	}
	return owners, nil
}

func (r *ring) replicas(key string, count int) ([]string, error) {
	nodes, err := r.Replicas(key, count)
	return nodes, refuse(err)
}

func (r *ring) nodes() ([]string, error) { return r.Nodes(), nil }

func (r *ring) add(n node) error { return refuse(r.Add(n.Name, n.Weight)) }

func (r *ring) remove(name string) (bool, error) {
	removed, err := r.Remove(name)
	return removed, refuse(err)
}
