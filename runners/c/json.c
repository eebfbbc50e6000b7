#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Deeper nesting is refused before it can overflow the stack. */
enum { MAX_DEPTH = 100 };

typedef struct {
    unsigned char *start, *at, *end;
    bool has_lone_surrogate;
    const char *error; /* the first one */
} Reader;

static bool fail(Reader *reader, const char *error)
{
    reader->error = error;
    return false;
}

/* The next byte as it is, or a NUL at the end; a NUL in the input is no part of
 * JSON, so that nobody needs to tell the two apart. */
static unsigned char here(const Reader *reader)
{
    return reader->at < reader->end ? *reader->at : 0;
}

/* The next byte after white space. isspace would take more than JSON's four, and
 * more still in some locales. */
static unsigned char peek(Reader *reader)
{
    while (here(reader) == ' ' || here(reader) == '\t' || here(reader) == '\r' || here(reader) == '\n') reader->at++;
    return here(reader);
}

static bool skip(Reader *reader, unsigned char byte)
{
    if (peek(reader) != byte) return false;
    reader->at++;
    return true;
}

static int hex_digit(unsigned char byte)
{
    if (byte >= '0' && byte <= '9') return byte - '0';
    if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
    if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
    return -1;
}

/* Reads u and four hex digits. */
static bool read_unit(Reader *reader, uint32_t *unit)
{
    reader->at++;
    *unit = 0;
    for (int i = 0; i < 4; i++, reader->at++) {
        int digit = hex_digit(here(reader));
        if (digit < 0) return fail(reader, "not JSON: expected four hex digits");
        *unit = *unit << 4 | (uint32_t)digit;
    }
    return true;
}

/* Reads a code point from its u on: above U+FFFF it is a pair of surrogates. */
static bool read_code_point(Reader *reader, uint32_t *code)
{
    if (!read_unit(reader, code)) return false;
    if (*code < 0xD800 || *code > 0xDFFF) return true;
    unsigned char *after = reader->at;
    if (*code < 0xDC00 && reader->end - after >= 2 && after[0] == '\\' && after[1] == 'u') {
        uint32_t low;
        reader->at++;
        if (!read_unit(reader, &low)) return false;
        if (low >= 0xDC00 && low <= 0xDFFF) {
            *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
            return true;
        }
        reader->at = after;
    }
    reader->has_lone_surrogate = true;
    *code = 0xFFFD;
    return true;
}

static unsigned char *encode(unsigned char *to, uint32_t code)
{
    if (code < 0x80) {
        *to++ = (unsigned char)code;
        return to;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char leads[] = {0, 0xC0, 0xE0, 0xF0};
    *to++ = (unsigned char)(leads[more] | code >> (6 * more));
    while (more-- > 0) *to++ = (unsigned char)(0x80 | (code >> (6 * more) & 0x3F));
    return to;
}

/* Decodes in place: no escape is shorter than what it stands for. */
static bool read_string(Reader *reader, unsigned char **bytes, size_t *length)
{
    unsigned char *to = ++reader->at;
    *bytes = to;
    for (;;) {
        unsigned char byte = here(reader);
        uint32_t code;
        if (byte == '"') break;
        if (byte < ' ') {
            bool ended = reader->at == reader->end;
            return fail(reader, ended ? "not JSON: expected the end of a string"
                                      : "not JSON: expected no raw control character in a string");
        }
        if (byte != '\\') {
            size_t size = text_decode((Text){reader->at, (size_t)(reader->end - reader->at)}, &code);
            if (size == 0) return fail(reader, "not UTF-8");
            memmove(to, reader->at, size);
            to += size;
            reader->at += size;
            continue;
        }
        reader->at++;
        byte = here(reader);
        if (byte == 'u') {
            if (!read_code_point(reader, &code)) return false;
            to = encode(to, code);
            continue;
        }
        static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
        const char *letter = byte == 0 ? NULL : strchr(letters, byte);
        if (letter == NULL) return fail(reader, "not JSON: expected an escape");
        *to++ = (unsigned char)meanings[letter - letters];
        reader->at++;
    }
    reader->at++;
    *length = (size_t)(to - *bytes);
    return true;
}

static bool read_digits(Reader *reader)
{
    /* Not isdigit, which is undefined for a negative char. */
    if (here(reader) < '0' || here(reader) > '9') return fail(reader, "not JSON: expected a value");
    while (here(reader) >= '0' && here(reader) <= '9') reader->at++;
    return true;
}

static bool read_number(Reader *reader, Json *value)
{
    value->kind = JSON_NUMBER;
    value->bytes = reader->at;
    if (here(reader) == '-') reader->at++;
    if (here(reader) == '0')
        reader->at++; /* stands alone: no digits may follow */
    else if (!read_digits(reader))
        return false;
    if (here(reader) == '.') {
        reader->at++;
        if (!read_digits(reader)) return false;
    }
    if (here(reader) == 'e' || here(reader) == 'E') {
        reader->at++;
        if (here(reader) == '+' || here(reader) == '-') reader->at++;
        if (!read_digits(reader)) return false;
    }
    value->length = (size_t)(reader->at - value->bytes);
    return true;
}

static bool read_word(Reader *reader, const char *word, JsonKind kind, Json *value)
{
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
        return fail(reader, "not JSON: expected a value");
    reader->at += length;
    value->kind = kind;
    return true;
}

static bool read_value(Reader *reader, Json *value, int depth);

/* Reads a list or an object. What is read hangs on value at once, so that one
 * json_free frees it all, also after an error. */
static bool read_children(Reader *reader, Json *value, int depth)
{
    bool object = value->kind == JSON_OBJECT;
    unsigned char close = object ? '}' : ']';
    reader->at++;
    if (skip(reader, close)) return true;
    for (Json **place = &value->first;; place = &(*place)->next) {
        Json *child = *place = calloc(1, sizeof *child);
        if (child == NULL) return fail(reader, "out of memory");
        if (object) {
            unsigned char *name;
            if (peek(reader) != '"') return fail(reader, "not JSON: expected a member's name");
            if (!read_string(reader, &name, &child->name.length)) return false;
            child->name.bytes = name;
            if (!skip(reader, ':')) return fail(reader, "not JSON: expected ':'");
        }
        if (!read_value(reader, child, depth + 1)) return false;
        if (skip(reader, close)) return true;
        if (!skip(reader, ',')) return fail(reader, "not JSON: expected ',' or the end of a list or object");
    }
}

static bool read_value(Reader *reader, Json *value, int depth)
{
    if (depth > MAX_DEPTH) return fail(reader, "nested too deep");
    switch (peek(reader)) {
    case '{': value->kind = JSON_OBJECT; return read_children(reader, value, depth);
    case '[': value->kind = JSON_LIST; return read_children(reader, value, depth);
    case '"': value->kind = JSON_TEXT; return read_string(reader, &value->bytes, &value->length);
    case 't': return read_word(reader, "true", JSON_TRUE, value);
    case 'f': return read_word(reader, "false", JSON_FALSE, value);
    case 'n': return read_word(reader, "null", JSON_NULL, value);
    default: return read_number(reader, value);
    }
}

JsonDocument json_read(unsigned char *bytes, size_t length)
{
    Reader reader = {.start = bytes, .at = bytes, .end = bytes + length};
    Json *value = calloc(1, sizeof *value);
    bool read = value == NULL ? fail(&reader, "out of memory") : read_value(&reader, value, 0);
    if (read) {
        peek(&reader);
        if (reader.at < reader.end) read = fail(&reader, "not JSON: expected the end");
    }
    if (!read) {
        json_free(value);
        value = NULL;
    }
    return (JsonDocument){value, reader.has_lone_surrogate, reader.error, (size_t)(reader.at - reader.start) + 1};
}

void json_free(Json *value)
{
    while (value != NULL) {
        Json *next = value->next;
        json_free(value->first);
        free(value);
        value = next;
    }
}

Json *json_member(const Json *object, const char *name)
{
    Json *found = NULL;
    if (object->kind != JSON_OBJECT) return NULL;
    for (Json *member = object->first; member != NULL; member = member->next) {
        if (text_equal(member->name, text_of(name))) found = member;
    }
    return found;
}

Text json_text(const Json *value)
{
    return (Text){value->bytes, value->length};
}

bool json_integer(const Json *value, int64_t *integer)
{
    if (value->kind != JSON_NUMBER) return false;
    bool negative = value->bytes[0] == '-';
    uint64_t limit = (uint64_t)INT64_MAX + negative, sum = 0;
    for (size_t i = negative; i < value->length; i++) {
        if (value->bytes[i] < '0' || value->bytes[i] > '9') return false;
        unsigned digit = value->bytes[i] - (unsigned)'0';
        if (sum > (limit - digit) / 10) return false;
        sum = 10 * sum + digit;
    }
    /* The smallest integer has no positive counterpart to negate. */
    *integer = !negative ? (int64_t)sum : sum == 0 ? 0 : -(int64_t)(sum - 1) - 1;
    return true;
}

void put(Buffer *out, Text raw)
{
    if (out->failed || raw.length == 0) return;
    if (raw.length > out->capacity - out->length) {
        size_t capacity = 2 * (out->length + raw.length);
        unsigned char *bytes = realloc(out->bytes, capacity);
        if (bytes == NULL) {
            out->failed = true;
            return;
        }
        out->bytes = bytes;
        out->capacity = capacity;
    }
    memcpy(out->bytes + out->length, raw.bytes, raw.length);
    out->length += raw.length;
}

void put_string(Buffer *out, const char *raw)
{
    put(out, text_of(raw));
}

void put_text(Buffer *out, Text text)
{
    put_string(out, "\"");
    size_t done = 0;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = text.bytes[i];
        if (byte >= ' ' && byte != '"' && byte != '\\') continue;
        char escape[sizeof "\\u0000"];
        snprintf(escape, sizeof escape, "\\u%04x", byte);
        if (i > done) put(out, (Text){text.bytes + done, i - done});
        put_string(out, escape);
        done = i + 1;
    }
    if (text.length > done) put(out, (Text){text.bytes + done, text.length - done});
    put_string(out, "\"");
}
