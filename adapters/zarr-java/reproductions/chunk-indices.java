import dev.zarr.zarrjava.v3.*;
import java.nio.file.*;

class ChunkIndices {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java").resolve("array");
    Array array = Array.create(store, metadata -> metadata
        .withShape((1L << 32) + 2).withDataType(DataType.UINT8).withChunkShape(1).withFillValue(0), false);
    for (byte value : new byte[] {1, 2}) {  // 1 at the position 1, then 2 at 2^32 + 1
      long[] position = {value == 1 ? 1 : (1L << 32) + 1};
      array.write(position, ucar.ma2.Array.factory(ucar.ma2.DataType.UBYTE, new int[] {1}, new byte[] {value}));
    }
    byte[] found = Files.readAllBytes(store.resolve("c/1"));
    System.out.println("1 was written to the chunk c/1, then 2 to c/4294967297; c/1 holds " + found[0]);
    if (found[0] == 1) throw new Exception("fixed");
  }
}
