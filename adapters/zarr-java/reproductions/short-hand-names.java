import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class ShortHandNames {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 0,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": ["bytes"]}""");
    try { Array.open(store); } catch (Exception error) {
      System.out.println("the codec is \"bytes\": " + error.getMessage().lines().findFirst().get());
      return;
    }
    throw new Exception("fixed");
  }
}
