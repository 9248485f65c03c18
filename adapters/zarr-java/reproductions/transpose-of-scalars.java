import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class TransposeOfScalars {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [], "data_type": "uint8", "fill_value": 0,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": []}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "transpose", "configuration": {"order": []}}, {"name": "bytes"}]}""");
    Files.write(store.resolve("c"), new byte[] {7});
    try { Array.open(store).read(); } catch (Exception error) {
      System.out.println("transpose with the order []: " + error.getMessage().lines().findFirst().get());
      return;
    }
    throw new Exception("fixed");
  }
}
