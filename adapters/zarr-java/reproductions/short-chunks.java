import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class ShortChunks {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 9,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "bytes"}]}""");
    Files.createDirectory(store.resolve("c"));
    Files.write(store.resolve("c/0"), new byte[] {1, 2});
    System.out.println("a chunk of 4 elements has the 2 bytes 1 2, read " + Array.open(store).read());
  }
}
