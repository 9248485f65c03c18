//! CRC-32C by a table of 256 entries, apart from the reference.

/// The polynomial of CRC-32C (Castagnoli), its bits reversed.
const POLYNOMIAL: u32 = 0x82f6_3b78;

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < table.len() {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let mut entry = at as u32;
        let mut bit = 0;
        while bit < 8 {
            entry = if entry & 1 == 1 {
                entry >> 1 ^ POLYNOMIAL
            } else {
                entry >> 1
            };
            bit += 1;
        }
        table[at] = entry;
        at += 1;
    }
    table
};

/// The bytes with their CRC-32C after them, the least significant byte first.
pub(super) fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = bytes.iter().fold(u32::MAX, |sum, byte| {
        TABLE[usize::from(sum.to_le_bytes()[0] ^ byte)] ^ sum >> 8
    });
    bytes.extend((!sum).to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of the catalogue of CRC algorithms, and an example of RFC 3720, B.4.
    #[test]
    fn published_sums_are_found() {
        let sum = |bytes: &[u8]| with_checksum(bytes.to_vec()).split_off(bytes.len());
        assert_eq!(sum(b"123456789"), 0xe306_9283_u32.to_le_bytes());
        assert_eq!(sum(&[0; 32]), [0xaa, 0x36, 0x91, 0x8a]);
    }
}
