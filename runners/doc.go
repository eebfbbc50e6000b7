// Package runners talks to an implementation in another process, by the adapter
// protocol of spec/protocol.md, and holds the reference adapters.
//
// A [Process] keeps one process alive and sends it many requests before it reads
// a reply. When the process crashes, hangs or breaks the protocol, it is started
// again, the cases that were under way are played one by one to find the one
// that did it, and all others are played as if nothing had happened.
package runners
