import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scalableminds.bloscjava.Blosc.Compressor;
import com.scalableminds.bloscjava.Blosc.Shuffle;
import dev.zarr.zarrjava.ZarrException;
import dev.zarr.zarrjava.core.Attributes;
import dev.zarr.zarrjava.core.chunkkeyencoding.Separator;
import dev.zarr.zarrjava.core.codec.core.BytesCodec.Endian;
import dev.zarr.zarrjava.v3.Array;
import dev.zarr.zarrjava.v3.ArrayMetadata;
import dev.zarr.zarrjava.v3.ArrayMetadataBuilder;
import dev.zarr.zarrjava.v3.DataType;
import dev.zarr.zarrjava.v3.codec.Codec;
import dev.zarr.zarrjava.v3.codec.core.BloscCodec;
import dev.zarr.zarrjava.v3.codec.core.BytesCodec;
import dev.zarr.zarrjava.v3.codec.core.Crc32cCodec;
import dev.zarr.zarrjava.v3.codec.core.GzipCodec;
import dev.zarr.zarrjava.v3.codec.core.ShardingIndexedCodec;
import dev.zarr.zarrjava.v3.codec.core.TransposeCodec;
import dev.zarr.zarrjava.v3.codec.core.ZstdCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The members of array metadata as calls of the library's builder. */
final class Creation {

  private static final ObjectMapper JSON = new ObjectMapper();

  static ArrayMetadata metadata(JsonNode metadata) throws IOException, ZarrException {
    ObjectNode rest = metadata.deepCopy();
    rest.remove("zarr_format");
    rest.remove("node_type");
    ArrayMetadataBuilder builder = Array.metadataBuilder();
    builder.withShape(Adapter.longs(rest.remove("shape")));
    String dataType = rest.remove("data_type").asText();
    builder.withDataType(dataType(dataType));
    chunkGrid(builder, rest.remove("chunk_grid"));
    chunkKeys(builder, rest.remove("chunk_key_encoding"));
    builder.withFillValue(JSON.treeToValue(rest.remove("fill_value"), Object.class));
    builder.withCodecs(codecs(rest.remove("codecs")));
    if (rest.has("attributes")) {
      builder.withAttributes(JSON.treeToValue(rest.remove("attributes"), Attributes.class));
    }
    if (rest.has("dimension_names")) {
      builder.withDimensionNames(JSON.treeToValue(rest.remove("dimension_names"), String[].class));
    }
    if (rest.path("storage_transformers").isArray() && rest.get("storage_transformers").isEmpty()) {
      rest.remove("storage_transformers");
    }
    if (!rest.isEmpty()) {
      throw new UnsupportedOperationException("the builder has nothing for " + rest);
    }
    return builder.build();
  }

  static DataType dataType(String identifier) {
    return one(DataType.values(), DataType::getValue, identifier);
  }

  private static void chunkGrid(ArrayMetadataBuilder builder, JsonNode grid) throws IOException {
    if (!name(grid).equals("regular")) {
      throw new UnsupportedOperationException("the builder makes regular chunk grids only");
    }
    builder.withChunkShape(ints(grid.path("configuration").get("chunk_shape")));
  }

  private static void chunkKeys(ArrayMetadataBuilder builder, JsonNode encoding) {
    JsonNode separator = encoding.path("configuration").path("separator");
    switch (name(encoding) + (separator.isMissingNode() ? "" : " with separator")) {
      case "default" -> builder.withDefaultChunkKeyEncoding();
      case "default with separator" -> builder.withDefaultChunkKeyEncoding(separator(separator));
      case "v2" -> builder.withV2ChunkKeyEncoding();
      case "v2 with separator" -> builder.withV2ChunkKeyEncoding(separator(separator));
      default -> throw new UnsupportedOperationException("no chunk key encoding " + encoding);
    }
  }

  private static Separator separator(JsonNode value) {
    return one(Separator.values(), Separator::getValue, value.asText());
  }

  /** By the constructors, to which the methods of the library's {@code CodecBuilder} lead, too. */
  private static Codec[] codecs(JsonNode list) throws IOException, ZarrException {
    List<Codec> codecs = new ArrayList<>();
    for (JsonNode codec : list) codecs.add(codec(codec));
    return codecs.toArray(Codec[]::new);
  }

  private static Codec codec(JsonNode codec) throws IOException, ZarrException {
    JsonNode configuration = codec.path("configuration");
    return switch (name(codec)) {
      case "transpose" -> new TransposeCodec(
          new TransposeCodec.Configuration(ints(configuration.get("order"))));
      case "bytes" -> configuration.has("endian")
          ? new BytesCodec(one(Endian.values(), Endian::getValue, configuration.get("endian").asText()))
          : new BytesCodec();
      case "sharding_indexed" -> sharding(configuration);
      case "blosc" -> blosc(configuration);
      case "crc32c" -> new Crc32cCodec();
      case "gzip" -> new GzipCodec(new GzipCodec.Configuration(integer(configuration, "level")));
      case "zstd" -> new ZstdCodec(new ZstdCodec.Configuration(
          integer(configuration, "level"), configuration.path("checksum").asBoolean()));
      default -> throw new UnsupportedOperationException("no codec " + codec);
    };
  }

  private static Codec sharding(JsonNode configuration) throws IOException, ZarrException {
    return new ShardingIndexedCodec(new ShardingIndexedCodec.Configuration(
        ints(configuration.get("chunk_shape")),
        codecs(configuration.get("codecs")),
        codecs(configuration.get("index_codecs")),
        configuration.path("index_location").textValue()));
  }

  private static Codec blosc(JsonNode configuration) throws ZarrException {
    Shuffle shuffle = switch (configuration.path("shuffle").asText()) {
      case "noshuffle" -> Shuffle.NO_SHUFFLE;
      case "shuffle" -> Shuffle.BYTE_SHUFFLE;
      case "bitshuffle" -> Shuffle.BIT_SHUFFLE;
      default -> throw new UnsupportedOperationException("no shuffle " + configuration);
    };
    return new BloscCodec(new BloscCodec.Configuration(
        one(Compressor.values(), Compressor::getValue, configuration.path("cname").asText()),
        shuffle,
        integer(configuration, "clevel"),
        integer(configuration, "typesize"),
        integer(configuration, "blocksize")));
  }

  /** A member for which the library's constructor takes an {@code int}, so that it cannot be absent. */
  private static int integer(JsonNode configuration, String member) {
    if (configuration.path(member).isInt()) return configuration.get(member).intValue();
    throw new UnsupportedOperationException("an int has to be given for " + member);
  }

  private static int[] ints(JsonNode list) throws IOException {
    if (list == null || list.isNull()) {
      throw new UnsupportedOperationException("a list of integers has to be given");
    }
    return JSON.treeToValue(list, int[].class);
  }

  /** The constant of an enumeration that is written so in metadata. */
  private static <T> T one(T[] constants, Function<T, String> written, String value) {
    for (T constant : constants) {
      if (written.apply(constant).equals(value)) return constant;
    }
    throw new UnsupportedOperationException("nothing in the library is written " + value);
  }

  /** The name of an extension, which may stand for it. */
  private static String name(JsonNode extension) {
    return (extension.isTextual() ? extension : extension.path("name")).asText();
  }
}
