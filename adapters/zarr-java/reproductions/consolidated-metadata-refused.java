import dev.zarr.zarrjava.v3.Group;
import java.nio.file.*;

class ConsolidatedMetadataRefused {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Files.writeString(store.resolve("zarr.json"), """
        {"zarr_format": 3, "node_type": "group",
         "consolidated_metadata": {"kind": "inline", "must_understand": false, "metadata": {}}}""");
    try {
      Group.open(store);
    } catch (java.io.IOException error) {
      System.out.println("refused: " + error.getMessage().lines().findFirst().get());
      return;
    }
    throw new Exception("fixed");
  }
}
