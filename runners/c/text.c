#include "text.h"

#include <string.h>

Text text_of(const char *string)
{
    return (Text){(const unsigned char *)string, strlen(string)};
}

int text_compare(Text a, Text b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    /* memcmp may not be given NULL, not even for no bytes. It compares bytes as
     * unsigned; strcoll would go by the locale. */
    int order = shorter == 0 ? 0 : memcmp(a.bytes, b.bytes, shorter);
    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

bool text_equal(Text a, Text b)
{
    return a.length == b.length && text_compare(a, b) == 0;
}

size_t text_decode(Text text, uint32_t *code_point)
{
    unsigned char lead = text.bytes[0];
    size_t length = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 0;
    if (length == 0 || length > text.length) return 0;
    static const unsigned char payload[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t code = lead & payload[length];
    for (size_t i = 1; i < length; i++) {
        if ((text.bytes[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (text.bytes[i] & 0x3F);
    }
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < smallest[length] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return 0;
    *code_point = code;
    return length;
}

bool text_is_utf8(Text text)
{
    uint32_t code_point;
    while (text.length > 0) {
        size_t length = text_decode(text, &code_point);
        if (length == 0) return false;
        text = (Text){text.bytes + length, text.length - length};
    }
    return true;
}
