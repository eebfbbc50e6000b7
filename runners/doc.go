// Package runners talks to an implementation in another process, by the adapter
// protocol of spec/protocol.md, and holds the reference adapters.
//
// A [Process] keeps one process alive and sends it many requests before it reads
// a reply. When the process crashes, hangs or breaks the protocol, each case that
// was under way is played again, alone in a process of its own, to find the one
// that did it, and all others are played as if nothing had happened. Where none
// does it alone, the case whose reply was due is charged, since the break did
// happen.
package runners
