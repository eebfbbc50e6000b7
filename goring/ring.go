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
	if d.Members.refusesVNodes(vnodes) {
		return nil, fmt.Errorf("new %s ring with %d vnodes: %w", d.Name, vnodes, d.Members.VNodes)
	}
	empty := &Snapshot{dialect: d, vnodes: max(vnodes, 0)}
	calls, err := empty.plan(nodes, nil, d.Members.Twice)
	if err != nil {
		return nil, fmt.Errorf("new %s ring: %w", d.Name, err)
	}
	first, err := empty.update(calls)
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
	_, err := r.change([]Node{node}, nil)
	return err
}

// Remove takes a node off the ring and reports whether it was there. Removing a
// node that is no member fails with ErrUnknownNode or reports false, as the
// dialect says; either way the ring stays as it was.
func (r *Ring) Remove(name string) (removed bool, err error) {
	calls, err := r.change(nil, []string{name})
	return err == nil && calls[0].Member, err
}

// Update takes the nodes of remove off the ring and then puts those of add on
// it, each in its order, as [Ring.Remove] and [Ring.Add] would. It is one
// change: readers see the ring before it or after it, and where one node is
// refused, it fails as a whole and leaves the ring as it was. A node that is in
// both lists comes back as the newest one.
func (r *Ring) Update(add []Node, remove []string) error {
	_, err := r.change(add, remove)
	return err
}

// change makes one change and returns the calls it consisted of.
func (r *Ring) change(add []Node, remove []string) ([]Call, error) {
	r.changes.Lock()
	defer r.changes.Unlock()
	next, calls, err := r.current.Load().change(add, remove)
	r.current.Store(next)
	return calls, err
}

// Snapshot returns the ring as it is now. It never changes: take one to make
// several lookups against the same members.
func (r *Ring) Snapshot() *Snapshot { return r.current.Load() }

// Owner is [Snapshot.Owner] on the ring as it is now.
func (r *Ring) Owner(key string) (string, error) { return r.Snapshot().Owner(key) }

// Owners is [Snapshot.Owners] on the ring as it is now.
func (r *Ring) Owners(keys []string) ([]string, error) { return r.Snapshot().Owners(keys) }

// AppendOwners is [Snapshot.AppendOwners] on the ring as it is now.
func (r *Ring) AppendOwners(dst, keys []string) ([]string, error) {
	return r.Snapshot().AppendOwners(dst, keys)
}

// Replicas is [Snapshot.Replicas] on the ring as it is now.
func (r *Ring) Replicas(key string, n int) ([]string, error) { return r.Snapshot().Replicas(key, n) }

// AppendReplicas is [Snapshot.AppendReplicas] on the ring as it is now.
func (r *Ring) AppendReplicas(dst []string, key string, n int) ([]string, error) {
	return r.Snapshot().AppendReplicas(dst, key, n)
}

// Nodes is [Snapshot.Nodes] of the ring as it is now.
func (r *Ring) Nodes() []Node { return r.Snapshot().Nodes() }

// Points is [Snapshot.Points] of the ring as it is now.
func (r *Ring) Points() []Point { return r.Snapshot().Points() }
