// Package goring is a consistent-hash ring that can speak many dialects.
//
// A dialect is a complete set of placement rules: two right implementations of
// one dialect send every key to the same node. Here a [Dialect] is a plain
// value with one field for each stage that data flows through:
//
//	key   → hash   → position
//	nodes → labels → points (sorted, ties resolved)
//	position → boundary rule (and wrap) → point → owner
//	walk on from the owner → replicas
//
// so that a new dialect is a new value, and a deviation from one is a copy with
// one field changed.
//
// A [Ring] may be read while it changes: readers see one immutable [Snapshot],
// take no lock, never wait and allocate nothing for a lookup. How a lookup finds
// its point is told in search.go.
//
// The package imports only the standard library.
package goring
