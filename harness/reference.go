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
			if d.Placement != nil {
				return placedRing{ring}, nil
			}
			return textRing{placedRing{ring}, d}, nil
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

// A placedRing is a goring ring with the methods that [Ring] describes, but for
// Points: dialects that are no ring have none.
type placedRing struct{ *goring.Ring }

func (r placedRing) Add(node string, weight int) error {
	return r.Ring.Add(goring.Node{Name: node, Weight: weight})
}

func (r placedRing) Nodes() []string {
	names := []string{}
	for _, node := range r.Ring.Nodes() {
		names = append(names, node.Name)
	}
	return names
}

// Points hides the method of goring's ring, which has another type.
func (r placedRing) Points() {}

// A textRing is a placedRing with points, as they are written.
type textRing struct {
	placedRing
	dialect goring.Dialect
}

func (r textRing) Points() []vectors.Point {
	var points []vectors.Point
	for _, p := range r.Ring.Points() {
		points = append(points, vectors.Point{Position: r.dialect.TextOf(p.Position), Node: p.Node})
	}
	return points
}
