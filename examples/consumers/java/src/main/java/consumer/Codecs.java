package consumer;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A small implementation of Zarr v3: transpose, bytes, gzip, codec lists, the regular grid and chunk keys.
 * It is what the tests are about: put your own library in its place.
 *
 * <p>Lengths and coordinates are BigIntegers, since they go up to 2^64 - 1. Elements are bytes in C
 * order, each element little endian.
 */
public final class Codecs {
    private static final Map<String, Integer> ELEMENT_BYTES = Map.ofEntries(
            Map.entry("bool", 1), Map.entry("int8", 1), Map.entry("uint8", 1), Map.entry("int16", 2),
            Map.entry("uint16", 2), Map.entry("float16", 2), Map.entry("int32", 4), Map.entry("uint32", 4),
            Map.entry("float32", 4), Map.entry("int64", 8), Map.entry("uint64", 8), Map.entry("float64", 8),
            Map.entry("complex64", 8), Map.entry("complex128", 16));
    private static final Set<String> CODECS = Set.of("transpose", "bytes", "gzip");
    private static final Set<String> MEMBERS = Set.of("name", "configuration", "must_understand");

    private Codecs() {}

    /** The input breaks the specification. */
    public static final class Invalid extends RuntimeException {
        Invalid(String message) {
            super(message);
        }
    }

    /** The input may be valid, but is not implemented. */
    public static final class Unsupported extends RuntimeException {
        Unsupported(String message) {
            super(message);
        }
    }

    /**
     * What comes out of a codec: an array of a data type and shape, or (these being null) bytes, whose number is
     * null where it depends on the elements.
     */
    public record Representation(String dataType, List<BigInteger> shape, BigInteger bytes) {}

    /** How many bytes an element has, and how many the numbers in it, of which the order matters. */
    private record Layout(int element, int number) {
        static Layout of(String dataType) {
            Integer element = ELEMENT_BYTES.get(dataType);
            if (element != null) {
                return new Layout(element, dataType.startsWith("complex") ? element / 2 : element);
            }
            if (dataType.matches("r[1-9][0-9]{0,8}") && Integer.parseInt(dataType.substring(1)) % 8 == 0) {
                return new Layout(Integer.parseInt(dataType.substring(1)) / 8, 1);
            }
            throw new Unsupported("data type " + dataType);
        }
    }

    /** A list of codecs that was found valid for a data type and shape. */
    public static final class Chain {
        private final Layout layout;
        private final List<BigInteger> shape;
        private final List<Representation> representations = new ArrayList<>();
        /** axes[i] is the dimension of the decoded chunk that is dimension i of the encoded one. */
        private int[] axes;
        /** The number of bytes of the elements. */
        private BigInteger size;
        private boolean isBig;
        /** One for each gzip. */
        private final List<Integer> levels = new ArrayList<>();

        public Chain(JsonNode codecs, String dataType, List<BigInteger> shape) {
            this.layout = Layout.of(dataType);
            this.shape = shape;
            this.axes = IntStream.range(0, shape.size()).toArray();
            List<BigInteger> current = shape;
            boolean isEncoded = false;
            for (JsonNode codec : codecs) {
                String name = nameOf(codec);
                if (!CODECS.contains(name)) {
                    throw new Unsupported("codec " + name);
                }
                if (isEncoded != name.equals("gzip")) {
                    throw new Invalid(name + " gets what it does not take");
                }
                if (name.equals("gzip")) {
                    levels.add(gzipLevel(codec.path("configuration")));
                    representations.add(new Representation(null, null, null));
                } else if (name.equals("bytes")) {
                    isBig = isBigEndian(codec.path("configuration"), layout.number);
                    isEncoded = true;
                    BigInteger count = current.stream().reduce(BigInteger.ONE, BigInteger::multiply);
                    size = count.multiply(BigInteger.valueOf(layout.element));
                    representations.add(new Representation(null, null, size));
                } else {
                    int[] before = axes;
                    int[] order = transposeOrder(codec.path("configuration"), shape.size());
                    axes = Arrays.stream(order).map(axis -> before[axis]).toArray();
                    current = Arrays.stream(axes).mapToObj(shape::get).toList();
                    representations.add(new Representation(dataType, current, null));
                }
            }
            if (!isEncoded) {
                throw new Invalid("no codec yields bytes");
            }
        }

        /** What comes out of each codec. */
        public List<Representation> representations() {
            return representations;
        }

        /** The encoded chunk of the elements. */
        public byte[] encode(byte[] elements) {
            byte[] encoded = new byte[checkedLength(elements)];
            for (int n = 0; n < encoded.length / layout.element; n++) {
                System.arraycopy(elements, position(n) * layout.element, encoded, n * layout.element, layout.element);
            }
            byte[] result = isBig ? swapped(encoded) : encoded;
            for (int level : levels) {
                result = gzipped(result, level);
            }
            return result;
        }

        /** The elements of an encoded chunk. */
        public byte[] decode(byte[] stored) {
            byte[] encoded = stored;
            for (int i = 0; i < levels.size(); i++) {
                encoded = gunzipped(encoded);
            }
            byte[] elements = new byte[checkedLength(encoded)];
            byte[] little = isBig ? swapped(encoded) : encoded;
            for (int n = 0; n < elements.length / layout.element; n++) {
                System.arraycopy(little, n * layout.element, elements, position(n) * layout.element, layout.element);
            }
            return elements;
        }

        private int checkedLength(byte[] found) {
            if (!size.equals(BigInteger.valueOf(found.length))) {
                throw new Invalid("found " + found.length + " bytes, expected " + size);
            }
            return found.length;
        }

        /** Where element n of the encoded chunk is in the decoded one. */
        private int position(int n) {
            int[] lengths = shape.stream().mapToInt(BigInteger::intValueExact).toArray();
            int[] within = new int[lengths.length];
            for (int i = axes.length - 1; i >= 0; i--) {
                within[axes[i]] = n % lengths[axes[i]];
                n /= lengths[axes[i]];
            }
            int position = 0;
            for (int d = 0; d < lengths.length; d++) {
                position = position * lengths[d] + within[d];
            }
            return position;
        }

        /** Reverses the bytes of every number. */
        private byte[] swapped(byte[] bytes) {
            byte[] copy = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                int inNumber = i % layout.number;
                copy[i] = bytes[i - inNumber + layout.number - 1 - inNumber];
            }
            return copy;
        }
    }

    private static String nameOf(JsonNode codec) {
        if (codec.isTextual()) {
            return codec.textValue();
        }
        for (Iterator<String> members = codec.fieldNames(); members.hasNext(); ) {
            String member = members.next();
            if (!MEMBERS.contains(member)) {
                throw new Invalid("codec with " + member);
            }
        }
        if (!codec.path("name").isTextual() || codec.has("configuration") && !codec.get("configuration").isObject()) {
            throw new Invalid("no codec: " + codec);
        }
        return codec.get("name").textValue();
    }

    private static int[] transposeOrder(JsonNode configuration, int rank) {
        JsonNode entries = configuration.path("order");
        if (!entries.isArray() || entries.size() != rank) {
            throw new Invalid("order " + entries + " is not a list of " + rank + " integers");
        }
        int[] order = new int[rank];
        boolean[] seen = new boolean[rank];
        for (int i = 0; i < rank; i++) {
            int axis = entries.get(i).isIntegralNumber() && entries.get(i).canConvertToInt() ? entries.get(i).intValue() : -1;
            if (axis < 0 || axis >= rank || seen[axis]) {
                throw new Invalid("order " + entries + " is not a permutation of " + rank + " dimensions");
            }
            seen[axis] = true;
            order[i] = axis;
        }
        return order;
    }

    private static boolean isBigEndian(JsonNode configuration, int number) {
        String endian = configuration.path("endian").textValue();
        if (configuration.has("endian") ? !"big".equals(endian) && !"little".equals(endian) : number > 1) {
            throw new Invalid("endian must be big or little: " + configuration);
        }
        return "big".equals(endian);
    }

    private static int gzipLevel(JsonNode configuration) {
        JsonNode level = configuration.path("level");
        if (!level.isInt() || level.intValue() < 0 || level.intValue() > 9) {
            throw new Invalid("level must be an integer from 0 to 9: " + configuration);
        }
        return level.intValue();
    }

    private static byte[] gzipped(byte[] data, int level) {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(encoded) {{ def.setLevel(level); }}) {
            stream.write(data);
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
        return encoded.toByteArray();
    }

    private static byte[] gunzipped(byte[] encoded) {
        try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(encoded))) {
            return stream.readAllBytes();
        } catch (IOException error) {
            throw new Invalid("gzip: " + error.getMessage());
        }
    }

    /** The number of chunks along each dimension. */
    public static List<BigInteger> gridShape(List<BigInteger> arrayShape, List<BigInteger> chunkShape) {
        if (arrayShape.size() != chunkShape.size() || chunkShape.contains(BigInteger.ZERO)) {
            throw new Invalid("no chunks of " + chunkShape + " in " + arrayShape);
        }
        return dimensions(arrayShape).mapToObj(d -> {
            BigInteger[] quotient = arrayShape.get(d).divideAndRemainder(chunkShape.get(d));
            return quotient[0].add(BigInteger.valueOf(quotient[1].signum()));
        }).toList();
    }

    /** The grid index of an element's chunk. */
    public static List<BigInteger> chunkOf(List<BigInteger> coordinates, List<BigInteger> chunkShape) {
        return dimensions(coordinates).mapToObj(d -> coordinates.get(d).divide(chunkShape.get(d))).toList();
    }

    /** An element's coordinates within its chunk. */
    public static List<BigInteger> within(List<BigInteger> coordinates, List<BigInteger> chunkShape) {
        return dimensions(coordinates).mapToObj(d -> coordinates.get(d).mod(chunkShape.get(d))).toList();
    }

    /** The coordinates of a chunk's first element. */
    public static List<BigInteger> origin(List<BigInteger> index, List<BigInteger> chunkShape) {
        return dimensions(index).mapToObj(d -> index.get(d).multiply(chunkShape.get(d))).toList();
    }

    private static IntStream dimensions(List<BigInteger> coordinates) {
        return IntStream.range(0, coordinates.size());
    }

    /** The key of a chunk; an encoding may be only a name. */
    public static String key(JsonNode encoding, List<BigInteger> index) {
        String name = encoding.isTextual() ? encoding.textValue() : encoding.path("name").asText();
        JsonNode separator = encoding.path("configuration").path("separator");
        Stream<String> parts = index.stream().map(BigInteger::toString);
        if (name.equals("default")) {
            return Stream.concat(Stream.of("c"), parts).collect(Collectors.joining(separator.asText("/")));
        }
        if (name.equals("v2")) {
            return index.isEmpty() ? "0" : parts.collect(Collectors.joining(separator.asText(".")));
        }
        throw new Unsupported("chunk key encoding " + encoding);
    }
}
