import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.zarr.zarrjava.ZarrException;
import dev.zarr.zarrjava.core.codec.CodecPipeline;
import dev.zarr.zarrjava.utils.Utils;
import dev.zarr.zarrjava.v3.ArrayMetadata;
import dev.zarr.zarrjava.v3.DataType;
import dev.zarr.zarrjava.v3.Node;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** One chunk through the library's pipeline of codecs, with no store. */
final class Chunk {

  /** The mapper with which the library reads codecs from metadata. */
  private static final ObjectMapper JSON = Node.makeObjectMapper();

  static ObjectNode encode(JsonNode request) throws IOException, ZarrException {
    CodecPipeline pipeline = pipeline(request);
    long[] shape = Adapter.longs(request.get("shape"));
    var chunk = Elements.fromHex(request.get("elements").asText(), dataType(request), shape);
    byte[] encoded = Utils.toArray(pipeline.encode(chunk));
    return JSON.createObjectNode().put("encoded", HexFormat.of().formatHex(encoded));
  }

  static ObjectNode decode(JsonNode request) throws IOException, ZarrException {
    CodecPipeline pipeline = pipeline(request);
    byte[] encoded = HexFormat.of().parseHex(request.get("encoded").asText());
    var chunk = pipeline.decode(ByteBuffer.wrap(encoded));
    return JSON.createObjectNode().put("elements", Elements.toHex(chunk));
  }

  /**
   * The pipeline of an array that is as large as the chunk, from metadata as the library reads them. The
   * protocol names no fill value; it is zero, which is what the library needs for inner chunks of a shard
   * that are missing.
   */
  private static CodecPipeline pipeline(JsonNode request) throws IOException, ZarrException {
    ObjectNode document = JSON.createObjectNode().put("zarr_format", 3).put("node_type", "array");
    document.set("shape", request.get("shape"));
    document.set("data_type", request.get("data_type"));
    ObjectNode grid = document.putObject("chunk_grid").put("name", "regular");
    grid.putObject("configuration").set("chunk_shape", request.get("shape"));
    ObjectNode keys = document.putObject("chunk_key_encoding").put("name", "default");
    keys.putObject("configuration").put("separator", "/");
    if (dataType(request) == DataType.BOOL) {
      document.put("fill_value", false);
    } else {
      document.put("fill_value", 0);
    }
    document.set("codecs", request.get("codecs"));
    ArrayMetadata metadata = JSON.treeToValue(document, ArrayMetadata.class);
    return new CodecPipeline(metadata.codecs, metadata.coreArrayMetadata);
  }

  private static DataType dataType(JsonNode request) {
    return Creation.dataType(request.get("data_type").asText());
  }
}
