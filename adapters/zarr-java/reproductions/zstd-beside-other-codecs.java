import dev.zarr.zarrjava.core.codec.core.BytesCodec.Endian;
import dev.zarr.zarrjava.v3.*;
import java.nio.file.*;

class ZstdBesideOtherCodecs {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java").resolve("array");
    Array array = Array.create(store, metadata -> metadata
        .withShape(4).withDataType(DataType.UINT8).withChunkShape(4).withFillValue(9)
        .withCodecs(codecs -> codecs.withSharding(
            new int[] {2}, inner -> inner.withBytes(Endian.LITTLE).withZstd(1, false))), false);
    array.write(ucar.ma2.Array.factory(ucar.ma2.DataType.UBYTE, new int[] {4}, new byte[] {1, 2, 3, 4}));
    try {
      array.read();
    } catch (com.github.luben.zstd.ZstdException error) {
      System.out.println("its own shard is refused: " + error.getMessage());
      return;
    }
    throw new Exception("fixed");
  }
}
