import dev.zarr.zarrjava.v3.Group;
import java.nio.file.*;

class GroupDocuments {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": "3", "node_type": "group"}""");
    System.out.println("\"zarr_format\": \"3\" is opened as " + Group.open(store));
  }
}
