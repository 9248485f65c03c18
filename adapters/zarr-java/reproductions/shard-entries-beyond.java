import dev.zarr.zarrjava.v3.Array;
import java.nio.*;
import java.nio.file.*;

class ShardEntriesBeyond {
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
    for (long word : new long[] {0, 2, 1000, 2}) shard.putLong(word);
    Files.createDirectory(store.resolve("c"));
    Files.write(store.resolve("c/0"), shard.array());
    ucar.ma2.Array found = Array.open(store).read(new long[] {2}, new int[] {2});
    System.out.println("the second inner chunk begins beyond the end, read " + found);
  }
}
