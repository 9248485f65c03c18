#include "codecs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const struct {
    const char *name;
    uint64_t element, number;
} DATA_TYPES[] = {
    {"bool", 1, 1},    {"int8", 1, 1},    {"int16", 2, 2},   {"int32", 4, 4},     {"int64", 8, 8},
    {"uint8", 1, 1},   {"uint16", 2, 2},  {"uint32", 4, 4},  {"uint64", 8, 8},    {"float16", 2, 2},
    {"float32", 4, 4}, {"float64", 8, 8}, {"complex64", 8, 4}, {"complex128", 16, 8},
};

static bool is_text(json_object *value, const char *text) {
    return json_object_is_type(value, json_type_string) && strcmp(json_object_get_string(value), text) == 0;
}

bool read_shape(json_object *lengths, struct shape *shape) {
    if (!json_object_is_type(lengths, json_type_array) || json_object_array_length(lengths) > MAX_RANK) {
        return false;
    }
    *shape = (struct shape){.rank = json_object_array_length(lengths)};
    for (size_t d = 0; d < shape->rank; d++) {
        json_object *length = json_object_array_get_idx(lengths, d);
        if (!json_object_is_type(length, json_type_int) || json_object_get_int64(length) < 0) {
            return false;
        }
        shape->lengths[d] = json_object_get_uint64(length);
    }
    return true;
}

bool same_shape(const struct shape *one, const struct shape *other) {
    return one->rank == other->rank && memcmp(one->lengths, other->lengths, one->rank * sizeof *one->lengths) == 0;
}

static enum status layout(const char *data_type, struct chain *chain) {
    for (size_t i = 0; i < sizeof DATA_TYPES / sizeof *DATA_TYPES; i++) {
        if (strcmp(data_type, DATA_TYPES[i].name) == 0) {
            chain->element = DATA_TYPES[i].element;
            chain->number = DATA_TYPES[i].number;
            return OK;
        }
    }
    size_t digits = strspn(data_type + (data_type[0] == 'r'), "0123456789");
    if (data_type[0] != 'r' || data_type[1] == '0' || digits == 0 || digits > 9 || data_type[1 + digits] != '\0') {
        return UNSUPPORTED;
    }
    uint64_t bits = strtoull(data_type + 1, NULL, 10);
    chain->element = bits / 8;
    chain->number = 1;
    return bits % 8 == 0 ? OK : UNSUPPORTED;
}

static enum status transpose_order(json_object *configuration, size_t rank, size_t *order) {
    json_object *entries = json_object_object_get(configuration, "order");
    if (!json_object_is_type(entries, json_type_array) || json_object_array_length(entries) != rank) {
        return INVALID;
    }
    bool seen[MAX_RANK] = {false};
    for (size_t i = 0; i < rank; i++) {
        json_object *entry = json_object_array_get_idx(entries, i);
        int64_t axis = json_object_get_int64(entry); /* The nearest one, where the number is out of range. */
        if (!json_object_is_type(entry, json_type_int) || axis < 0 || (uint64_t)axis >= rank || seen[axis]) {
            return INVALID;
        }
        seen[axis] = true;
        order[i] = (size_t)axis;
    }
    return OK;
}

static enum status byte_order(json_object *configuration, struct chain *chain) {
    json_object *endian = NULL;
    bool is_present = json_object_object_get_ex(configuration, "endian", &endian);
    chain->is_big = is_text(endian, "big");
    return chain->is_big || is_text(endian, "little") || (!is_present && chain->number == 1) ? OK : INVALID;
}

static enum status gzip_level(json_object *configuration, int *level) {
    json_object *given = json_object_object_get(configuration, "level");
    int64_t number = json_object_get_int64(given);
    *level = (int)number;
    return json_object_is_type(given, json_type_int) && number >= 0 && number <= 9 ? OK : INVALID;
}

/* Compresses as one member, and writes its length in place of the room for it. */
static enum status gzipped(const uint8_t *data, size_t length, int level, uint8_t *encoded, size_t *room) {
    z_stream stream = {.next_in = (uint8_t *)data, .avail_in = (uInt)length, .next_out = encoded, .avail_out = (uInt)*room};
    if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return UNSUPPORTED;
    }
    int result = deflate(&stream, Z_FINISH);
    *room = stream.total_out;
    deflateEnd(&stream);
    return result == Z_STREAM_END ? OK : UNSUPPORTED;
}

/* Decompresses all members, and writes the length of the data in place of the room for it. */
static enum status gunzipped(const uint8_t *encoded, size_t length, uint8_t *data, size_t *room) {
    z_stream stream = {.next_in = (uint8_t *)encoded, .avail_in = (uInt)length, .next_out = data, .avail_out = (uInt)*room};
    if (inflateInit2(&stream, 15 + 16) != Z_OK) {
        return UNSUPPORTED;
    }
    int result;
    do {
        result = inflate(&stream, Z_FINISH);
    } while (result == Z_STREAM_END && stream.avail_in > 0 && inflateReset(&stream) == Z_OK);
    *room -= stream.avail_out;
    inflateEnd(&stream);
    return result == Z_STREAM_END ? OK : INVALID;
}

static void apply(struct chain *chain, struct shape *shape, const size_t *order) {
    struct chain before = *chain;
    struct shape shape_before = *shape;
    for (size_t i = 0; i < shape->rank; i++) {
        chain->axes[i] = before.axes[order[i]];
        shape->lengths[i] = shape_before.lengths[order[i]];
    }
}

/* The number of bytes of an array, or false if it is not a uint64_t. */
static bool array_bytes(const struct shape *shape, uint64_t element, uint64_t *bytes) {
    *bytes = element;
    for (size_t d = 0; d < shape->rank; d++) {
        if (shape->lengths[d] != 0 && *bytes > UINT64_MAX / shape->lengths[d]) {
            return false;
        }
        *bytes *= shape->lengths[d];
    }
    return true;
}

static bool has_other_members(json_object *codec) {
    json_object_object_foreach(codec, member, value) {
        (void)value;
        if (strcmp(member, "name") != 0 && strcmp(member, "configuration") != 0 &&
            strcmp(member, "must_understand") != 0) {
            return true;
        }
    }
    return false;
}

/* What the codec makes of an array of that shape. */
static enum status add_codec(struct chain *chain, json_object *codec, struct shape *shape) {
    bool is_short_hand = json_object_is_type(codec, json_type_string);
    json_object *name = is_short_hand ? codec : json_object_object_get(codec, "name");
    json_object *configuration = is_short_hand ? NULL : json_object_object_get(codec, "configuration");
    if (!is_short_hand && has_other_members(codec)) {
        return INVALID;
    }
    if (!json_object_is_type(name, json_type_string) ||
        (configuration != NULL && !json_object_is_type(configuration, json_type_object))) {
        return INVALID;
    }
    struct representation *result = &chain->representations[chain->count];
    bool is_transpose = is_text(name, "transpose"), is_gzip = is_text(name, "gzip");
    if ((!is_transpose && !is_gzip && !is_text(name, "bytes")) || chain->count == MAX_CODECS) {
        return UNSUPPORTED;
    }
    bool gets_bytes = chain->count > 0 && result[-1].is_bytes;
    if (gets_bytes != is_gzip) {
        return INVALID;
    }
    chain->count++;
    result->is_bytes = !is_transpose;
    result->is_free = is_gzip;
    if (is_gzip) {
        return gzip_level(configuration, &chain->levels[chain->gzips++]);
    }
    if (!is_transpose) {
        bool is_countable = array_bytes(shape, chain->element, &result->bytes);
        chain->size = result->bytes;
        return is_countable ? byte_order(configuration, chain) : UNSUPPORTED;
    }
    size_t order[MAX_RANK];
    enum status status = transpose_order(configuration, shape->rank, order);
    if (status == OK) {
        apply(chain, shape, order);
        result->shape = *shape;
    }
    return status;
}

enum status new_chain(json_object *codecs, const char *data_type, const struct shape *shape, struct chain *chain) {
    *chain = (struct chain){.shape = *shape};
    struct shape current = *shape;
    for (size_t i = 0; i < shape->rank; i++) {
        chain->axes[i] = i;
    }
    enum status status = layout(data_type, chain);
    for (size_t i = 0; i < json_object_array_length(codecs) && status == OK; i++) {
        status = add_codec(chain, json_object_array_get_idx(codecs, i), &current);
    }
    bool yields_bytes = chain->count > 0 && chain->representations[chain->count - 1].is_bytes;
    return status == OK && !yields_bytes ? INVALID : status;
}

/* Where element n of the encoded chunk is in the decoded one. */
static uint64_t position(const struct chain *chain, uint64_t n) {
    uint64_t within[MAX_RANK] = {0}, position = 0;
    for (size_t i = chain->shape.rank; i-- > 0;) {
        within[chain->axes[i]] = n % chain->shape.lengths[chain->axes[i]];
        n /= chain->shape.lengths[chain->axes[i]];
    }
    for (size_t d = 0; d < chain->shape.rank; d++) {
        position = position * chain->shape.lengths[d] + within[d];
    }
    return position;
}

/* Copies an element; in big-endian order the bytes of each number are reversed, which undoes itself. */
static void copy_element(const struct chain *chain, uint8_t *to, const uint8_t *from) {
    for (uint64_t i = 0; i < chain->element; i++) {
        uint64_t in_number = i % chain->number;
        to[i] = chain->is_big ? from[i - in_number + (chain->number - 1 - in_number)] : from[i];
    }
}

enum status encode(const struct chain *chain, const uint8_t *elements, size_t length, uint8_t *encoded, size_t *room) {
    if (length != chain->size || length > *room || length > MAX_BYTES) {
        return INVALID;
    }
    uint8_t compressed[MAX_BYTES];
    size_t found = length;
    for (uint64_t n = 0; n < length / chain->element; n++) {
        copy_element(chain, encoded + n * chain->element, elements + position(chain, n) * chain->element);
    }
    enum status status = OK;
    for (size_t i = 0; i < chain->gzips && status == OK; i++) {
        size_t most = sizeof compressed;
        status = gzipped(encoded, found, chain->levels[i], compressed, &most);
        if (status == OK && most > *room) {
            return UNSUPPORTED;
        }
        memcpy(encoded, compressed, most);
        found = most;
    }
    *room = found;
    return status;
}

enum status decode(const struct chain *chain, const uint8_t *encoded, size_t length, uint8_t *elements) {
    uint8_t data[2][MAX_BYTES];
    enum status status = OK;
    for (size_t i = 0; i < chain->gzips && status == OK; i++) {
        size_t most = MAX_BYTES;
        status = gunzipped(encoded, length, data[i % 2], &most);
        encoded = data[i % 2];
        length = most;
    }
    if (status != OK || length != chain->size) {
        return INVALID;
    }
    for (uint64_t n = 0; n < length / chain->element; n++) {
        copy_element(chain, elements + position(chain, n) * chain->element, encoded + n * chain->element);
    }
    return OK;
}

enum status grid_shape(const struct shape *array_shape, const struct shape *chunk_shape, struct shape *grid) {
    *grid = (struct shape){.rank = array_shape->rank};
    if (array_shape->rank != chunk_shape->rank) {
        return INVALID;
    }
    for (size_t d = 0; d < grid->rank; d++) {
        uint64_t length = array_shape->lengths[d], chunk = chunk_shape->lengths[d];
        if (chunk == 0) {
            return INVALID;
        }
        grid->lengths[d] = length / chunk + (length % chunk > 0);
    }
    return OK;
}

void locate(const struct shape *coordinates, const struct shape *chunk_shape, struct shape *index,
            struct shape *within) {
    index->rank = within->rank = coordinates->rank;
    for (size_t d = 0; d < coordinates->rank; d++) {
        index->lengths[d] = coordinates->lengths[d] / chunk_shape->lengths[d];
        within->lengths[d] = coordinates->lengths[d] % chunk_shape->lengths[d];
    }
}

struct shape chunk_origin(const struct shape *index, const struct shape *chunk_shape) {
    struct shape origin = {.rank = index->rank};
    for (size_t d = 0; d < index->rank; d++) {
        origin.lengths[d] = index->lengths[d] * chunk_shape->lengths[d];
    }
    return origin;
}

enum status chunk_key(json_object *encoding, const struct shape *index, char *key, size_t size) {
    json_object *name = encoding, *separator = NULL;
    if (json_object_is_type(encoding, json_type_object)) {
        name = json_object_object_get(encoding, "name");
        separator = json_object_object_get(json_object_object_get(encoding, "configuration"), "separator");
    }
    bool is_v2 = is_text(name, "v2");
    if (!is_v2 && !is_text(name, "default")) {
        return UNSUPPORTED;
    }
    const char *between = is_v2 ? "." : "/";
    if (separator != NULL) {
        between = json_object_get_string(separator);
    }
    int used = snprintf(key, size, "%s", !is_v2 ? "c" : index->rank == 0 ? "0" : "");
    for (size_t d = 0; d < index->rank && (size_t)used < size; d++) {
        const char *before = is_v2 && d == 0 ? "" : between;
        used += snprintf(key + used, size - (size_t)used, "%s%" PRIu64, before, index->lengths[d]);
    }
    return (size_t)used < size ? OK : UNSUPPORTED;
}
