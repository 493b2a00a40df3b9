//! `info` lines: what an engine says while it thinks.

use std::fmt::Write as _;
use std::time::Duration;

use kempelen_engine::{Info, Score, ScoreBound, ScoredLine};
use kempelen_rules::AnyPosition;
use kempelen_rules::uci::Castling;

use crate::spelling::{one_line, read_line, spell, spell_line};

/// Writes what an engine said about a position, a line for each thing.
///
/// ```
/// use kempelen_engine::{Info, Score, ScoredLine};
/// use kempelen_rules::{AnyPosition, VariantId, uci::Castling};
/// use kempelen_uci::info;
///
/// let start = AnyPosition::start(VariantId::Chess);
/// let pv = vec![start.read_uci("e2e4")?];
/// let line = ScoredLine { pv, score: Some(Score::Cp(31)), depth: 1, ..ScoredLine::default() };
/// let info = Info { line: Some((1, line)), nodes: 20, ..Info::default() };
/// assert_eq!(
///     info::write(&info, &start, Castling::Natural),
///     ["info depth 1 multipv 1 score cp 31 nodes 20 nps 20000 time 0 pv e2e4"],
/// );
/// # Ok::<(), kempelen_rules::uci::MoveError>(())
/// ```
pub fn write(info: &Info, position: &AnyPosition, style: Castling) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(text) = &info.text {
        lines.push(format!("info string {}", one_line(text)));
    }
    if let Some((m, number)) = info.current
        && position.is_legal(m)
    {
        lines.push(format!("info currmove {} currmovenumber {number}", spell(position, m, style)));
    }
    if let Some((number, line)) = &info.line {
        lines.push(write_line(*number, line, info, position, style));
    }
    lines
}

fn write_line(
    number: usize,
    line: &ScoredLine,
    info: &Info,
    position: &AnyPosition,
    style: Castling,
) -> String {
    let mut text = format!("info depth {}", line.depth);
    let mut add = |what: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = text.write_fmt(what);
    };
    if line.selective_depth > 0 {
        add(format_args!(" seldepth {}", line.selective_depth));
    }
    add(format_args!(" multipv {number}"));
    if let Some(score) = line.score {
        add(format_args!(" score {score}"));
        match line.bound {
            ScoreBound::Exact => {}
            ScoreBound::Lower => add(format_args!(" lowerbound")),
            ScoreBound::Upper => add(format_args!(" upperbound")),
        }
    }
    if let Some([win, draw, loss]) = line.wdl {
        add(format_args!(" wdl {win} {draw} {loss}"));
    }
    let milliseconds = info.time.as_millis() as u64;
    let nps = u128::from(info.nodes) * 1000 / u128::from(milliseconds.max(1));
    add(format_args!(" nodes {} nps {nps}", info.nodes));
    if info.hashfull > 0 {
        add(format_args!(" hashfull {}", info.hashfull));
    }
    if info.tablebase_hits > 0 {
        add(format_args!(" tbhits {}", info.tablebase_hits));
    }
    add(format_args!(" time {milliseconds}"));
    let pv = spell_line(position, &line.pv, style);
    if !pv.is_empty() {
        add(format_args!(" pv {pv}"));
    }
    text
}

/// Words after which the rest of a line is not looked at, or belongs to them.
const KEYWORDS: [&str; 19] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "pv",
    "multipv",
    "score",
    "currmove",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "sbhits",
    "cpuload",
    "string",
    "refutation",
    "currline",
    "wdl",
    "ebf",
];

/// Reads what a program said about a position, without the word `info` before it. What cannot be read is left out.
pub fn read(text: &str, position: &AnyPosition) -> Info {
    let mut info = Info::default();
    let mut line = ScoredLine::default();
    let mut number = 1;
    let (mut is_line, mut current) = (false, None);
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let after = after.trim_start();
        if word == "string" {
            info.text = Some(after.to_owned());
            break;
        }
        let values: Vec<&str> =
            after.split_whitespace().take_while(|value| !KEYWORDS.contains(value)).collect();
        let first = values.first().copied().unwrap_or_default();
        match word {
            "depth" => line.depth = first.parse::<u32>().map_or(0, |depth| depth.min(255) as u8),
            "seldepth" => {
                line.selective_depth = first.parse::<u32>().map_or(0, |depth| depth.min(255) as u8);
            }
            "multipv" => number = first.parse().unwrap_or(1),
            "nodes" => info.nodes = first.parse().unwrap_or(0),
            "time" => info.time = Duration::from_millis(first.parse().unwrap_or(0)),
            "hashfull" => info.hashfull = first.parse().unwrap_or(0),
            "tbhits" => info.tablebase_hits = first.parse().unwrap_or(0),
            "score" => {
                is_line = true;
                (line.score, line.bound) = read_score(&values);
            }
            "wdl" => line.wdl = read_wdl(&values),
            "pv" => {
                is_line = true;
                line.pv = read_line(position, values.iter().copied());
            }
            "currmove" => current = position.read_uci(first).ok(),
            "currmovenumber" => info.current = current.zip(first.parse().ok()),
            _ => {}
        }
        // The values have been taken; what follows is the next word that we know, or an unknown one to skip.
        rest = skip_words(after, if KEYWORDS.contains(&word) { values.len() } else { 0 });
    }
    if is_line {
        info.line = Some((number, line));
    }
    info
}

fn skip_words(mut text: &str, words: usize) -> &str {
    for _ in 0..words {
        text = text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start());
    }
    text
}

/// `cp 13 lowerbound`, `mate -3`, in any order.
fn read_score(values: &[&str]) -> (Option<Score>, ScoreBound) {
    let (mut score, mut bound) = (None, ScoreBound::Exact);
    let mut values = values.iter();
    while let Some(&value) = values.next() {
        let number = || values.clone().next().and_then(|number| number.parse::<i32>().ok());
        match value {
            "cp" => score = number().map(Score::Cp),
            "mate" => score = number().map(Score::Mate),
            "lowerbound" => bound = ScoreBound::Lower,
            "upperbound" => bound = ScoreBound::Upper,
            _ => {}
        }
    }
    (score, bound)
}

fn read_wdl(values: &[&str]) -> Option<[u16; 3]> {
    match values {
        [win, draw, loss, ..] => Some([win.parse().ok()?, draw.parse().ok()?, loss.parse().ok()?]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use kempelen_rules::VariantId;

    use super::*;

    fn start() -> AnyPosition {
        AnyPosition::start(VariantId::Chess)
    }

    #[test]
    fn a_line_of_stockfish_is_read() {
        let info = read(
            "depth 12 seldepth 16 multipv 2 score cp -34 upperbound wdl 10 980 10 nodes 10420 nps 1042000 \
             hashfull 4 tbhits 1 time 10 pv e2e4 e7e5 g1f3 zzzz b8c6",
            &start(),
        );
        let (number, line) = info.line.expect("a line");
        assert_eq!((number, line.depth, line.selective_depth), (2, 12, 16));
        assert_eq!((line.score, line.bound), (Some(Score::Cp(-34)), ScoreBound::Upper));
        assert_eq!(line.wdl, Some([10, 980, 10]));
        assert_eq!(line.pv.iter().map(ToString::to_string).collect::<Vec<_>>(), ["e2e4", "e7e5", "g1f3"]);
        assert_eq!((info.nodes, info.hashfull, info.tablebase_hits), (10420, 4, 1));
        assert_eq!(info.time, Duration::from_millis(10));
    }

    #[test]
    fn odd_lines_are_read_as_far_as_they_go() {
        let mate = read("score mate -3 depth 5 pv d2d4", &start()).line.expect("a line").1;
        assert_eq!((mate.score, mate.depth, mate.pv.len()), (Some(Score::Mate(-3)), 5, 1));
        assert_eq!(read("string score cp 3 pv e2e4", &start()).text.as_deref(), Some("score cp 3 pv e2e4"));
        let current = read("depth 3 currmove g1f3 currmovenumber 7", &start());
        assert_eq!(current.current.map(|(m, n)| (m.to_string(), n)), Some(("g1f3".to_owned(), 7)));
        assert_eq!(current.line, None);
        for junk in
            ["", "depth", "score", "score cp", "score cp x", "pv", "multipv x nodes -1", "wdl 1 2", "ö"]
        {
            let _ = read(junk, &start());
        }
        assert_eq!(read("depth 300 score cp 1", &start()).line.map(|(_, line)| line.depth), Some(255));
        assert_eq!(read("joho depth 4 score cp 1", &start()).line.map(|(_, line)| line.depth), Some(4));
    }

    #[test]
    fn what_is_written_can_be_read() {
        let line = ScoredLine {
            pv: vec![start().read_uci("g1f3").unwrap()],
            score: Some(Score::Mate(4)),
            bound: ScoreBound::Lower,
            wdl: Some([1000, 0, 0]),
            depth: 9,
            selective_depth: 12,
        };
        let info = Info {
            line: Some((3, line)),
            nodes: 1234,
            time: Duration::from_millis(56),
            hashfull: 7,
            tablebase_hits: 8,
            ..Info::default()
        };
        let written = write(&info, &start(), Castling::Natural);
        assert_eq!(written.len(), 1);
        assert_eq!(read(written[0].strip_prefix("info ").unwrap(), &start()), info);
    }

    #[test]
    fn words_stay_on_one_line() {
        let info = Info { text: Some("a\nb\r\n\nc".into()), ..Info::default() };
        assert_eq!(write(&info, &start(), Castling::Natural), ["info string a b c"]);
    }
}
