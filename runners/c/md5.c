#include "md5.h"

#include <string.h>

/* The whole part of 2^32 * |sin(i + 1)|. Written out, since the last digit of
 * sin() may differ between libraries. */
static const uint32_t sines[64] = {
    0xD76AA478, 0xE8C7B756, 0x242070DB, 0xC1BDCEEE, 0xF57C0FAF, 0x4787C62A,
    0xA8304613, 0xFD469501, 0x698098D8, 0x8B44F7AF, 0xFFFF5BB1, 0x895CD7BE,
    0x6B901122, 0xFD987193, 0xA679438E, 0x49B40821, 0xF61E2562, 0xC040B340,
    0x265E5A51, 0xE9B6C7AA, 0xD62F105D, 0x02441453, 0xD8A1E681, 0xE7D3FBC8,
    0x21E1CDE6, 0xC33707D6, 0xF4D50D87, 0x455A14ED, 0xA9E3E905, 0xFCEFA3F8,
    0x676F02D9, 0x8D2A4C8A, 0xFFFA3942, 0x8771F681, 0x6D9D6122, 0xFDE5380C,
    0xA4BEEA44, 0x4BDECFA9, 0xF6BB4B60, 0xBEBFBC70, 0x289B7EC6, 0xEAA127FA,
    0xD4EF3085, 0x04881D05, 0xD9D4D039, 0xE6DB99E5, 0x1FA27CF8, 0xC4AC5665,
    0xF4292244, 0x432AFF97, 0xAB9423A7, 0xFC93A039, 0x655B59C3, 0x8F0CCC92,
    0xFFEFF47D, 0x85845DD1, 0x6FA87E4F, 0xFE2CE6E0, 0xA3014314, 0x4E0811A1,
    0xF7537E82, 0xBD3AF235, 0x2AD7D2BB, 0xEB86D391,
};

/* How far each step of a round rotates: four steps, again and again. */
static const int shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static void mix(uint32_t state[4], const unsigned char block[64])
{
    uint32_t words[16];
    for (int i = 0; i < 16; i++) {
        /* Widened first: a byte shifted as it is would be a signed int, and
         * could overflow. */
        const unsigned char *bytes = block + 4 * i;
        words[i] = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (int i = 0; i < 64; i++) {
        uint32_t f;
        int word;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d), word = i; break;
        case 1: f = (d & b) | (~d & c), word = 5 * i + 1; break;
        case 2: f = b ^ c ^ d, word = 3 * i + 5; break;
        default: f = c ^ (b | ~d), word = 7 * i; break;
        }
        uint32_t sum = a + f + sines[i] + words[word % 16];
        int shift = shifts[i / 16][i % 4];
        a = d;
        d = c;
        c = b;
        b += sum << shift | sum >> (32 - shift);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

void md5(Text message, unsigned char digest[16])
{
    uint32_t state[4] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476};
    size_t rest = message.length;
    const unsigned char *bytes = message.bytes;
    for (; rest >= 64; rest -= 64, bytes += 64) mix(state, bytes);

    /* The end: a 1 bit, zeros up to 8 bytes before the end of a block, the
     * length in bits. */
    unsigned char end[128] = {0};
    size_t size = rest < 56 ? 64 : 128;
    if (rest > 0) memcpy(end, bytes, rest);
    end[rest] = 0x80;
    uint64_t bits = (uint64_t)message.length * 8;
    for (size_t i = 0; i < 8; i++) end[size - 8 + i] = (unsigned char)(bits >> (8 * i));
    mix(state, end);
    if (size > 64) mix(state, end + 64);

    /* Little-endian here, whatever a dialect makes of the digest's bytes. */
    for (size_t i = 0; i < 16; i++) digest[i] = (unsigned char)(state[i / 4] >> (8 * (i % 4)));
}
