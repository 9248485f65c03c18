//! Members by RFC 1952, with every field that a header may have.

use fastrand::Rng;
use zarr_conform_reference::gzip::crc32;

use super::deflate::{self, Block};
use super::divided;

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

impl Gzip {
    /// Any writer.
    pub(super) fn random(rng: &mut Rng) -> Self {
        let mut members = vec![Member::random(rng)];
        while members.len() < 4 && rng.u8(..4) == 0 {
            members.push(Member::random(rng));
        }
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

    /// Writers that do a little less.
    pub(super) fn simpler(&self) -> Vec<Self> {
        let lists = super::simpler_list(&self.members, Member::simpler);
        lists.map(|members| Self { members }).collect()
    }
}

impl Member {
    fn random(rng: &mut Rng) -> Self {
        let length = super::length(rng);
        let mut blocks = vec![Block::random(rng)];
        while blocks.len() < 5 && rng.u8(..3) == 0 {
            blocks.push(Block::random(rng));
        }
        Self {
            length,
            header: Header::random(rng),
            blocks,
        }
    }

    fn simpler(&self) -> Vec<Self> {
        let lists = super::simpler_list(&self.blocks, Block::simpler);
        let with_blocks = |blocks| Self {
            blocks,
            ..self.clone()
        };
        let mut simpler: Vec<Self> = lists.map(with_blocks).collect();
        for header in self.header.simpler() {
            simpler.push(Self {
                header,
                ..self.clone()
            });
        }
        simpler
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

    fn random(rng: &mut Rng) -> Self {
        if rng.bool() {
            return Self::plain();
        }
        let one_in_four = |rng: &mut Rng| rng.u8(..4) == 0;
        Self {
            text: one_in_four(rng),
            crc16: one_in_four(rng),
            extra: one_in_four(rng).then(|| subfields(rng)),
            name: one_in_four(rng).then(|| text(rng)),
            comment: one_in_four(rng).then(|| text(rng)),
            mtime: [0, 1, rng.u32(..), u32::MAX][rng.usize(..4)],
            xfl: [0, 2, 4][rng.usize(..3)],
            os: [255, 3, rng.u8(..14)][rng.usize(..3)],
        }
    }

    fn simpler(&self) -> Vec<Self> {
        let plain = Self::plain();
        let mut simpler = Vec::new();
        let mut with = |change: &dyn Fn(&mut Self)| {
            let mut header = self.clone();
            change(&mut header);
            if header != *self {
                simpler.push(header);
            }
        };
        with(&|header| *header = plain.clone());
        with(&|header| header.text = false);
        with(&|header| header.crc16 = false);
        with(&|header| header.extra = None);
        with(&|header| header.name = None);
        with(&|header| header.comment = None);
        with(&|header| header.extra.iter_mut().for_each(Vec::clear));
        with(&|header| header.name.iter_mut().for_each(Vec::clear));
        with(&|header| header.comment.iter_mut().for_each(Vec::clear));
        with(&|header| header.mtime = 0);
        with(&|header| header.xfl = 0);
        with(&|header| header.os = 255);
        simpler
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
fn subfields(rng: &mut Rng) -> Vec<Subfield> {
    let subfield = |rng: &mut Rng| {
        let data = super::some_bytes(rng);
        ([rng.u8(..), rng.u8(1..)], data)
    };
    (0..rng.usize(..3)).map(|_| subfield(rng)).collect()
}

/// Bytes of ISO 8859-1 that are not zero.
fn text(rng: &mut Rng) -> Vec<u8> {
    let mut text = super::some_bytes(rng);
    for byte in &mut text {
        // Latin-1 has control characters from 0x80 to 0x9f.
        *byte = match *byte {
            byte @ (0x20..0x7f | 0xa0..) => byte,
            byte => b'a' + byte % 26,
        };
    }
    text
}
