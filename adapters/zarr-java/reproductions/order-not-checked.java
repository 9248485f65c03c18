import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class OrderNotChecked {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [2, 2], "data_type": "uint8", "fill_value": 9,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "transpose", "configuration": {"order": [0, 0]}}, {"name": "bytes"}]}""");
    System.out.println("the order is [0, 0], read " + Array.open(store).read());
  }
}
