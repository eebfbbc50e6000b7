#include "ring.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "md5.h"

/* The first 4 bytes of MD5, big-endian. */
static uint32_t md5_32(Text text)
{
    unsigned char digest[16];
    md5(text, digest);
    return (uint32_t)digest[0] << 24 | (uint32_t)digest[1] << 16 | (uint32_t)digest[2] << 8 | digest[3];
}

/* xmur3 over the code points of text in UTF-8. uint32_t throughout: unsigned
 * arithmetic wraps and shifts in zeros; signed, the one is undefined, and the
 * other shifts in copies of the sign. */
static uint32_t xmur3(Text text)
{
    /* Every byte that does not continue a code point begins one. */
    uint32_t length = 0;
    for (size_t i = 0; i < text.length; i++) length += (text.bytes[i] & 0xC0) != 0x80;

    uint32_t h = 1779033703u ^ length;
    for (size_t i = 0; i < text.length;) {
        uint32_t code_point;
        size_t size = text_decode((Text){text.bytes + i, text.length - i}, &code_point);
        assert(size > 0);
        i += size;
        h = (h ^ code_point) * 3432918353u;
        h = h << 13 | h >> 19;
    }
    h = (h ^ h >> 16) * 2246822507u;
    h = (h ^ h >> 13) * 3266489909u;
    return h ^ h >> 16;
}

const Dialect dialects[DIALECT_COUNT] = {
    {
        .name = "xmur3",
        .hash = xmur3,
        .refuses_remove_unknown = true,
        .refuses_empty_lookup = true,
    },
    {
        .name = "md5-32",
        .hash = md5_32,
        .hashes_bytes = true,
        .default_vnodes = 100,
        .refuses_low_vnodes = true,
        .refuses_listed_twice = true,
        .sorts_nodes = true,
    },
};

struct Ring {
    const Dialect *dialect;
    int32_t vnodes;
    Text **members; /* in list order; each one block with its bytes behind it */
    size_t member_count;
    Point *points; /* in ring order */
    size_t point_count;
};

/* Of equal positions, the node whose name sorts first leads and so owns. Never
 * by subtraction: the difference of two positions does not fit into an int.
 * qsort may put equals in any order, so only points of one node compare equal. */
static int compare_points(const void *a, const void *b)
{
    const Point *p = a, *q = b;
    if (p->position != q->position) return p->position < q->position ? -1 : 1;
    return p->node == q->node ? 0 : text_compare(*p->node, *q->node);
}

static int compare_names(const void *a, const void *b)
{
    const Text *const *p = a, *const *q = b;
    return text_compare(**p, **q);
}

/* The place of a member in the list; member_count if it is not there. One by
 * one, so that creating a ring of n nodes takes n * n / 2 comparisons: for some
 * thousand nodes that is nothing. */
static size_t place_of(const Ring *ring, Text name)
{
    size_t place = 0;
    while (place < ring->member_count && !text_equal(*ring->members[place], name)) place++;
    return place;
}

/* Puts a new node and its points last, unsorted; where the memory does not
 * suffice, the ring has the members and points that it had. */
static RingStatus append(Ring *ring, Node node)
{
    /* Widened first: the product of two int32_t may overflow. */
    int64_t product = (int64_t)node.weight * ring->vnodes;
    uint64_t more = product < 0 ? 0 : (uint64_t)product;
    if (more > SIZE_MAX / sizeof(Point) - ring->point_count) return RING_NO_MEMORY;

    Text **members = realloc(ring->members, (ring->member_count + 1) * sizeof *members);
    if (members == NULL) return RING_NO_MEMORY;
    ring->members = members;
    if (more > 0) {
        Point *points = realloc(ring->points, (ring->point_count + (size_t)more) * sizeof *points);
        if (points == NULL) return RING_NO_MEMORY;
        ring->points = points;
    }
    Text *name = malloc(sizeof *name + node.name.length);
    size_t room = node.name.length + sizeof "#9223372036854775807";
    unsigned char *label = malloc(room);
    if (name == NULL || label == NULL) {
        free(name);
        free(label);
        return RING_NO_MEMORY;
    }
    if (node.name.length > 0) {
        memcpy(name + 1, node.name.bytes, node.name.length);
        memcpy(label, node.name.bytes, node.name.length);
    }
    *name = (Text){(unsigned char *)(name + 1), node.name.length};

    for (uint64_t i = 0; i < more; i++) {
        /* Only the index is printed: %s would cut the name at a NUL. Without
         * the flag ' no locale changes how an integer is written. */
        char *index = (char *)label + name->length;
        int length = snprintf(index, room - name->length, "#%" PRIu64, i);
        uint32_t position = ring->dialect->hash((Text){label, name->length + (size_t)length});
        ring->points[ring->point_count++] = (Point){position, name};
    }
    ring->members[ring->member_count++] = name;
    free(label);
    return RING_OK;
}

static void sort_points(Ring *ring)
{
    if (ring->point_count > 0) qsort(ring->points, ring->point_count, sizeof *ring->points, compare_points);
}

RingStatus ring_new(const Dialect *dialect, const Node *nodes, size_t count, const int32_t *vnodes, Ring **ring)
{
    *ring = NULL;
    if (vnodes == NULL && dialect->default_vnodes == 0) return RING_BAD_VNODES;
    int32_t given = vnodes != NULL ? *vnodes : dialect->default_vnodes;
    if (given < 1 && dialect->refuses_low_vnodes) return RING_BAD_VNODES;

    Ring *made = calloc(1, sizeof *made);
    if (made == NULL) return RING_NO_MEMORY;
    made->dialect = dialect;
    made->vnodes = given;
    RingStatus status = RING_OK;
    for (size_t i = 0; i < count && status == RING_OK; i++) {
        if (nodes[i].weight < 1)
            status = RING_BAD_WEIGHT;
        else if (place_of(made, nodes[i].name) == made->member_count)
            status = append(made, nodes[i]);
        else if (dialect->refuses_listed_twice)
            status = RING_DUPLICATE_NODE;
    }
    if (status != RING_OK) {
        ring_free(made);
        return status;
    }
    sort_points(made);
    *ring = made;
    return RING_OK;
}

void ring_free(Ring *ring)
{
    if (ring == NULL) return;
    for (size_t i = 0; i < ring->member_count; i++) free(ring->members[i]);
    free(ring->members);
    free(ring->points);
    free(ring);
}

const Dialect *ring_dialect(const Ring *ring)
{
    return ring->dialect;
}

/* The index of the first point at or after the key's position; point_count if
 * there is none. Not bsearch, which finds only equals, and of several any. */
static size_t find(const Ring *ring, Text key)
{
    uint32_t position = ring->dialect->hash(key);
    size_t low = 0, high = ring->point_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ring->points[middle].position >= position)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static RingStatus check_lookup(const Ring *ring)
{
    return ring->point_count == 0 && ring->dialect->refuses_empty_lookup ? RING_EMPTY : RING_OK;
}

RingStatus ring_owner(const Ring *ring, Text key, const Text **owner)
{
    size_t count = ring->point_count;
    *owner = count == 0 ? NULL : ring->points[find(ring, key) % count].node;
    return check_lookup(ring);
}

RingStatus ring_replicas(const Ring *ring, Text key, int64_t count, const Text **nodes, size_t *found)
{
    *found = 0;
    if (count < 1) return RING_BAD_COUNT;
    size_t limit = (uint64_t)count < ring->member_count ? (size_t)count : ring->member_count;
    size_t start = find(ring, key);
    for (size_t i = 0; i < ring->point_count && *found < limit; i++) {
        const Text *node = ring->points[(start + i) % ring->point_count].node;
        size_t met = 0;
        while (met < *found && nodes[met] != node) met++;
        if (met == *found) nodes[(*found)++] = node;
    }
    return check_lookup(ring);
}

const Point *ring_points(const Ring *ring, size_t *count)
{
    *count = ring->point_count;
    return ring->points;
}

size_t ring_node_count(const Ring *ring)
{
    return ring->member_count;
}

void ring_nodes(const Ring *ring, const Text **names)
{
    for (size_t i = 0; i < ring->member_count; i++) names[i] = ring->members[i];
    if (ring->dialect->sorts_nodes && ring->member_count > 0)
        qsort(names, ring->member_count, sizeof *names, compare_names);
}

RingStatus ring_add(Ring *ring, Node node)
{
    if (node.weight < 1) return RING_BAD_WEIGHT;
    if (place_of(ring, node.name) < ring->member_count) return RING_DUPLICATE_NODE;
    RingStatus status = append(ring, node);
    if (status == RING_OK) sort_points(ring);
    return status;
}

RingStatus ring_remove(Ring *ring, Text name, bool *removed)
{
    size_t place = place_of(ring, name);
    *removed = place < ring->member_count;
    if (!*removed) return ring->dialect->refuses_remove_unknown ? RING_UNKNOWN_NODE : RING_OK;

    Text *node = ring->members[place];
    size_t kept = 0;
    for (size_t i = 0; i < ring->point_count; i++) {
        if (ring->points[i].node != node) ring->points[kept++] = ring->points[i];
    }
    ring->point_count = kept;
    ring->member_count--;
    memmove(ring->members + place, ring->members + place + 1, (ring->member_count - place) * sizeof *ring->members);
    free(node);
    return RING_OK;
}
