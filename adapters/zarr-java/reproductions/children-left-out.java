import dev.zarr.zarrjava.v3.Group;
import java.nio.file.*;

class ChildrenLeftOut {
  public static void main(String[] arguments) throws Exception {
    Path store = Files.createTempDirectory("zarr-java");
    Group group = Group.create(store);
    Files.createDirectory(store.resolve("x"));
    Files.writeString(store.resolve("x/zarr.json"), """
        {"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "fill_value": 0,
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
         "chunk_key_encoding": {"name": "default"}, "codecs": [{"name": "bytes"}]}""");
    if (group.listAsArray().length != 0) throw new Exception("fixed");
    System.out.println("children: " + group.listAsArray().length + ", x: " + group.get("x"));
  }
}
