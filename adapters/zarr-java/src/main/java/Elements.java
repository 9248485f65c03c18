import dev.zarr.zarrjava.utils.Utils;
import dev.zarr.zarrjava.v3.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** Elements as hexadecimal digits, and as the arrays that zarr-java takes and gives. */
final class Elements {

  /** The elements in lexicographical order, the bytes of each in little-endian order. */
  static String toHex(ucar.ma2.Array array) {
    int size = array.getElementType() == boolean.class ? 1 : array.getDataType().getSize();
    ByteBuffer bytes = littleEndian((int) array.getSize() * size);
    Object elements = array.copyTo1DJavaArray();
    if (elements instanceof boolean[] booleans) {
      for (boolean element : booleans) bytes.put((byte) (element ? 1 : 0));
    } else if (elements instanceof byte[] integers) {
      bytes.put(integers);
    } else if (elements instanceof short[] integers) {
      bytes.asShortBuffer().put(integers);
    } else if (elements instanceof int[] integers) {
      bytes.asIntBuffer().put(integers);
    } else if (elements instanceof long[] integers) {
      bytes.asLongBuffer().put(integers);
    } else if (elements instanceof float[] floats) {
      bytes.asFloatBuffer().put(floats);
    } else {
      bytes.asDoubleBuffer().put((double[]) elements);
    }
    return HexFormat.of().formatHex(bytes.array());
  }

  /** The array of this data type and shape of which {@link #toHex} makes these digits. */
  static ucar.ma2.Array fromHex(String digits, DataType dataType, long[] shape) {
    ucar.ma2.DataType type = dataType.getMA2DataType();
    Object elements = elements(ByteBuffer.wrap(HexFormat.of().parseHex(digits)), type);
    return ucar.ma2.Array.factory(type, Utils.toIntArray(shape), elements);
  }

  private static Object elements(ByteBuffer bytes, ucar.ma2.DataType type) {
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    Class<?> element = type.getPrimitiveClassType();
    if (element == boolean.class) {
      boolean[] booleans = new boolean[bytes.remaining()];
      for (int i = 0; i < booleans.length; i++) booleans[i] = bytes.get(i) != 0;
      return booleans;
    } else if (element == byte.class) {
      return bytes.array();
    } else if (element == short.class) {
      short[] integers = new short[bytes.remaining() / Short.BYTES];
      bytes.asShortBuffer().get(integers);
      return integers;
    } else if (element == int.class) {
      int[] integers = new int[bytes.remaining() / Integer.BYTES];
      bytes.asIntBuffer().get(integers);
      return integers;
    } else if (element == long.class) {
      long[] integers = new long[bytes.remaining() / Long.BYTES];
      bytes.asLongBuffer().get(integers);
      return integers;
    } else if (element == float.class) {
      float[] floats = new float[bytes.remaining() / Float.BYTES];
      bytes.asFloatBuffer().get(floats);
      return floats;
    }
    double[] doubles = new double[bytes.remaining() / Double.BYTES];
    bytes.asDoubleBuffer().get(doubles);
    return doubles;
  }

  private static ByteBuffer littleEndian(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
