//! CRC-32 (the polynomial of Ethernet and zip), to see whether bytes are what was written.

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut crc = i as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xEDB8_8320 ^ crc >> 1 } else { crc >> 1 };
            bit += 1;
        }
        table[i] = crc;
        i += 1;
    }
    table
};

/// The checksum of bytes that come in parts.
pub(crate) fn crc32(parts: &[&[u8]]) -> u32 {
    let mut crc = u32::MAX;
    for &byte in parts.iter().copied().flatten() {
        crc = TABLE[usize::from(crc as u8 ^ byte)] ^ crc >> 8;
    }
    !crc
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_usual_check_value() {
        assert_eq!(super::crc32(&[b"12345", b"6789"]), 0xCBF4_3926);
    }
}
