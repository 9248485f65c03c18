// Adapter of my-library for zarr-conform: answers the requests of protocol 1 by calling the library.
//
// Fill in open, read and write, the functions marked with TODO, and put the name of each into
// implemented once it works. Everything below them speaks the protocol and can stay as it is.
//
// The verdict is about the library. So the adapter does not validate, does not repair, and never
// looks into the store by itself. docs/adapters.md of zarr-conform describes the protocol in full,
// also the optional operations create, encode, decode and grid, and those on groups.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	// TODO: import your library here.
)

// The operations that work: add "open", "read" and "write" as you write them. What is listed here
// and answers "unsupported" to a plain request counts as a false claim.
var implemented = []string{}

var errNotImplemented = errors.New("not implemented yet")

func hello() any {
	return map[string]any{
		"protocol": 1,
		"name":     "my-library",
		"version":  "0.0.0", // TODO: ask your library for its version, so that it cannot be wrong.
		"language": "Go",
		"edition":  "3.1", // The newest edition of the specification that the library implements.
		"ops":      implemented,
	}
}

// description is what the library understood of an array: the data type by the specification's
// identifier, such as "int16", and the shape.
type description struct {
	DataType string   `json:"data_type"`
	Shape    []uint64 `json:"shape"`
}

// region has one start and one length for each dimension, and always lies within the array.
type region struct {
	Start []uint64 `json:"start"`
	Shape []uint64 `json:"shape"`
}

// open opens the array as any user would, and reads no chunk.
//
// store is the path of a folder that holds zarr.json. Return the errors of the library as they are:
// kindOfError translates them.
func open(store string) (description, error) {
	// TODO: call your library here.
	return description{}, errNotImplemented
}

// read opens the array once and reads all regions from it, one after the other; nil stands for the
// whole array.
//
// It returns the bytes of each region: elements in C order, the last dimension fastest, each little
// endian, whatever the array's own endianness and codecs are. A complex number is its real
// component, then the imaginary one; a bool is one byte, 0 or 1; raw bits stay as they are.
//
// Every bit counts, also those of NaNs and of negative zero: use math.Float32bits and
// encoding/binary, do not convert numbers. An array of rank 0 has one element; a region with a length
// of 0 has none.
func read(store string, regions []*region) (description, [][]byte, error) {
	// TODO: call your library here.
	return description{}, nil, errNotImplemented
}

// write opens the array that is there and writes into one region; nil stands for the whole array.
//
// elements are bytes in the form that read returns. When this function returns, everything must have
// reached the folder: the chunks are looked at next.
func write(store string, region *region, elements []byte) error {
	// TODO: call your library here.
	return errNotImplemented
}

// kindOfError is the one rule from errors to kinds of error, for all operations.
//
// "unsupported": valid, perhaps, but not implemented; "internal": says nothing about the input, such
// as no permission or a bug; "invalid": the input breaks the specification.
func kindOfError(err error) string {
	// TODO: name the errors of your library. Without any of its own, this rule can stay.
	switch {
	case errors.Is(err, errNotImplemented):
		return "unsupported"
	case errors.Is(err, fs.ErrPermission):
		return "internal"
	default:
		return "invalid"
	}
}

// From here on: the protocol. One line of JSON for each request, and one for each answer.

type request struct {
	ID       uint64     `json:"id"`
	Op       string     `json:"op"`
	Store    string     `json:"store"`
	Regions  *[]*region `json:"regions"`
	Region   *region    `json:"region"`
	Elements string     `json:"elements"`
}

type result struct {
	ID    uint64   `json:"id"`
	OK    any      `json:"ok,omitempty"`
	Error *refusal `json:"error,omitempty"`
}

type refusal struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

func answer(request request) (any, error) {
	switch request.Op {
	case "hello":
		return hello(), nil
	case "open":
		opened, err := open(request.Store)
		return described(opened), err
	case "read":
		return answerRead(request)
	case "write":
		elements, err := hex.DecodeString(request.Elements)
		if err != nil {
			return nil, err
		}
		return struct{}{}, write(request.Store, request.Region, elements)
	default:
		return nil, fmt.Errorf("operation %s: %w", request.Op, errNotImplemented)
	}
}

func answerRead(request request) (any, error) {
	regions := []*region{nil}
	if request.Regions != nil {
		regions = *request.Regions
	}
	opened, elements, err := read(request.Store, regions)
	if err != nil {
		return nil, err
	}
	digits := []string{}
	for _, bytes := range elements {
		digits = append(digits, hex.EncodeToString(bytes))
	}
	answer := described(opened)
	if request.Regions != nil {
		answer["regions"] = digits
	} else {
		answer["elements"] = digits[0]
	}
	return answer, nil
}

// described is the description as it is answered: the shape of an array of rank 0 is [], not null.
func described(it description) map[string]any {
	return map[string]any{"data_type": it.DataType, "shape": append([]uint64{}, it.Shape...)}
}

func main() {
	// Nothing but answers may reach standard output, so prints go to standard error from now on.
	// Where your library calls native code that prints, redirect the descriptor itself besides.
	answers := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr

	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		must(err)
		var request request
		must(json.Unmarshal(line, &request))
		ok, err := answer(request)
		if err != nil {
			must(answers.Encode(result{ID: request.ID, Error: &refusal{kindOfError(err), err.Error()}}))
		} else {
			must(answers.Encode(result{ID: request.ID, OK: ok}))
		}
	}
}

// must ends the adapter where the pipe or a request is broken: that is not the library's doing.
func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
