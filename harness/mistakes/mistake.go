// Package mistakes is the catalogue of known mistakes: the ways in which rings
// in production and in ports went wrong. Each mistake is explained in the words
// of somebody who made it, and reproduced by code, as a small edit of a right
// dialect, so that mistakes compose.
//
// [Diagnose] finds the mistakes that explain the wrong answers of an
// implementation: it is a [harness.Diagnoser]. The catalogue also tests the kit:
// a suite of vectors is as good as the mistakes that it catches.
package mistakes

import (
	"fmt"
	"slices"

	"ringkit/goring"
	"ringkit/harness"
)

// A Mistake is one known way of getting a rule wrong.
type Mistake struct {
	// Name is short and never changes.
	Name string
	// Stage is where the ring first differs.
	Stage harness.Stage
	// Rule is the ID of the rule that is broken.
	Rule string
	// Says tells the author of the ring what it does: "your ring …".
	Says string
	// Cause tells how that usually comes about, by language.
	Cause string
	// Fix tells what to do.
	Fix string
	// Seen names where it happened in public, if that is known.
	Seen string
	// Alike are the names of mistakes that no case can tell from this one.
	Alike []string
	// Harmless marks a mistake that moves no key: only hash and points show it.
	Harmless bool

	// dialects are the names of those that it can be made in; nil means the seed
	// dialects.
	dialects []string
	// edit makes the mistake in a right dialect. It is called for each ring
	// anew, so that what it remembers is the ring's own.
	edit func(d *goring.Dialect)
	// config and wrap make it in what stands around the ring, before and after
	// the ring is made; nil for nearly all.
	config func(c *harness.Config)
	wrap   func(r fullRing, c harness.Config) fullRing
}

// AppliesTo reports whether the mistake can be made in the dialect of that name.
func (m Mistake) AppliesTo(dialect string) bool {
	if m.dialects == nil {
		return slices.Contains(seeds, dialect)
	}
	return slices.Contains(m.dialects, dialect)
}

// Catalogue returns all mistakes, in the order of the stages.
func Catalogue() []Mistake { return catalogue }

var catalogue = slices.Concat(
	xmur3Mistakes, md5Mistakes, hashMistakes, hashTagMistakes,
	ketamaMistakes, twemproxyMistakes, nginxMistakes, haproxyMistakes, clientMistakes,
	ringHashMistakes, maglevMistakes, slotMistakes, cassandraMistakes, pymemcacheMistakes, goRedisMistakes, jumpMistakes, placementMistakes,
	textMistakes, labelMistakes, weightMistakes, orderMistakes, tieMistakes,
	boundaryMistakes, replicaMistakes, membershipMistakes, historyMistakes, answerMistakes,
)

// Find returns the mistake of that name.
func Find(name string) (Mistake, bool) {
	i := slices.IndexFunc(catalogue, func(m Mistake) bool { return m.Name == name })
	if i < 0 {
		return Mistake{}, false
	}
	return catalogue[i], true
}

// In returns the mistakes that can be made in the dialect of that name.
func In(dialect string) []Mistake {
	var found []Mistake
	for _, m := range catalogue {
		if m.AppliesTo(dialect) {
			found = append(found, m)
		}
	}
	return found
}

// Edited returns the named dialect with a mistake that is all in the dialect. ok is
// false where some of it is in what stands around the ring, and where there is no such
// dialect. What a mistake remembers is the returned value's own.
func Edited(dialect string, m Mistake) (d goring.Dialect, ok bool) {
	d, ok = goring.Lookup(dialect)
	if !ok || m.edit == nil || m.config != nil || m.wrap != nil {
		return goring.Dialect{}, false
	}
	m.edit(&d)
	return d, true
}

// Make returns an implementation of the named dialect that makes these mistakes
// together. Give them in the order of the catalogue, which is that of the
// stages.
func Make(dialect string, made ...Mistake) (harness.Local, error) {
	right, known := goring.Lookup(dialect)
	if !known {
		return harness.Local{}, fmt.Errorf("there is no dialect %q", dialect)
	}
	name := "wrong " + dialect
	for _, m := range made {
		name += ", " + m.Name
	}
	wrong := harness.Rings(name, []string{dialect}, func(asked string) (goring.Dialect, bool) {
		d := right
		for _, m := range made {
			if m.edit != nil {
				m.edit(&d)
			}
		}
		return d, asked == dialect
	})
	makeRing := wrong.New
	wrong.New = func(c harness.Config) (harness.Ring, error) {
		for _, m := range made {
			if m.config != nil {
				m.config(&c)
			}
		}
		ring, err := makeRing(c)
		for _, m := range made {
			if m.wrap == nil || err != nil {
				continue
			}
			if right.Placement != nil {
				ring = unpointed{m.wrap(pointless{ring.(placedRing)}, c)}
			} else {
				ring = m.wrap(ring.(fullRing), c)
			}
		}
		return ring, err
	}
	return wrong, nil
}
