// Package identify finds out which dialect a client speaks, from the owners
// that it gave to keys.
//
// The data flows one way: observations are [ReadPairs] or [Ask]ed for, every way
// to place keys that the kit knows is a candidate, candidates are scored by how
// many pairs they explain and ranked, and what the best of them is worth is
// weighed: how likely it is to fit by luck, what else would fit, and which keys
// would decide. [Identify] does all but the first and prints nothing.
package identify
