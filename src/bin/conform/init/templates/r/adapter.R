# Adapter of my-library for zarr-conform: answers the requests of protocol 1 by calling the library.
#
# Fill in `open_array`, `read_array` and `write_array`, the functions marked with TODO, and put the name
# of each operation into IMPLEMENTED once it works. Everything below them speaks the protocol and can stay
# as it is.
#
# The verdict is about the library. So the adapter does not validate, does not repair, and never looks
# into the store by itself. docs/adapters.md of zarr-conform describes the protocol in full, also the
# optional operations create, encode, decode and grid, and those on groups.

# Nothing but answers may reach standard output, so prints go to standard error from now on. (What native
# code or another process writes to standard output by itself is not caught.)
sink(stderr())

# TODO: load your library here, with library(my.library).

# The operations that work: add "open", "read" and "write" as you write them. What is listed here and
# answers "unsupported" to a plain request counts as a false claim.
IMPLEMENTED <- c()

hello <- function() {
  list(
    name = "my-library",
    version = "0.0.0", # TODO: as.character(packageVersion("my.library")), so that it cannot be wrong.
    language = "R",
    edition = "3.1" # The newest edition of the specification that the library implements.
  )
}

unsupported <- function(message) {
  stop(structure(class = c("unsupported", "error", "condition"), list(message = message, call = NULL)))
}

# Opens the array as any user would, and reads no chunk.
#
# `store` is the path of a folder that holds zarr.json. Returns what the library understood: the data type
# by the specification's identifier, such as "int16", and the shape. A length above 2^53 is given back as
# a string of its digits, since R's numbers would round it; as.character makes it of an integer64. Let the errors of the library pass:
# `kind_of_error` translates them.
open_array <- function(store) {
  # TODO: call your library here.
  #     array <- my.library::open(store)
  #     list(data_type = array$data_type, shape = dim(array))
  unsupported("not implemented yet")
}

# Opens the array once and reads all regions from it, one after the other.
#
# Each region is list(start = , shape = ), one number for each dimension, counted from 0 as in Zarr, and
# always lies within the array; NULL stands for the whole array. Where one of the numbers of `start` or
# `shape` is above 2^53, that vector has strings of digits. Where your library cannot be given these, call
# unsupported.
#
# Returns data_type and shape as `open_array` does, and as `elements` a list with a raw vector for each region:
# elements in C order, the last dimension fastest, each little endian, whatever the array's own endianness
# and codecs are. A complex number is its real component, then the imaginary one; a bool is one byte, 0
# or 1; raw bits stay as they are.
#
# R's own arrays have the first dimension fastest, so they are turned round first, with aperm. Every bit
# counts, also those of NaNs and of negative zero: writeBin takes them as they are. Integers of 64 bits do not fit
# into R's numbers: a library that rounds them is what is judged, but the adapter must not round. Of an integer64 of
# the package bit64, writeBin(unclass(it), raw(), size = 8, endian = "little") has the bits. An array of rank
# 0 has one element; a region with a length of 0 has none, so raw(0).
read_array <- function(store, regions) {
  # TODO: call your library here. With an array that gives R's arrays of integers, of int16:
  #     array <- my.library::open(store)
  #     bytes <- function(region) {
  #       elements <- my.library::read(array, region$start, region$shape)
  #       writeBin(as.vector(aperm(elements)), raw(), size = 2, endian = "little")
  #     }
  #     list(data_type = array$data_type, shape = dim(array), elements = lapply(regions, bytes))
  unsupported("not implemented yet")
}

# Opens the array that is there and writes into one region; NULL stands for the whole array.
#
# `elements` is a raw vector in the form that `read_array` returns. When this function returns, everything must have
# reached the folder: the chunks are looked at next.
write_array <- function(store, region, elements) {
  # TODO: call your library here. With R's arrays of integers, of int16:
  #     values <- readBin(elements, "integer", n = length(elements) / 2, size = 2, endian = "little")
  #     turned <- aperm(array(values, dim = rev(region$shape)))
  unsupported("not implemented yet")
}

# The one rule from errors to kinds of error, for all operations.
#
# "unsupported": valid, perhaps, but not implemented; "internal": says nothing about the input, such as no
# permission or a bug; "invalid": the input breaks the specification.
kind_of_error <- function(error) {
  # TODO: name the classes of your library's errors. Without any of its own, this rule can stay.
  if (inherits(error, "unsupported")) {
    return("unsupported")
  }
  if (grepl("^cannot allocate|Permission denied", conditionMessage(error))) {
    return("internal")
  }
  "invalid"
}

# From here on: the protocol. One line of JSON for each request, and one for each answer. Answers are put
# together by hand: they are short, and integers and lists of one element stay what they are.

string <- function(text) {
  # A message that is not UTF-8 must not break the answer.
  text <- iconv(enc2utf8(paste(text, collapse = "\n")), "UTF-8", "UTF-8", sub = "byte")
  as.character(jsonlite::toJSON(jsonlite::unbox(text)))
}

members <- function(...) {
  values <- c(...)
  paste0("{", paste0("\"", names(values), "\":", values, collapse = ","), "}")
}

items <- function(values) paste0("[", paste0(values, collapse = ","), "]")

# The digits of integers, exact: those above 2^53 are strings of them.
digits <- function(numbers) {
  vapply(numbers, function(it) if (is.character(it)) it else sprintf("%.0f", it), "", USE.NAMES = FALSE)
}

# Numbers of a request, in a vector of numbers or, where one is above 2^53, of strings.
numbers <- function(values) {
  if (any(vapply(values, is.character, NA))) digits(values) else vapply(values, as.numeric, 0)
}

region_of <- function(value) {
  list(start = numbers(value[["start"]]), shape = numbers(value[["shape"]]))
}

to_hex <- function(bytes) paste0("\"", paste0(as.character(bytes), collapse = ""), "\"")

from_hex <- function(text) {
  codes <- as.integer(charToRaw(text))
  halves <- matrix(codes - ifelse(codes >= 97L, 87L, 48L), nrow = 2)
  as.raw(16L * halves[1, ] + halves[2, ])
}

described <- function(array) {
  c(data_type = string(array[["data_type"]]), shape = items(digits(array[["shape"]])))
}

answer_hello <- function() {
  said <- vapply(hello(), string, "")
  members(protocol = "1", said, ops = items(vapply(IMPLEMENTED, string, "", USE.NAMES = FALSE)))
}

answer_read <- function(request) {
  # `request$region` would find "regions", too: [[ ]] takes whole names only.
  regions <- request[["regions"]]
  asked <- if (is.null(regions)) list(NULL) else lapply(regions, region_of)
  found <- read_array(request[["store"]], asked)
  bytes <- vapply(found[["elements"]], to_hex, "")
  if (is.null(regions)) {
    return(members(described(found), elements = bytes[[1]]))
  }
  members(described(found), regions = items(bytes))
}

answer_write <- function(request) {
  region <- request[["region"]]
  region <- if (is.null(region)) NULL else region_of(region)
  write_array(request[["store"]], region, from_hex(request[["elements"]]))
  "{}"
}

answer <- function(request) {
  switch(request[["op"]],
    "hello" = answer_hello(),
    "open" = members(described(open_array(request[["store"]]))),
    "read" = answer_read(request),
    "write" = answer_write(request),
    unsupported(paste("operation", request[["op"]], "is not implemented"))
  )
}

# Writes a line to standard output, whatever a library has diverted.
say <- function(line) {
  while (sink.number() > 0) sink()
  writeLines(line, stdout(), useBytes = TRUE)
  flush(stdout())
  sink(stderr())
}

requests <- file("stdin", open = "rb")
while (length(line <- readLines(requests, n = 1, encoding = "UTF-8")) > 0) {
  request <- jsonlite::parse_json(line, bigint_as_char = TRUE)
  result <- tryCatch(
    c(ok = answer(request)),
    error = function(error) {
      message <- string(conditionMessage(error))
      c(error = members(kind = string(kind_of_error(error)), message = message))
    }
  )
  say(members(id = digits(request["id"]), result))
}
