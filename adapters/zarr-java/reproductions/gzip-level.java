import dev.zarr.zarrjava.v3.*;
import java.nio.file.*;

class GzipLevel {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java").resolve("array");
    Array array = Array.create(store, metadata -> metadata
        .withShape(1000).withDataType(DataType.UINT8).withChunkShape(1000).withFillValue(9)
        .withCodecs(codecs -> codecs.withGzip(0)), false);
    array.write(ucar.ma2.Array.factory(ucar.ma2.DataType.UBYTE, new int[] {1000}));
    long length = Files.size(store.resolve("c/0"));
    System.out.println("1000 bytes are written at level 0 as " + length);
    if (length >= 1000) throw new Exception("fixed");
  }
}
