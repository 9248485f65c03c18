package consumer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
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
    private static final String EDITION = "3.1";
    private static final Set<String> KINDS = Set.of("chunk", "bad_chunk", "representation", "grid");
    private static final HexFormat HEX = HexFormat.of();
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS).build();

    private final Map<String, Map<String, JsonNode>> files = new TreeMap<>();

    private Map<String, JsonNode> factsOf(String file) {
        return files.computeIfAbsent(file, name -> {
            Map<String, JsonNode> facts = new LinkedHashMap<>();
            try {
                Path path = Path.of(System.getenv("ZARR_VECTORS"), name);
                JSON.readTree(path.toFile()).get("facts").forEach(it -> facts.put(it.get("id").asText(), it));
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
            return facts;
        });
    }

    @TestFactory
    Stream<DynamicTest> facts() {
        List<JsonNode> tested = factsOf("manifest.json").values().stream().filter(VectorsTest::isTested).toList();
        assertFalse(tested.isEmpty(), "no facts of edition " + EDITION);
        return tested.stream().map(it -> DynamicTest.dynamicTest(it.get("id").asText(), () -> test(it)));
    }

    /** Open facts have outcomes in place of an answer; they are never failed. */
    private static boolean isTested(JsonNode entry) {
        return KINDS.contains(entry.get("kind").asText())
                && !entry.get("level").asText().equals("open")
                && elements(entry.get("editions")).anyMatch(it -> it.asText().equals(EDITION));
    }

    private void test(JsonNode entry) throws IOException {
        String id = entry.get("id").asText();
        String level = entry.get("level").asText();
        try {
            run(entry);
        } catch (Codecs.Unsupported lacking) {
            id += " unsupported";
            Assumptions.abort("unsupported: " + lacking.getMessage());
        } catch (AssertionError | RuntimeException wrong) {
            Assumptions.assumeTrue(level.equals("must"), () -> "level " + level + ": " + wrong);
            throw wrong;
        } finally {
            receipt(id);
        }
    }

    /** Does what the fact states; whatever is wrong throws. */
    private void run(JsonNode entry) {
        String kind = entry.get("kind").asText();
        JsonNode it = factsOf(entry.get("file").asText()).get(entry.get("id").asText()).get(kind);
        if (!it.has("refused")) {
            check(kind, it);
            return;
        }
        // A refusal is worth something only if the fact that differs in the mistake alone is accepted.
        run(factsOf("manifest.json").get(entry.get("twin").asText()));
        try {
            check(kind, it);
        } catch (Codecs.Invalid | Codecs.Unsupported refusal) {
            return;
        }
        fail("accepted: " + it.get("refused").asText());
    }

    private static void check(String kind, JsonNode it) {
        if (kind.equals("grid")) {
            grid(it);
            return;
        }
        Codecs.Chain chain = new Codecs.Chain(it.get("codecs"), it.get("data_type").asText(), shape(it.get("shape")));
        switch (kind) {
            case "chunk" -> chunk(it, chain);
            case "bad_chunk" -> chain.decode(HEX.parseHex(it.get("encoded").asText()));
            default -> representation(it, chain);
        }
    }

    private static void chunk(JsonNode it, Codecs.Chain chain) {
        byte[] elements = HEX.parseHex(it.get("elements").asText());
        byte[] encoded = chain.encode(elements);
        assertEquals(it.get("encoded").asText(), HEX.formatHex(encoded));
        assertArrayEquals(elements, chain.decode(encoded));
    }

    private static void representation(JsonNode it, Codecs.Chain chain) {
        List<Codecs.Representation> expected = elements(it.path("representations"))
                .map(each -> new Codecs.Representation(
                        each.path("data_type").textValue(),
                        each.has("shape") ? shape(each.get("shape")) : null,
                        each.has("bytes") ? each.get("bytes").bigIntegerValue() : null))
                .toList();
        if (!it.has("refused")) {
            assertEquals(expected, chain.representations());
        }
    }

    private static void grid(JsonNode it) {
        List<BigInteger> chunkShape = shape(it.get("chunk_shape"));
        List<BigInteger> gridShape = Codecs.gridShape(shape(it.get("array_shape")), chunkShape);
        if (!it.has("refused")) {
            assertEquals(shape(it.get("grid_shape")), gridShape);
        }
        for (JsonNode element : it.path("elements")) {
            List<BigInteger> coordinates = shape(element.get("coordinates"));
            assertEquals(shape(element.get("chunk")), Codecs.chunkOf(coordinates, chunkShape));
            assertEquals(shape(element.get("within")), Codecs.within(coordinates, chunkShape));
        }
        for (JsonNode chunk : it.path("chunks")) {
            List<BigInteger> index = shape(chunk.get("index"));
            assertEquals(shape(chunk.get("origin")), Codecs.origin(index, chunkShape));
            for (JsonNode expected : chunk.get("keys")) {
                assertEquals(expected.get("key").asText(), Codecs.key(expected.get("chunk_key_encoding"), index));
            }
        }
    }

    private static Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    private static List<BigInteger> shape(JsonNode lengths) {
        return elements(lengths).map(JsonNode::bigIntegerValue).toList();
    }

    private static void receipt(String line) throws IOException {
        if (System.getenv("ZARR_RECEIPT") != null) {
            Path file = Path.of(System.getenv("ZARR_RECEIPT"));
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
