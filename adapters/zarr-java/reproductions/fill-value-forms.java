import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;

class FillValueForms {
  public static void main(String[] arguments) throws Exception {
    for (String[] it : new String[][] {{"uint8", "300"}, {"int16", "1.9"}, {"bool", "2"}}) {
      Path store = Files.createTempDirectory("zarr-java");
      Files.writeString(store.resolve("zarr.json"), """
          {"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "%s", "fill_value": %s,
           "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
           "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
           "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}""".formatted((Object[]) it));
      System.out.println(it[0] + " with the fill value " + it[1] + " reads as " + Array.open(store).read());
    }
  }
}
