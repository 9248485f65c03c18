package consumer;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map.Entry;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the facts of an unpacked archive of vectors, one test a fact.
 *
 * <pre>ZARR_VECTORS=zarr-v3-vectors-0.1.0-edition-3.1 mvn test</pre>
 *
 * <p>ZARR_RECEIPT=FILE writes the ids of the facts that were run, for `conform vectors audit FILE`.
 */
class VectorsTest {
    private static final Set<String> KINDS = Set.of("chunk", "bad_chunk", "representation", "grid");
    private static final HexFormat HEX = HexFormat.of();

    private final JsonNode facts;

    VectorsTest() throws IOException {
        Path manifest = Path.of(System.getenv("ZARR_VECTORS"), "manifest.json");
        JsonNode archive = new JsonMapper().readTree(manifest.toFile());
        assertEquals("3.1", archive.path("edition").asText(), "edition of the archive");
        facts = archive.get("facts");
    }

    @TestFactory
    Stream<DynamicTest> facts() {
        List<Entry<String, JsonNode>> tested =
                facts.propertyStream().filter(it -> isTested(it.getValue())).toList();
        assertFalse(tested.isEmpty(), "no facts");
        return tested.stream()
                .map(it -> DynamicTest.dynamicTest(it.getKey(), () -> test(it.getKey(), it.getValue())));
    }

    /** Open facts have outcomes in place of an answer; they are never failed. */
    private static boolean isTested(JsonNode it) {
        return KINDS.contains(it.get("kind").asText()) && !it.get("level").asText().equals("open");
    }

    private void test(String id, JsonNode it) throws IOException {
        String line = id;
        try {
            run(it);
        } catch (Codecs.Unsupported lacking) {
            line += " unsupported";
            Assumptions.abort("unsupported: " + lacking.getMessage());
        } catch (AssertionError | RuntimeException wrong) {
            Assumptions.assumeTrue(it.get("level").asText().equals("must"), () -> "not a must: " + wrong);
            throw wrong;
        } finally {
            receipt(line);
        }
    }

    private static void receipt(String line) throws IOException {
        String file = System.getenv("ZARR_RECEIPT");
        if (file != null) {
            Files.writeString(Path.of(file), line + "\n", CREATE, APPEND);
        }
    }

    /** Does what the fact states; whatever is wrong throws. */
    private void run(JsonNode it) {
        if (!it.has("refused")) {
            check(it);
            return;
        }
        // A refusal is worth something only if the fact that differs in nothing but the mistake is accepted.
        run(facts.get(it.get("twin").asText()));
        try {
            check(it);
        } catch (Codecs.Invalid | Codecs.Unsupported refusal) {
            return;
        }
        fail("accepted: " + it.get("refused").asText());
    }

    private static void check(JsonNode it) {
        String kind = it.get("kind").asText();
        if (kind.equals("grid")) {
            grid(it);
            return;
        }
        String dataType = it.get("data_type").asText();
        Codecs.Chain chain = new Codecs.Chain(it.get("codecs"), dataType, shape(it, "shape"));
        switch (kind) {
            case "chunk" -> chunk(it, chain);
            case "bad_chunk" -> chain.decode(bytes(it, "encoded"));
            default -> representation(it, chain);
        }
    }

    private static void chunk(JsonNode it, Codecs.Chain chain) {
        byte[] encoded = chain.encode(bytes(it, "elements"));
        // Where the encoding is free, `encoded` is one example.
        if (!it.has("free")) {
            assertEquals(it.get("encoded").asText(), HEX.formatHex(encoded));
        }
        assertEquals(it.get("elements").asText(), HEX.formatHex(chain.decode(bytes(it, "encoded"))));
        assertEquals(it.get("elements").asText(), HEX.formatHex(chain.decode(encoded)));
    }

    private static void representation(JsonNode it, Codecs.Chain chain) {
        Stream<JsonNode> expected = it.path("representations").valueStream();
        assertEquals(expected.map(VectorsTest::representation).toList(), chain.representations());
    }

    private static Codecs.Representation representation(JsonNode it) {
        if (it.has("shape")) {
            return new Codecs.Representation(it.get("data_type").asText(), shape(it, "shape"), null);
        }
        return new Codecs.Representation(null, null, it.has("bytes") ? it.get("bytes").bigIntegerValue() : null);
    }

    private static void grid(JsonNode it) {
        List<BigInteger> chunkShape = shape(it, "chunk_shape");
        assertEquals(shape(it, "grid_shape"), Codecs.gridShape(shape(it, "array_shape"), chunkShape));
        for (JsonNode place : it.path("places")) {
            assertEquals(shape(place, "chunk"), Codecs.chunkOf(shape(place, "coordinates"), chunkShape));
            assertEquals(shape(place, "within"), Codecs.within(shape(place, "coordinates"), chunkShape));
        }
        for (JsonNode chunk : it.path("chunks")) {
            List<BigInteger> index = shape(chunk, "index");
            assertEquals(shape(chunk, "origin"), Codecs.origin(index, chunkShape));
            for (JsonNode expected : chunk.get("keys")) {
                JsonNode encoding = expected.get("chunk_key_encoding");
                assertEquals(expected.get("key").asText(), Codecs.key(encoding, index));
            }
        }
    }

    private static List<BigInteger> shape(JsonNode it, String member) {
        return it.path(member).valueStream().map(JsonNode::bigIntegerValue).toList();
    }

    private static byte[] bytes(JsonNode it, String member) {
        return HEX.parseHex(it.get(member).asText());
    }
}
