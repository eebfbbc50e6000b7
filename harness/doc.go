// Package harness runs the cases of package vectors against an implementation
// of a consistent-hash ring and judges its answers.
//
// A Go team runs them as subtests of its own tests with [Run] and a [Local];
// for an implementation in another process there is package runners. Both take
// the same way through this package, once:
//
//	cases → scripts → Implementation.Play → transcripts → Judge → Locate → diagnosis → results
//
// A script is what is asked in one case, a transcript what was answered. The
// judge compares a transcript with what the case expects; it never talks to the
// implementation. An answer that says no, by an error code, is an answer; a
// crash, a hang or a reply that breaks the protocol is not, and is never taken
// for one.
package harness
