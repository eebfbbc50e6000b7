/* Tests of md5.c, text.c and ring.c: make test. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "md5.h"
#include "ring.h"

static int failures;

#define CHECK(condition) \
    ((condition) ? (void)0 : (failures++, (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition)))

static const Dialect *xmur3 = &dialects[0], *md5_32 = &dialects[1];

/* By UTF-16 unit they would sort the other way round. */
#define N_LETTER "\xEF\xBD\x8E"  /* U+FF4E */
#define GREEN "\xF0\x9F\x9F\xA2" /* U+1F7E2 */

static void md5_is(const char *message, const char *hex)
{
    unsigned char digest[16];
    md5(text_of(message), digest);
    for (int i = 0; i < 16; i++) {
        char digits[3];
        snprintf(digits, sizeof digits, "%02x", digest[i]);
        CHECK(memcmp(digits, hex + 2 * i, 2) == 0);
    }
}

static void test_md5(void)
{
    md5_is("", "d41d8cd98f00b204e9800998ecf8427e");
    md5_is("a", "0cc175b9c0f1b6a831c399e269772661");
    md5_is("abc", "900150983cd24fb0d6963f7d28e17f72");
    md5_is("message digest", "f96b697d7cb7938d525a2f31aaf161d0");
    md5_is("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b");
    md5_is("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f");
    md5_is("12345678901234567890123456789012345678901234567890123456789012345678901234567890",
           "57edf4a22be3c955ac49da2e2107b67a");
    /* 55 and 56 bytes: the longest that ends in one block, the shortest that takes two. */
    md5_is("0123456789012345678901234567890123456789012345678901234", "6e7a4fc92eb1c3f6e652425bcc8d44b5");
    md5_is("01234567890123456789012345678901234567890123456789012345", "8af270b2847610e742b0791b53648c09");
}

static void test_text(void)
{
    const char *valid[] = {"", "a", "\x7F", "\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                           "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"};
    for (size_t i = 0; i < sizeof valid / sizeof *valid; i++) CHECK(text_is_utf8(text_of(valid[i])));
    const char *invalid[] = {"\x80", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2" "a", "\xE0\x9F\xBF", "\xED\xA0\x80",
                             "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF"};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) CHECK(!text_is_utf8(text_of(invalid[i])));

    Text nul = {(const unsigned char *)"a\0b", 3};
    CHECK(text_compare(nul, text_of("a")) > 0 && text_compare(nul, text_of("a\x01")) < 0);
    CHECK(text_compare(text_of(N_LETTER), text_of(GREEN)) < 0 && text_compare(text_of("z"), text_of(N_LETTER)) < 0);
}

static Ring *ring_of(const Dialect *dialect, const char *a, const char *b, int32_t vnodes)
{
    Node nodes[] = {{text_of(a), 1}, {text_of(b), 1}};
    Ring *ring;
    CHECK(ring_new(dialect, nodes, 2, &vnodes, &ring) == RING_OK);
    return ring;
}

static bool owns(const Ring *ring, const char *key, const char *node)
{
    const Text *owner;
    return ring_owner(ring, text_of(key), &owner) == RING_OK && owner != NULL && text_equal(*owner, text_of(node));
}

static void test_lookup(void)
{
    CHECK(xmur3->hash(text_of("k207")) == 4285853574u);
    CHECK(xmur3->hash(text_of("\xF0\x9F\x98\x80")) == 2046440521u);
    CHECK(md5_32->hash((Text){(const unsigned char *)"\0\xFF", 2}) == 3497866479u);

    Ring *ring = ring_of(xmur3, "A", "B", 1); /* 129767782 B, 4085209643 A */
    CHECK(owns(ring, "k1", "A") && owns(ring, "k207", "B") && owns(ring, "A#0", "A") && owns(ring, "B#0", "B"));
    const Text *nodes[2];
    size_t found;
    CHECK(ring_replicas(ring, text_of("k207"), 9, nodes, &found) == RING_OK);
    CHECK(found == 2 && text_equal(*nodes[0], text_of("B")) && text_equal(*nodes[1], text_of("A")));
    CHECK(ring_replicas(ring, text_of("k207"), 0, nodes, &found) == RING_BAD_COUNT);
    ring_free(ring);
}

static void test_ties(void)
{
    const char *first = N_LETTER "361978", *second = GREEN "888", *key = GREEN "888#0";
    Ring *ring = ring_of(md5_32, second, first, 2);
    bool removed;
    CHECK(owns(ring, key, first));
    CHECK(ring_remove(ring, text_of(first), &removed) == RING_OK && removed);
    CHECK(owns(ring, key, second));
    ring_free(ring);
}

static void test_refusals(void)
{
    Ring *ring = ring_of(xmur3, "a", "b", 3);
    bool removed;
    CHECK(ring_add(ring, (Node){text_of("a"), 2}) == RING_DUPLICATE_NODE);
    CHECK(ring_add(ring, (Node){text_of("c"), 0}) == RING_BAD_WEIGHT);
    CHECK(ring_remove(ring, text_of("c"), &removed) == RING_UNKNOWN_NODE);
    size_t count;
    ring_points(ring, &count);
    CHECK(count == 6 && ring_node_count(ring) == 2);
    ring_free(ring);

    int32_t none = 0, huge = INT32_MAX;
    const Text *owner;
    CHECK(ring_new(md5_32, NULL, 0, &none, &ring) == RING_BAD_VNODES);
    CHECK(ring_new(xmur3, NULL, 0, NULL, &ring) == RING_BAD_VNODES && ring == NULL);
    CHECK(ring_new(xmur3, NULL, 0, &none, &ring) == RING_OK);
    CHECK(ring_owner(ring, text_of("k"), &owner) == RING_EMPTY);
    ring_free(ring);
    CHECK(ring_new(md5_32, NULL, 0, NULL, &ring) == RING_OK);
    CHECK(ring_owner(ring, text_of("k"), &owner) == RING_OK && owner == NULL);
    ring_free(ring);
    CHECK(ring_new(xmur3, &(Node){text_of("a"), INT32_MAX}, 1, &huge, &ring) == RING_NO_MEMORY);
}

int main(void)
{
    test_md5();
    test_text();
    test_lookup();
    test_ties();
    test_refusals();
    if (failures == 0) puts("ok");
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
