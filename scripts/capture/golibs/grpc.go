package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/ringhash"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/experimental/balancer/weight"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
	"google.golang.org/grpc/serviceconfig"
	"google.golang.org/grpc/test/bufconn"
)

const (
	keyHeader     = "key"
	pickTimeout   = 10 * time.Second
	watchedPolicy = "watched_ring_hash"
)

func init() { balancer.Register(watched{}) }

// grpcRing is a real client whose every connection ends at one server in this
// process, whatever the address. Keys are put to the picker of its ring_hash
// policy and not into calls: a call refuses header values beyond ASCII.
func grpcRing(nodes []node, vnodes *int) (lookup, error) {
	config := map[string]any{"requestHashHeader": keyHeader}
	if vnodes != nil {
		if *vnodes == 0 {
			return nil, unsupported("a minimum ring size of 0 means the default")
		}
		config["minRingSize"] = *vnodes
	}
	policy, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	if _, err := (watched{}).ParseConfig(policy); err != nil {
		return nil, unsupported("%v", err)
	}
	endpoints := make([]resolver.Endpoint, len(nodes))
	for i, n := range nodes {
		endpoints[i] = resolver.Endpoint{Addresses: []resolver.Address{{Addr: n.Name.bytes}}}
		if n.Weight == nil {
			continue
		}
		w := uint32(*n.Weight)
		if int(w) != *n.Weight {
			return nil, unsupported("weights are unsigned numbers of 32 bits")
		}
		endpoints[i] = weight.Set(endpoints[i], weight.EndpointInfo{Weight: w})
	}
	if err := connect(endpoints, policy); err != nil {
		return nil, err
	}
	found := byName(nodes)
	return func(key string) (*node, error) {
		if len(nodes) == 0 {
			return nil, errEmptyRing
		}
		address, err := watching.pick(key)
		return found[address], err
	}, nil
}

var closeLast = func() {}

func connect(endpoints []resolver.Endpoint, policy json.RawMessage) error {
	closeLast()
	watching.reset()
	listener := bufconn.Listen(1 << 16)
	server := grpc.NewServer()
	go server.Serve(listener)
	names := manual.NewBuilderWithScheme("nodes")
	names.InitialState(resolver.State{Endpoints: endpoints})
	client, err := grpc.NewClient("nodes:///",
		grpc.WithResolvers(names),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
		grpc.WithDefaultServiceConfig(fmt.Sprintf(`{"loadBalancingConfig":[{%q:%s}]}`, watchedPolicy, policy)))
	if err != nil {
		return err
	}
	closeLast = func() {
		client.Close()
		server.Stop()
	}
	client.Connect()
	return nil
}

// watched is ring_hash, with what it tells the client told to watching too.
type watched struct{}

func (watched) Name() string { return watchedPolicy }

func (watched) Build(client balancer.ClientConn, options balancer.BuildOptions) balancer.Balancer {
	return balancer.Get(ringhash.Name).Build(watchedClient{client}, options)
}

func (watched) ParseConfig(config json.RawMessage) (serviceconfig.LoadBalancingConfig, error) {
	return balancer.Get(ringhash.Name).(balancer.ConfigParser).ParseConfig(config)
}

type watchedClient struct{ balancer.ClientConn }

func (c watchedClient) NewSubConn(addresses []resolver.Address, options balancer.NewSubConnOptions) (balancer.SubConn, error) {
	conn, err := c.ClientConn.NewSubConn(addresses, options)
	if err == nil {
		watching.connection(conn, addresses[0].Addr)
	}
	return conn, err
}

func (c watchedClient) UpdateState(state balancer.State) {
	c.ClientConn.UpdateState(state)
	watching.newPicker(state.Picker)
}

// watching holds the last picker of the one ring there is.
var watching watch

type watch struct {
	mu        sync.Mutex
	picker    balancer.Picker
	replaced  chan struct{} // closed when another picker comes
	addresses map[balancer.SubConn]string
}

func (w *watch) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.picker, w.replaced, w.addresses = nil, make(chan struct{}), map[balancer.SubConn]string{}
}

func (w *watch) connection(conn balancer.SubConn, address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.addresses[conn] = address
}

func (w *watch) newPicker(picker balancer.Picker) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.picker = picker
	close(w.replaced)
	w.replaced = make(chan struct{})
}

// pick returns the address to which a call with the key would go. As in a call,
// a picker that is not ready, for a first pick has yet to connect, is asked
// again when another one has come.
func (w *watch) pick(key string) (address string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), pickTimeout)
	defer cancel()
	info := balancer.PickInfo{FullMethodName: "/ring/Key", Ctx: metadata.AppendToOutgoingContext(ctx, keyHeader, key)}
	for {
		w.mu.Lock()
		picker, replaced := w.picker, w.replaced
		w.mu.Unlock()
		if picker != nil {
			result, err := picker.Pick(info)
			if err == nil {
				w.mu.Lock()
				defer w.mu.Unlock()
				return w.addresses[result.SubConn], nil
			}
			if err != balancer.ErrNoSubConnAvailable {
				return "", err
			}
		}
		select {
		case <-replaced:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}
