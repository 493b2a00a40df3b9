//! What a model says of itself: the named properties of an ONNX file.
//!
//! The three runtimes tell them in three ways or not at all, so that they are read from the file. It is a message of
//! Protocol Buffers: fields, each a number that says which field it is and how it is written, then what is in it.

/// The field of the properties in the message of a model.
const PROPERTIES: u64 = 14;

/// The value of a property; nothing where the file has none of that name, or is no model.
pub(super) fn property(file: &[u8], name: &str) -> Option<String> {
    fields(file).filter(|(field, _)| *field == PROPERTIES).find_map(|(_, entry)| {
        let part = |wanted| fields(entry).find(|(field, _)| *field == wanted).map(|(_, text)| text);
        (part(1)? == name.as_bytes())
            .then(|| String::from_utf8_lossy(part(2).unwrap_or_default()).into_owned())
    })
}

/// The fields of a message that hold bytes, with their numbers. What cannot be understood ends them.
fn fields(mut message: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    std::iter::from_fn(move || {
        loop {
            let tag = number(&mut message)?;
            let skipped = match tag & 7 {
                0 => {
                    number(&mut message)?;
                    continue;
                }
                1 => 8,
                2 => {
                    let length = usize::try_from(number(&mut message)?).ok()?;
                    let (bytes, rest) = message.split_at_checked(length)?;
                    message = rest;
                    return Some((tag >> 3, bytes));
                }
                5 => 4,
                _ => return None,
            };
            message = message.get(skipped..)?;
        }
    })
}

/// Seven bits a byte, the lowest first.
fn number(message: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = message.split_first()?;
        *message = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields of a model as the format's description has them: a version (1), a producer (2), a graph that is passed
    /// over (7), and two properties (14).
    const FILE: &[u8] = b"\x08\x08\x12\x08kempelen\x3a\x03\x0a\x01x\x72\x06\x0a\x01a\x12\x01b\x72\x0c\x0a\x04name\x12\x04word";

    #[test]
    fn properties_are_found_by_name() {
        assert_eq!(property(FILE, "name").as_deref(), Some("word"));
        assert_eq!(property(FILE, "a").as_deref(), Some("b"));
        assert_eq!(property(FILE, "b"), None);
    }

    #[test]
    fn whatever_is_there_nothing_breaks() {
        for end in 0..FILE.len() {
            assert_eq!(property(&FILE[..end], "name"), None);
        }
        for byte in 0..=255 {
            for at in 0..FILE.len() {
                let mut file = FILE.to_vec();
                file[at] = byte;
                let _ = property(&file, "name");
            }
        }
    }
}
