import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.zarr.zarrjava.ZarrException;
import dev.zarr.zarrjava.core.AbstractNode;
import dev.zarr.zarrjava.core.Attributes;
import dev.zarr.zarrjava.core.Node;
import dev.zarr.zarrjava.store.FilesystemStore;
import dev.zarr.zarrjava.store.StoreHandle;
import dev.zarr.zarrjava.v3.Array;
import dev.zarr.zarrjava.v3.Group;
import java.io.IOException;

/** Groups, and arrays at paths of a store. */
final class Hierarchy {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Hierarchy() {}

  static ObjectNode node(JsonNode request) throws IOException, ZarrException {
    Node found = find(request);
    ObjectNode answer = JSON.createObjectNode().put("node_type", type(found));
    Attributes attributes = attributes(found);
    return attributes == null ? answer : answer.set("attributes", JSON.valueToTree(attributes));
  }

  static ObjectNode children(JsonNode request) throws IOException, ZarrException {
    ObjectNode answer = JSON.createObjectNode();
    ObjectNode children = answer.putObject("children");
    for (Node child : ((Group) find(request)).listAsArray()) {
      children.put(name(child), type(child));
    }
    return answer;
  }

  static ObjectNode walk(JsonNode request) throws IOException, ZarrException {
    ObjectNode answer = JSON.createObjectNode();
    addAll(answer.putObject("nodes"), "/", find(request));
    return answer;
  }

  private static void addAll(ObjectNode nodes, String path, Node found) {
    nodes.put(path, type(found));
    if (found instanceof Group group) {
      String prefix = path.equals("/") ? path : path + "/";
      for (Node child : group.listAsArray()) {
        addAll(nodes, prefix + name(child), child);
      }
    }
  }

  static ObjectNode createGroup(JsonNode request) throws IOException, ZarrException {
    Group.create(handle(request), attributes(request));
    return JSON.createObjectNode();
  }

  static ObjectNode setAttributes(JsonNode request) throws IOException, ZarrException {
    if (find(request) instanceof Group group) {
      group.setAttributes(attributes(request));
    } else {
      Array.open(handle(request)).setAttributes(attributes(request));
    }
    return JSON.createObjectNode();
  }

  static Array openArray(JsonNode request) throws IOException, ZarrException {
    return request.has("through") ? (Array) find(request) : Array.open(handle(request));
  }

  /** The node at the path, opened by it or through the group at the root, which gives null for none. */
  private static Node find(JsonNode request) throws IOException, ZarrException {
    if (!request.has("through")) {
      return dev.zarr.zarrjava.v3.Node.open(handle(request));
    }
    Node found = Group.open(new StoreHandle(store(request)));
    for (String name : names(request)) {
      found = ((Group) found).get(name);
    }
    return found;
  }

  /** Where the node at the path is stored; without a path, the root. */
  static StoreHandle handle(JsonNode request) {
    return store(request).resolve(names(request));
  }

  private static FilesystemStore store(JsonNode request) {
    return new FilesystemStore(request.get("store").asText());
  }

  private static String[] names(JsonNode request) {
    String path = request.path("path").asText("/").substring(1);
    return path.isEmpty() ? new String[0] : path.split("/");
  }

  private static String name(Node found) {
    return ((AbstractNode) found).storeHandle.toPath().getFileName().toString();
  }

  private static String type(Node found) {
    if (found == null) return null;
    return found instanceof Group ? "group" : "array";
  }

  private static Attributes attributes(Node found) {
    if (found instanceof Group group) return group.metadata.attributes;
    return found instanceof Array array ? array.metadata().attributes : null;
  }

  private static Attributes attributes(JsonNode request) {
    return JSON.convertValue(request.get("attributes"), Attributes.class);
  }
}
