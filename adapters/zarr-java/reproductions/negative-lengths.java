import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class NegativeLengths {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [2, 3], "data_type": "uint8", "fill_value": 7,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, -2]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "bytes"}]}""");
    System.out.println("chunk shape [2, -2], fill value 7, read " + Array.open(store).read());
  }
}
