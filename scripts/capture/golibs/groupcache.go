package main

import "github.com/golang/groupcache/consistenthash"

// The package has no default of its own: 50 is that of groupcache's HTTPPool.
const groupcacheReplicas = 50

func groupcacheRing(nodes []node, vnodes *int) (lookup, error) {
	if err := unweighted(nodes); err != nil {
		return nil, err
	}
	replicas := groupcacheReplicas
	if vnodes != nil {
		replicas = *vnodes
	}
	ring := consistenthash.New(replicas, nil)
	for _, n := range nodes {
		ring.Add(n.Name.bytes)
	}
	found := byName(nodes)
	return func(key string) (*node, error) {
		if ring.IsEmpty() {
			return nil, errEmptyRing
		}
		return found[ring.Get(key)], nil
	}, nil
}
