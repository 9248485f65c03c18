import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class Infinity {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "float32", "fill_value": "Infinity",
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}""");
    try { Array.open(store); } catch (Exception error) {
      System.out.println("fill value \"Infinity\": " + error.getMessage().lines().findFirst().get());
      return;
    }
    throw new Exception("fixed");
  }
}
