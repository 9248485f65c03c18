import dev.zarr.zarrjava.v3.Group;
import java.nio.file.*;

class ConsolidatedMetadataForms {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    for (String value : new String[] {"\"inline\"", "true"}) {
      Files.writeString(
          store.resolve("zarr.json"),
          "{\"zarr_format\": 3, \"node_type\": \"group\", \"consolidated_metadata\": " + value + "}");
      System.out.println("consolidated_metadata " + value + " is opened as " + Group.open(store));
    }
  }
}
