import dev.zarr.zarrjava.v3.*;
import java.nio.file.*;

class RegionsAcrossChunks {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java").resolve("array");
    Array array = Array.create(store, metadata -> metadata
        .withShape(10).withDataType(DataType.UINT8).withChunkShape(4).withFillValue(0), false);
    byte[] data = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    array.write(ucar.ma2.Array.factory(ucar.ma2.DataType.UBYTE, new int[] {10}, data));
    ucar.ma2.Array found = array.read(new long[] {3}, new int[] {6});
    System.out.println("elements 3 to 8 are read as " + found);
    if (found.getByte(2) == 5) throw new Exception("fixed");
  }
}
