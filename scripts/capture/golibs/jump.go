package main

import (
	"strconv"

	"github.com/dgryski/go-jump"
)

// Bucket i is the i-th node. The library takes a number for a key; what is no
// unsigned decimal number of 64 bits has no owner.
func jumpRing(nodes []node, vnodes *int) (lookup, error) {
	if err := unweighted(nodes); err != nil {
		return nil, err
	}
	if vnodes != nil {
		return nil, unsupported("it has no vnodes")
	}
	return func(key string) (*node, error) {
		// The library takes a count of 0 for 1.
		if len(nodes) == 0 {
			return nil, errEmptyRing
		}
		hash, err := strconv.ParseUint(key, 10, 64)
		if err != nil || strconv.FormatUint(hash, 10) != key {
			return nil, nil
		}
		return &nodes[jump.Hash(hash, len(nodes))], nil
	}, nil
}
