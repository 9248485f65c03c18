/* Runs the facts of an unpacked archive of vectors: TAP version 14, one line a fact.
 *
 *     ZARR_VECTORS=zarr-v3-vectors-0.1.0-edition-3.1 make test
 *
 * ZARR_RECEIPT=FILE writes the ids of the facts that were run, for `conform vectors audit FILE`. */

#define _POSIX_C_SOURCE 200809L /* For open. */

#include "codecs.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRONG = UNSUPPORTED + 1 }; /* Of the checks below: not what the fact states. */

/* These leave a check as soon as something is not OK. */
#define TRY(call) do { int status_ = (int)(call); if (status_ != OK) return status_; } while (0)
#define CHECK(holds) TRY((holds) ? OK : WRONG)

static json_object *get(json_object *object, const char *member) {
    return json_object_object_get(object, member);
}

static const char *text(json_object *object, const char *member) {
    return json_object_get_string(get(object, member));
}

static bool is(json_object *object, const char *member, const char *expected) {
    return get(object, member) != NULL && strcmp(text(object, member), expected) == 0;
}

/* NULL behind the end of the list, and where there is no list. */
static json_object *item(json_object *object, const char *member, size_t i) {
    json_object *list = get(object, member);
    return list != NULL ? json_object_array_get_idx(list, i) : NULL;
}

static bool is_shape(const struct shape *found, json_object *object, const char *member) {
    struct shape expected;
    return read_shape(get(object, member), &expected) && same_shape(found, &expected);
}

static size_t read_bytes(const char *digits, uint8_t *bytes) {
    size_t length = 0;
    while (length < MAX_BYTES && sscanf(digits + 2 * length, "%2hhx", &bytes[length]) == 1) {
        length++;
    }
    return length;
}

static int chunk(json_object *it, const struct chain *chain) {
    static uint8_t elements[MAX_BYTES], encoded[MAX_BYTES], written[MAX_BYTES], found[MAX_BYTES];
    size_t size = read_bytes(text(it, "elements"), elements), length = read_bytes(text(it, "encoded"), encoded);
    size_t room = sizeof written;
    TRY(encode(chain, elements, size, written, &room));
    /* Where the encoding is free, `encoded` is one example. */
    CHECK(get(it, "free") != NULL || (room == length && memcmp(written, encoded, length) == 0));
    TRY(decode(chain, encoded, length, found));
    CHECK(memcmp(found, elements, size) == 0);
    TRY(decode(chain, written, room, found));
    CHECK(memcmp(found, elements, size) == 0);
    return OK;
}

static int bad_chunk(json_object *it, const struct chain *chain) {
    static uint8_t encoded[MAX_BYTES], found[MAX_BYTES];
    CHECK(chain->size <= sizeof found);
    return (int)decode(chain, encoded, read_bytes(text(it, "encoded"), encoded), found);
}

static int representation(json_object *it, const struct chain *chain) {
    for (size_t i = 0; i < chain->count; i++) {
        const struct representation *found = &chain->representations[i];
        json_object *expected = item(it, "representations", i), *bytes = get(expected, "bytes");
        CHECK((found->is_bytes && !found->is_free) == (bytes != NULL) && found->bytes == json_object_get_uint64(bytes));
        CHECK(found->is_bytes || is_shape(&found->shape, expected, "shape"));
        CHECK(found->is_bytes || is(expected, "data_type", text(it, "data_type")));
    }
    return item(it, "representations", chain->count) == NULL ? OK : WRONG;
}

static int grid(json_object *it) {
    json_object *place, *each, *expected;
    struct shape array, chunk_shape, coordinates, index, found, within;
    CHECK(read_shape(get(it, "array_shape"), &array) && read_shape(get(it, "chunk_shape"), &chunk_shape));
    TRY(grid_shape(&array, &chunk_shape, &found));
    CHECK(is_shape(&found, it, "grid_shape"));
    for (size_t i = 0; (place = item(it, "places", i)) != NULL; i++) {
        CHECK(read_shape(get(place, "coordinates"), &coordinates));
        locate(&coordinates, &chunk_shape, &found, &within);
        CHECK(is_shape(&found, place, "chunk") && is_shape(&within, place, "within"));
    }
    for (size_t i = 0; (each = item(it, "chunks", i)) != NULL; i++) {
        CHECK(read_shape(get(each, "index"), &index));
        found = chunk_origin(&index, &chunk_shape);
        CHECK(is_shape(&found, each, "origin"));
        for (size_t k = 0; (expected = item(each, "keys", k)) != NULL; k++) {
            char key[1024];
            TRY(chunk_key(get(expected, "chunk_key_encoding"), &index, key, sizeof key));
            CHECK(is(expected, "key", key));
        }
    }
    return OK;
}

static int check(json_object *it) {
    if (is(it, "kind", "grid")) {
        return grid(it);
    }
    struct shape shape;
    struct chain chain;
    CHECK(read_shape(get(it, "shape"), &shape));
    TRY(new_chain(get(it, "codecs"), text(it, "data_type"), &shape, &chain));
    return is(it, "kind", "chunk")       ? chunk(it, &chain)
           : is(it, "kind", "bad_chunk") ? bad_chunk(it, &chain)
                                         : representation(it, &chain);
}

/* Does what the fact states: OK, UNSUPPORTED, or something else if that is not so. */
static int run(json_object *it, json_object *facts) {
    if (get(it, "refused") == NULL) {
        return check(it);
    }
    /* A refusal is worth something only if the fact that differs in nothing but the mistake is accepted. */
    TRY(run(get(facts, text(it, "twin")), facts));
    int found = check(it);
    return found == INVALID || found == UNSUPPORTED ? OK : WRONG;
}

/* Open facts have outcomes in place of an answer; they are never failed. */
static bool is_tested(json_object *it) {
    bool is_kind = is(it, "kind", "chunk") || is(it, "kind", "bad_chunk") || is(it, "kind", "representation");
    return (is_kind || is(it, "kind", "grid")) && !is(it, "level", "open");
}

/* Attributes of some facts are nested more deeply than the 32 levels that json-c reads by default. */
static json_object *read_json(const char *path) {
    int file = open(path, O_RDONLY);
    if (file < 0) {
        perror(path);
        return NULL;
    }
    json_object *value = json_object_from_fd_ex(file, 256);
    close(file);
    if (value == NULL) {
        fprintf(stderr, "%s: %s\n", path, json_util_get_last_err());
    }
    return value;
}

int main(int argc, char **argv) {
    json_object *manifest = argc == 2 ? read_json(argv[1]) : NULL;
    FILE *receipt = fopen(getenv("ZARR_RECEIPT") != NULL ? getenv("ZARR_RECEIPT") : "/dev/null", "a");
    if (receipt == NULL || !is(manifest, "edition", "3.1")) {
        puts("Bail out! ZARR_VECTORS is not an archive of edition 3.1, or ZARR_RECEIPT cannot be written");
        return 2;
    }
    size_t tests = 0, failed = 0;
    puts("TAP version 14");
    json_object_object_foreach(get(manifest, "facts"), id, it) {
        if (!is_tested(it)) {
            continue;
        }
        int found = run(it, get(manifest, "facts"));
        bool is_lacking = found == UNSUPPORTED, holds = found == OK || is_lacking;
        bool is_failed = !holds && is(it, "level", "must");
        const char *note = is_lacking ? " # SKIP unsupported" : holds || is_failed ? "" : " # TODO no must";
        printf("%s %zu - %s%s\n", holds ? "ok" : "not ok", ++tests, id, note);
        fprintf(receipt, "%s%s\n", id, is_lacking ? " unsupported" : "");
        failed += is_failed;
    }
    printf("1..%zu\n", tests);
    return fclose(receipt) != 0 || failed > 0 || tests == 0;
}
