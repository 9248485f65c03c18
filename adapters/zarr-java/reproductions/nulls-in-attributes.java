import dev.zarr.zarrjava.core.Attributes;
import dev.zarr.zarrjava.v3.Group;
import java.nio.file.*;

class NullsInAttributes {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Attributes inner = new Attributes();
    inner.put("b", null);
    Group.create(store).setAttributes(new Attributes().set("a", inner));
    String document = Files.readString(store.resolve("zarr.json"));
    if (document.contains("null")) throw new Exception("fixed");
    System.out.println("{\"a\": {\"b\": null}} is stored as " + document.replaceAll("\\s+", " "));
  }
}
