package mistakes

import (
	"slices"

	"ringkit/goring"
	"ringkit/harness"
)

// withWalk makes another walk an edit of the dialect.
func withWalk(walk func(s *goring.Snapshot, serving, n int) []string) func(d *goring.Dialect) {
	return func(d *goring.Dialect) { d.Walk = walk }
}

// distinct returns the first n distinct nodes of the points with the indices
// from serving to end, which may go round.
func distinct(s *goring.Snapshot, serving, end, n int) []string {
	found := []string{}
	for i := serving; i < end && len(found) < n; i++ {
		if node := s.Node(i % s.Len()); !slices.Contains(found, node) {
			found = append(found, node)
		}
	}
	return found
}

// around is distinct for the whole way round.
func around(s *goring.Snapshot, serving, n int) []string {
	return distinct(s, serving, serving+s.Len(), n)
}

var replicaMistakes = []Mistake{
	{
		Name: "replicas-repeat-nodes", Stage: harness.StageReplicas, Rule: "replicas",
		Says:  "your ring takes the next n points for replicas, so that a node comes more than once",
		Cause: "points are collected, not nodes",
		Fix:   "pass over a point whose node is there already",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			found := []string{}
			for i := range min(n, s.Len()) {
				found = append(found, s.Node((serving+i)%s.Len()))
			}
			return found
		}),
	},
	{
		Name: "replicas-skip-neighbours", Stage: harness.StageReplicas, Rule: "replicas",
		Says:  "your ring compares a replica with the one before it only, so that a node comes again after another",
		Cause: "only neighbours are compared when nodes are made distinct",
		Fix:   "pass over a point whose node is anywhere among those found",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			found := []string{}
			for i := 0; i < s.Len() && len(found) < n; i++ {
				node := s.Node((serving + i) % s.Len())
				if len(found) == 0 || found[len(found)-1] != node {
					found = append(found, node)
				}
			}
			return found
		}),
	},
	{
		Name: "replicas-without-owner", Stage: harness.StageReplicas, Rule: "replicas",
		Says:  "your ring leaves the owner out of the replicas",
		Cause: "replicas are taken for the other copies",
		Fix:   "the owner is the first of the n",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			return around(s, serving, n+1)[1:]
		}),
	},
	{
		Name: "replicas-do-not-wrap", Stage: harness.StageReplicas, Rule: "replicas",
		Says:  "your ring ends the walk for replicas at the last point",
		Cause: "the loop ends with the array",
		Fix:   "go on from the first point",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			return distinct(s, serving, s.Len(), n)
		}),
	},
	{
		Name: "replicas-all-the-owner", Stage: harness.StageReplicas, Rule: "replicas",
		Says:  "your ring answers the owner n times",
		Cause: "each replica is looked up from the key's position again",
		Fix:   "go on from the last point that was found",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			return slices.Repeat([]string{s.Node(serving)}, n)
		}),
	},
	{
		Name: "replicas-padded", Stage: harness.StageReplicas, Rule: "replicas-limit",
		Says:  "asked for more replicas than there are nodes, your ring begins again from the owner",
		Cause: "the list is filled up to n",
		Fix:   "answer each node once and no more",
		Seen:  "thanos-io/thanos#5639",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			found := around(s, serving, n)
			for i := 0; len(found) < n; i++ {
				found = append(found, found[i])
			}
			return found
		}),
	},
	{
		Name: "replicas-none-if-too-many", Stage: harness.StageReplicas, Rule: "replicas-limit",
		Says:  "asked for more replicas than there are nodes, your ring answers none",
		Cause: "the count is checked against the number of nodes, and refused",
		Fix:   "answer the nodes there are",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			found := around(s, serving, n)
			if len(found) < n {
				return []string{}
			}
			return found
		}),
	},
	{
		Name: "replicas-one-short", Stage: harness.StageReplicas, Rule: "replicas",
		Says:  "your ring answers one replica too few",
		Cause: "the owner is counted and left out of the loop, or < for <=",
		Fix:   "answer n nodes, the owner among them",
		Seen:  "buraksezer/consistent#6",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			return around(s, serving, n-1)
		}),
	},
	{
		Name: "replicas-one-more", Stage: harness.StageReplicas, Rule: "replicas",
		Says:  "your ring answers n replicas beside the owner",
		Cause: "n is taken for the number of other copies",
		Fix:   "answer n nodes, the owner among them",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			return around(s, serving, n+1)
		}),
	},
	{
		Name: "replicas-sorted", Stage: harness.StageReplicas, Rule: "replicas",
		Says:  "your ring answers the replicas sorted by name",
		Cause: "a sorted set (TreeSet, std::set, SortedSet) collects them",
		Fix:   "keep the order in which the walk meets them",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			found := around(s, serving, n)
			slices.Sort(found)
			return found
		}),
	},
	{
		Name: "replicas-in-list-order", Stage: harness.StageReplicas, Rule: "replicas",
		Says:  "after the owner, your ring takes the nodes that follow it in the list of nodes",
		Cause: "nodes[(i + k) % nodes.length], as one does without a ring",
		Fix:   "walk on over the points",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			nodes := s.Nodes()
			owner := slices.IndexFunc(nodes, func(node goring.Node) bool { return node.Name == s.Node(serving) })
			found := []string{s.Node(serving)}
			for i := 1; i < len(nodes) && len(found) < n && owner >= 0; i++ {
				found = append(found, nodes[(owner+i)%len(nodes)].Name)
			}
			return found
		}),
	},
	{
		Name: "replicas-walk-back", Stage: harness.StageReplicas, Rule: "replicas",
		Says:  "your ring walks backwards from the owner",
		Cause: "i - 1 for i + 1",
		Fix:   "walk on to the points with larger positions",
		edit: withWalk(func(s *goring.Snapshot, serving, n int) []string {
			found := []string{}
			for i := 0; i < s.Len() && len(found) < n; i++ {
				if node := s.Node((serving + s.Len() - i) % s.Len()); !slices.Contains(found, node) {
					found = append(found, node)
				}
			}
			return found
		}),
	},
}
