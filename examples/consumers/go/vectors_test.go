// Runs the facts of an unpacked archive of vectors, one test a fact.
//
//	ZARR_VECTORS=zarr-v3-vectors-0.1.0-edition-3.1 go test
//
// ZARR_RECEIPT=FILE writes the ids of the facts that were run, for `conform vectors audit FILE`.
package consumer

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var kinds = []string{"chunk", "bad_chunk", "representation", "grid"}

// fact has the members of all kinds that are tested here; those of other kinds are empty.
type fact struct {
	Kind, Level, Twin, Refused string
	DataType                   any `json:"data_type"` // A name, or an object with one.
	Shape                      []uint64
	Codecs                     []any
	Elements, Encoded          hexBytes
	Free                       bool // Encoded is one example.
	Representations            []Representation
	ArrayShape                 []uint64 `json:"array_shape"`
	ChunkShape                 []uint64 `json:"chunk_shape"`
	GridShape                  []uint64 `json:"grid_shape"`
	Places                     []struct{ Coordinates, Chunk, Within []uint64 }
	Chunks                     []struct {
		Index, Origin []uint64
		Keys          []struct {
			Encoding any `json:"chunk_key_encoding"`
			Key      string
		}
	}
}

type hexBytes []byte

func (bytes *hexBytes) UnmarshalJSON(text []byte) (err error) {
	if text[0] == '[' {
		return nil // Elements of different sizes are not implemented.
	}
	var digits string
	if err = json.Unmarshal(text, &digits); err == nil {
		*bytes, err = hex.DecodeString(digits)
	}
	return err
}

func same(what string, found, expected any) error {
	if fmt.Sprint(found) != fmt.Sprint(expected) {
		return fmt.Errorf("%s: found %v, expected %v", what, found, expected)
	}
	return nil
}

func grid(it fact) error {
	shape, err := GridShape(it.ArrayShape, it.ChunkShape)
	if err != nil {
		return err
	}
	wrong := []error{same("grid shape", shape, it.GridShape)}
	for _, place := range it.Places {
		index, within := Locate(place.Coordinates, it.ChunkShape)
		wrong = append(wrong, same("chunk", index, place.Chunk), same("within", within, place.Within))
	}
	for _, chunk := range it.Chunks {
		wrong = append(wrong, same("origin", Origin(chunk.Index, it.ChunkShape), chunk.Origin))
		for _, expected := range chunk.Keys {
			key, err := Key(expected.Encoding, chunk.Index)
			wrong = append(wrong, err, same("key", key, expected.Key))
		}
	}
	return errors.Join(wrong...)
}

// check does what the fact states, and says what is wrong.
func check(it fact) error {
	if it.Kind == "grid" {
		return grid(it)
	}
	chain, err := NewChain(it.Codecs, fmt.Sprint(it.DataType), it.Shape)
	switch {
	case err != nil:
		return err
	case it.Kind == "chunk":
		encoded, errEncode := chain.Encode(it.Elements)
		decoded, errDecode := chain.Decode(it.Encoded)
		again, errAgain := chain.Decode(encoded)
		if !it.Free {
			errEncode = errors.Join(errEncode, same("encoded", encoded, it.Encoded))
		}
		return errors.Join(errEncode, errDecode, errAgain, same("decoded", decoded, it.Elements),
			same("decoded again", again, it.Elements))
	case it.Kind == "bad_chunk":
		_, err = chain.Decode(it.Encoded)
		return err
	}
	return same("representations", chain.Representations, it.Representations)
}

// run checks a fact; where it states that something is refused, what differs only in the mistake
// must be accepted, or the refusal is worth nothing.
func run(it fact, facts map[string]fact) error {
	if it.Refused == "" {
		return check(it)
	}
	if err := run(facts[it.Twin], facts); err != nil {
		return fmt.Errorf("twin %s: %w", it.Twin, err)
	}
	if err := check(it); !errors.Is(err, ErrInvalid) && !errors.Is(err, ErrUnsupported) {
		return fmt.Errorf("accepted, or not refused on purpose (%v): %s", err, it.Refused)
	}
	return nil
}

func TestFacts(t *testing.T) {
	file, errOpen := os.Open(filepath.Join(os.Getenv("ZARR_VECTORS"), "manifest.json"))
	decoder := json.NewDecoder(file)
	decoder.UseNumber() // Where no type is given; float64 is inexact beyond 2^53.
	var archive struct {
		Edition string
		Facts   map[string]fact
	}
	errDecode := decoder.Decode(&archive)
	receipt := cmp.Or(os.Getenv("ZARR_RECEIPT"), os.DevNull)
	ran, errReceipt := os.OpenFile(receipt, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	// Open facts have outcomes in place of an answer; they are never failed.
	maps.DeleteFunc(archive.Facts, func(_ string, it fact) bool {
		return it.Level == "open" || !slices.Contains(kinds, it.Kind)
	})
	err := errors.Join(errOpen, errDecode, errReceipt)
	if err != nil || archive.Edition != "3.1" || len(archive.Facts) == 0 {
		t.Fatalf("no facts of edition 3.1, or no receipt: %v", err)
	}
	for _, id := range slices.Sorted(maps.Keys(archive.Facts)) {
		t.Run(id, func(t *testing.T) {
			it := archive.Facts[id]
			err := run(it, archive.Facts)
			if errors.Is(err, ErrUnsupported) {
				fmt.Fprintln(ran, id, "unsupported")
				t.Skip(err)
			}
			fmt.Fprintln(ran, id)
			if err != nil && it.Level != "must" {
				t.Skipf("level %s: %v", it.Level, err)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}
