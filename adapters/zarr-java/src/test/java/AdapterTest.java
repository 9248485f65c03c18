import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.zarr.zarrjava.v3.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The adapter's own correctness: right elements for stores that the reference wrote, all bits kept, and
 * errors that are zarr-java's.
 */
class AdapterTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path VECTORS = Path.of("../../vectors");

  @TempDir Path scratch;

  /** Sends requests to a fresh adapter and gives its answers. */
  private List<JsonNode> exchange(ObjectNode... requests) throws Exception {
    Path input = Files.createTempFile(scratch, "requests", ".jsonl");
    Path output = Files.createTempFile(scratch, "answers", ".jsonl");
    StringBuilder lines = new StringBuilder();
    for (ObjectNode request : requests) {
      lines.append(request.put("id", lines.length())).append('\n');
    }
    Files.writeString(input, lines);
    Process adapter =
        new ProcessBuilder("./run")
            .redirectInput(input.toFile())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertEquals(0, adapter.waitFor());
    List<JsonNode> answers = new ArrayList<>();
    for (String line : Files.readAllLines(output)) answers.add(JSON.readTree(line));
    assertEquals(requests.length, answers.size());
    for (int i = 0; i < requests.length; i++) {
      assertEquals(requests[i].get("id"), answers.get(i).get("id"));
    }
    return answers;
  }

  private static ObjectNode request(String op, Path store) {
    return JSON.createObjectNode().put("op", op).put("store", store.toString());
  }

  private static ObjectNode region(int start, int length) {
    ObjectNode region = JSON.createObjectNode();
    region.putArray("start").add(start);
    region.putArray("shape").add(length);
    return region;
  }

  /** Three elements in chunks of two, big-endian. */
  private static ObjectNode metadata(String dataType) throws IOException {
    String metadata =
        """
        {"zarr_format": 3, "node_type": "array", "shape": [3], "data_type": "%s", "fill_value": 1.5,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "."}},
         "codecs": [{"name": "bytes", "configuration": {"endian": "big"}}]}
        """;
    return (ObjectNode) JSON.readTree(metadata.formatted(dataType));
  }

  private Path store(ObjectNode metadata) throws IOException {
    Path store = Files.createTempDirectory(scratch, "store");
    Files.writeString(store.resolve("zarr.json"), metadata.toString());
    return store;
  }

  private static String chunk(Path store, String key) throws IOException {
    return HexFormat.of().formatHex(Files.readAllBytes(store.resolve(key)));
  }

  @Test
  void elementsOfPlainArraysAreThoseThatTheReferenceStored() throws Exception {
    JsonNode topic = JSON.readTree(VECTORS.resolve("core/storage-data-types.json").toFile());
    List<JsonNode> arrays = new ArrayList<>();
    for (JsonNode fact : topic.get("facts")) {
      JsonNode array = fact.get("array");
      if (!array.get("data_type").asText().matches("float16|complex.*|r.*")) arrays.add(array);
    }
    assertTrue(arrays.size() >= 11);
    ObjectNode[] requests =
        arrays.stream()
            .map(array -> request("read", VECTORS.resolve("core").resolve(array.get("store").asText())))
            .toArray(ObjectNode[]::new);
    List<JsonNode> answers = exchange(requests);
    for (int i = 0; i < requests.length; i++) {
      JsonNode found = answers.get(i).get("ok");
      for (String member : List.of("data_type", "shape", "elements")) {
        assertEquals(arrays.get(i).get(member), found.get(member), requests[i].toString());
      }
    }
  }

  @Test
  void everyBitOfNaNGoesThrough() throws Exception {
    Path store = store(metadata("float32"));
    Files.write(store.resolve("c.0"), HexFormat.of().parseHex("7f80000180000000"));
    ObjectNode write = request("write", store).put("elements", "0200a0ff");
    write.set("region", region(2, 1));
    ObjectNode last = request("read", store);
    last.putArray("regions").add(region(2, 1)).add(region(2, 1));
    List<JsonNode> answers = exchange(request("read", store), write, last);
    assertEquals("0100807f000000800000c03f", answers.get(0).get("ok").get("elements").asText());
    assertEquals("{}", answers.get(1).get("ok").toString());
    assertEquals("[\"0200a0ff\",\"0200a0ff\"]", answers.get(2).get("ok").get("regions").toString());
    assertEquals("ffa000023fc00000", chunk(store, "c.1"));
  }

  @Test
  void nodesAreThoseOfTheDocumentsByPathAndThroughTheRoot() throws Exception {
    Path store = scratch.resolve("hierarchy.zarr");
    document(store, "{\"zarr_format\": 3, \"node_type\": \"group\"}");
    document(
        store.resolve("a"),
        "{\"zarr_format\": 3, \"node_type\": \"group\", \"attributes\": {\"n\": 9007199254740993}}");
    document(store.resolve("a/x"), metadata("uint8").toString());
    ObjectNode create = request("create_group", store).put("path", "/b");
    create.putObject("attributes").put("n", -1);
    List<JsonNode> answers =
        exchange(
            request("node", store).put("path", "/a"),
            request("children", store).put("path", "/a").put("through", "/"),
            request("walk", store),
            request("write", store).put("path", "/a/x").put("elements", "010203"),
            request("read", store).put("path", "/a/x").put("through", "/"),
            request("node", store).put("path", "/missing").put("through", "/"),
            create,
            request("node", store).put("path", "/b"));
    String group = "{\"node_type\":\"group\",\"attributes\":{\"n\":";
    assertEquals(group + "9007199254740993}}", answers.get(0).get("ok").toString());
    assertEquals("{\"children\":{\"x\":\"array\"}}", answers.get(1).get("ok").toString());
    JsonNode nodes = JSON.readTree("{\"/\": \"group\", \"/a\": \"group\", \"/a/x\": \"array\"}");
    assertEquals(nodes, answers.get(2).get("ok").get("nodes"));
    assertEquals("010203", answers.get(4).get("ok").get("elements").asText());
    assertEquals("{\"node_type\":null}", answers.get(5).get("ok").toString());
    assertEquals("{}", answers.get(6).get("ok").toString());
    assertEquals(group + "-1}}", answers.get(7).get("ok").toString());
  }

  private static void document(Path folder, String text) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("zarr.json"), text);
  }

  @Test
  void createPassesTheMembersOfTheMetadataOn() throws Exception {
    Path store = scratch.resolve("created.zarr");
    ObjectNode metadata = metadata("float64");
    metadata.putArray("dimension_names").add("x");
    metadata.putObject("attributes").put("a", 1);
    ObjectNode create = request("create", store);
    create.set("metadata", metadata);
    create.put("elements", "000000000000f03f00000000000000400000000000000840");
    assertEquals("{}", exchange(create).get(0).get("ok").toString());
    JsonNode written = JSON.readTree(store.resolve("zarr.json").toFile());
    assertEquals(metadata, ((ObjectNode) written).without("storage_transformers"));
    assertEquals("3ff00000000000004000000000000000", chunk(store, "c.0"));
  }

  /** Shards of three elements, each an inner chunk, compressed; the index is where this says. */
  private static ObjectNode shardedMetadata(String location) throws IOException {
    ObjectNode metadata = metadata("uint8").put("fill_value", 9);
    ((ObjectNode) metadata.at("/chunk_grid/configuration")).putArray("chunk_shape").add(3);
    String codecs =
        """
        [{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [1],
            "codecs": [{"name": "bytes"}, {"name": "gzip", "configuration": {"level": 1}},
                       {"name": "crc32c"}],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "big"}}],
            "index_location": "%s"}},
         {"name": "zstd", "configuration": {"level": 3, "checksum": true}},
         {"name": "blosc", "configuration": {
            "cname": "lz4", "clevel": 5, "shuffle": "noshuffle", "typesize": 1, "blocksize": 0}}]
        """;
    return metadata.set("codecs", JSON.readTree(codecs.formatted(location)));
  }

  @Test
  void createPassesShardingAndCompressionOn() throws Exception {
    for (String location : List.of("start", "end")) {
      Path store = scratch.resolve("sharded-" + location + ".zarr");
      ObjectNode metadata = shardedMetadata(location);
      ObjectNode create = request("create", store).put("elements", "010902");
      create.set("metadata", metadata);
      ObjectNode read = request("read", store);
      read.putArray("regions").add(region(1, 2));
      List<JsonNode> answers = exchange(create, read);
      assertEquals("{}", answers.get(0).get("ok").toString());
      assertEquals("[\"0902\"]", answers.get(1).get("ok").get("regions").toString());
      JsonNode written = JSON.readTree(store.resolve("zarr.json").toFile());
      assertEquals(metadata.get("codecs"), written.get("codecs"));
    }
  }

  @Test
  void aShardThatCreateMakesHasItsIndexWhereTheMetadataSay() throws Exception {
    ObjectNode metadata = shardedMetadata("start");
    ArrayNode codecs = (ArrayNode) metadata.get("codecs");
    codecs.remove(2);
    codecs.remove(1);
    ((ArrayNode) codecs.at("/0/configuration/codecs")).remove(2);
    ((ArrayNode) codecs.at("/0/configuration/codecs")).remove(1);
    Path store = scratch.resolve("shard.zarr");
    ObjectNode create = request("create", store).put("elements", "090109");
    create.set("metadata", metadata);
    assertEquals("{}", exchange(create).get(0).get("ok").toString());
    String none = "ffffffffffffffffffffffffffffffff";
    String index = none + "00000000000000300000000000000001" + none;
    assertEquals(index + "01", chunk(store, "c.0"));
  }

  @Test
  void whatTheConstructorsCannotSayIsUnsupported() throws Exception {
    ObjectNode metadata = metadata("uint8");
    ObjectNode blosc = metadata.withArray("codecs").addObject().put("name", "blosc");
    blosc.putObject("configuration")
        .put("cname", "lz4").put("clevel", 5).put("shuffle", "noshuffle").put("blocksize", 0);
    ObjectNode create = request("create", scratch.resolve("blosc.zarr")).put("elements", "010203");
    create.set("metadata", metadata);
    assertEquals("unsupported", exchange(create).get(0).get("error").get("kind").asText());
  }

  @Test
  void innerChunksThatAreMissingInAChunkAreZero() throws Exception {
    ObjectNode chunk = JSON.createObjectNode();
    chunk.putArray("shape").add(3);
    chunk.set("codecs", shardedMetadata("end").get("codecs"));
    for (String dataType : List.of("uint8", "bool")) {
      ObjectNode encode = chunk.deepCopy().put("op", "encode").put("data_type", dataType);
      encode.put("elements", "010001");
      JsonNode encoded = exchange(encode).get(0).get("ok").get("encoded");
      ObjectNode decode = chunk.deepCopy().put("op", "decode").put("data_type", dataType);
      decode.set("encoded", encoded);
      assertEquals("010001", exchange(decode).get(0).get("ok").get("elements").asText());
    }
  }

  @Test
  void aChunkIsEncodedAndDecoded() throws Exception {
    String chunk =
        """
        {"data_type": "int16", "shape": [2, 2],
         "codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}},
                    {"name": "bytes", "configuration": {"endian": "big"}}]}
        """;
    ObjectNode encode = ((ObjectNode) JSON.readTree(chunk)).put("op", "encode");
    ObjectNode decode = ((ObjectNode) JSON.readTree(chunk)).put("op", "decode");
    encode.put("elements", "0100020004000500");
    decode.put("encoded", "0001000400020005");
    List<JsonNode> answers = exchange(encode, decode);
    assertEquals("0001000400020005", answers.get(0).get("ok").get("encoded").asText());
    assertEquals("0100020004000500", answers.get(1).get("ok").get("elements").asText());
  }

  @Test
  void errorsAreThoseOfZarrJava() throws Exception {
    Path unknown = store(metadata("no-such-type"));
    Exception own = assertThrows(Exception.class, () -> Array.open(unknown.toString()));
    ObjectNode codec = metadata("float32");
    codec.withArray("codecs").insertObject(0).put("name", "no-such-codec");
    Path nowhere = scratch.resolve("nowhere");
    List<JsonNode> answers =
        exchange(
            request("open", unknown),
            request("open", store(codec)),
            request("open", nowhere),
            request("no-such-operation", nowhere));
    List<String> kinds = new ArrayList<>();
    for (JsonNode answer : answers) kinds.add(answer.get("error").get("kind").asText());
    assertEquals(List.of("invalid", "unsupported", "internal", "unsupported"), kinds);
    assertEquals(own.toString(), answers.get(0).get("error").get("message").asText());
  }
}
