/* Reads and writes JSON (RFC 8259). */
#ifndef JSON_H
#define JSON_H

#include "text.h"

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } JsonKind;

typedef struct Json Json;
struct Json {
    JsonKind kind;
    /* The text, decoded, or the number as it is written. In the bytes that were
     * read, which are the caller's: hex may be decoded in its place. */
    unsigned char *bytes;
    size_t length;
    Text name;   /* of a member of an object */
    Json *first; /* element or member */
    Json *next;  /* in the list or object that this one is in */
};

typedef struct {
    Json *value; /* NULL if the bytes are not JSON */
    /* Whether a string holds half of a surrogate pair, which JSON can write as
     * an escape and UTF-8 cannot. U+FFFD stands in its place. */
    bool has_lone_surrogate;
    const char *error; /* if value is NULL: what is wrong */
    size_t at;         /* and at which byte, counted from 1 */
} JsonDocument;

/* Reads one value with white space around it, and decodes strings in place. */
JsonDocument json_read(unsigned char *bytes, size_t length);

/* NULL is fine. */
void json_free(Json *value);

/* The member of that name in an object, the last if there are several; NULL if
 * there is none. */
Json *json_member(const Json *object, const char *name);

Text json_text(const Json *value);

/* Whether the value is a number that is written as an integer and fits. */
bool json_integer(const Json *value, int64_t *integer);

/* What is being written; failed once there is no memory for it. */
typedef struct {
    unsigned char *bytes;
    size_t length, capacity;
    bool failed;
} Buffer;

void put(Buffer *out, Text raw);
void put_string(Buffer *out, const char *raw);

/* A string in quotes. Only what JSON demands is escaped, so the text must be
 * UTF-8. */
void put_text(Buffer *out, Text text);

#endif
