/* Lets the kit talk to ring.c over standard input and output: protocol 1 of
 * spec/, one JSON object a line, one reply a request, in order, until the input
 * ends. To adapt another ring, keep this file, json.c and text.c, and replace
 * what is called from ring.h. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "ring.h"

#if defined __clang__
#define COMPILER "clang " __clang_version__
#elif defined __GNUC__
#define COMPILER "GCC " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

typedef struct {
    Ring *ring; /* NULL if there is none */
    Buffer reply;
    const char *error, *message; /* why there is no answer */
} Adapter;

static bool fail(Adapter *adapter, const char *error, const char *message)
{
    adapter->error = error;
    adapter->message = message;
    return false;
}

static bool check(Adapter *adapter, RingStatus status)
{
    switch (status) {
    case RING_OK: return true;
    case RING_EMPTY: return fail(adapter, "empty-ring", "the ring has no points");
    case RING_DUPLICATE_NODE: return fail(adapter, "duplicate-node", "the node is there already");
    case RING_UNKNOWN_NODE: return fail(adapter, "unknown-node", "the node is not in the ring");
    case RING_BAD_VNODES: return fail(adapter, "bad-vnodes", "vnodes is below 1, or left out without a default");
    case RING_BAD_WEIGHT: return fail(adapter, "bad-weight", "the weight is below 1");
    case RING_BAD_COUNT: return fail(adapter, "bad-count", "the count is below 1");
    case RING_NO_MEMORY: break;
    }
    return fail(adapter, "internal", "out of memory");
}

static bool has_ring(Adapter *adapter)
{
    return adapter->ring != NULL || fail(adapter, "internal", "there is no ring");
}

static bool decode_hex(Json *hex)
{
    static const char digits[] = "0123456789abcdef";
    unsigned sum = 0;
    for (size_t i = 0; i < hex->length; i++) {
        const char *digit = memchr(digits, hex->bytes[i], sizeof digits - 1);
        if (digit == NULL) return false;
        sum = sum << 4 | (unsigned)(digit - digits);
        if (i % 2 == 1) hex->bytes[i / 2] = (unsigned char)(sum & 0xFF);
    }
    if (hex->length % 2 == 1) return false;
    hex->length /= 2;
    return true;
}

/* Reads a key or a node's name: text, or bytes as {"hex":"00ff"}, once. */
static bool read_name(Adapter *adapter, const Dialect *dialect, Json *value, Text *name)
{
    Json *hex = value == NULL ? NULL : json_member(value, "hex");
    if (hex != NULL && hex->kind == JSON_TEXT && decode_hex(hex))
        value = hex;
    else if (value == NULL || value->kind != JSON_TEXT)
        return fail(adapter, "internal", "a key or name is missing, or no text");
    *name = json_text(value);
    if (value == hex && !dialect->hashes_bytes && !text_is_utf8(*name))
        return fail(adapter, "unsupported", "this dialect hashes no bytes that are not UTF-8");
    return true;
}

static void put_name(Buffer *out, Text name)
{
    if (text_is_utf8(name)) {
        put_text(out, name);
        return;
    }
    put_string(out, "{\"hex\":\"");
    for (size_t i = 0; i < name.length; i++) {
        char digits[3];
        snprintf(digits, sizeof digits, "%02x", name.bytes[i]);
        put_string(out, digits);
    }
    put_string(out, "\"}");
}

static bool read_integer(Adapter *adapter, const Json *value, int64_t least, int64_t most, int64_t *integer)
{
    if (value != NULL && json_integer(value, integer) && *integer >= least && *integer <= most) return true;
    return fail(adapter, "internal", "a number is missing, no integer or too large");
}

static bool read_node(Adapter *adapter, const Dialect *dialect, Json *value, Node *node)
{
    if (value == NULL || value->kind != JSON_OBJECT) return fail(adapter, "internal", "a node is not an object");
    const Json *weight = json_member(value, "weight");
    int64_t number = 1;
    if (weight != NULL && !read_integer(adapter, weight, INT32_MIN, INT32_MAX, &number)) return false;
    node->weight = (int32_t)number;
    return read_name(adapter, dialect, json_member(value, "name"), &node->name);
}

static const Dialect *read_dialect(Adapter *adapter, const Json *request)
{
    const Json *name = json_member(request, "dialect");
    if (name == NULL || name->kind != JSON_TEXT) {
        fail(adapter, "internal", "the dialect is missing or no text");
        return NULL;
    }
    for (size_t i = 0; i < DIALECT_COUNT; i++) {
        if (text_equal(json_text(name), text_of(dialects[i].name))) return &dialects[i];
    }
    fail(adapter, "unsupported", "no such dialect");
    return NULL;
}

/* A position goes as text: a JSON number is not exact beyond 53 bits in many
 * languages. */
static void put_position(Buffer *out, uint32_t position)
{
    char digits[sizeof "4294967295"];
    snprintf(digits, sizeof digits, "%" PRIu32, position);
    put_text(out, text_of(digits));
}

static bool answer_hello(Adapter *adapter, Json *request)
{
    int64_t protocol;
    if (!read_integer(adapter, json_member(request, "protocol"), INT64_MIN, INT64_MAX, &protocol)) return false;
    if (protocol != 1) return fail(adapter, "unsupported", "this adapter speaks protocol 1");
    put_string(&adapter->reply, ",\"name\":\"ringkit c reference\",\"language\":");
    put_text(&adapter->reply, text_of("C11, " COMPILER));
    put_string(&adapter->reply, ",\"dialects\":[");
    for (size_t i = 0; i < DIALECT_COUNT; i++) {
        put_string(&adapter->reply, i == 0 ? "" : ",");
        put_text(&adapter->reply, text_of(dialects[i].name));
    }
    put_string(&adapter->reply,
               "],\"ops\":[\"hash\",\"points\",\"replicas\",\"add\",\"remove\",\"nodes\",\"bytes\"]");
    return true;
}

static bool answer_hash(Adapter *adapter, Json *request)
{
    Text key;
    const Dialect *dialect = read_dialect(adapter, request);
    if (dialect == NULL || !read_name(adapter, dialect, json_member(request, "key"), &key)) return false;
    put_string(&adapter->reply, ",\"hash\":");
    put_position(&adapter->reply, dialect->hash(key));
    return true;
}

static bool answer_ring(Adapter *adapter, Json *request)
{
    const Dialect *dialect = read_dialect(adapter, request);
    if (dialect == NULL) return false;
    const Json *list = json_member(request, "nodes");
    if (list == NULL || list->kind != JSON_LIST) return fail(adapter, "internal", "nodes is missing or no list");
    /* What is left out must reach the ring as left out: the default is the
     * dialect's. */
    const Json *given = json_member(request, "vnodes");
    int64_t number = 0;
    if (given != NULL && !read_integer(adapter, given, INT32_MIN, INT32_MAX, &number)) return false;
    int32_t vnodes = (int32_t)number;

    size_t count = 0, read = 0;
    for (const Json *node = list->first; node != NULL; node = node->next) count++;
    Node *nodes = calloc(count + 1, sizeof *nodes);
    if (nodes == NULL) return check(adapter, RING_NO_MEMORY);
    for (Json *node = list->first; node != NULL; node = node->next) {
        if (!read_node(adapter, dialect, node, &nodes[read])) break;
        read++;
    }
    bool made = false;
    if (read == count) {
        const int32_t *or_default = given != NULL ? &vnodes : NULL;
        made = check(adapter, ring_new(dialect, nodes, count, or_default, &adapter->ring));
    }
    free(nodes);
    return made;
}

static bool answer_owners(Adapter *adapter, Json *request)
{
    if (!has_ring(adapter)) return false;
    const Json *keys = json_member(request, "keys");
    if (keys == NULL || keys->kind != JSON_LIST) return fail(adapter, "internal", "keys is missing or no list");
    put_string(&adapter->reply, ",\"owners\":[");
    for (Json *value = keys->first; value != NULL; value = value->next) {
        Text key;
        const Text *owner;
        if (!read_name(adapter, ring_dialect(adapter->ring), value, &key)) return false;
        if (!check(adapter, ring_owner(adapter->ring, key, &owner))) return false;
        put_string(&adapter->reply, value == keys->first ? "" : ",");
        if (owner == NULL)
            put_string(&adapter->reply, "null");
        else
            put_name(&adapter->reply, *owner);
    }
    put_string(&adapter->reply, "]");
    return true;
}

static void put_nodes(Buffer *out, const Text **names, size_t count)
{
    put_string(out, ",\"nodes\":[");
    for (size_t i = 0; i < count; i++) {
        put_string(out, i == 0 ? "" : ",");
        put_name(out, *names[i]);
    }
    put_string(out, "]");
}

/* Room for the names of all nodes, and never for none, for which calloc may
 * answer NULL. */
static const Text **room_for_nodes(const Ring *ring)
{
    return calloc(ring_node_count(ring) + 1, sizeof(const Text *));
}

static bool answer_replicas(Adapter *adapter, Json *request)
{
    Text key;
    int64_t count;
    if (!has_ring(adapter)) return false;
    if (!read_name(adapter, ring_dialect(adapter->ring), json_member(request, "key"), &key)) return false;
    if (!read_integer(adapter, json_member(request, "count"), INT64_MIN, INT64_MAX, &count)) return false;
    const Text **nodes = room_for_nodes(adapter->ring);
    if (nodes == NULL) return check(adapter, RING_NO_MEMORY);
    size_t found;
    bool answered = check(adapter, ring_replicas(adapter->ring, key, count, nodes, &found));
    if (answered) put_nodes(&adapter->reply, nodes, found);
    free(nodes);
    return answered;
}

static bool answer_points(Adapter *adapter, Json *request)
{
    (void)request;
    if (!has_ring(adapter)) return false;
    size_t count;
    const Point *points = ring_points(adapter->ring, &count);
    put_string(&adapter->reply, ",\"points\":[");
    for (size_t i = 0; i < count; i++) {
        put_string(&adapter->reply, i == 0 ? "[" : ",[");
        put_position(&adapter->reply, points[i].position);
        put_string(&adapter->reply, ",");
        put_name(&adapter->reply, *points[i].node);
        put_string(&adapter->reply, "]");
    }
    put_string(&adapter->reply, "]");
    return true;
}

static bool answer_nodes(Adapter *adapter, Json *request)
{
    (void)request;
    if (!has_ring(adapter)) return false;
    const Text **names = room_for_nodes(adapter->ring);
    if (names == NULL) return check(adapter, RING_NO_MEMORY);
    ring_nodes(adapter->ring, names);
    put_nodes(&adapter->reply, names, ring_node_count(adapter->ring));
    free(names);
    return true;
}

static bool answer_add(Adapter *adapter, Json *request)
{
    Node node;
    if (!has_ring(adapter)) return false;
    if (!read_node(adapter, ring_dialect(adapter->ring), json_member(request, "node"), &node)) return false;
    return check(adapter, ring_add(adapter->ring, node));
}

static bool answer_remove(Adapter *adapter, Json *request)
{
    Text name;
    bool removed;
    if (!has_ring(adapter)) return false;
    if (!read_name(adapter, ring_dialect(adapter->ring), json_member(request, "node"), &name)) return false;
    if (!check(adapter, ring_remove(adapter->ring, name, &removed))) return false;
    put_string(&adapter->reply, removed ? ",\"removed\":true" : ",\"removed\":false");
    return true;
}

static const struct {
    const char *op;
    /* Puts the fields of the answer into the reply, each after a comma. */
    bool (*answer)(Adapter *adapter, Json *request);
} operations[] = {
    {"hello", answer_hello},       {"hash", answer_hash},     {"ring", answer_ring},
    {"owners", answer_owners},     {"points", answer_points}, {"nodes", answer_nodes},
    {"replicas", answer_replicas}, {"add", answer_add},       {"remove", answer_remove},
};

static bool answer(Adapter *adapter, const JsonDocument *document)
{
    Json *request = document->value;
    const Json *op = json_member(request, "op");
    if (op == NULL || op->kind != JSON_TEXT) return fail(adapter, "internal", "the op is missing or no text");
    if (text_equal(json_text(op), text_of("ring"))) {
        ring_free(adapter->ring);
        adapter->ring = NULL; /* whatever may fail below, the last ring is gone */
    }
    if (document->has_lone_surrogate) return fail(adapter, "internal", "text holds a lone surrogate");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (text_equal(json_text(op), text_of(operations[i].op))) return operations[i].answer(adapter, request);
    }
    return fail(adapter, "unsupported", "no such operation");
}

/* Makes the reply to a request. Returns false, with the reason, if the line is
 * no object with an id, so that there is nothing to reply to. */
static bool reply_to(Adapter *adapter, unsigned char *line, size_t length, const char **error, size_t *at)
{
    JsonDocument document = json_read(line, length);
    *error = document.error;
    *at = document.at;
    if (document.value == NULL) return false;
    const Json *id = json_member(document.value, "id");
    int64_t number;
    bool has_id = id != NULL && json_integer(id, &number);
    if (has_id) {
        Buffer *reply = &adapter->reply;
        reply->length = 0;
        put_string(reply, "{\"id\":");
        put(reply, json_text(id));
        size_t start = reply->length;
        if (!answer(adapter, &document)) {
            reply->length = start; /* without the answer's first half */
            put_string(reply, ",\"error\":");
            put_text(reply, text_of(adapter->error));
            put_string(reply, ",\"message\":");
            put_text(reply, text_of(adapter->message));
        }
        put_string(reply, "}\n");
    } else {
        *error = "not an object with an integer id";
        *at = 1;
    }
    json_free(document.value);
    return has_id;
}

typedef struct {
    unsigned char *bytes;
    size_t capacity, start, end;
} Input;

static void die(const char *message)
{
    fprintf(stderr, "adapter: %s\n", message);
    exit(EXIT_FAILURE);
}

/* Finds the next line, without its newline, which may hold NUL: fgets could not
 * tell how long it is. Returns false at the end of the input. */
static bool next_line(Input *input, unsigned char **line, size_t *length)
{
    for (size_t searched = 0;;) {
        unsigned char *from = input->bytes + input->start;
        size_t have = input->end - input->start;
        unsigned char *newline = memchr(from + searched, '\n', have - searched);
        if (newline != NULL) {
            *line = from;
            *length = (size_t)(newline - from);
            input->start += *length + 1;
            return true;
        }
        searched = have;

        memmove(input->bytes, from, have);
        input->start = 0;
        input->end = have;
        if (have == input->capacity) {
            input->capacity *= 2;
            input->bytes = realloc(input->bytes, input->capacity);
            if (input->bytes == NULL) die("out of memory");
        }
        /* stdio holds output back when it is no terminal. The read below may
         * wait, and whoever sent the lines so far may wait for the replies to
         * them before sending more. */
        if (fflush(stdout) != 0) die("cannot write to standard output");
        ssize_t count = read(STDIN_FILENO, input->bytes + have, input->capacity - have);
        if (count < 0) die("cannot read standard input");
        if (count == 0) {
            *line = input->bytes;
            *length = have;
            input->start = have;
            return have > 0;
        }
        input->end += (size_t)count;
    }
}

/* The exit status is 0 at the end of the input, and 1 where a line of it is no
 * request. */
int main(void)
{
    Adapter adapter = {0};
    Input input = {.capacity = 1 << 16};
    input.bytes = malloc(input.capacity);
    if (input.bytes == NULL) die("out of memory");

    unsigned char *line;
    size_t length;
    int status = EXIT_SUCCESS;
    for (unsigned long number = 1; next_line(&input, &line, &length); number++) {
        const char *error;
        size_t at;
        if (!reply_to(&adapter, line, length, &error, &at)) {
            fflush(stdout);
            fprintf(stderr, "adapter: line %lu of the input: %s (at byte %zu)\n", number, error, at);
            status = EXIT_FAILURE;
            break;
        }
        if (adapter.reply.failed) die("out of memory");
        fwrite(adapter.reply.bytes, 1, adapter.reply.length, stdout);
    }
    ring_free(adapter.ring);
    free(adapter.reply.bytes);
    free(input.bytes);
    return status;
}
