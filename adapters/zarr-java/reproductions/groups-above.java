import dev.zarr.zarrjava.store.FilesystemStore;
import dev.zarr.zarrjava.v3.Group;
import java.nio.file.*;

class GroupsAbove {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Group root = Group.create(store);
    Group.create(new FilesystemStore(store).resolve("a", "b"));
    int children = root.listAsArray().length;
    if (children != 0) throw new Exception("fixed");
    System.out.println("after creating the root and a/b the root has " + children + " children");
  }
}
