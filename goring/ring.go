package goring

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// A Ring is a consistent-hash ring whose members may change. All its methods
// may be called at the same time from many goroutines: lookups take no lock, and
// each sees the ring as it was before or after a change, never in between.
type Ring struct {
	current atomic.Pointer[Snapshot]
	changes sync.Mutex // held by the one change under way
}

// New makes a ring of one dialect with vnodes points per unit of weight, and
// the given nodes in their order. Use d.VNodes for the dialect's own default.
//
// It fails with ErrVNodes or ErrDuplicateNode where the dialect says so, with
// ErrWeight if a weight is below 1, and with ErrTooManyPoints.
func New(d Dialect, vnodes int, nodes []Node) (*Ring, error) {
	if vnodes < 1 && d.Members.VNodes != nil {
		return nil, fmt.Errorf("new %s ring with %d vnodes: %w", d.Name, vnodes, d.Members.VNodes)
	}
	listed := make(map[string]bool, len(nodes))
	join := make([]Node, 0, len(nodes))
	for _, node := range nodes {
		if listed[node.Name] {
			if d.Members.Twice != nil {
				return nil, fmt.Errorf("new %s ring: node %q is listed twice: %w", d.Name, node.Name, d.Members.Twice)
			}
			continue
		}
		listed[node.Name] = true
		join = append(join, node)
	}
	empty := &Snapshot{dialect: d, vnodes: max(vnodes, 0)}
	first, err := empty.update(nil, join)
	if err != nil {
		return nil, fmt.Errorf("new %s ring: %w", d.Name, err)
	}
	r := new(Ring)
	r.current.Store(first)
	return r, nil
}

// Add puts one more node on the ring, after all others in list order. Adding a
// member fails with ErrDuplicateNode or changes nothing, as the dialect says; a
// weight below 1 fails with ErrWeight. A failed Add leaves the ring as it was.
func (r *Ring) Add(node Node) error {
	r.changes.Lock()
	defer r.changes.Unlock()
	s := r.current.Load()
	call := Call{Node: node, Member: s.member(node.Name) >= 0}
	next, err := s, error(nil)
	if call.Member {
		err = s.dialect.Members.Existing
	} else if next, err = s.update(nil, []Node{node}); err != nil {
		next = s
	}
	r.current.Store(next.settled(s, call))
	if err != nil {
		return fmt.Errorf("add %q: %w", node.Name, err)
	}
	return nil
}

// Remove takes a node off the ring and reports whether it was there. Removing a
// node that is no member fails with ErrUnknownNode or reports false, as the
// dialect says; either way the ring stays as it was.
func (r *Ring) Remove(name string) (removed bool, err error) {
	r.changes.Lock()
	defer r.changes.Unlock()
	s := r.current.Load()
	next := s
	i := s.member(name)
	call := Call{Node: Node{Name: name}, Remove: true, Member: i >= 0}
	if !call.Member {
		err = s.dialect.Members.Unknown
	} else {
		call.Node = s.members[i].Node
		if next, err = s.update([]string{name}, nil); err != nil {
			next = s
		}
	}
	r.current.Store(next.settled(s, call))
	if err != nil {
		return false, fmt.Errorf("remove %q: %w", name, err)
	}
	return call.Member, nil
}

// Snapshot returns the ring as it is now. It never changes: take one to make
// several lookups against the same members.
func (r *Ring) Snapshot() *Snapshot { return r.current.Load() }

// Owner is [Snapshot.Owner] on the ring as it is now.
func (r *Ring) Owner(key string) (string, error) { return r.Snapshot().Owner(key) }

// Owners is [Snapshot.Owners] on the ring as it is now.
func (r *Ring) Owners(keys []string) ([]string, error) { return r.Snapshot().Owners(keys) }

// Replicas is [Snapshot.Replicas] on the ring as it is now.
func (r *Ring) Replicas(key string, n int) ([]string, error) { return r.Snapshot().Replicas(key, n) }

// Nodes is [Snapshot.Nodes] of the ring as it is now.
func (r *Ring) Nodes() []Node { return r.Snapshot().Nodes() }

// Points is [Snapshot.Points] of the ring as it is now.
func (r *Ring) Points() []Point { return r.Snapshot().Points() }
