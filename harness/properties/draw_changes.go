package properties

import (
	"slices"

	"ringkit/vectors"
)

// ringWith draws a ring with one change of a kind, that changes it.
func (d *drawing) ringWith(kind Kind) Sample {
	s := d.bareRing()
	for len(s.Nodes) == 0 {
		s = d.bareRing()
	}
	i := d.rng.Intn(len(s.Nodes))
	if d.lastLeaves && kind == Remove {
		i = len(s.Nodes) - 1
	}
	switch c := (Change{kind, s.Nodes[i]}); kind {
	case Add:
		s.Nodes = slices.Delete(s.Nodes, i, i+1)
		s.Changes = []Change{c}
	case Remove:
		c.Node = vectors.Node{Name: c.Node.Name}
		s.Changes = []Change{c}
	case Raise:
		c.Node.Weight = d.between(2, mostWeight)
		s.Nodes[i].Weight = d.between(1, c.Node.Weight-1)
		s.Changes = []Change{c}
	}
	s.Keys = d.keys(s)
	return s
}

// story draws a ring and what happens to it: nodes come, go and come back, and
// changes are refused.
func (d *drawing) story() Sample {
	s, cast := d.beginning()
	state := members(s.Nodes)
	for range d.between(0, mostChanges) {
		c := d.change(state, cast)
		s.Changes = append(s.Changes, c)
		state = apply(d.dialect.Members, state, c)
	}
	s.Keys = d.keys(s)
	return s
}

// beginning draws a ring without keys, and the cast: the nodes that may come to
// it, or come back.
func (d *drawing) beginning() (s Sample, cast []vectors.Node) {
	s = d.bareRing()
	cast = slices.Clone(s.Nodes)
	switch {
	case d.cast != nil:
		cast = d.late(cast)
	case len(cast) < 2:
		cast = append(cast, vectors.Node{Name: "late-1", Weight: 1}, vectors.Node{Name: "late-2", Weight: 2})
	}
	s.Nodes = s.Nodes[:len(s.Nodes)-d.rng.Intn(len(s.Nodes)/2+1)]
	if len(s.Nodes) > 0 && d.dialect.Members.Twice == nil && d.chance(8) {
		again := vectors.Node{Name: pick(d, s.Nodes).Name, Weight: d.between(1, mostWeight)}
		if d.cast != nil {
			again.Weight = d.weight()
		}
		s.Nodes = slices.Insert(s.Nodes, d.rng.Intn(len(s.Nodes)+1), again)
	}
	return s, cast
}

// change draws a change to a ring with these members.
func (d *drawing) change(state, cast []vectors.Node) Change {
	away := slices.DeleteFunc(slices.Clone(cast), func(n vectors.Node) bool { return isMember(state, n.Name) })
	switch kind := d.rng.Intn(10); {
	case kind < 4 && len(away) > 0:
		return Change{Add, pick(d, away)}
	case kind < 7 && len(state) > 0:
		return Change{Remove, vectors.Node{Name: pick(d, state).Name}}
	case kind < 8 && len(state) > 0:
		return Change{Add, vectors.Node{Name: pick(d, state).Name, Weight: d.between(1, 2)}}
	case kind < 9 && len(away) > 0:
		return Change{Remove, vectors.Node{Name: pick(d, away).Name}}
	}
	refused := vectors.Node{Name: pick(d, cast).Name, Weight: -d.rng.Intn(2)}
	if limit := d.dialect.Members.MaxWeight; limit > 0 && d.chance(2) {
		refused.Weight = limit + 1
	}
	return Change{Add, refused}
}
