import dev.zarr.zarrjava.v3.Group;
import java.nio.file.*;

class NamesOfPeriods {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Group outside = Group.create(store);
    Group inside = outside.createGroup("inside");
    if (Group.open(inside.storeHandle.toPath()).get("..") == null) throw new Exception("fixed");
    System.out.println("above the store: " + Group.open(inside.storeHandle.toPath()).get(".."));
  }
}
