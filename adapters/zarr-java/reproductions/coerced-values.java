import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class CoercedValues {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": "3", "node_type": "array", "shape": ["2"], "data_type": " int16 ", "fill_value": 7,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2.5]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "bytes", "configuration": {"endian": 1}}]}""");
    System.out.println("five values are of wrong types, read " + Array.open(store).read());
  }
}
