//! Questions in a machine's own terms, as JSON.

use kempelen_engine::OwnTerms;
use kempelen_rules::Color;
use serde_json::{Map, Value};

use crate::failure::Failure;

/// Reads the fields `board` and `bk` (sixteen hexadecimal bytes each) with `computer` (`w` or `b`, or whose move it is in
/// `fen`), or else `fen`. Other fields are not looked at. Nothing comes of a question without any of them.
pub(super) fn read(fields: &Map<String, Value>) -> Result<Option<OwnTerms>, Failure> {
    let asks = |name| fields.get(name).is_some_and(|value| !value.is_null());
    let fen = fields.get("fen").and_then(Value::as_str);
    if !asks("board") && !asks("bk") {
        return Ok(fen.map(|fen| OwnTerms::Fen(fen.to_owned())));
    }
    let (own, opponent) = (list(fields, "board")?, list(fields, "bk")?);
    let side = fen.and_then(|fen| fen.split_whitespace().nth(1));
    let computer = match word(fields, "computer")?.or(side) {
        None | Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(other) => return Err(Failure::Input(format!("the computer is w or b, not {other:?}"))),
    };
    Ok(Some(OwnTerms::PieceLists { own, opponent, computer }))
}

fn word<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, Failure> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(Failure::Input(format!("{name} is a word, not {other}"))),
    }
}

fn list(fields: &Map<String, Value>, name: &str) -> Result<[u8; 16], Failure> {
    let wrong =
        || Failure::Input(format!("{name} is a list of 16 bytes in hexadecimal, such as \"13\" or \"CC\""));
    let bytes = fields.get(name).and_then(Value::as_array).ok_or_else(wrong)?;
    let bytes: Option<Vec<u8>> = bytes.iter().map(byte).collect();
    bytes.and_then(|bytes| bytes.try_into().ok()).ok_or_else(wrong)
}

fn byte(value: &Value) -> Option<u8> {
    let text = value.as_str().filter(|text| text.len() == 2 && !text.starts_with('+'))?;
    u8::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> Result<Option<OwnTerms>, String> {
        let Value::Object(fields) = value else { panic!("{value}") };
        super::read(&fields).map_err(|failure| failure.to_string())
    }

    #[test]
    fn lists_come_before_a_fen() {
        let lists = [vec!["CC"; 16], vec!["ab"; 16]];
        let question =
            read(json!({ "board": lists[0], "bk": lists[1], "fen": "8/8/8/8/8/8/8/8 b", "id": 7 }));
        let computer = Color::Black;
        assert_eq!(
            question,
            Ok(Some(OwnTerms::PieceLists { own: [0xCC; 16], opponent: [0xAB; 16], computer }))
        );
        let fen = "7k/8/8/8/8/8/8/K7 w".to_owned();
        assert_eq!(read(json!({ "fen": fen, "board": null })), Ok(Some(OwnTerms::Fen(fen))));
        assert_eq!(read(json!({ "level": "blitz" })), Ok(None));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let (own, opp) = (vec!["CC"; 16], vec!["CC"; 16]);
        let wrong = |value: Value| read(value).unwrap_err();
        assert!(wrong(json!({ "board": own })).starts_with("bk is a list of 16"));
        assert!(wrong(json!({ "bk": opp })).starts_with("board is a list of 16"));
        for bad in [
            json!(vec!["CC"; 15]),
            json!(vec!["C"; 16]),
            json!(vec!["+1"; 16]),
            json!(vec![3; 16]),
            json!("CC"),
        ] {
            assert!(wrong(json!({ "board": bad, "bk": opp })).starts_with("board"), "{bad}");
        }
        assert!(wrong(json!({ "board": own, "bk": opp, "computer": "white" })).contains("\"white\""));
        assert!(wrong(json!({ "board": own, "bk": opp, "computer": 3 })).contains("computer is a word"));
    }
}
