package identify

import (
	"errors"
	"slices"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/mistakes"
)

// made returns the nodes as the client takes them, with the place of each in the
// list that is given. ok is false where two names become one.
func (c *Candidate) made(nodes []goring.Node) (list []goring.Node, places map[string]int32, ok bool) {
	list = make([]goring.Node, len(nodes))
	places = make(map[string]int32, len(nodes))
	for i, node := range nodes {
		name := c.variation.text(node.Name)
		if _, taken := places[name]; taken {
			return nil, nil, false
		}
		places[name] = int32(i)
		list[i] = goring.Node{Name: name, Weight: node.Weight}
		if c.WeightsIgnored {
			list[i].Weight = 1
		}
	}
	c.order.arrange(list)
	return list, places, true
}

// The indices that are none of a node.
const (
	none     = -1 // the key has no owner
	stranger = -2 // the owner is no node
	failed   = -3 // there is no answer
)

// An asked ring appends to dst the index of the owner of each key.
type askedRing func(dst []int32, keys []string) []int32

// ring makes the candidate's ring of the nodes; ok is false where it cannot be
// made of them.
func (c *Candidate) ring(nodes []goring.Node) (ask askedRing, ok bool) {
	list, places, ok := c.made(nodes)
	if !ok || c.tooLarge(list) {
		return nil, false
	}
	var owners func(keys []string) ([]string, error)
	var owner func(key string) (string, error)
	if c.mistake == nil {
		ring, err := goring.New(c.dialect, c.VNodes, list)
		if err != nil {
			return nil, false
		}
		s := ring.Snapshot()
		owners, owner = s.Owners, s.Owner
	} else {
		ring, ok := c.mistakenRing(list)
		if !ok {
			return nil, false
		}
		owner = ring.Owner
		if batch, ok := ring.(interface {
			Owners(keys []string) ([]string, error)
		}); ok {
			owners = batch.Owners
		}
	}
	place := func(name string, err error) int32 {
		i, known := places[name]
		switch {
		case errors.Is(err, goring.ErrNoOwner):
			return none
		case err != nil:
			return failed
		case !known:
			return stranger
		}
		return i
	}
	return func(dst []int32, keys []string) (filled []int32) {
		defer func() {
			if recover() != nil { // some mistakes end in a panic
				for filled = dst; len(filled) < cap(dst); {
					filled = append(filled, failed)
				}
			}
		}()
		if owners != nil {
			if names, err := owners(keys); err == nil && len(names) == len(keys) {
				for _, name := range names {
					dst = append(dst, place(name, nil))
				}
				return dst
			}
		}
		for _, key := range keys {
			dst = append(dst, place(owner(key)))
		}
		return dst
	}, true
}

// mostLabels is how many labels a ring may have, so that high weights do not make it
// take minutes; the largest in use have some hundred thousand.
const mostLabels = 1_000_000

func (c *Candidate) tooLarge(list []goring.Node) (large bool) {
	defer func() {
		if recover() != nil { // some mistakes end in a panic
			large = true
		}
	}()
	d := c.spoken()
	weighted := func(node goring.Node) bool { return node.Weight > 0 }
	if d.Labels == nil || !slices.ContainsFunc(list, weighted) { // shares of no weight are undefined
		return false
	}
	labels := 0
	for _, node := range list {
		if labels += d.Labels(c.VNodes, node, list); labels > mostLabels {
			return true
		}
	}
	return false
}

func (c *Candidate) mistakenRing(list []goring.Node) (ring harness.Ring, ok bool) {
	defer func() { ok = recover() == nil && ok }()
	wrong, err := mistakes.Make(c.Dialect, *c.mistake)
	if err != nil {
		return nil, false
	}
	config := harness.Config{Dialect: c.Dialect, Nodes: list}
	if !c.fixedDefault() {
		config.VNodes = &c.VNodes
	}
	ring, err = wrong.New(config)
	return ring, err == nil
}

// ask returns the index of the owner of each key; ok is false where there is no
// ring.
func (c *Candidate) ask(nodes []goring.Node, keys []string) (owners []int32, ok bool) {
	ring, ok := c.ring(nodes)
	if !ok {
		return nil, false
	}
	return ring(make([]int32, 0, len(keys)), keys), true
}

// spoken returns the dialect with the mistake, as far as that is in the dialect.
func (c *Candidate) spoken() goring.Dialect {
	if c.mistake == nil {
		return c.dialect
	}
	if d, ok := mistakes.Edited(c.Dialect, *c.mistake); ok {
		return d
	}
	return c.dialect
}
