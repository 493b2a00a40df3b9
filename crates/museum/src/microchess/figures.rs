//! What the machine found, by the names of its counters, as JSON; and questions asked by its own lists.
//!
//! Square bytes are hexadecimal texts, everything else is a number.

use kempelen_rules::Color;
use serde_json::{Map, Value, json};

use super::board::Board;
use super::counts::Tally;
use super::level::Level;
use super::search::{Candidate, Thought};
use super::strategy::Choice;

/// A question in the machine's own terms: its two lists, the colour of the computer, and the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The lists.
    pub board: Board,
    /// The computer's colour, which the machine itself does not know.
    pub computer: Color,
    /// The level, if it is asked for.
    pub level: Option<Level>,
}

impl Question {
    /// Reads the fields `board` and `bk` (sixteen hexadecimal bytes each), or else `fen`; and `computer` (`w` or `b`) and
    /// `level`, which may be missing. Other fields are not looked at. Nothing comes of a question without any of the
    /// first three.
    ///
    /// # Errors
    /// A sentence that names the field at fault.
    pub fn read(fields: &Map<String, Value>) -> Option<Result<Self, String>> {
        let asks = |name| fields.get(name).is_some_and(|value| !value.is_null());
        if asks("board") || asks("bk") {
            return Some(Self::by_lists(fields));
        }
        let fen = fields.get("fen").and_then(Value::as_str);
        fen.map(|fen| Self::by_fen(fen, fields))
    }

    fn by_lists(fields: &Map<String, Value>) -> Result<Self, String> {
        let board = Board { own: list(fields, "board")?, opp: list(fields, "bk")? };
        let side = fields.get("fen").and_then(Value::as_str).and_then(|fen| fen.split_whitespace().nth(1));
        let computer = match text(fields, "computer")?.or(side) {
            None | Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(other) => return Err(format!("the computer is w or b, not {other:?}")),
        };
        Ok(Self { board, computer, level: level(fields)? })
    }

    fn by_fen(fen: &str, fields: &Map<String, Value>) -> Result<Self, String> {
        let (board, computer) = Board::from_fen(fen).map_err(|error| error.to_string())?;
        Ok(Self { board, computer, level: level(fields)? })
    }
}

fn level(fields: &Map<String, Value>) -> Result<Option<Level>, String> {
    let word = text(fields, "level")?;
    word.map(|word| word.parse().map_err(|error: super::UnknownLevel| error.to_string())).transpose()
}

fn text<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, String> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!("{name} is a word, not {other}")),
    }
}

fn list(fields: &Map<String, Value>, name: &str) -> Result<[u8; 16], String> {
    let wrong = || format!("{name} is a list of 16 bytes in hexadecimal, such as \"13\" or \"CC\"");
    let bytes = fields.get(name).and_then(Value::as_array).ok_or_else(wrong)?;
    let bytes: Option<Vec<u8>> = bytes.iter().map(byte).collect();
    bytes.and_then(|bytes| bytes.try_into().ok()).ok_or_else(wrong)
}

fn byte(value: &Value) -> Option<u8> {
    let text = value.as_str().filter(|text| text.len() == 2 && !text.starts_with('+'))?;
    u8::from_str_radix(text, 16).ok()
}

/// What a thought found: `resign`, `bestv`, `prior`, and `candidates` in the order of generation.
pub(super) fn of_thought(thought: &Thought, computer: Color) -> Map<String, Value> {
    let Tally { mobility, best_capture, capture_sum, best_victim } = thought.prior;
    let candidates: Vec<Value> =
        thought.candidates.iter().map(|candidate| of_candidate(candidate, computer)).collect();
    let mut fields = Map::new();
    fields.insert("resign".to_owned(), thought.best.is_none().into());
    fields.insert("bestv".to_owned(), thought.best_value.into());
    fields.insert(
        "prior".to_owned(),
        json!({ "pmob": mobility, "pmaxc": best_capture, "pcc": capture_sum, "pcp": best_victim }),
    );
    fields.insert("candidates".to_owned(), candidates.into());
    fields
}

/// A move as slot and square bytes.
pub(super) fn of_choice(choice: Choice, computer: Color) -> Value {
    json!({
        "piece": choice.slot,
        "from": hex(choice.from),
        "to": hex(choice.to),
        "uci": choice.uci(computer),
    })
}

fn of_candidate(candidate: &Candidate, computer: Color) -> Value {
    let counters = &candidate.counters;
    let (b, w) = (counters.reply, counters.continuation);
    json!({
        "uci": candidate.choice().uci(computer),
        "piece": candidate.slot,
        "from": hex(candidate.from),
        "to": hex(candidate.to),
        "value": candidate.value,
        "raw": candidate.raw,
        "wcap0": counters.wcap0,
        "bcap0": counters.bcap0,
        "wcap1": counters.wcap1,
        "bcap1": counters.bcap1,
        "wcap2": counters.wcap2,
        "bcap2": counters.bcap2,
        "bmob": b.mobility,
        "bmaxc": b.best_capture,
        "bcc": b.capture_sum,
        "bmaxp": b.best_victim,
        "wmob": w.mobility,
        "wmaxc": w.best_capture,
        "wcc": w.capture_sum,
        "wmaxp": w.best_victim,
    })
}

fn hex(byte: u8) -> String {
    format!("{byte:02X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: Value) -> Option<Result<Question, String>> {
        let Value::Object(fields) = value else { panic!("{value}") };
        Question::read(&fields)
    }

    #[test]
    fn lists_come_before_a_fen() {
        let lists = [vec!["CC"; 16], vec!["ab"; 16]];
        let question =
            read(json!({ "board": lists[0], "bk": lists[1], "fen": "8/8/8/8/8/8/8/8 b", "id": 7 }));
        let question = question.unwrap().unwrap();
        assert_eq!((question.board.own, question.board.opp), ([0xCC; 16], [0xAB; 16]));
        assert_eq!((question.computer, question.level), (Color::Black, None));
        let question = read(json!({ "fen": "7k/8/8/8/8/8/8/K7 w", "level": "superblitz" })).unwrap().unwrap();
        assert_eq!((question.board.own[0], question.level), (0x07, Some(Level::SUPER_BLITZ)));
        assert!(read(json!({ "level": "blitz" })).is_none());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let (own, opp) = (vec!["CC"; 16], vec!["CC"; 16]);
        let wrong = |value: Value| read(value).unwrap().unwrap_err();
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
        assert!(wrong(json!({ "board": own, "bk": opp, "level": "hard" })).contains("\"hard\""));
        assert!(wrong(json!({ "board": own, "bk": opp, "level": 3 })).contains("level is a word"));
        assert!(wrong(json!({ "fen": "QQ5k/8/8/8/8/8/8/K7 w" })).contains("one queen a side"));
    }
}
