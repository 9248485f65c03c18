"""Fills in a skeleton of an adapter with a stand-in for a library.

    fill.py LANGUAGE FILE

The stand-in keeps nothing. `open` prints to standard output, refuses the stores "refused" (an error
of the library) and "denied" (no permission), and says uint8 of shape [2^53 + 1, 0], or of rank 0 for
the store "scalar". `read` gives 00 01 fe ff for the whole array, and of a region its first start, as
eight bytes. `write` takes 00 ff for the whole array and nothing for a region that starts at
2^53 + 1, and refuses the rest.
"""

import re
import sys

LARGE = "9007199254740993"

# By language: the empty list of operations, the list of three, and the bodies of open, read and write.
FILLED = {
    "python": (
        "IMPLEMENTED = []",
        'IMPLEMENTED = ["open", "read", "write"]',
        f"""
    print("stray")
    os.write(1, b"stray of native code\\n")
    if store == "refused":
        raise ValueError("refused")
    if store == "denied":
        raise PermissionError("denied")
    return "uint8", [] if store == "scalar" else [{LARGE}, 0]
""",
        f"""
    whole = bytes([0, 1, 254, 255])
    regions = [whole if it is None else it["start"][0].to_bytes(8, "little") for it in regions]
    return (*open_(store), regions)
""",
        f"""
    if region is None and elements == b"\\0\\xff":
        return
    if region is not None and region["start"] == [{LARGE}] and elements == b"":
        return
    raise ValueError("refused")
""",
    ),
    "javascript": (
        "IMPLEMENTED = []",
        'IMPLEMENTED = ["open", "read", "write"]',
        f"""
  console.log("stray");
  if (store === "refused") throw new Error("refused");
  if (store === "denied") throw Object.assign(new Error("denied"), {{ code: "EACCES" }});
  if (store === "shapeless") return {{ data_type: "uint8", shape: undefined }};
  return {{ data_type: "uint8", shape: store === "scalar" ? [] : [{LARGE}n, 0] }};
""",
        """
  const elements = regions.map((region) => {
    if (region === null) return Uint8Array.of(0, 1, 254, 255);
    return new Uint8Array(BigUint64Array.of(BigInt(region.start[0])).buffer);
  });
  return { ...(await open(store)), elements };
""",
        f"""
  const digits = Array.from(elements).join();
  if (region === null && digits === "0,255") return;
  if (region !== null && region.start[0] === {LARGE}n && digits === "") return;
  throw new Error("refused");
""",
    ),
    "java": (
        "IMPLEMENTED = List.of()",
        'IMPLEMENTED = List.of("open", "read", "write")',
        f"""
        System.out.println("stray");
        String name = store.toString();
        if (name.equals("refused")) throw new IllegalArgumentException("refused");
        if (name.equals("denied")) throw new AccessDeniedException("denied");
        return new Description("uint8", name.equals("scalar") ? new long[0] : new long[] {{{LARGE}L, 0}});
""",
        """
        List<byte[]> elements = new ArrayList<>();
        for (Region region : regions) {
            java.nio.ByteBuffer start = java.nio.ByteBuffer.allocate(8);
            start.order(java.nio.ByteOrder.LITTLE_ENDIAN);
            elements.add(region == null
                    ? new byte[] {0, 1, (byte) 254, (byte) 255}
                    : start.putLong(region.start()[0]).array());
        }
        return new Elements(open(store), elements);
""",
        f"""
        if (region == null && java.util.Arrays.equals(elements, new byte[] {{0, (byte) 255}})) return;
        if (region != null && region.start()[0] == {LARGE}L && elements.length == 0) return;
        throw new IllegalArgumentException("refused");
""",
    ),
    "rust": (
        "IMPLEMENTED: &[&str] = &[]",
        'IMPLEMENTED: &[&str] = &["open", "read", "write"]',
        f"""
    let shape = match store.to_str() {{
        Some("refused") => return Err("refused".into()),
        Some("denied") => {{
            let kind = std::io::ErrorKind::PermissionDenied;
            return Err(std::io::Error::new(kind, "denied").into());
        }}
        Some("scalar") => vec![],
        _ => vec![{LARGE}, 0],
    }};
    Ok(Description {{ data_type: "uint8".into(), shape }})
""",
        """
    let bytes = |region: &Option<Region>| match region {
        None => vec![0, 1, 254, 255],
        Some(region) => region.start[0].to_le_bytes().to_vec(),
    };
    Ok((open(store)?, regions.iter().map(bytes).collect()))
""",
        f"""
    match region {{
        None if elements == [0, 255] => Ok(()),
        Some(region) if region.start == [{LARGE}] && elements.is_empty() => Ok(()),
        _ => Err("refused".into()),
    }}
""",
    ),
    "cpp": (
        "IMPLEMENTED = {}",
        'IMPLEMENTED = {"open", "read", "write"}',
        f"""
    std::cout << "stray" << std::endl;
    std::puts("stray");
    if (store == "refused") throw std::invalid_argument("refused");
    if (store == "denied") throw std::bad_alloc();
    if (store == "scalar") return {{"uint8", {{}}}};
    return {{"uint8", {{{LARGE}u, 0}}}};
""",
        """
    Elements elements{open(store), {}};
    for (const auto& region : regions) {
        Bytes bytes = {0, 1, 254, 255};
        if (region) {
            bytes.clear();
            for (int i = 7; i >= 0; --i) bytes.push_back((region->start[0] >> (8 * i)) & 255);
            bytes = reversed(bytes, 8);
        }
        elements.regions.push_back(bytes);
    }
    return elements;
""",
        f"""
    if (!region && elements == Bytes{{0, 255}}) return;
    if (region && region->start[0] == {LARGE}u && elements.empty()) return;
    throw std::invalid_argument("refused");
""",
    ),
    "r": (
        "IMPLEMENTED <- c()",
        'print("stray")\nIMPLEMENTED <- c("open", "read", "write")',
        f"""
  print("stray")
  cat("stray\\n")
  if (store == "refused") stop("refused")
  if (store == "denied") stop("denied: Permission denied")
  list(data_type = "uint8", shape = if (store == "scalar") numeric(0) else list("{LARGE}", 0))
""",
        """
  eight <- function(start) {
    half <- function(it) writeBin(as.integer(it), raw(), size = 4, endian = "little")
    if (identical(start, "9007199254740993")) return(as.raw(c(1, 0, 0, 0, 0, 0, 32, 0)))
    c(half(start), half(0))
  }
  bytes <- function(region) if (is.null(region)) as.raw(c(0, 1, 254, 255)) else eight(region$start[[1]])
  c(open_array(store), list(elements = lapply(regions, bytes)))
""",
        f"""
  if (is.null(region) && identical(elements, as.raw(c(0, 255)))) return(invisible(NULL))
  if (!is.null(region) && identical(region$start, "{LARGE}") && length(elements) == 0) return(invisible(NULL))
  stop("refused")
""",
    ),
    "go": (
        "implemented = []string{}",
        'implemented = []string{"open", "read", "write"}',
        f"""
	fmt.Println("stray")
	switch store {{
	case "refused":
		return description{{}}, errors.New("refused")
	case "denied":
		return description{{}}, fmt.Errorf("denied: %w", fs.ErrPermission)
	case "scalar":
		return description{{DataType: "uint8"}}, nil
	}}
	return description{{"uint8", []uint64{{{LARGE}, 0}}}}, nil
""",
        """
	elements := [][]byte{}
	for _, region := range regions {
		bytes := []byte{0, 1, 254, 255}
		if region != nil {
			bytes = bytes[:0]
			for i := 0; i < 8; i++ {
				bytes = append(bytes, byte(region.Start[0]>>(8*i)))
			}
		}
		elements = append(elements, bytes)
	}
	opened, err := open(store)
	return opened, elements, err
""",
        f"""
	if region == nil && string(elements) == "\\x00\\xff" {{
		return nil
	}}
	if region != nil && region.Start[0] == {LARGE} && len(elements) == 0 {{
		return nil
	}}
	return errors.New("refused")
""",
    ),
}

PLACE = re.compile(r"(TODO: call your library here.*?\n)[^\n]*(?:not implemented yet|errNotImplemented)[^\n]*\n", re.S)


def main():
    language, file = sys.argv[1:]
    empty, full, *bodies = FILLED[language]
    with open(file, encoding="utf-8") as stream:
        text = stream.read()
    if text.count(empty) != 1 or len(PLACE.findall(text)) != 3:
        sys.exit(f"{file} has not the places to fill in that are expected")
    remaining = iter(bodies)
    text = PLACE.sub(lambda place: place[1] + next(remaining).lstrip("\n"), text.replace(empty, full))
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(text)


main()
