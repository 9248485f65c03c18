import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.zarr.zarrjava.ZarrException;
import dev.zarr.zarrjava.v3.Array;
import dev.zarr.zarrjava.v3.ArrayMetadata;
import dev.zarr.zarrjava.v3.DataType;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * Serves zarr-java over protocol 1 of zarr-conform: it translates, and nothing else.
 *
 * <p>Every answer is what the library returned and every error is one that the library threw, so a
 * verdict on this process is a verdict on zarr-java. docs/adapters.md explains the protocol.
 */
final class Adapter {

  private static final ObjectMapper JSON = new ObjectMapper();

  public static void main(String[] arguments) throws IOException {
    // Only answers may go to standard output; whatever else is printed goes to standard error.
    PrintStream answers =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      answers.println(JSON.writeValueAsString(answer(JSON.readTree(line))));
    }
  }

  private static ObjectNode answer(JsonNode request) {
    ObjectNode answer = JSON.createObjectNode();
    answer.set("id", request.get("id"));
    try {
      answer.set("ok", perform(request));
    } catch (Exception error) {
      answer.putObject("error").put("kind", kind(error)).put("message", error.toString());
    }
    return answer;
  }

  private static ObjectNode perform(JsonNode request) throws IOException, ZarrException {
    String op = request.get("op").asText();
    return switch (op) {
      case "hello" -> hello();
      case "open" -> describe(Hierarchy.openArray(request));
      case "read" -> read(request);
      case "write" -> write(request);
      case "create" -> create(request);
      case "encode" -> Chunk.encode(request);
      case "decode" -> Chunk.decode(request);
      case "node" -> Hierarchy.node(request);
      case "children" -> Hierarchy.children(request);
      case "walk" -> Hierarchy.walk(request);
      case "create_group" -> Hierarchy.createGroup(request);
      case "set_attributes" -> Hierarchy.setAttributes(request);
      default -> throw new UnsupportedOperationException("no operation " + op);
    };
  }

  private static ObjectNode hello() throws IOException {
    ObjectNode answer = JSON.createObjectNode();
    answer.put("protocol", 1).put("name", "zarr-java").put("version", version());
    answer.put("language", "Java").put("edition", "3.1");
    answer.putArray("ops").add("open").add("read").add("write").add("create")
        .add("encode").add("decode").add("node").add("children").add("walk")
        .add("create_group").add("set_attributes").add("path").add("through");
    answer.putObject("unsupported").putArray("data_types")
        .add("float16").add("complex64").add("complex128").add("r*");
    return answer;
  }

  private static ObjectNode read(JsonNode request) throws IOException, ZarrException {
    Array array = Hierarchy.openArray(request);
    ObjectNode answer = describe(array);
    if (!request.has("regions")) {
      return answer.put("elements", Elements.toHex(array.read()));
    }
    for (JsonNode region : request.get("regions")) {
      long[] start = longs(region.get("start"));
      long[] shape = longs(region.get("shape"));
      var found = array.access().withOffset(start).withShape(shape).read();
      answer.withArray("regions").add(Elements.toHex(found));
    }
    return answer;
  }

  private static ObjectNode write(JsonNode request) throws IOException, ZarrException {
    Array array = Hierarchy.openArray(request);
    JsonNode region = request.get("region");
    long[] shape = region == null ? array.metadata().shape : longs(region.get("shape"));
    DataType dataType = array.metadata().dataType();
    var elements = Elements.fromHex(request.get("elements").asText(), dataType, shape);
    if (region == null) {
      array.write(elements);
    } else {
      array.access().withOffset(longs(region.get("start"))).write(elements);
    }
    return JSON.createObjectNode();
  }

  private static ObjectNode create(JsonNode request) throws IOException, ZarrException {
    ArrayMetadata metadata = Creation.metadata(request.get("metadata"));
    Array array = Array.create(Hierarchy.handle(request), metadata);
    String elements = request.get("elements").asText();
    array.write(Elements.fromHex(elements, metadata.dataType(), metadata.shape));
    return JSON.createObjectNode();
  }

  private static ObjectNode describe(Array array) {
    ObjectNode answer = JSON.createObjectNode();
    answer.put("data_type", array.metadata().dataType().getValue());
    return answer.set("shape", JSON.valueToTree(array.metadata().shape));
  }

  static long[] longs(JsonNode list) throws IOException {
    return JSON.readerFor(long[].class).readValue(list);
  }

  /** The version that the package says of itself. */
  private static String version() throws IOException {
    Properties properties = new Properties();
    String path = "/META-INF/maven/dev.zarr/zarr-java/pom.properties";
    try (InputStream stream = Array.class.getResourceAsStream(path)) {
      properties.load(stream);
    }
    return properties.getProperty("version");
  }

  /**
   * One rule for all requests, by the class of the exception alone.
   *
   * <ul>
   *   <li>unsupported: Java's exception for that, or Jackson's for a name (of a codec, a chunk grid or
   *       a chunk key encoding) that the library has no class for.
   *   <li>internal: the file system refused.
   *   <li>invalid: everything else, that is the library's own exception, what Jackson throws on JSON
   *       that has not the form expected, and unchecked exceptions.
   * </ul>
   */
  private static String kind(Exception error) {
    if (error instanceof UnsupportedOperationException) return "unsupported";
    if (error instanceof InvalidTypeIdException type && type.getTypeId() != null) {
      return "unsupported";
    }
    boolean io = error instanceof IOException && !(error instanceof JsonProcessingException);
    return io ? "internal" : "invalid";
  }
}
