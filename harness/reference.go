package harness

import (
	"fmt"

	"ringkit/goring"
	"ringkit/vectors"
)

// Go returns the Go reference ring, which speaks all dialects of the kit.
func Go() Local {
	var names []string
	for _, d := range goring.Dialects() {
		names = append(names, d.Name)
	}
	return Rings("ringkit go reference", names, goring.Lookup)
}

// Rings returns an implementation made of rings of package goring: dialect
// returns the one that is to be used in place of the dialect of that name.
func Rings(name string, dialects []string, dialect func(name string) (goring.Dialect, bool)) Local {
	find := func(name string) (goring.Dialect, error) {
		d, known := dialect(name)
		if !known {
			return d, fmt.Errorf("dialect %q: %w", name, errUnsupported)
		}
		return d, nil
	}
	return Local{
		Name:     name,
		Dialects: dialects,
		New: func(c Config) (Ring, error) {
			d, err := find(c.Dialect)
			if err != nil {
				return nil, err
			}
			vnodes := d.VNodes
			if c.VNodes != nil {
				vnodes = *c.VNodes
			} else if vnodes == 0 {
				return nil, fmt.Errorf("dialect %s has no default: %w", d.Name, goring.ErrVNodes)
			}
			ring, err := goring.New(d, vnodes, c.Nodes)
			if err != nil {
				return nil, err
			}
			return textRing{ring, d}, nil
		},
		Hash: func(name, key string) (string, error) {
			d, err := find(name)
			if err != nil {
				return "", err
			}
			return d.TextOf(d.Hash(key)), nil
		},
	}
}

// A textRing is a goring ring with the methods that [Ring] describes.
type textRing struct {
	*goring.Ring
	dialect goring.Dialect
}

func (r textRing) Add(node string, weight int) error {
	return r.Ring.Add(goring.Node{Name: node, Weight: weight})
}

func (r textRing) Nodes() []string {
	names := []string{}
	for _, node := range r.Ring.Nodes() {
		names = append(names, node.Name)
	}
	return names
}

func (r textRing) Points() []vectors.Point {
	var points []vectors.Point
	for _, p := range r.Ring.Points() {
		points = append(points, vectors.Point{Position: r.dialect.TextOf(p.Position), Node: p.Node})
	}
	return points
}
