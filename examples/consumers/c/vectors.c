/* Runs the facts of an unpacked archive of vectors: TAP version 14, one line a fact.
 *
 *     ZARR_VECTORS=zarr-v3-vectors-0.1.0-edition-3.1 make test
 *
 * ZARR_RECEIPT=FILE writes the ids of the facts that were run, for `conform vectors audit FILE`. */

#include "codecs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRONG = UNSUPPORTED + 1 }; /* Of the checks below: not what the fact states. */
static const char *const KINDS[] = {"chunk", "bad_chunk", "representation", "grid"};
static json_object *manifest, *files;

static json_object *get(json_object *object, const char *member) {
    return json_object_object_get(object, member);
}

static const char *text(json_object *object, const char *member) {
    const char *found = json_object_get_string(get(object, member));
    return found != NULL ? found : "";
}

static json_object *read_json(const char *file) {
    const char *root = getenv("ZARR_VECTORS");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", root != NULL ? root : ".", file);
    json_object *found = json_object_from_file(path);
    if (found == NULL) {
        printf("Bail out! %s\n", json_util_get_last_err());
        exit(2);
    }
    json_object *facts = json_object_get(get(found, "facts"));
    json_object_put(found);
    return facts;
}

static json_object *by_id(json_object *facts, const char *id) {
    for (size_t i = 0; i < json_object_array_length(facts); i++) {
        json_object *fact = json_object_array_get_idx(facts, i);
        if (strcmp(text(fact, "id"), id) == 0) {
            return fact;
        }
    }
    printf("Bail out! no fact %s\n", id);
    exit(2);
}

static struct shape shape_of(json_object *object, const char *member) {
    json_object *lengths = get(object, member);
    struct shape shape = {.rank = lengths != NULL ? json_object_array_length(lengths) : 0};
    if (shape.rank > MAX_RANK) {
        printf("Bail out! rank %zu\n", shape.rank);
        exit(2);
    }
    for (size_t d = 0; d < shape.rank; d++) {
        shape.lengths[d] = json_object_get_uint64(json_object_array_get_idx(lengths, d));
    }
    return shape;
}

static bool is_shape(const struct shape *found, json_object *object, const char *member) {
    struct shape expected = shape_of(object, member);
    return get(object, member) != NULL && found->rank == expected.rank &&
           memcmp(found->lengths, expected.lengths, found->rank * sizeof *found->lengths) == 0;
}

/* The bytes of hexadecimal digits, to be freed. */
static uint8_t *bytes_of(const char *digits, size_t *length) {
    *length = strlen(digits) / 2;
    uint8_t *bytes = malloc(*length + 1);
    for (size_t i = 0; i < *length; i++) {
        sscanf(digits + 2 * i, "%2hhx", &bytes[i]);
    }
    return bytes;
}

static int chunk(json_object *it, const struct chain *chain, bool is_bad) {
    size_t length, encoded_size;
    uint8_t *elements = bytes_of(text(it, "elements"), &length);
    uint8_t *expected = bytes_of(text(it, "encoded"), &encoded_size);
    uint8_t *found = calloc(encoded_length(chain) + 1, 1);
    int status = is_bad ? OK : (int)encode(chain, elements, length, found);
    if (status == OK && !is_bad) {
        status = encoded_size == length && memcmp(found, expected, length) == 0 ? OK : WRONG;
    }
    if (status == OK) {
        status = (int)decode(chain, expected, encoded_size, found);
    }
    if (status == OK && !is_bad) {
        status = memcmp(found, elements, length) == 0 ? OK : WRONG;
    }
    free(elements);
    free(expected);
    free(found);
    return status;
}

static int representation(json_object *it, const struct chain *chain) {
    json_object *expected = get(it, "representations");
    if (expected == NULL) {
        return OK;
    }
    bool is_same = json_object_array_length(expected) == chain->count;
    for (size_t i = 0; i < chain->count && is_same; i++) {
        const struct representation *found = &chain->representations[i];
        json_object *each = json_object_array_get_idx(expected, i);
        is_same = found->is_bytes ? get(each, "bytes") != NULL && json_object_get_uint64(get(each, "bytes")) == found->bytes
                                  : is_shape(&found->shape, each, "shape") &&
                                        strcmp(text(each, "data_type"), text(it, "data_type")) == 0;
    }
    return is_same ? OK : WRONG;
}

static int grid(json_object *it) {
    struct shape array = shape_of(it, "array_shape"), chunk_shape = shape_of(it, "chunk_shape"), found, within;
    enum status status = grid_shape(&array, &chunk_shape, &found);
    if (status != OK || get(it, "refused") != NULL) {
        return (int)status;
    }
    bool is_same = is_shape(&found, it, "grid_shape");
    json_object *elements = get(it, "elements"), *chunks = get(it, "chunks");
    for (size_t i = 0; elements != NULL && i < json_object_array_length(elements); i++) {
        json_object *element = json_object_array_get_idx(elements, i);
        struct shape coordinates = shape_of(element, "coordinates");
        locate(&coordinates, &chunk_shape, &found, &within);
        is_same = is_same && is_shape(&found, element, "chunk") && is_shape(&within, element, "within");
    }
    for (size_t i = 0; chunks != NULL && i < json_object_array_length(chunks); i++) {
        json_object *each = json_object_array_get_idx(chunks, i), *keys = get(each, "keys");
        struct shape index = shape_of(each, "index"), origin = chunk_origin(&index, &chunk_shape);
        is_same = is_same && is_shape(&origin, each, "origin");
        for (size_t k = 0; k < json_object_array_length(keys); k++) {
            json_object *expected = json_object_array_get_idx(keys, k);
            char key[1024];
            status = chunk_key(get(expected, "chunk_key_encoding"), &index, key, sizeof key);
            if (status != OK) {
                return (int)status;
            }
            is_same = is_same && strcmp(key, text(expected, "key")) == 0;
        }
    }
    return is_same ? OK : WRONG;
}

static int check(json_object *it, const char *kind) {
    if (strcmp(kind, "grid") == 0) {
        return grid(it);
    }
    struct shape shape = shape_of(it, "shape");
    struct chain chain;
    enum status status = new_chain(get(it, "codecs"), text(it, "data_type"), &shape, &chain);
    if (status != OK) {
        return (int)status;
    }
    return strcmp(kind, "representation") == 0 ? representation(it, &chain)
                                               : chunk(it, &chain, strcmp(kind, "bad_chunk") == 0);
}

/* Does what the fact states: OK, UNSUPPORTED, or something else if that is not so. */
static int run(json_object *entry) {
    const char *file = text(entry, "file"), *kind = text(entry, "kind");
    if (get(files, file) == NULL) {
        json_object_object_add(files, file, read_json(file));
    }
    json_object *it = get(by_id(get(files, file), text(entry, "id")), kind);
    if (get(it, "refused") == NULL) {
        return check(it, kind);
    }
    /* A refusal is worth something only if the fact that differs in the mistake alone is accepted. */
    int twin = run(by_id(manifest, text(entry, "twin")));
    int found = check(it, kind);
    return twin != OK ? twin : found == INVALID || found == UNSUPPORTED ? OK : WRONG;
}

/* Open facts have outcomes in place of an answer; they are never failed. */
static bool is_tested(json_object *entry) {
    bool is_kind = false, is_edition = false;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        is_kind = is_kind || strcmp(text(entry, "kind"), KINDS[i]) == 0;
    }
    json_object *editions = get(entry, "editions");
    for (size_t i = 0; i < json_object_array_length(editions); i++) {
        is_edition = is_edition || strcmp(json_object_get_string(json_object_array_get_idx(editions, i)), "3.1") == 0;
    }
    return is_kind && is_edition && strcmp(text(entry, "level"), "open") != 0;
}

int main(void) {
    manifest = read_json("manifest.json");
    files = json_object_new_object();
    FILE *receipt = getenv("ZARR_RECEIPT") != NULL ? fopen(getenv("ZARR_RECEIPT"), "a") : NULL;
    size_t tests = 0, failed = 0;
    puts("TAP version 14");
    for (size_t i = 0; i < json_object_array_length(manifest); i++) {
        json_object *entry = json_object_array_get_idx(manifest, i);
        if (!is_tested(entry)) {
            continue;
        }
        const char *id = text(entry, "id"), *level = text(entry, "level");
        int found = run(entry);
        bool is_good = found == OK || found == UNSUPPORTED, is_must = strcmp(level, "must") == 0;
        printf("%s %zu - %s", is_good ? "ok" : "not ok", ++tests, id);
        if (found == UNSUPPORTED) {
            printf(" # SKIP unsupported");
        } else if (!is_good && !is_must) {
            printf(" # TODO level %s", level);
        }
        putchar('\n');
        if (receipt != NULL) {
            fprintf(receipt, "%s%s\n", id, found == UNSUPPORTED ? " unsupported" : "");
        }
        failed += !is_good && is_must;
    }
    printf("1..%zu\n", tests);
    return failed > 0 || tests == 0 || (receipt != NULL && fclose(receipt) != 0);
}
