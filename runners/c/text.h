/* Text as bytes and their number. Not as a C string: a name or a key may hold
 * NUL, where strlen, strcmp and %s would stop. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes are unsigned: a plain char is signed on some machines, and a byte
 * from 0x80 up would become negative there and widen to 0xFFFFFF80 and up. */
typedef struct {
    const unsigned char *bytes; /* may be NULL if length is 0 */
    size_t length;
} Text;

/* The text of a C string. */
Text text_of(const char *string);

/* Negative, zero or positive, as a sorts before, is, or sorts after b: by bytes,
 * which in UTF-8 is the order of the code points. */
int text_compare(Text a, Text b);

bool text_equal(Text a, Text b);

/* Reads the first code point, in UTF-8, of a text that is not empty. Returns how
 * many bytes it takes, or 0 if they are not UTF-8: overlong forms, surrogates
 * and what lies above U+10FFFF are not. */
size_t text_decode(Text text, uint32_t *code_point);

bool text_is_utf8(Text text);

#endif
