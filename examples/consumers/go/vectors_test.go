// Runs the facts of an unpacked archive of vectors, one test a fact.
//
//	ZARR_VECTORS=zarr-v3-vectors-0.1.0-edition-3.1 go test
//
// ZARR_RECEIPT=FILE writes the ids of the facts that were run, for `conform vectors audit FILE`.
package consumer

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

const edition = "3.1"

type entry struct {
	ID, Kind, Level, File, Twin string
	Editions                    []string
}

// statement holds the members of all kinds; a fact has those of its own kind.
type statement struct {
	DataType        string           `json:"data_type"`
	Shape           []uint64         `json:"shape"`
	Codecs          []map[string]any `json:"codecs"`
	Elements        json.RawMessage  `json:"elements"` // Hexadecimal digits, or the elements of a grid.
	Encoded         string           `json:"encoded"`
	Refused         *string          `json:"refused"`
	Representations []Representation `json:"representations"`
	ArrayShape      []uint64         `json:"array_shape"`
	ChunkShape      []uint64         `json:"chunk_shape"`
	GridShape       []uint64         `json:"grid_shape"`
	Chunks          []struct {
		Index, Origin []uint64
		Keys          []struct {
			Encoding any    `json:"chunk_key_encoding"`
			Key      string `json:"key"`
		}
	}
}

type fact struct {
	ID                          string
	Chunk, Representation, Grid *statement
	BadChunk                    *statement `json:"bad_chunk"`
}

// read keeps the text of a number where no type is given, since float64 is inexact beyond 2^53.
func read(t *testing.T, file string, into any) {
	opened, err := os.Open(filepath.Join(os.Getenv("ZARR_VECTORS"), file))
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	decoder := json.NewDecoder(opened)
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		t.Fatal(file, err)
	}
}

func same(what string, found, expected any) error {
	if fmt.Sprint(found) != fmt.Sprint(expected) {
		return fmt.Errorf("%s: found %v, expected %v", what, found, expected)
	}
	return nil
}

func chunk(it *statement) error {
	var digits string
	errDigits := json.Unmarshal(it.Elements, &digits)
	elements, errHex := hex.DecodeString(digits)
	chain, err := NewChain(it.Codecs, it.DataType, it.Shape)
	if err := errors.Join(errDigits, errHex, err); err != nil {
		return err
	}
	encoded, err := chain.Encode(elements)
	if err != nil {
		return err
	}
	decoded, err := chain.Decode(encoded)
	return errors.Join(err, same("encoded", hex.EncodeToString(encoded), it.Encoded),
		same("decoded", hex.EncodeToString(decoded), digits))
}

func badChunk(it *statement) error {
	encoded, errHex := hex.DecodeString(it.Encoded)
	chain, err := NewChain(it.Codecs, it.DataType, it.Shape)
	if err := errors.Join(errHex, err); err != nil {
		return err
	}
	_, err = chain.Decode(encoded)
	return err
}

func representation(it *statement) error {
	chain, err := NewChain(it.Codecs, it.DataType, it.Shape)
	if err != nil || it.Refused != nil {
		return err
	}
	return same("representations", chain.Representations, it.Representations)
}

func grid(it *statement) error {
	shape, err := GridShape(it.ArrayShape, it.ChunkShape)
	if err != nil || it.Refused != nil {
		return err
	}
	wrong := []error{same("grid shape", shape, it.GridShape)}
	var elements []struct{ Coordinates, Chunk, Within []uint64 }
	if it.Elements != nil {
		wrong = append(wrong, json.Unmarshal(it.Elements, &elements))
	}
	for _, element := range elements {
		index, within := Locate(element.Coordinates, it.ChunkShape)
		wrong = append(wrong, same("chunk", index, element.Chunk), same("within", within, element.Within))
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

// run does what the fact states, and says what is wrong.
func run(it entry, entries map[string]entry, facts map[string]fact) error {
	fact := facts[it.ID]
	statement, kind := fact.Chunk, chunk
	switch it.Kind {
	case "bad_chunk":
		statement, kind = fact.BadChunk, badChunk
	case "representation":
		statement, kind = fact.Representation, representation
	case "grid":
		statement, kind = fact.Grid, grid
	}
	if statement.Refused == nil {
		return kind(statement)
	}
	// A refusal is worth something only if the fact that differs in the mistake alone is accepted.
	if err := run(entries[it.Twin], entries, facts); err != nil {
		return fmt.Errorf("twin %s: %w", it.Twin, err)
	}
	if err := kind(statement); !errors.Is(err, ErrInvalid) && !errors.Is(err, ErrUnsupported) {
		return fmt.Errorf("accepted, or not refused on purpose (%v): %s", err, *statement.Refused)
	}
	return nil
}

func TestFacts(t *testing.T) {
	var manifest struct{ Facts []entry }
	read(t, "manifest.json", &manifest)
	var tested []entry
	entries, facts, files := map[string]entry{}, map[string]fact{}, map[string]bool{}
	for _, it := range manifest.Facts {
		// Open facts have outcomes in place of an answer; they are never failed.
		isTested := slices.Contains([]string{"chunk", "bad_chunk", "representation", "grid"}, it.Kind)
		if !isTested || it.Level == "open" || !slices.Contains(it.Editions, edition) {
			continue
		}
		entries[it.ID], tested = it, append(tested, it)
		if !files[it.File] {
			files[it.File] = true
			var content struct{ Facts []fact }
			read(t, it.File, &content)
			for _, each := range content.Facts {
				facts[each.ID] = each
			}
		}
	}
	if len(tested) == 0 {
		t.Fatalf("no facts of edition %s in %q", edition, os.Getenv("ZARR_VECTORS"))
	}
	for _, it := range tested {
		t.Run(it.ID, func(t *testing.T) {
			err := run(it, entries, facts)
			switch {
			case errors.Is(err, ErrUnsupported):
				receipt(t, it.ID+" unsupported")
				t.Skip(err)
			case err != nil && it.Level == "must":
				t.Error(err)
			}
			receipt(t, it.ID)
			if err != nil {
				t.Skipf("level %s: %v", it.Level, err)
			}
		})
	}
}

func receipt(t *testing.T, line string) {
	name := os.Getenv("ZARR_RECEIPT")
	if name == "" {
		return
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = fmt.Fprintln(file, line)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}
