import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class V2KeysOfScalars {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [], "data_type": "uint8", "fill_value": 9,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": []}},
         "chunk_key_encoding": {"name": "v2", "configuration": {"separator": "."}},
         "codecs": [{"name": "bytes"}]}""");
    Files.write(store.resolve("0"), new byte[] {7});
    byte found = Array.open(store).read().getByte(0);
    System.out.println("the chunk at 0 holds 7, read " + found);
    if (found == 7) throw new Exception("fixed");
  }
}
