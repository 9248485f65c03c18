//! What is wrong in a document or an array that is given is reported with file, line, fact and member.

use rstest::rstest;

use crate::wrong::error_of;

#[rstest]
#[case::document_of_several_lines(
    "zarr_json = \"{\\n  \\\"a\\\": [\\n1]\\n}\\n\"\nset.b = \"1\"",
    r#"5: fact "x": zarr_json: found line "  \"a\": [\n1]", expected `  "name": value`"#
)]
#[case::without_what_is_not_there(
    "zarr_json = \"{\\n  \\\"a\\\": 1\\n}\\n\"\nwithout = [\"b\"]",
    r#"6: fact "x": without: there is no member "b""#
)]
#[case::text_that_occurs_twice(
    "zarr_json = \"aa\"\nreplace = [{ text = \"a\", by = \"b\" }]",
    r#"4: fact "x": replace[0]: the text to be replaced occurs 2 times, not once"#
)]
#[case::unknown_spelling(
    "zarr_json = \"\"\nspelling = \"utf-32\"",
    r#"6: fact "x": spelling: found "utf-32", expected "white space", "utf-16 little endian" or "utf-16 big endian""#
)]
#[case::bits_that_the_reference_does_not_find(
    "zarr_json = '''\n{\n  \"zarr_format\": 3,\n  \"node_type\": \"array\",\n  \"shape\": [2],\n  \"data_type\": \"int8\",\n  \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [2]}},\n  \"chunk_key_encoding\": {\"name\": \"default\"},\n  \"fill_value\": 7,\n  \"codecs\": [{\"name\": \"bytes\"}]\n}\n'''\ndenotes = \"08\"",
    r#"4: fact "x": core/wrong/x: the reference reads the fill value as [7], expected [8]"#
)]
#[case::nearest_to_no_number(
    "zarr_json = \"{\\n  \\\"a\\\": 1\\n}\\n\"\nnearest = \"00\"",
    r#"6: fact "x": nearest: set.fill_value is missing"#
)]
fn of_a_document(#[case] members: &str, #[case] expected: &str) {
    let head = "about = \"x\"\nkind = \"metadata\"\neditions = [\"3.1\"]\n[[fact]]\n";
    let fact = "\nname = \"x\"\nrequirements = [\"array-metadata.json\"]\ncomment = \"x\"\n";
    assert_eq!(error_of(&format!("{head}{members}{fact}")), expected);
}

/// A head that every case of an array begins with, on lines 1 to 7, and a fact that it ends with.
fn of_an_array_with(members: &str) -> String {
    let head = "about = \"x\"\nkind = \"array\"\neditions = [\"3.1\"]\n";
    let fact =
        "requirements = [\"array-metadata.json\"]\ncomment = \"x\"\n[[fact]]\nname = \"x\"\n";
    let shapes = "shape = [3]\nchunk_shape = [2]\n";
    error_of(&format!("{head}{fact}{shapes}{members}\n"))
}

#[rstest]
#[case::no_data_type("", r#"6: fact "x": data_type is missing"#)]
#[case::unknown_pattern("data_type = \"uint8\"\nelements = \"random\"", r#"11: fact "x": elements: found "random", expected "distinct", "all …", "from … by …", "of lengths …" or a list of elements: expected value at line 1 column 1"#)]
#[case::steps_of_raw_bits(
    "data_type = \"r8\"\nelements = \"from [1] by 1\"",
    r#"11: fact "x": elements: elements of r8 have no bits to count by"#
)]
#[case::steps_beyond_the_type(
    "data_type = \"uint8\"\nelements = \"from 255 by 1\"",
    r#"11: fact "x": elements: the bits grow beyond those of uint8"#
)]
#[case::elements_of_another_shape(
    "data_type = \"uint8\"\nelements = \"[1, 2]\"",
    r#"11: fact "x": elements: codec: found 2 elements for shape [3]"#
)]
#[case::element_beyond_the_data_type("data_type = \"uint8\"\nelements = \"all 256\"", r#"11: fact "x": elements: metadata: fill_value: found 256 for uint8, expected an integer from 0 to 255"#)]
#[case::chunk_that_is_not_stored("data_type = \"uint8\"\nmissing = [[7]]", r#"6: fact "x": core/wrong/x: the reference refuses in edition 3.1: store: c/7 was not stored and cannot be removed"#)]
#[case::positions_that_are_none(
    "data_type = \"uint8\"\nmissing = [7]",
    r#"11: fact "x": missing: found [7], expected a list of lists of integers"#
)]
#[case::region_without_a_start(
    "data_type = \"uint8\"\nregions = [{ shape = [1] }]",
    r#"11: fact "x": regions[0]: start is missing"#
)]
#[case::region_beyond_the_array(
    "data_type = \"uint8\"\nregions = [{ start = [3], shape = [1] }]",
    r#"6: fact "x": extent: the region of shape [1] at [3] leaves the array of shape [3]"#
)]
#[case::bytes_that_are_not_hexadecimal(
    "data_type = \"uint8\"\nreplaced.\"c/0\" = \"0x\"",
    r#"11: fact "x": replaced: c/0: Invalid character 'x' at position 1"#
)]
#[case::unknown_unused(
    "data_type = \"uint8\"\nunused = \"zero\"",
    r#"11: fact "x": unused: found "zero", expected "distinct""#
)]
#[case::flag_as_text(
    "data_type = \"uint8\"\nwhole = \"false\"",
    r#"11: fact "x": whole: found a text, expected true or false"#
)]
fn of_an_array(#[case] members: &str, #[case] expected: &str) {
    assert_eq!(of_an_array_with(members), expected);
}

#[rstest]
#[case::unknown_member_of_a_layout(
    "shard.odrer = [0]",
    r#"11: fact "x": shard: odrer: there is no such member; did you mean "order"?"#
)]
#[case::inner_chunk_that_is_not_there(
    "shard.order = [0, 2]",
    r#"11: fact "x": shard: there are 2 inner chunks, and 2 is not one of them"#
)]
#[case::inner_chunk_twice(
    "shard.order = [0, 0]",
    r#"11: fact "x": shard: inner chunk 0 lies at two places"#
)]
#[case::entry_of_one_word(
    "shard.entries.0 = \"[4]\"",
    r#"11: fact "x": shard: entries: invalid length 1, expected an array of length 2 at line 1 column 3"#
)]
#[case::entry_that_is_not_there(
    "shard.entries.2 = \"[4, 4]\"",
    r#"11: fact "x": shard: there is no inner chunk 2"#
)]
#[case::bit_beyond_the_shard(
    "shard.flip = 1000",
    r#"11: fact "x": shard: flip lies beyond the shard"#
)]
#[case::nothing_cut_off("shard.keep = 36", r#"11: fact "x": shard: keep cuts nothing off"#)]
fn of_a_shard(#[case] members: &str, #[case] expected: &str) {
    let head = "about = \"x\"\nkind = \"chunk\"\neditions = [\"3.1\"]\n[[fact]]\n";
    let fact = "name = \"x\"\nrequirements = [\"array-metadata.json\"]\ncomment = \"x\"\n";
    let bytes = r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let codecs = format!(
        r#"[{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [2], "codecs": {bytes}, "index_codecs": {bytes}}}}}]"#
    );
    let chunk = format!("codecs = '{codecs}'\ndata_type = \"uint8\"\nshape = [4]\n");
    assert_eq!(
        error_of(&format!("{head}{fact}{chunk}{members}\n")),
        expected
    );
}
