// Package properties holds the laws of a consistent-hash ring and looks for a
// ring that breaks them.
//
// A vector pins an answer that somebody thought of; a law holds for every ring,
// so it can be checked on rings that nobody thought of. Each law is written once,
// against [harness.Implementation], and so is checked alike on a ring of this
// process and on one behind an adapter:
//
//	gopter → Sample → Property → scripts → Implementation.Play → transcripts → Violation → smaller Sample
//
// gopter draws the samples and runs the checks; a law is plain code, and so is
// the minimiser, which makes a found sample as small as it goes: nothing can be
// taken away from it without losing the violation. A violation can be kept as a
// vector file.
//
// Goals: every law of spec/ring.md that needs no known answers; samples that
// reach the corners (exact hits, wraps, ties, names that look alike); the same
// seed and implementation give the same result.
//
// Limits: what an implementation does not offer is not applicable, never a pass.
// Each law is stated for the dialects in which it holds; the table of customs
// says which, and why not for the others. Of programs of production the laws say
// nothing about replicas, shares and single points: the vectors do. A
// ring that is consistently wrong, say by its hash, breaks no law but agreement:
// that is what the vectors are for.
package properties
