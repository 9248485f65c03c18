//! Members by RFC 1952, with every field that a header may have.

use std::sync::Arc;

use zarr_conform_reference::codecs::Codec;
use zarr_conform_reference::gzip::crc32;

use crate::case::codec;
use crate::tape::Tape;
use crate::writer::deflate::{self, Block};
use crate::writer::{Encoder, divided, length, several, some_bytes};

/// A chunk as gzip writers may write it: at least one member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gzip {
    /// The members, one after the other.
    pub members: Vec<Member>,
}

/// A member, and the number of bytes that it takes; the last one takes the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Number of bytes, where there are as many.
    pub length: u32,
    /// What stands before the compressed data.
    pub header: Header,
    /// The compressed data: at least one block.
    pub blocks: Vec<Block>,
}

/// What a header has beyond what it must have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// FTEXT.
    pub text: bool,
    /// FHCRC: whether CRC16 is there.
    pub crc16: bool,
    /// FEXTRA: the subfields, each with SI1, SI2, which is not 0, and its data.
    pub extra: Option<Vec<Subfield>>,
    /// FNAME: the name, without a zero.
    pub name: Option<Vec<u8>>,
    /// FCOMMENT: the comment, without a zero.
    pub comment: Option<Vec<u8>>,
    /// MTIME.
    pub mtime: u32,
    /// XFL: 0, 2 or 4, which have a meaning.
    pub xfl: u8,
    /// OS: 0 to 13 or 255, which have a meaning.
    pub os: u8,
}

/// SI1, SI2, and the data of a subfield.
pub type Subfield = ([u8; 2], Vec<u8>);

/// Any writer.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the form that documents have in common"
)]
pub(super) fn random(tape: &mut Tape, _: &codec::Codec) -> Option<Arc<dyn Encoder>> {
    Some(Arc::new(Gzip::random(tape)))
}

impl Encoder for Gzip {
    fn encode_bytes(&self, codec: &Codec, bytes: &[u8]) -> Option<Vec<u8>> {
        match codec {
            Codec::Gzip(codec) => Some(self.encode(bytes, codec.level)),
            _ => None,
        }
    }

    /// Several members are.
    fn is_recommended(&self) -> bool {
        self.members.len() > 1
    }
}

impl Gzip {
    /// Any writer.
    pub(super) fn random(tape: &mut Tape) -> Self {
        let members = tape.list("member", 1, several(4, 4), |tape, _| Member::random(tape));
        Self { members }
    }

    /// The members that hold `bytes`. Level 0 turns compression off.
    pub(super) fn encode(&self, bytes: &[u8], level: Option<u64>) -> Vec<u8> {
        let mut encoded = Vec::with_capacity(bytes.len() + 32);
        let lengths = self.members.iter().map(|member| member.length);
        for (member, part) in self.members.iter().zip(divided(bytes, lengths)) {
            member.header.write(&mut encoded);
            encoded.extend(deflate::encode(&member.blocks, part, level == Some(0)));
            encoded.extend(crc32(part).to_le_bytes());
            encoded.extend(&part.len().to_le_bytes()[..4]);
        }
        encoded
    }
}

impl Member {
    fn random(tape: &mut Tape) -> Self {
        Self {
            length: length(tape),
            header: tape.part("header", Header::random),
            blocks: tape.list("block", 1, several(5, 3), |tape, _| Block::random(tape)),
        }
    }
}

impl Header {
    /// The header of the reference's own writer.
    fn plain() -> Self {
        Self {
            os: 255,
            ..Self::default()
        }
    }

    fn random(tape: &mut Tape) -> Self {
        if !tape.is("fields", 1, 2) {
            return Self::plain();
        }
        let is = |tape: &mut Tape, label| tape.is(label, 1, 3);
        Self {
            text: is(tape, "text"),
            crc16: is(tape, "crc16"),
            extra: is(tape, "extra").then(|| subfields(tape)),
            name: is(tape, "name").then(|| tape.part("name", text)),
            comment: is(tape, "comment").then(|| tape.part("comment", text)),
            mtime: u32::try_from(tape.drawn("mtime", u64::from(u32::MAX), |rng| {
                [0, 1, rng.u64(..), u64::MAX][rng.usize(..4)] & u64::from(u32::MAX)
            }))
            .unwrap_or(0),
            xfl: tape.one("xfl", &[0, 2, 4]),
            os: match tape.pick("os", &[1, 1, 1]) {
                0 => 255,
                1 => 3,
                _ => u8::try_from(tape.below("other os", 14)).unwrap_or(0),
            },
        }
    }

    fn write(&self, to: &mut Vec<u8>) {
        let start = to.len();
        let bits = [
            self.text,
            self.crc16,
            self.extra.is_some(),
            self.name.is_some(),
            self.comment.is_some(),
        ];
        let flg = bits
            .iter()
            .rev()
            .fold(0, |flg, bit| flg << 1 | u8::from(*bit));
        to.extend([0x1f, 0x8b, 8, flg]);
        to.extend(self.mtime.to_le_bytes());
        to.extend([self.xfl, self.os]);
        if let Some(subfields) = &self.extra {
            let lengths = subfields.iter().map(|(_, data)| 4 + data.len());
            let xlen: usize = lengths.sum();
            to.extend(&xlen.to_le_bytes()[..2]);
            for (identification, data) in subfields {
                to.extend(identification);
                to.extend(&data.len().to_le_bytes()[..2]);
                to.extend(data);
            }
        }
        for text in [&self.name, &self.comment].into_iter().flatten() {
            to.extend(text);
            to.push(0);
        }
        if self.crc16 {
            let crc = crc32(&to[start..]);
            to.extend(&crc.to_le_bytes()[..2]);
        }
    }
}

/// At most three subfields of at most 300 bytes.
fn subfields(tape: &mut Tape) -> Vec<Subfield> {
    let byte = |tape: &mut Tape, label, end| u8::try_from(tape.below(label, end)).unwrap_or(0);
    let subfield = |tape: &mut Tape, _| {
        let identification = [byte(tape, "SI1", 256), 1 + byte(tape, "SI2", 255)];
        (identification, some_bytes(tape))
    };
    tape.list("subfield", 0, |rng| rng.usize(..3), subfield)
}

/// Bytes of ISO 8859-1 that are not zero.
fn text(tape: &mut Tape) -> Vec<u8> {
    let mut text = some_bytes(tape);
    for byte in &mut text {
        // Latin-1 has control characters from 0x80 to 0x9f.
        *byte = match *byte {
            byte @ (0x20..0x7f | 0xa0..) => byte,
            byte => b'a' + byte % 26,
        };
    }
    text
}
