package main

import (
	"context"
	"errors"
	"net"

	"github.com/redis/go-redis/v9"
)

// lastRing is closed when there is another: it asks its shards for signs of life.
var lastRing *redis.Ring

func goRedisRing(nodes []node, vnodes *int) (lookup, error) {
	if err := unweighted(nodes); err != nil {
		return nil, err
	}
	if vnodes != nil {
		return nil, unsupported("it has no vnodes")
	}
	// The address takes no part in the hash, so it can tell the shard: the client that is answered has no name.
	addrs := map[string]string{}
	for _, n := range nodes {
		addrs[n.Name.bytes] = n.Name.bytes
	}
	ring := redis.NewRing(&redis.RingOptions{
		Addrs:       addrs,
		HeartbeatFn: func(context.Context, *redis.Client) bool { return true },
		Dialer: func(context.Context, string, string) (net.Conn, error) {
			return nil, errors.New("nothing is asked of a shard")
		},
	})
	if lastRing != nil {
		lastRing.Close()
	}
	lastRing = ring
	found := byName(nodes)
	return func(key string) (*node, error) {
		if ring.Len() == 0 {
			return nil, errEmptyRing
		}
		shard, err := ring.GetShardClientForKey(key)
		if err != nil {
			return nil, err
		}
		return found[shard.Options().Addr], nil
	}, nil
}
