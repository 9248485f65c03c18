/* A small implementation of Zarr v3: transpose, bytes, gzip, codec lists, the regular grid and chunk keys.
 * It is what the tests are about: put your own library in its place.
 *
 * Elements are bytes in C order, each element little endian. Metadata are JSON values of json-c. */
#ifndef CODECS_H
#define CODECS_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum status {
    OK,
    INVALID,     /* The input breaks the specification. */
    UNSUPPORTED, /* The input may be valid, but is not implemented. */
};

enum { MAX_RANK = 32, MAX_CODECS = 16, MAX_BYTES = 1 << 18 /* Of a chunk. */ };

struct shape {
    size_t rank;
    uint64_t lengths[MAX_RANK];
};

/* The shape of a JSON value, or false if it is none. */
bool read_shape(json_object *lengths, struct shape *shape);

bool same_shape(const struct shape *one, const struct shape *other);

/* What comes out of a codec: an array of that shape, the data type unchanged, or that many bytes, unless that
 * depends on the elements. */
struct representation {
    bool is_bytes, is_free;
    struct shape shape;
    uint64_t bytes;
};

/* A list of codecs that was found valid for a data type and shape. */
struct chain {
    struct shape shape;
    size_t axes[MAX_RANK]; /* axes[i] is the dimension of the decoded chunk that is dimension i of the encoded one. */
    bool is_big;
    uint64_t element, number; /* Bytes of an element, and of the numbers in it, of which the order matters. */
    uint64_t size;             /* Bytes of the elements. */
    int levels[MAX_CODECS];    /* Of each gzip. */
    size_t count, gzips;
    struct representation representations[MAX_CODECS]; /* After each of `count` codecs; the last is bytes. */
};

enum status new_chain(json_object *codecs, const char *data_type, const struct shape *shape, struct chain *chain);

/* Writes the encoded chunk, and its length in place of the room for it. */
enum status encode(const struct chain *chain, const uint8_t *elements, size_t length, uint8_t *encoded, size_t *room);

/* Writes `size` bytes. */
enum status decode(const struct chain *chain, const uint8_t *encoded, size_t length, uint8_t *elements);

/* The number of chunks along each dimension. */
enum status grid_shape(const struct shape *array_shape, const struct shape *chunk_shape, struct shape *grid);

/* The grid index of an element's chunk, and the element's coordinates within it. */
void locate(const struct shape *coordinates, const struct shape *chunk_shape, struct shape *index,
            struct shape *within);

/* The coordinates of a chunk's first element. */
struct shape chunk_origin(const struct shape *index, const struct shape *chunk_shape);

/* The key of a chunk; an encoding may be only a name. Writes at most `size` bytes. */
enum status chunk_key(json_object *encoding, const struct shape *index, char *key, size_t size);

#endif
