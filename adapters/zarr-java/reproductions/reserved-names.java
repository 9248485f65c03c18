import dev.zarr.zarrjava.v3.Group;
import java.nio.file.*;

class ReservedNames {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Group group = Group.create(store);
    group.createGroup("__x");
    int children = group.listAsArray().length;
    if (children != 1) throw new Exception("fixed");
    System.out.println("created, listed and opened: " + group.get("__x"));
  }
}
