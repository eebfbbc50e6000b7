/* What adapter.c asks of your ring. Fill it in here, in this order:
 *
 * 1. hash              the position of a text; all else follows from it
 * 2. ring and points   a new ring, and its points in ring order
 * 3. owners            the owners of keys
 * 4. replicas          the first distinct nodes from a key on
 * 5. nodes, add, remove
 *
 * After each step add its name to ring_ops, build, and run `ringkit doctor` and
 * `ringkit check`. What is not in ring_ops is answered `unsupported`, which is
 * never a pass.
 *
 * Pass on what comes in and what comes out, as it is. Whatever is sorted, checked
 * or filled in here is not tested in your ring. */
#include "ring.h"

#include <stdio.h>
#include <stdlib.h>

const char ring_name[] = "my ring";

/* What is filled in, by the names of the list above: "hash", "ring", "points" ... */
const char *const ring_ops[] = {NULL};

static _Noreturn void unfilled(const char *what)
{
    fprintf(stderr, "%s is not filled in\n", what);
    abort();
}

/* 1. The position of a text, which may hold NUL and does not end with it. */
static uint32_t md5_32(Text text)
{
    unfilled("hash");
}

/* The dialects that your ring speaks; `ringkit check --help` names all that there are. */
const Dialect dialects[DIALECT_COUNT] = {{.name = "md5-32", .hash = md5_32}};

struct Ring {
    const Dialect *dialect;
};

/* 2. Create your ring; its own default counts where vnodes is NULL. */
RingStatus ring_new(const Dialect *dialect, const Node *nodes, size_t count, const int32_t *vnodes, Ring **ring)
{
    unfilled("ring");
}

/* 2. The ring may be NULL. */
void ring_free(Ring *ring)
{
    free(ring);
}

/* 2. The dialect that the ring was created with. */
const Dialect *ring_dialect(const Ring *ring)
{
    return ring->dialect;
}

/* 2. All points, in ring order. */
const Point *ring_points(const Ring *ring, size_t *count)
{
    unfilled("points");
}

/* 3. The owner of one key; NULL is the answer "none". */
RingStatus ring_owner(const Ring *ring, Text key, const Text **owner)
{
    unfilled("owners");
}

/* 4. How many members there are: there is room for so many in `nodes`. */
size_t ring_node_count(const Ring *ring)
{
    unfilled("replicas");
}

/* 4. The first `count` distinct nodes from the key on. */
RingStatus ring_replicas(const Ring *ring, Text key, int64_t count, const Text **nodes, size_t *found)
{
    unfilled("replicas");
}

/* 5. The names of the members. */
void ring_nodes(const Ring *ring, const Text **names)
{
    unfilled("nodes");
}

/* 5. Adds a node. */
RingStatus ring_add(Ring *ring, Node node)
{
    unfilled("add");
}

/* 5. Removes a node, and says whether it was there. */
RingStatus ring_remove(Ring *ring, Text name, bool *removed)
{
    unfilled("remove");
}
