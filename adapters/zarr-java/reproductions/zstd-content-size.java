import dev.zarr.zarrjava.v3.Array;
import java.nio.file.*;
import java.util.HexFormat;

class ZstdContentSize {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 9,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "bytes"}, {"name": "zstd", "configuration": {"level": 1}}]}""");
    Files.createDirectory(store.resolve("c"));
    // A frame with one raw block of two bytes that does not say the size of its content.
    Files.write(store.resolve("c/0"), HexFormat.of().parseHex("28b52ffd" + "0000" + "110000" + "0102"));
    try {
      Array.open(store).read();
    } catch (com.github.luben.zstd.ZstdException error) {
      System.out.println("refused: " + error.getMessage());
      return;
    }
    throw new Exception("fixed");
  }
}
