import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class TransposeBeforeShards {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [2, 3], "data_type": "uint8", "fill_value": 9,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 3]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}}, {"name": "sharding_indexed", "configuration": {"chunk_shape": [3, 1],
             "codecs": [{"name": "bytes"}],
             "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]}""");
    try {
      Array.open(store);
    } catch (com.fasterxml.jackson.core.JsonProcessingException error) {
      System.out.println("refused: " + error.getMessage().lines().findFirst().get());
      return;
    }
    throw new Exception("fixed");
  }
}
