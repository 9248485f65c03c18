import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
// TODO: import your library here.

/**
 * Adapter of my-library for zarr-conform: answers the requests of protocol 1 by calling the library.
 *
 * <p>Fill in {@link #open}, {@link #read} and {@link #write}, the methods marked with TODO, and put
 * the name of each into IMPLEMENTED once it works. Everything below them speaks the protocol and can
 * stay as it is.
 *
 * <p>The verdict is about the library. So the adapter does not validate, does not repair, and never
 * looks into the store by itself. docs/adapters.md of zarr-conform describes the protocol in full,
 * also the optional operations create, encode, decode and grid, and those on groups.
 */
public final class Adapter {
    /**
     * The operations that work: add "open", "read" and "write" as you write them. What is listed here
     * and answers "unsupported" to a plain request counts as a false claim.
     */
    private static final List<String> IMPLEMENTED = List.of();

    private static JsonObject hello() {
        JsonObject hello = new JsonObject();
        hello.addProperty("protocol", 1);
        hello.addProperty("name", "my-library");
        // TODO: ask your library for its version, so that it cannot be wrong.
        hello.addProperty("version", "0.0.0");
        hello.addProperty("language", "Java");
        // The newest edition of the specification that the library implements.
        hello.addProperty("edition", "3.1");
        hello.add("ops", strings(IMPLEMENTED));
        return hello;
    }

    /**
     * What the library understood of an array: the data type by the specification's identifier, such
     * as "int16", and the shape.
     */
    private record Description(String dataType, long[] shape) {}

    /**
     * One start and one length for each dimension; always lies within the array. What does not fit
     * into a long is answered as unsupported before it gets here.
     */
    private record Region(long[] start, long[] shape) {}

    private record Elements(Description array, List<byte[]> regions) {}

    /**
     * Opens the array as any user would, and reads no chunk.
     *
     * @param store a folder that holds zarr.json
     * @throws Exception whatever the library throws: {@link #kindOfError} translates it. Let an Error
     *     pass, too: an adapter that ends is started again.
     */
    private static Description open(Path store) throws Exception {
        // TODO: call your library here.
        throw new UnsupportedOperationException("not implemented yet");
    }

    /**
     * Opens the array once and reads all regions from it, one after the other; null stands for the
     * whole array.
     *
     * <p>Returns the bytes of each region: elements in C order, the last dimension fastest, each
     * little endian, whatever the array's own endianness and codecs are; a ByteBuffer is big endian
     * until you say otherwise. A complex number is its real component, then the imaginary one; a bool
     * is one byte, 0 or 1; raw bits stay as they are. Unsigned integers keep their bits in Java's
     * signed types.
     *
     * <p>Every bit counts, also those of NaNs and of negative zero: use Float.floatToRawIntBits and
     * Double.doubleToRawLongBits, do not convert numbers. An array of rank 0 has one element; a region
     * with a length of 0 has none.
     */
    private static Elements read(Path store, List<Region> regions) throws Exception {
        // TODO: call your library here.
        throw new UnsupportedOperationException("not implemented yet");
    }

    /**
     * Opens the array that is there and writes into one region; null stands for the whole array.
     *
     * @param elements bytes in the form that {@link #read} returns. When this method returns,
     *     everything must have reached the folder: the chunks are looked at next.
     */
    private static void write(Path store, Region region, byte[] elements) throws Exception {
        // TODO: call your library here.
        throw new UnsupportedOperationException("not implemented yet");
    }

    /**
     * The one rule from exceptions to kinds of error, for all operations.
     *
     * <p>"unsupported": valid, perhaps, but not implemented; "internal": says nothing about the input,
     * such as no permission or a bug; "invalid": the input breaks the specification.
     */
    private static String kindOfError(Exception error) {
        // TODO: name the exceptions of your library. Without any of its own, this rule can stay.
        if (error instanceof UnsupportedOperationException) {
            return "unsupported";
        }
        return error instanceof AccessDeniedException ? "internal" : "invalid";
    }

    // From here on: the protocol. One line of JSON for each request, and one for each answer.

    private static JsonObject answer(JsonObject request) throws Exception {
        String op = request.get("op").getAsString();
        switch (op) {
            case "hello":
                return hello();
            case "open":
                return described(open(store(request)));
            case "read":
                return answerRead(request);
            case "write":
                Region region = request.has("region") ? region(request.get("region")) : null;
                byte[] elements = HexFormat.of().parseHex(request.get("elements").getAsString());
                write(store(request), region, elements);
                return new JsonObject();
            default:
                throw new UnsupportedOperationException("operation " + op + " is not implemented");
        }
    }

    private static JsonObject answerRead(JsonObject request) throws Exception {
        List<Region> regions = Collections.singletonList(null);
        if (request.has("regions")) {
            regions = new ArrayList<>();
            for (JsonElement region : request.getAsJsonArray("regions")) {
                regions.add(region(region));
            }
        }
        Elements elements = read(store(request), regions);
        JsonArray digits = strings(elements.regions().stream().map(HexFormat.of()::formatHex).toList());
        JsonObject answer = described(elements.array());
        if (request.has("regions")) {
            answer.add("regions", digits);
        } else {
            answer.add("elements", digits.get(0));
        }
        return answer;
    }

    private static Path store(JsonObject request) {
        return Path.of(request.get("store").getAsString());
    }

    private static Region region(JsonElement value) {
        JsonObject region = value.getAsJsonObject();
        return new Region(integers(region.get("start")), integers(region.get("shape")));
    }

    /** Exact: getAsLong would drop the digits that do not fit. */
    private static long[] integers(JsonElement values) {
        List<JsonElement> list = values.getAsJsonArray().asList();
        try {
            return list.stream().mapToLong(it -> it.getAsBigInteger().longValueExact()).toArray();
        } catch (ArithmeticException error) {
            throw new UnsupportedOperationException("an integer of " + values + " is not a long", error);
        }
    }

    private static JsonObject described(Description array) {
        JsonArray shape = new JsonArray();
        for (long length : array.shape()) {
            shape.add(length);
        }
        JsonObject described = new JsonObject();
        described.addProperty("data_type", array.dataType());
        described.add("shape", shape);
        return described;
    }

    private static JsonArray strings(List<String> values) {
        JsonArray array = new JsonArray();
        values.forEach(array::add);
        return array;
    }

    private static JsonObject refusal(Exception error) {
        JsonObject refusal = new JsonObject();
        refusal.addProperty("kind", kindOfError(error));
        String message = error.getMessage();
        refusal.addProperty("message", message == null ? error.toString() : message);
        return refusal;
    }

    public static void main(String[] arguments) throws IOException {
        // Nothing but answers may reach standard output, so prints go to standard error from now on.
        FileOutputStream output = new FileOutputStream(FileDescriptor.out);
        PrintStream answers = new PrintStream(output, false, StandardCharsets.UTF_8);
        System.setOut(System.err);

        InputStreamReader input = new InputStreamReader(System.in, StandardCharsets.UTF_8);
        BufferedReader lines = new BufferedReader(input);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonObject request = JsonParser.parseString(line).getAsJsonObject();
            JsonObject result = new JsonObject();
            result.add("id", request.get("id"));
            try {
                result.add("ok", answer(request));
            } catch (Exception error) {
                result.add("error", refusal(error));
            }
            answers.print(result + "\n");
            answers.flush();
        }
    }
}
