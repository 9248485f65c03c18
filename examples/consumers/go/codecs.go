// Package consumer is a small implementation of Zarr v3: transpose, bytes, gzip, codec lists, the
// regular grid and chunk keys. It is what the tests are about: put your own library in its place.
//
// Elements are bytes in C order, each element little endian.
package consumer

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

var (
	// ErrInvalid means that the input breaks the specification.
	ErrInvalid = errors.New("invalid")
	// ErrUnsupported means that the input may be valid, but is not implemented.
	ErrUnsupported = errors.New("unsupported")
)

// Representation is what comes out of a codec: an array of a data type and shape, or bytes.
type Representation struct {
	DataType string   `json:"data_type"`
	Shape    []uint64 `json:"shape"`
	// Bytes is the number of them, or nothing where it depends on the elements.
	Bytes json.Number `json:"bytes"`
}

// Chain is a list of codecs that was found valid for a data type and shape.
type Chain struct {
	Representations []Representation
	shape           []uint64
	axes            []int // axes[i] is the dimension of the decoded chunk that is dimension i of the encoded one.
	isBig           bool
	levels          []int // One for each gzip.
	element, number uint64
	size            uint64 // The number of bytes of the elements.
}

var elementBytes = map[string]uint64{"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2,
	"int32": 4, "uint32": 4, "float32": 4, "int64": 8, "uint64": 8, "float64": 8, "complex64": 8, "complex128": 16}

// layout says how many bytes an element has, and how many the numbers in it, of which the order matters.
func layout(dataType string) (element, number uint64, err error) {
	if element, isKnown := elementBytes[dataType]; isKnown {
		if strings.HasPrefix(dataType, "complex") {
			return element, element / 2, nil
		}
		return element, element, nil
	}
	if digits, isRaw := strings.CutPrefix(dataType, "r"); isRaw {
		if size, err := strconv.ParseUint(digits, 10, 32); err == nil && digits[0] != '0' && size%8 == 0 {
			return size / 8, 1, nil
		}
	}
	return 0, 0, fmt.Errorf("%w: data type %q", ErrUnsupported, dataType)
}

func transposeOrder(configuration map[string]any, rank int) ([]int, error) {
	entries, isList := configuration["order"].([]any)
	if !isList || len(entries) != rank {
		return nil, fmt.Errorf("%w: order is not a list of %d integers", ErrInvalid, rank)
	}
	order, seen := make([]int, rank), make([]bool, rank)
	for i, entry := range entries {
		number, _ := entry.(json.Number)
		axis, err := strconv.Atoi(number.String())
		if err != nil || axis < 0 || axis >= rank || seen[axis] {
			return nil, fmt.Errorf("%w: order is not a permutation of %d dimensions", ErrInvalid, rank)
		}
		seen[axis] = true
		order[i] = axis
	}
	return order, nil
}

func isBigEndian(configuration map[string]any, number uint64) (bool, error) {
	endian, isPresent := configuration["endian"]
	switch {
	case endian == "big" || endian == "little":
		return endian == "big", nil
	case isPresent || number > 1:
		return false, fmt.Errorf("%w: endian must be big or little", ErrInvalid)
	}
	return false, nil
}

func gzipLevel(configuration map[string]any) (int, error) {
	number, _ := configuration["level"].(json.Number)
	level, err := strconv.Atoi(number.String())
	if err != nil || level < 0 || level > 9 {
		return 0, fmt.Errorf("%w: level %v", ErrInvalid, configuration["level"])
	}
	return level, nil
}

func gzipped(data []byte, level int) ([]byte, error) {
	var encoded bytes.Buffer
	writer, err := gzip.NewWriterLevel(&encoded, level)
	if err != nil {
		return nil, err
	}
	_, errWrite := writer.Write(data)
	err = errors.Join(errWrite, writer.Close())
	return encoded.Bytes(), err
}

func gunzipped(encoded []byte) ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(encoded))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	data, err := io.ReadAll(reader)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return data, nil
}

// NewChain finds what comes out of each codec.
func NewChain(codecs []any, dataType string, shape []uint64) (*Chain, error) {
	element, number, err := layout(dataType)
	if err != nil {
		return nil, err
	}
	chain := &Chain{shape: shape, element: element, number: number}
	for i := range shape {
		chain.axes = append(chain.axes, i)
	}
	isEncoded := false
	for _, entry := range codecs {
		codec, _ := entry.(map[string]any)
		if short, isShort := entry.(string); isShort {
			codec = map[string]any{"name": short}
		}
		name, isName := codec["name"].(string)
		configuration, isObject := codec["configuration"].(map[string]any)
		for member := range codec {
			if !slices.Contains([]string{"name", "configuration", "must_understand"}, member) {
				return nil, fmt.Errorf("%w: codec with %q", ErrInvalid, member)
			}
		}
		switch {
		case !isName || codec["configuration"] != nil && !isObject:
			return nil, fmt.Errorf("%w: no codec", ErrInvalid)
		case name != "transpose" && name != "bytes" && name != "gzip":
			return nil, fmt.Errorf("%w: codec %q", ErrUnsupported, name)
		case isEncoded != (name == "gzip"):
			return nil, fmt.Errorf("%w: %s gets what it does not take", ErrInvalid, name)
		case name == "gzip":
			level, err := gzipLevel(configuration)
			if err != nil {
				return nil, err
			}
			chain.levels = append(chain.levels, level)
			chain.Representations = append(chain.Representations, Representation{})
		case name == "bytes":
			if chain.isBig, err = isBigEndian(configuration, number); err != nil {
				return nil, err
			}
			isEncoded = true
			size := element
			for _, length := range shape {
				var high uint64
				if high, size = bits.Mul64(size, length); high > 0 {
					return nil, fmt.Errorf("%w: too many elements", ErrUnsupported)
				}
			}
			chain.size = size
			chain.Representations = append(chain.Representations, Representation{Bytes: json.Number(strconv.FormatUint(size, 10))})
		default:
			order, err := transposeOrder(configuration, len(shape))
			if err != nil {
				return nil, err
			}
			chain.axes, shape = permuted(chain.axes, order), permuted(shape, order)
			chain.Representations = append(chain.Representations, Representation{DataType: dataType, Shape: shape})
		}
	}
	if !isEncoded {
		return nil, fmt.Errorf("%w: no codec yields bytes", ErrInvalid)
	}
	return chain, nil
}

func permuted[T any](list []T, order []int) []T {
	result := make([]T, len(list))
	for i, axis := range order {
		result[i] = list[axis]
	}
	return result
}

// position is where the element number n of the encoded chunk is in the decoded one.
func (chain *Chain) position(n uint64) uint64 {
	within := make([]uint64, len(chain.shape))
	for i := len(chain.axes) - 1; i >= 0; i-- {
		axis := chain.axes[i]
		within[axis] = n % chain.shape[axis]
		n /= chain.shape[axis]
	}
	position := uint64(0)
	for axis, length := range chain.shape {
		position = position*length + within[axis]
	}
	return position
}

// swapped reverses the bytes of every number.
func (chain *Chain) swapped(data []byte) []byte {
	copied := slices.Clone(data)
	for number := range slices.Chunk(copied, int(chain.number)) {
		slices.Reverse(number)
	}
	return copied
}

// Encode gives the encoded chunk of the elements.
func (chain *Chain) Encode(elements []byte) ([]byte, error) {
	if uint64(len(elements)) != chain.size {
		return nil, fmt.Errorf("%w: found %d bytes, expected %d", ErrInvalid, len(elements), chain.size)
	}
	encoded := make([]byte, 0, len(elements))
	for n := range chain.size / chain.element {
		from := chain.position(n) * chain.element
		encoded = append(encoded, elements[from:from+chain.element]...)
	}
	if chain.isBig {
		encoded = chain.swapped(encoded)
	}
	var err error
	for _, level := range chain.levels {
		if encoded, err = gzipped(encoded, level); err != nil {
			return nil, err
		}
	}
	return encoded, nil
}

// Decode gives the elements of an encoded chunk.
func (chain *Chain) Decode(encoded []byte) ([]byte, error) {
	var err error
	for range chain.levels {
		if encoded, err = gunzipped(encoded); err != nil {
			return nil, err
		}
	}
	if uint64(len(encoded)) != chain.size {
		return nil, fmt.Errorf("%w: found %d bytes, expected %d", ErrInvalid, len(encoded), chain.size)
	}
	if chain.isBig {
		encoded = chain.swapped(encoded)
	}
	elements := make([]byte, len(encoded))
	for n := range chain.size / chain.element {
		copy(elements[chain.position(n)*chain.element:], encoded[n*chain.element:(n+1)*chain.element])
	}
	return elements, nil
}

// GridShape is the number of chunks along each dimension.
func GridShape(arrayShape, chunkShape []uint64) ([]uint64, error) {
	if len(arrayShape) != len(chunkShape) || slices.Contains(chunkShape, 0) {
		return nil, fmt.Errorf("%w: no chunks of %v in %v", ErrInvalid, chunkShape, arrayShape)
	}
	gridShape := []uint64{}
	for d, length := range arrayShape {
		count := length / chunkShape[d]
		if length%chunkShape[d] > 0 {
			count++
		}
		gridShape = append(gridShape, count)
	}
	return gridShape, nil
}

// Locate gives the grid index of an element's chunk, and the element's coordinates within it.
func Locate(coordinates, chunkShape []uint64) (index, within []uint64) {
	for d, coordinate := range coordinates {
		index = append(index, coordinate/chunkShape[d])
		within = append(within, coordinate%chunkShape[d])
	}
	return index, within
}

// Origin gives the coordinates of a chunk's first element.
func Origin(index, chunkShape []uint64) (origin []uint64) {
	for d, i := range index {
		origin = append(origin, i*chunkShape[d])
	}
	return origin
}

// Key is the key of a chunk; an encoding may be only a name.
func Key(encoding any, index []uint64) (string, error) {
	object, _ := encoding.(map[string]any)
	name := encoding
	if object != nil {
		name = object["name"]
	}
	configuration, _ := object["configuration"].(map[string]any)
	separator, isChosen := configuration["separator"].(string)
	parts := []string{}
	for _, i := range index {
		parts = append(parts, strconv.FormatUint(i, 10))
	}
	switch {
	case name == "default":
		if !isChosen {
			separator = "/"
		}
		return strings.Join(append([]string{"c"}, parts...), separator), nil
	case name == "v2" && len(index) == 0:
		return "0", nil
	case name == "v2":
		if !isChosen {
			separator = "."
		}
		return strings.Join(parts, separator), nil
	}
	return "", fmt.Errorf("%w: chunk key encoding %v", ErrUnsupported, name)
}
