//! Bytes of which the decoded length is unknown.

use miniz_oxide::deflate::compress_to_vec;
use zarr_conform_reference::codecs::MAX_OF_UNKNOWN_LENGTH;
use zarr_conform_reference::{DataType, Element, Error, Json, Result, Steps, gzip};

/// The limit.
const MOST: usize = 1 << 24;

/// What a chain decodes `encoded` to, of as many bytes as the chunk has elements.
fn decoded(codecs: &[&str], shape: u64, encoded: &[u8]) -> Result<usize> {
    let list: Result<Vec<Json>> = codecs.iter().map(|it| Json::parse(it.as_bytes())).collect();
    let steps = Steps::default();
    let zero = Element::Bits(0);
    let chain = steps.chain(&list?, DataType::UINT8, &[shape], &zero)?;
    Ok(steps.decode(&chain, encoded)?.elements.len())
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut member = gzip::encode(bytes);
    let trailer = member.split_off(member.len() - 8);
    member.truncate(10);
    member.extend(compress_to_vec(bytes, 9));
    member.extend(trailer);
    member
}

const GZIP: &str = r#"{"name": "gzip", "configuration": {"level": 9}}"#;

/// Of three codecs one behind the other, only the first knows how many bytes it gives.
#[test]
fn a_few_bytes_do_not_stand_for_all_memory_by_gzip() {
    let bytes = vec![0; MOST + 1];
    let once = gzipped(&bytes);
    assert_eq!(
        decoded(&["\"bytes\"", GZIP], bytes.len() as u64, &once),
        Ok(bytes.len())
    );
    let twice = gzipped(&once);
    assert!(twice.len() < 1000, "{}", twice.len());
    let found = decoded(&["\"bytes\"", GZIP, GZIP, GZIP], 1, &twice);
    assert!(matches!(found, Err(Error::Unsupported(_))), "{found:?}");
    // Several members are together as long.
    let half = gzipped(&bytes[..=MOST / 2]);
    let members = [half.clone(), half].concat();
    let found = Steps::default().gzip_decode(&members, None);
    assert!(matches!(found, Err(Error::Unsupported(_))), "{found:?}");
}

/// A frame of RLE blocks of 128 KiB, each of four bytes.
fn frame(blocks: u32) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0x48];
    for at in 1..=blocks {
        let header = (128 * 1024) << 3 | 1 << 1 | u32::from(at == blocks);
        frame.extend(&header.to_le_bytes()[..3]);
        frame.push(7);
    }
    frame
}

#[test]
fn a_few_bytes_do_not_stand_for_all_memory_by_zstd() {
    let steps = Steps::default();
    let length = Some(129 * 128 * 1024);
    assert_eq!(
        steps.zstd_decode(&frame(128), None).map(|it| it.len()),
        Ok(MOST)
    );
    assert!(steps.zstd_decode(&frame(129), length).is_ok());
    for bytes in [frame(129), [frame(65), frame(64)].concat()] {
        let found = steps.zstd_decode(&bytes, None).map(|it| it.len());
        assert!(matches!(found, Err(Error::Unsupported(_))), "{found:?}");
    }
}

#[test]
fn a_few_bytes_do_not_stand_for_all_memory_by_blosc() {
    const BLOSC: &str = r#"{"name": "blosc", "configuration":
        {"cname": "lz4", "clevel": 1, "shuffle": "noshuffle", "blocksize": 0}}"#;
    let mut header = vec![2, 1, 0b10_0000, 1];
    for number in [(1_u32 << 24) + 1, 1 << 20, 16] {
        header.extend(number.to_le_bytes());
    }
    let found = decoded(&["\"bytes\"", GZIP, BLOSC], 1, &header);
    assert!(matches!(found, Err(Error::Unsupported(_))), "{found:?}");
}

/// What was written at level 0 is not compressed, however long it is.
#[test]
fn what_is_long_may_be_written_without_compression() {
    let level_0 = r#"{"name": "gzip", "configuration": {"level": 0}}"#;
    let steps = Steps::default();
    let list = ["\"bytes\"", level_0].map(|it| Json::parse(it.as_bytes()).unwrap());
    let length = MAX_OF_UNKNOWN_LENGTH + 1;
    let chain = steps
        .chain(&list, DataType::UINT8, &[length], &Element::Bits(0))
        .unwrap();
    let bytes = vec![0; MOST + 1];
    let written = |encoded: &[u8]| {
        zarr_conform_reference::codecs::written::decode(&steps, &chain, encoded).map(|_| ())
    };
    assert_eq!(written(&gzip::encode(&bytes)), Ok(()));
    let compressed = written(&gzipped(&bytes));
    assert!(
        matches!(compressed, Err(Error::NotAsConfigured(_))),
        "{compressed:?}"
    );
}
