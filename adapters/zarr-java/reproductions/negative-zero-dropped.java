import dev.zarr.zarrjava.v3.*;
import java.nio.file.*;

class NegativeZeroDropped {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java").resolve("array");
    Array array = Array.create(store, metadata -> metadata
        .withShape(1).withDataType(DataType.FLOAT64).withChunkShape(1).withFillValue(0.0), false);
    double[] data = {-0.0};
    array.write(ucar.ma2.Array.factory(ucar.ma2.DataType.DOUBLE, new int[] {1}, data));
    double found = array.read().getDouble(0);
    System.out.println("wrote " + data[0] + ", read " + found);
    if (1 / found < 0) throw new Exception("fixed");
  }
}
