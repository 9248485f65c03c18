//! Bytes that are made of bits.

/// Bits one after the other, the first in the least significant bit of a byte.
#[derive(Default)]
pub(crate) struct Bits {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    /// Appends to these bytes.
    pub(crate) fn after(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            held: 0,
            count: 0,
        }
    }

    /// Appends the lowest `count <= 32` bits of a number, the least significant first.
    pub(crate) fn push(&mut self, number: u64, count: u32) {
        self.held |= (number & ((1 << count) - 1)) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.held.to_le_bytes()[0]);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// Appends the lowest `count <= 32` bits of a code, the most significant first.
    pub(crate) fn push_code(&mut self, code: u32, count: u32) {
        if count > 0 {
            self.push(u64::from(code.reverse_bits() >> (32 - count)), count);
        }
    }

    /// Fills up the last byte with bits like `bit`.
    pub(crate) fn fill(&mut self, bit: bool) {
        if self.count > 0 {
            let number = if bit { 0xff } else { 0 };
            self.push(number, 8 - self.count);
        }
    }

    /// The bytes so far, of which the last is full.
    pub(crate) fn bytes(&mut self) -> &mut Vec<u8> {
        self.fill(false);
        &mut self.bytes
    }

    /// All bytes; the last is filled up with zeros.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        self.fill(false);
        self.bytes
    }
}
