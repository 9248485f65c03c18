//! Names of places in the streams of gzip, Zstandard and Blosc, which are taken apart here without the reference.

use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// Bytes of the longest content of a gzip member in golden facts, and more.
const LONGEST: usize = 1 << 20;

/// Parts in their order, each with its length; what follows the last one is `the rest`.
type Parts = Vec<(&'static str, usize)>;

fn part_at(parts: &Parts, at: usize) -> &'static str {
    let mut end = 0;
    let found = parts.iter().find(|(_, length)| {
        end += length;
        at < end
    });
    found.map_or("the rest", |(name, _)| name)
}

fn number(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .rev()
        .fold(0, |sum, &byte| sum << 8 | usize::from(byte))
}

/// RFC 1952, of each member.
pub(crate) fn in_gzip(bytes: &[u8], at: usize) -> &'static str {
    let mut parts = Parts::new();
    let mut rest = bytes;
    while rest.len() > 10 {
        let flags = rest[3];
        parts.extend([
            ("ID and CM", 3),
            ("FLG", 1),
            ("MTIME", 4),
            ("XFL", 1),
            ("OS", 1),
        ]);
        let mut from = 10;
        if flags & 4 != 0 {
            let length = 2 + number(&rest[10..12]);
            parts.extend([
                ("the length of the extra field", 2),
                ("an optional field", length - 2),
            ]);
            from += length;
        }
        for flag in [8, 16] {
            if flags & flag != 0 {
                let length = rest[from..].iter().position(|&it| it == 0).unwrap();
                parts.extend([
                    ("an optional field", length),
                    ("the end of an optional field", 1),
                ]);
                from += length + 1;
            }
        }
        if flags & 2 != 0 {
            parts.push(("CRC16", 2));
            from += 2;
        }
        let compressed = deflated(&rest[from..]);
        parts.extend([("the compressed data", compressed), ("CRC32 and ISIZE", 8)]);
        rest = rest.get(from + compressed + 8..).unwrap_or_default();
    }
    part_at(&parts, at)
}

/// Bytes of a stream of RFC 1951.
fn deflated(bytes: &[u8]) -> usize {
    let mut content = vec![0; LONGEST];
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    decompress(&mut DecompressorOxide::new(), bytes, &mut content, 0, flags).1
}

/// RFC 8878, of each frame.
pub(crate) fn in_zstd(bytes: &[u8], at: usize) -> &'static str {
    let mut parts = Parts::new();
    let mut from = 0;
    while let Some(rest) = bytes.get(from..).filter(|it| it.len() > 5) {
        let before = parts.len();
        if number(&rest[..4]) >> 4 == 0x0184_d2a5 {
            let content = number(&rest[4..8]);
            parts.extend([
                ("the magic number of a skippable frame", 4),
                ("Frame_Size", 4),
                ("User_Data", content),
            ]);
        } else {
            frame(rest, &mut parts);
        }
        from += parts[before..].iter().map(|it| it.1).sum::<usize>();
    }
    part_at(&parts, at)
}

fn frame(bytes: &[u8], parts: &mut Parts) {
    let descriptor = bytes[4];
    let is_single_segment = descriptor & 0x20 != 0;
    let content_size = match descriptor >> 6 {
        0 => usize::from(is_single_segment),
        flag => 1 << flag,
    };
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let window = usize::from(!is_single_segment);
    parts.extend([
        ("Magic_Number", 4),
        ("Frame_Header_Descriptor", 1),
        ("Window_Descriptor", window),
        ("Dictionary_ID", dictionary),
        ("Frame_Content_Size", content_size),
    ]);
    let mut from = 5 + window + dictionary + content_size;
    while let Some(header) = bytes.get(from..from + 3).map(number) {
        let (name, length) = match header >> 1 & 3 {
            0 => ("a raw block", header >> 3),
            1 => ("an RLE block", 1),
            _ => ("a compressed block", header >> 3),
        };
        parts.extend([("Block_Header", 3), (name, length)]);
        from += 3 + length;
        if header & 1 != 0 {
            break;
        }
    }
    if descriptor & 4 != 0 {
        parts.push(("Content_Checksum", 4));
    }
}

/// The Blosc chunk format.
pub(crate) fn in_blosc(bytes: &[u8], at: usize) -> &'static str {
    let (nbytes, blocksize) = (number(&bytes[4..8]), number(&bytes[8..12]));
    let is_copied = bytes[2] & 2 != 0;
    let starts = if is_copied {
        0
    } else {
        4 * nbytes.div_ceil(blocksize.max(1))
    };
    let lengths = [
        ("nbytes", 4),
        if is_copied {
            ("blocksize of what is copied", 4)
        } else {
            ("blocksize", 4)
        },
    ];
    let mut parts: Parts = vec![("version", 1), ("versionlz", 1)];
    parts.extend(if is_copied {
        [
            ("flags of what is copied", 1),
            ("typesize of what is copied", 1),
        ]
    } else {
        [("flags", 1), ("typesize", 1)]
    });
    parts.extend(lengths);
    let blocks = number(&bytes[12..16]).saturating_sub(16 + starts);
    parts.extend([("cbytes", 4), ("bstarts", starts), ("the blocks", blocks)]);
    part_at(&parts, at)
}
