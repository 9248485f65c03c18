// Adapter of my-library for zarr-conform: answers the requests of protocol 1 by calling the library.
//
// Fill in open, read and write, the functions marked with TODO, and put the name of each into
// IMPLEMENTED once it works. Everything below them speaks the protocol and can stay as it is.
//
// The verdict is about the library. So the adapter does not validate, does not repair, and never
// looks into the store by itself. docs/adapters.md of zarr-conform describes the protocol in full,
// also the optional operations create, encode, decode and grid, and those on groups.

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

// TODO: include your library here.

using nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

namespace {

// The operations that work: add "open", "read" and "write" as you write them. What is listed here
// and answers "unsupported" to a plain request counts as a false claim.
const std::vector<std::string> IMPLEMENTED = {};

struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

json hello() {
    return {
        {"protocol", 1},
        {"name", "my-library"},
        {"version", "0.0.0"},  // TODO: ask your library for its version, so that it cannot be wrong.
        {"language", "C++"},
        {"edition", "3.1"},  // The newest edition of the specification that the library implements.
        {"ops", IMPLEMENTED},
    };
}

// What the library understood of an array: the data type by the specification's identifier, such as
// "int16", and the shape.
struct Description {
    std::string data_type;
    std::vector<std::uint64_t> shape;
};

// One start and one length for each dimension; always lies within the array.
struct Region {
    std::vector<std::uint64_t> start;
    std::vector<std::uint64_t> shape;
};

// Opens the array as any user would, and reads no chunk.
//
// `store` is the path of a folder that holds zarr.json. Let the exceptions of the library pass:
// `kind_of_error` translates them. Where it returns errors instead, throw them.
Description open(const std::string& store) {
    // TODO: call your library here.
    (void)store;
    throw Unsupported("not implemented yet");
}

struct Elements {
    Description array;
    std::vector<Bytes> regions;
};

// The bytes with each group of `width` in the opposite order. `width` is the size of an element, of a
// complex number that of one component, and of raw bits 1.
[[maybe_unused]] Bytes reversed(Bytes bytes, std::size_t width) {
    for (std::size_t i = 0; i + width <= bytes.size(); i += width) {
        std::reverse(bytes.begin() + i, bytes.begin() + i + width);
    }
    return bytes;
}

// Opens the array once and reads all regions from it, one after the other; nullopt stands for the
// whole array.
//
// Returns the bytes of each region: elements in C order, the last dimension fastest, each little
// endian, whatever the array's own endianness and codecs are. A complex number is its real component,
// then the imaginary one; a bool is one byte, 0 or 1; raw bits stay as they are.
//
// Every bit counts, also those of NaNs and of negative zero: copy memory with memcpy and swap bytes
// where you must, do not convert numbers. An array of rank 0 has one element; a region with a length
// of 0 has none.
//
// A library that hands out raw bytes (void*, char*, std::byte*) and a data type at run time:
// - The bytes are numbers as this machine has them in memory: pass them on as they are; on a big-endian
//   machine, `reversed`.
// - They are in a byte order that the library names: `reversed` where it says big endian. Ask the library,
//   never zarr.json. If it names none, what its documentation promises decides, and without a promise
//   they are passed on as numbers of this machine: that is how its users take them.
// - They have strides, or the first dimension is the fastest: copy element by element into C order.
// - It fills a buffer of yours: give it as many bytes as the region has, and look at how many it wrote.
// - They are chunks as they are stored, before any codec: then the library does not read elements. Leave
//   "read" out; "decode" may be what it has.
// A data type without a C++ type (float16, raw bits) needs nothing more: it is never made a number here.
Elements read(const std::string& store, const std::vector<std::optional<Region>>& regions) {
    // TODO: call your library here.
    (void)store;
    (void)regions;
    throw Unsupported("not implemented yet");
}

// Opens the array that is there and writes into one region; nullopt stands for the whole array.
//
// `elements` are bytes in the form that `read` returns; a library that takes raw bytes gets them in the
// byte order that it wants. When this function returns, everything must have reached the folder: the
// chunks are looked at next.
void write(const std::string& store, const std::optional<Region>& region, const Bytes& elements) {
    // TODO: call your library here.
    (void)store;
    (void)region;
    (void)elements;
    throw Unsupported("not implemented yet");
}

// The one rule from exceptions to kinds of error, for all operations.
//
// "unsupported": valid, perhaps, but not implemented; "internal": says nothing about the input, such
// as no memory or a bug; "invalid": the input breaks the specification.
std::string kind_of_error(const std::exception& error) {
    // TODO: name the exceptions of your library. Without any of its own, this rule can stay.
    if (dynamic_cast<const Unsupported*>(&error) != nullptr) return "unsupported";
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "internal";
    return "invalid";
}

// From here on: the protocol. One line of JSON for each request, and one for each answer.

std::string to_hex(const Bytes& bytes) {
    const char* digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * bytes.size());
    for (std::uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

Bytes from_hex(const std::string& digits) {
    Bytes bytes;
    bytes.reserve(digits.size() / 2);
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

// Exact up to 2^64 - 1.
Region region_of(const json& value) {
    return {value.at("start").get<std::vector<std::uint64_t>>(),
            value.at("shape").get<std::vector<std::uint64_t>>()};
}

json described(const Description& array) {
    return {{"data_type", array.data_type}, {"shape", array.shape}};
}

json answer_read(const json& request) {
    std::vector<std::optional<Region>> regions;
    if (request.contains("regions")) {
        for (const json& region : request.at("regions")) regions.push_back(region_of(region));
    } else {
        regions.push_back(std::nullopt);
    }
    const Elements elements = read(request.at("store"), regions);
    json digits = json::array();
    for (const Bytes& bytes : elements.regions) digits.push_back(to_hex(bytes));
    json answer = described(elements.array);
    if (request.contains("regions")) {
        answer["regions"] = digits;
    } else {
        answer["elements"] = digits.at(0);
    }
    return answer;
}

json answer(const json& request) {
    const std::string op = request.at("op");
    if (op == "hello") return hello();
    if (op == "open") return described(open(request.at("store")));
    if (op == "read") return answer_read(request);
    if (op == "write") {
        std::optional<Region> region;
        if (request.contains("region")) region = region_of(request.at("region"));
        write(request.at("store"), region, from_hex(request.at("elements")));
        return json::object();
    }
    throw Unsupported("operation " + op + " is not implemented");
}

}  // namespace

int main() {
    // Nothing but answers may reach standard output, so prints go to standard error from now on.
    // (Windows: _dup, _dup2 and _fdopen of io.h and stdio.h.)
    std::FILE* answers = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);

    std::string line;
    while (std::getline(std::cin, line)) {
        const json request = json::parse(line);
        json result = {{"id", request.at("id")}};
        try {
            result["ok"] = answer(request);
        } catch (const std::exception& error) {
            result["error"] = {{"kind", kind_of_error(error)}, {"message", error.what()}};
        }
        // A message that is not UTF-8 must not break the answer.
        const auto text = result.dump(-1, ' ', false, json::error_handler_t::replace);
        std::fprintf(answers, "%s\n", text.c_str());
        std::fflush(answers);
    }
}
