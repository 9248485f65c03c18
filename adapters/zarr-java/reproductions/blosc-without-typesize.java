import dev.zarr.zarrjava.ZarrException;
import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class BloscWithoutTypesize {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 9,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "bytes"}, {"name": "blosc", "configuration":
             {"cname": "lz4", "clevel": 5, "shuffle": "noshuffle", "blocksize": 0}}]}""");
    Array array = Array.open(store);
    try {
      array.write(ucar.ma2.Array.factory(ucar.ma2.DataType.UBYTE, new int[] {2}, new byte[] {1, 2}));
    } catch (RuntimeException error) {
      System.out.println("refused: " + error.getCause().getMessage());
      return;
    }
    throw new Exception("fixed");
  }
}
