package goring

import "errors"

// The reasons for which a ring refuses. Errors returned by this package wrap
// one of them with what was asked; compare with [errors.Is].
var (
	// ErrEmptyRing: a key was looked up on a ring that has no points.
	ErrEmptyRing = errors.New("the ring is empty")
	// ErrNoOwner: a key has no owner, in a dialect that answers "none" where
	// others fail with ErrEmptyRing. It stands for the answer null: the empty
	// string is a legal node name and never means "none".
	ErrNoOwner = errors.New("no owner")
	// ErrDuplicateNode: the node is already a member.
	ErrDuplicateNode = errors.New("the node is already in the ring")
	// ErrUnknownNode: the node is not a member.
	ErrUnknownNode = errors.New("the node is not in the ring")
	// ErrVNodes: vnodes is below 1, or another number that the dialect refuses.
	ErrVNodes = errors.New("the dialect has no ring with these vnodes")
	// ErrWeight: a node's weight is below 1, or above what the dialect takes.
	ErrWeight = errors.New("the dialect has no nodes of that weight")
	// ErrCount: fewer than one replica was asked for.
	ErrCount = errors.New("replica count must be at least 1")
	// ErrNoReplicas: replicas were asked for in a dialect that is no ring, so
	// that there is nothing to walk on.
	ErrNoReplicas = errors.New("the dialect is no ring and has no replicas")
)
