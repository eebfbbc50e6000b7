/* What adapter.c asks of your ring; it is filled in in ring.c. If your ring has
 * functions of these names, rename those here and in adapter.c. */
#ifndef RING_H
#define RING_H

#include "text.h"

extern const char ring_name[];

/* The names of what is filled in; NULL ends the list. */
extern const char *const ring_ops[];

/* A set of placement rules. Wider positions than 32 bits need another type here
 * and in Point, and another put_position in adapter.c. */
typedef struct {
    const char *name; /* in the kit */
    uint32_t (*hash)(Text text);
    bool hashes_bytes; /* any bytes; else the text is UTF-8. See "bytes" in the protocol. */
} Dialect;

enum { DIALECT_COUNT = 1 };
extern const Dialect dialects[DIALECT_COUNT];

/* Why your ring refuses what is asked. */
typedef enum {
    RING_OK,
    RING_EMPTY,
    RING_DUPLICATE_NODE,
    RING_UNKNOWN_NODE,
    RING_BAD_VNODES,
    RING_BAD_WEIGHT,
    RING_BAD_COUNT,
    RING_NO_MEMORY, /* answered `internal`, which is a failure */
} RingStatus;

/* A member to be. Its name is gone after the call. */
typedef struct {
    Text name;
    int32_t weight;
} Node;

typedef struct {
    uint32_t position;
    const Text *node;
} Point;

/* Names and points that a ring answers stay the ring's, and must be valid until
 * the next call. */
typedef struct Ring Ring;

RingStatus ring_new(const Dialect *dialect, const Node *nodes, size_t count, const int32_t *vnodes, Ring **ring);
void ring_free(Ring *ring);
const Dialect *ring_dialect(const Ring *ring);
const Point *ring_points(const Ring *ring, size_t *count);
RingStatus ring_owner(const Ring *ring, Text key, const Text **owner);
RingStatus ring_replicas(const Ring *ring, Text key, int64_t count, const Text **nodes, size_t *found);
size_t ring_node_count(const Ring *ring);
void ring_nodes(const Ring *ring, const Text **names);
RingStatus ring_add(Ring *ring, Node node);
RingStatus ring_remove(Ring *ring, Text name, bool *removed);

#endif
