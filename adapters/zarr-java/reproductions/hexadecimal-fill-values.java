import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class HexadecimalFillValues {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float32", "fill_value": "0x3f800000",
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}""");
    float found = Array.open(store).read().getFloat(0);
    System.out.println("0x3f800000 are the bits of 1, read " + found);
    if (found == 1) throw new Exception("fixed");
  }
}
