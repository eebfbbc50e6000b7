/* A consistent-hash ring in the dialects md5-32 and xmur3, after the rules in
 * spec/. Names and keys are taken exactly as they are. */
#ifndef RING_H
#define RING_H

#include "text.h"

/* A complete set of placement rules. What these two dialects share is in ring.c:
 * the label, the order of the points, the boundary. */
typedef struct {
    const char *name;
    uint32_t (*hash)(Text text);
    bool hashes_bytes;           /* any bytes; else the text must be UTF-8 */
    int32_t default_vnodes;      /* 0: vnodes must always be given */
    bool refuses_low_vnodes;     /* else a ring whose members have no points */
    bool refuses_listed_twice;   /* else the first place and weight count */
    bool refuses_remove_unknown; /* else ring_remove says false */
    bool refuses_empty_lookup;   /* else NULL for an owner, no replicas */
    bool sorts_nodes;            /* else list order */
} Dialect;

enum { DIALECT_COUNT = 2 };
extern const Dialect dialects[DIALECT_COUNT];

/* Why a request is refused; whatever it is, the ring is then as it was. */
typedef enum {
    RING_OK,
    RING_EMPTY,
    RING_DUPLICATE_NODE,
    RING_UNKNOWN_NODE,
    RING_BAD_VNODES,
    RING_BAD_WEIGHT,
    RING_BAD_COUNT,
    RING_NO_MEMORY,
} RingStatus;

typedef struct {
    Text name;
    int32_t weight; /* at least 1, or the ring refuses it */
} Node;

typedef struct {
    uint32_t position;
    const Text *node; /* one and the same for all points of a node */
} Point;

/* Names that a ring answers stay the ring's and are valid until it changes. */
typedef struct Ring Ring;

/* Creates a ring in which each node has weight * vnodes points; NULL stands for
 * the dialect's vnodes. Refuses: BAD_VNODES, BAD_WEIGHT, DUPLICATE_NODE. */
RingStatus ring_new(const Dialect *dialect, const Node *nodes, size_t count, const int32_t *vnodes, Ring **ring);

/* NULL is fine. */
void ring_free(Ring *ring);

const Dialect *ring_dialect(const Ring *ring);

/* The owner of a key. Refuses: EMPTY, where the dialect does not answer NULL. */
RingStatus ring_owner(const Ring *ring, Text key, const Text **owner);

/* The first count distinct nodes from the key on, the owner first; all of them
 * where there are fewer. The caller gives room for ring_node_count nodes.
 * Refuses: BAD_COUNT; EMPTY, where the dialect does not answer none. */
RingStatus ring_replicas(const Ring *ring, Text key, int64_t count, const Text **nodes, size_t *found);

/* All points, ascending; of equal ones the owner's first. */
const Point *ring_points(const Ring *ring, size_t *count);

size_t ring_node_count(const Ring *ring);

/* Each member's name once, sorted where the dialect sorts. The caller gives room
 * for ring_node_count of them. */
void ring_nodes(const Ring *ring, const Text **names);

/* Adds a node, last in list order. Refuses: BAD_WEIGHT, DUPLICATE_NODE. */
RingStatus ring_add(Ring *ring, Node node);

/* Removes a node and its points, and says whether it was there. Refuses:
 * UNKNOWN_NODE, where the dialect does not answer false. */
RingStatus ring_remove(Ring *ring, Text name, bool *removed);

#endif
