package mistakes

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/vectors"
)

// A fullRing has all the methods that a [harness.Ring] can have.
type fullRing interface {
	placedRing
	Points() []vectors.Point
}

// A placedRing is one without points.
type placedRing interface {
	harness.Ring
	Owners(keys []string) ([]string, error)
	Replicas(key string, n int) ([]string, error)
	Nodes() []string
	Add(node string, weight int) error
	Remove(node string) (bool, error)
}

// A rememberingRing remembers every owner it ever answered.
type rememberingRing struct {
	fullRing
	answered map[string]string
}

func (r rememberingRing) Owner(key string) (string, error) {
	if owner, known := r.answered[key]; known {
		return owner, nil
	}
	owner, err := r.fullRing.Owner(key)
	if err == nil {
		r.answered[key] = owner
	}
	return owner, err
}

func (r rememberingRing) Owners(keys []string) ([]string, error) {
	return eachOwner(r.Owner, keys)
}

// eachOwner looks up key after key.
func eachOwner(owner func(key string) (string, error), keys []string) ([]string, error) {
	owners := make([]string, len(keys))
	for i, key := range keys {
		var err error
		if owners[i], err = owner(key); err != nil {
			return nil, err
		}
	}
	return owners, nil
}

// A doublingRing keeps each mention of a node as a member of its own.
type doublingRing struct {
	fullRing
	again map[string]int // further mentions of a node, by name
}

func newDoublingRing(r fullRing, c harness.Config) fullRing {
	again := map[string]int{}
	seen := map[string]bool{}
	for _, node := range c.Nodes {
		if seen[node.Name] {
			again[node.Name]++
		}
		seen[node.Name] = true
	}
	return doublingRing{r, again}
}

func (r doublingRing) Points() []vectors.Point {
	var points []vectors.Point
	for _, p := range r.fullRing.Points() {
		points = append(points, slices.Repeat([]vectors.Point{p}, 1+r.again[p.Node])...)
	}
	return points
}

func (r doublingRing) Nodes() []string {
	var nodes []string
	for _, n := range r.fullRing.Nodes() {
		nodes = append(nodes, slices.Repeat([]string{n}, 1+r.again[n])...)
	}
	return nodes
}

func (r doublingRing) Remove(node string) (bool, error) {
	if r.again[node] > 0 {
		r.again[node]--
		return true, nil
	}
	return r.fullRing.Remove(node)
}

// A sortingRing answers a batch in the order of the sorted keys.
type sortingRing struct{ fullRing }

func (r sortingRing) Owners(keys []string) ([]string, error) {
	return r.fullRing.Owners(slices.Sorted(slices.Values(keys)))
}

// An emptyTextRing answers the empty text where no node can answer.
type emptyTextRing struct{ fullRing }

func (r emptyTextRing) Owner(key string) (string, error) {
	owner, err := r.fullRing.Owner(key)
	if errors.Is(err, goring.ErrEmptyRing) || errors.Is(err, goring.ErrNoOwner) {
		return "", nil
	}
	return owner, err
}

func (r emptyTextRing) Owners(keys []string) ([]string, error) {
	return eachOwner(r.Owner, keys)
}

// A roundWalkRing walks from the first point where no point serves a key.
type roundWalkRing struct{ fullRing }

func (r roundWalkRing) Replicas(key string, n int) ([]string, error) {
	nodes, err := r.fullRing.Replicas(key, n)
	if err != nil || len(nodes) > 0 {
		return nodes, err
	}
	for _, p := range r.Points() {
		if len(nodes) < n && !slices.Contains(nodes, p.Node) {
			nodes = append(nodes, p.Node)
		}
	}
	return nodes, nil
}

// A confirmingRing says of every removal that it was made.
type confirmingRing struct{ fullRing }

func (r confirmingRing) Remove(node string) (bool, error) {
	_, err := r.fullRing.Remove(node)
	return err == nil, err
}

// A liftingRing adds nodes with a weight of at least 1.
type liftingRing struct{ fullRing }

func (r liftingRing) Add(node string, weight int) error {
	return r.fullRing.Add(node, max(1, weight))
}

// An atLeastOwnerRing answers at least one replica.
type atLeastOwnerRing struct{ fullRing }

func (r atLeastOwnerRing) Replicas(key string, n int) ([]string, error) {
	return r.fullRing.Replicas(key, max(1, n))
}

// An emptyKeyRing takes no keys for one empty key.
type emptyKeyRing struct{ fullRing }

func (r emptyKeyRing) Owners(keys []string) ([]string, error) {
	if len(keys) == 0 {
		keys = []string{""}
	}
	return r.fullRing.Owners(keys)
}

// A falsyNameRing takes the empty name for no owner.
type falsyNameRing struct{ fullRing }

func (r falsyNameRing) Owner(key string) (string, error) {
	owner, err := r.fullRing.Owner(key)
	if err == nil && owner == "" {
		return "", goring.ErrNoOwner
	}
	return owner, err
}

func (r falsyNameRing) Owners(keys []string) ([]string, error) {
	return eachOwner(r.Owner, keys)
}

// A repeatingRing lists a node for each of its points.
type repeatingRing struct{ fullRing }

func (r repeatingRing) Nodes() []string {
	var nodes []string
	for _, p := range r.fullRing.Points() {
		nodes = append(nodes, p.Node)
	}
	return nodes
}

// A listedOnceRing lists the nodes of its beginning.
type listedOnceRing struct {
	fullRing
	nodes []string
}

func (r listedOnceRing) Nodes() []string { return r.nodes }

// A neverNoneRing lists one nameless node in place of none.
type neverNoneRing struct{ fullRing }

func (r neverNoneRing) Nodes() []string {
	if nodes := r.fullRing.Nodes(); len(nodes) > 0 {
		return nodes
	}
	return []string{""}
}

// A firstWordRing answers what the text of a node begins with.
type firstWordRing struct{ fullRing }

func firstWord(node string) string {
	word, _, _ := strings.Cut(node, " ")
	return word
}

func (r firstWordRing) Owner(key string) (string, error) {
	owner, err := r.fullRing.Owner(key)
	return firstWord(owner), err
}

func (r firstWordRing) Owners(keys []string) ([]string, error) { return eachOwner(r.Owner, keys) }

func (r firstWordRing) Points() []vectors.Point {
	points := r.fullRing.Points()
	for i := range points {
		points[i].Node = firstWord(points[i].Node)
	}
	return points
}

// A pointless ring has all methods of a fullRing where the dialect has no points.
type pointless struct{ placedRing }

func (pointless) Points() []vectors.Point { return nil }

// An unpointed ring hides the points that a pointless one seems to have.
type unpointed struct{ fullRing }

func (unpointed) Points() {}

// A relistingRing lists its nodes in another order.
type relistingRing struct {
	fullRing
	compare func(a, b string) int
}

func (r relistingRing) Nodes() []string {
	return slices.SortedFunc(slices.Values(r.fullRing.Nodes()), r.compare)
}

func compareFolded(a, b string) int {
	return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
}

func named(name string) goring.Member { return goring.Member{Node: goring.Node{Name: name}} }
