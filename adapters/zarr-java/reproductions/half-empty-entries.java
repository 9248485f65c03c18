import dev.zarr.zarrjava.v3.Array;
import java.nio.*;
import java.nio.file.*;

class HalfEmptyEntries {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 9,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2],
             "codecs": [{"name": "bytes"}],
             "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}]}""");
    ByteBuffer shard = ByteBuffer.allocate(36).order(ByteOrder.LITTLE_ENDIAN);
    shard.put(new byte[] {1, 2, 3, 4});
    for (long word : new long[] {-1, 2, 2, 2}) shard.putLong(word);
    Files.createDirectory(store.resolve("c"));
    Files.write(store.resolve("c/0"), shard.array());
    System.out.println("the first inner chunk begins at 2^64-1, read " + Array.open(store).read());
  }
}
