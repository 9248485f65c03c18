import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.zarr.zarrjava.ZarrException;
import dev.zarr.zarrjava.core.ArrayMetadata;
import dev.zarr.zarrjava.core.ArrayMetadata.CoreArrayMetadata;
import dev.zarr.zarrjava.core.codec.CodecPipeline;
import dev.zarr.zarrjava.utils.Utils;
import dev.zarr.zarrjava.v3.DataType;
import dev.zarr.zarrjava.v3.Node;
import dev.zarr.zarrjava.v3.codec.Codec;
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
   * The array is as large as the chunk. The protocol names no fill value; it is zero, which is what the
   * library needs for inner chunks of a shard that are missing.
   */
  private static CodecPipeline pipeline(JsonNode request) throws IOException, ZarrException {
    Codec[] codecs = JSON.treeToValue(request.get("codecs"), Codec[].class);
    long[] shape = Adapter.longs(request.get("shape"));
    DataType type = dataType(request);
    Object zero = ArrayMetadata.parseFillValue(type == DataType.BOOL ? (Object) false : 0, type);
    return new CodecPipeline(
        codecs, new CoreArrayMetadata(shape, Utils.toIntArray(shape), type, zero));
  }

  private static DataType dataType(JsonNode request) {
    return Creation.dataType(request.get("data_type").asText());
  }
}
