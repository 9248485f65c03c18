import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class MayBeIgnored {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 0,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "bytes"}], "hint": {"name": "hint", "must_understand": false}}""");
    try { Array.open(store); } catch (Exception error) {
      System.out.println("a member that may be ignored: " + error.getMessage().lines().findFirst().get());
      return;
    }
    throw new Exception("fixed");
  }
}
