package identify

import (
	"slices"
	"strings"
)

// An Answer is what explains what was observed, and what that is worth.
type Answer struct {
	// Pairs is how many different pairs were observed, Repeated how many again.
	Pairs, Repeated int
	// Tried is how many candidates there were.
	Tried int
	// Fits are the candidates that explain the pairs, best first; none if nothing
	// does. They differ in group, dialect or mistake.
	Fits []*Candidate
	// Luck is the decimal logarithm of the chance that any of the candidates
	// explains as many pairs as the best one by luck.
	Luck float64
	// ByLuck is how many pairs a ring like the best candidate's explains on average
	// if it has nothing to do with the client.
	ByLuck float64
	// RunnerUp is the best candidate that answers otherwise than the best one,
	// and Apart how many pairs the best one explains and it does not; nil if
	// there is none.
	RunnerUp *Candidate
	Apart    int
	// Odd are the pairs that the best candidate does not explain, if one fits.
	Odd []Odd
	// Next are keys to look up, which would decide between those that fit.
	Next []NextKey
	// Nearest is the candidate that explains most, if nothing fits.
	Nearest *Candidate
	// Owners tells how owners were read, and Learned which node each stands for,
	// by owner, where that was learned from the pairs of the first ring.
	Owners  string
	Learned []Learned
	// Twofold are keys that were observed with several owners.
	Twofold []string

	oneOwner bool
}

// An Odd is a pair that is not explained, and the owner that would be.
type Odd struct {
	Pair
	// Computed is in the client's words; empty where the key has no owner.
	Computed string
}

// Learned tells which node an owner stands for.
type Learned struct{ Owner, Node string }

// Weak tells that a candidate that has nothing to do with the client may explain
// as much by luck.
func (a Answer) Weak() bool { return a.Luck > unlikely }

// OneOwner tells that all keys have one owner, which tells no dialect from
// another.
func (a Answer) OneOwner() bool { return a.oneOwner }

// answer weighs what the search found.
func (s *search) answer() Answer {
	a := Answer{Pairs: s.pairs, Repeated: s.repeated, Tried: s.tried, Twofold: s.twofold(), oneOwner: s.spread() >= 1}
	s.finishNear()
	best := s.best()
	if best == nil {
		return a
	}
	a.Luck, a.ByLuck = s.luck(best), best.chance*float64(s.pairs)
	a.Owners, a.Learned = readingName(best.reading), s.learnedOf(best)
	if !s.fits(best) {
		a.Nearest = slices.MaxFunc(s.kept, func(x, y *Candidate) int { return x.Explains - y.Explains })
		return a
	}
	fits := slices.DeleteFunc(slices.Clone(s.kept), func(c *Candidate) bool {
		return c.Explains < best.Explains && s.cost(c) > s.cost(best)+oddBits/2
	})
	fits = fits[:min(len(fits), mostFits)]
	s.group(&a, fits)
	for _, c := range s.kept {
		if !slices.EqualFunc(c.answers, best.answers, slices.Equal[[]int32]) {
			a.RunnerUp, a.Apart = c, s.apart(best, c)
			break
		}
	}
	for i, ring := range s.rings {
		for j, pair := range ring.pairs {
			if !s.explained(best, i, j) {
				a.Odd = append(a.Odd, Odd{pair, s.ownerText(best, i, best.answers[i][j])})
			}
		}
	}
	return a
}

// mostFits bounds how many candidates are compared with each other.
const mostFits = 200

// fits tells whether a candidate explains the pairs: all of them, or nearly all
// and not by luck.
func (s *search) fits(c *Candidate) bool {
	if s.spread() >= 1 {
		return false // all keys have one owner
	}
	return c.Explains == s.pairs || s.explainsNearly(c) && s.luck(c) < unlikely
}

// finishNear scores the best of those that were given up, so that there is
// something to compare with.
func (s *search) finishNear() {
	if s.near == nil {
		return
	}
	s.near.answers = make([][]int32, len(s.rings))
	for i, ring := range s.rings {
		answers, ok := s.near.ask(ring.nodes, ring.keys)
		if !ok {
			return
		}
		s.near.answers[i] = answers
	}
	s.weigh(s.near)
	s.kept = append(s.kept, s.near)
}

// group finds out which candidates no key tells apart, keeps one of each dialect
// and mistake in a group, and the keys that tell the groups apart.
func (s *search) group(a *Answer, fits []*Candidate) {
	keys := probes(s.rings[0].nodes, s.numbers())
	owners := s.ask(fits, s.rings[0].nodes, keys)
	var first []*Candidate // of each group
	var firstOwners [][]int32
	var members [][]int
	for i, c := range fits {
		c.Group = slices.IndexFunc(firstOwners, func(o []int32) bool { return slices.Equal(o, owners[i]) })
		if c.Group < 0 {
			c.Group = len(first)
			first, firstOwners, members = append(first, c), append(firstOwners, owners[i]), append(members, nil)
			c.Differs = differing(owners[0], owners[i])
		} else if slices.ContainsFunc(a.Fits, func(o *Candidate) bool {
			return o.Group == c.Group && o.Dialect == c.Dialect && o.Mistake == c.Mistake
		}) {
			continue // the same ring in other words
		}
		c.Differs = differing(owners[0], owners[i])
		members[c.Group] = append(members[c.Group], len(a.Fits))
		a.Fits = append(a.Fits, c)
	}
	a.Next = s.next(first, members, keys, firstOwners)
}

func differing(a, b []int32) float64 {
	n := 0
	for i := range plainProbes {
		if a[i] != b[i] {
			n++
		}
	}
	return float64(n) / plainProbes
}

// apart counts the pairs that one candidate explains and the other does not.
func (s *search) apart(c, other *Candidate) (n int) {
	for i, ring := range s.rings {
		for j := range ring.pairs {
			if s.explained(c, i, j) && !s.explained(other, i, j) {
				n++
			}
		}
	}
	return n
}

func (s *search) learnedOf(c *Candidate) (out []Learned) {
	if c.reading != learned {
		return nil
	}
	for id, node := range c.mapping[0] {
		name := ""
		if node >= 0 {
			name = s.rings[0].nodes[node].Name
		}
		out = append(out, Learned{s.rings[0].names[id], name})
	}
	slices.SortFunc(out, func(a, b Learned) int { return strings.Compare(a.Owner, b.Owner) })
	return out
}

// twofold returns the keys that have several owners.
func (s *search) twofold() (keys []string) {
	for _, ring := range s.rings {
		met := map[string]int{}
		for _, key := range ring.keys {
			if met[key]++; met[key] == 2 {
				keys = append(keys, key)
			}
		}
	}
	return keys
}
