//! ZIP archives of parts that are not compressed, as `numpy` reads them.
//!
//! Lengths and places up to four gigabytes stand where they always stood. Beyond that they stand in extra fields
//! (*ZIP64*), and the end of the archive is told twice.

use std::io::{self, Seek, SeekFrom, Write};

use flate2::Crc;

/// An archive that is being written.
pub(super) struct Archive<'a, W> {
    file: &'a mut W,
    entries: Vec<ArchiveEntry>,
    /// Numbers up to this are written the old way; beyond, there is no room for them.
    most: u64,
}

/// A part of an archive, for its table of contents.
struct ArchiveEntry {
    name: String,
    crc: u32,
    size: u64,
    offset: u64,
}

/// What stands where a number has no room.
const ELSEWHERE: u32 = u32::MAX;

impl<'a, W: Write + Seek> Archive<'a, W> {
    pub(super) fn new(file: &'a mut W) -> Self {
        Self { file, entries: Vec::new(), most: u64::from(ELSEWHERE) - 1 }
    }

    /// Adds a part whose length is known, and whose bytes are written by somebody else.
    pub(super) fn add<E: From<io::Error>>(
        &mut self,
        name: &str,
        size: u64,
        write: impl FnOnce(&mut Tap<'_, W>) -> Result<(), E>,
    ) -> Result<(), E> {
        let offset = self.file.stream_position()?;
        let mut entry = ArchiveEntry { name: name.to_owned(), crc: 0, size, offset };
        // The checksum is known afterwards; until then zeros keep its place.
        let header = self.local_header(&entry);
        self.file.write_all(&header)?;
        let mut tap = Tap { out: &mut *self.file, crc: Crc::new(), size: 0 };
        write(&mut tap)?;
        let written = tap.size;
        entry.crc = tap.crc.sum();
        if written != size {
            let words = format!("{name} has {written} bytes and not {size}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, words).into());
        }
        self.file.seek(SeekFrom::Start(offset))?;
        let header = self.local_header(&entry);
        self.file.write_all(&header)?;
        self.file.seek(SeekFrom::End(0))?;
        self.entries.push(entry);
        Ok(())
    }

    /// Writes the table of contents.
    pub(super) fn finish(self) -> io::Result<()> {
        let start = self.file.stream_position()?;
        let contents: Vec<u8> = self.entries.iter().flat_map(|entry| self.central_header(entry)).collect();
        self.file.write_all(&contents)?;
        let end = self.end_of_contents(contents.len() as u64, start);
        self.file.write_all(&end)
    }

    /// The number, or a sign that it stands elsewhere.
    fn short(&self, number: u64) -> [u8; 4] {
        if number > self.most { ELSEWHERE } else { number as u32 }.to_le_bytes()
    }

    /// The extra field of numbers that have no room, in their order; nothing where all have.
    fn extra(&self, numbers: &[u64]) -> Vec<u8> {
        let large: Vec<u8> =
            numbers.iter().filter(|&&n| n > self.most).flat_map(|number| number.to_le_bytes()).collect();
        if large.is_empty() {
            return large;
        }
        let mut field = vec![1, 0];
        field.extend_from_slice(&(large.len() as u16).to_le_bytes());
        field.extend_from_slice(&large);
        field
    }

    fn local_header(&self, entry: &ArchiveEntry) -> Vec<u8> {
        let extra = self.extra(&[entry.size, entry.size]);
        let mut bytes = b"PK\x03\x04".to_vec();
        bytes.extend_from_slice(&version_needed(&extra));
        bytes.extend_from_slice(&[0; 4]);
        self.put_common(&mut bytes, entry, &extra);
        bytes.extend_from_slice(entry.name.as_bytes());
        bytes.extend_from_slice(&extra);
        bytes
    }

    fn central_header(&self, entry: &ArchiveEntry) -> Vec<u8> {
        let extra = self.extra(&[entry.size, entry.size, entry.offset]);
        let mut bytes = b"PK\x01\x02".to_vec();
        bytes.extend_from_slice(&version_needed(&extra));
        bytes.extend_from_slice(&version_needed(&extra));
        bytes.extend_from_slice(&[0; 4]);
        self.put_common(&mut bytes, entry, &extra);
        // No comment, other disk, or attributes.
        bytes.extend_from_slice(&[0; 10]);
        bytes.extend_from_slice(&self.short(entry.offset));
        bytes.extend_from_slice(entry.name.as_bytes());
        bytes.extend_from_slice(&extra);
        bytes
    }

    /// What both kinds of headers have in the middle.
    fn put_common(&self, bytes: &mut Vec<u8>, entry: &ArchiveEntry, extra: &[u8]) {
        bytes.extend_from_slice(&DATE_AND_TIME);
        bytes.extend_from_slice(&entry.crc.to_le_bytes());
        bytes.extend_from_slice(&self.short(entry.size));
        bytes.extend_from_slice(&self.short(entry.size));
        bytes.extend_from_slice(&(entry.name.len() as u16).to_le_bytes());
        bytes.extend_from_slice(&(extra.len() as u16).to_le_bytes());
    }

    fn end_of_contents(&self, size: u64, start: u64) -> Vec<u8> {
        let count = self.entries.len() as u64;
        let mut bytes = Vec::new();
        if start > self.most || size > self.most {
            let place = start + size;
            bytes.extend_from_slice(b"PK\x06\x06");
            bytes.extend_from_slice(&44_u64.to_le_bytes());
            bytes.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            for number in [count, count, size, start] {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
            bytes.extend_from_slice(b"PK\x06\x07\x00\x00\x00\x00");
            bytes.extend_from_slice(&place.to_le_bytes());
            bytes.extend_from_slice(&1_u32.to_le_bytes());
        }
        bytes.extend_from_slice(b"PK\x05\x06\x00\x00\x00\x00");
        bytes.extend_from_slice(&(count as u16).to_le_bytes());
        bytes.extend_from_slice(&(count as u16).to_le_bytes());
        bytes.extend_from_slice(&self.short(size));
        bytes.extend_from_slice(&self.short(start));
        bytes.extend_from_slice(&[0, 0]);
        bytes
    }
}

/// The first of January 1980, midnight: the beginning of time for archives.
const DATE_AND_TIME: [u8; 4] = [0, 0, 0x21, 0];

/// The version of ZIP that a reader must know: 2.0, or 4.5 for extra fields.
fn version_needed(extra: &[u8]) -> [u8; 2] {
    if extra.is_empty() { [20, 0] } else { [45, 0] }
}

/// Writes through, and keeps the checksum and the length of what was written.
pub(super) struct Tap<'a, W> {
    out: &'a mut W,
    crc: Crc,
    size: u64,
}

impl<W: Write> Write for Tap<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.crc.update(&bytes[..written]);
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use std::process::Command;

    /// Two parts, in an archive that takes numbers beyond `most` for large ones.
    fn archive(most: u64) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        let mut archive = Archive { file: &mut file, entries: Vec::new(), most };
        archive.add("one", 3000, |out| out.write_all(&[1; 3000])).expect("a part");
        archive.add("two", 500, |out| out.write_all(&[2; 500])).expect("a part");
        archive.finish().expect("an archive");
        file.into_inner()
    }

    #[test]
    fn a_part_that_is_not_as_long_as_it_said_is_refused() {
        let mut file = Cursor::new(Vec::new());
        let error = Archive::new(&mut file).add("one", 5, |out| out.write_all(&[1; 3]));
        assert!(error.is_err_and(|error| error.to_string() == "one has 3 bytes and not 5"));
    }

    /// What is small is written as it always was, and what is large is read by another program.
    #[test]
    fn large_archives_are_read_by_others() {
        let (small, large) = (archive(u64::from(ELSEWHERE) - 1), archive(1000));
        assert!(small.len() < 3500 + 250 && !small.windows(4).any(|four| four == b"PK\x06\x06"));
        assert!(large.windows(4).any(|four| four == b"PK\x06\x06"));
        let program = "import sys, zipfile\n\
            z = zipfile.ZipFile(sys.argv[1])\n\
            assert z.testzip() is None\n\
            assert [(i.filename, i.file_size) for i in z.infolist()] == [('one', 3000), ('two', 500)]\n\
            assert z.read('one') == b'\\x01' * 3000 and z.read('two') == b'\\x02' * 500\n";
        for (name, bytes) in [("small", small), ("large", large)] {
            let path = std::env::temp_dir().join(format!("kempelen-{name}-{}.zip", std::process::id()));
            std::fs::write(&path, bytes).expect("a file");
            let read = Command::new("python3").args(["-c", program]).arg(&path).output();
            std::fs::remove_file(&path).expect("our own file");
            match read {
                Err(_) => kempelen_testing::left_out("archives are not read by Python, which is not here"),
                Ok(output) => {
                    let words = String::from_utf8_lossy(&output.stderr);
                    assert!(output.status.success(), "{name}: {words}");
                }
            }
        }
    }
}
