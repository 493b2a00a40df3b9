use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use kempelen_rules::epd::Epd;
use kempelen_rules::{AnyPosition, GameKind, VariantId, pgn};

use super::OpeningLine;
use super::random;
use crate::fields::FieldError;
use crate::random::{shuffle, stream};

/// Which openings a match is played from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BookSpec {
    /// Where they come from.
    pub source: BookSource,
    /// In which order they are played.
    pub order: BookOrder,
    /// What the order and random moves depend on.
    pub seed: u64,
    /// How many half-moves an opening has at most; random ones have exactly so many. If nothing is said, random
    /// moves are eight (after a shuffled first position four), and of a game in a PGN file the first sixteen count.
    pub plies: Option<usize>,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum BookSource {
    /// The set that comes with the program; for a game that has none, such as Chess960, random moves.
    #[default]
    Embedded,
    /// Random moves from the first position, without end.
    Random,
    /// A file of positions or lines, or of games if its name ends in `.pgn`.
    File(PathBuf),
}

/// `embedded`, `random`, or the path of a file.
impl From<&str> for BookSource {
    fn from(text: &str) -> Self {
        match text {
            "embedded" => Self::Embedded,
            "random" => Self::Random,
            path => Self::File(path.into()),
        }
    }
}

/// In which order the openings of a list are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookOrder {
    /// Shuffled, by the seed.
    #[default]
    Shuffled,
    /// As they stand in the file.
    AsGiven,
}

impl FromStr for BookOrder {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        match text {
            "shuffled" => Ok(Self::Shuffled),
            "as-given" => Ok(Self::AsGiven),
            _ => Err(FieldError::value("order", text)),
        }
    }
}

impl fmt::Display for BookOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shuffled => "shuffled",
            Self::AsGiven => "as-given",
        })
    }
}

/// The openings of a match: one for each round, as many as are needed.
#[derive(Clone, Debug)]
pub struct OpeningsBook(OpeningsPages);

#[derive(Clone, Debug)]
enum OpeningsPages {
    Random { kind: GameKind, plies: usize, seed: u64 },
    List(Vec<OpeningLine>),
}

/// The openings that come with the program. Games without any begin with random moves.
const EMBEDDED: [(VariantId, &str); 2] = [
    (VariantId::Chess, include_str!("../../data/chess.txt")),
    (VariantId::Makruk, include_str!("../../data/makruk.txt")),
];

fn embedded_lines(kind: GameKind) -> Option<&'static str> {
    EMBEDDED.iter().find(|(variant, _)| kind == (*variant).into()).map(|&(_, lines)| lines)
}

const RANDOM_PLIES: usize = 8;
const SHUFFLED_PLIES: usize = 4;
const GAME_PLIES: usize = 16;

impl OpeningsBook {
    /// Opens a book.
    ///
    /// # Errors
    /// When the file cannot be read, or something in it is no opening of this game.
    pub fn open(spec: &BookSpec, kind: GameKind) -> Result<Self, OpeningsError> {
        let seed = spec.seed;
        let mut list = match (&spec.source, embedded_lines(kind)) {
            (BookSource::File(path), _) => read_file(kind.variant(), path)?,
            (BookSource::Embedded, Some(lines)) => read_lines(kind.variant(), lines)?,
            (BookSource::Embedded | BookSource::Random, _) => {
                let usual = if kind == GameKind::Chess960 { SHUFFLED_PLIES } else { RANDOM_PLIES };
                return Ok(Self(OpeningsPages::Random { kind, plies: spec.plies.unwrap_or(usual), seed }));
            }
        };
        for opening in &mut list {
            opening.moves.truncate(spec.plies.unwrap_or(usize::MAX));
        }
        if spec.order == BookOrder::Shuffled {
            shuffle(&mut list, &mut stream(seed, 0));
        }
        Ok(Self(OpeningsPages::List(list)))
    }

    /// A book of these openings, which must not be none.
    pub fn of(openings: Vec<OpeningLine>) -> Option<Self> {
        (!openings.is_empty()).then_some(Self(OpeningsPages::List(openings)))
    }

    /// After how many rounds the openings repeat, if they do.
    pub fn repeats_after(&self) -> Option<usize> {
        match &self.0 {
            OpeningsPages::Random { .. } => None,
            OpeningsPages::List(list) => Some(list.len()),
        }
    }

    /// The opening of a round, always the same for the same seed.
    pub fn opening(&self, round: usize) -> OpeningLine {
        match &self.0 {
            OpeningsPages::Random { kind, plies, seed } => {
                random::opening(*kind, *plies, &mut stream(*seed, round as u64))
            }
            OpeningsPages::List(list) => list[round % list.len()].clone(),
        }
    }
}

fn read_file(variant: VariantId, path: &Path) -> Result<Vec<OpeningLine>, OpeningsError> {
    let unreadable = |reason: String| OpeningsError::Unreadable { path: path.display().to_string(), reason };
    let text = fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
        read_games(variant, &text)
    } else {
        read_lines(variant, &text)
    }
}

/// Takes the beginnings of games.
fn read_games(variant: VariantId, text: &str) -> Result<Vec<OpeningLine>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, record) in pgn::read(text.as_bytes()).enumerate() {
        let bad = |reason: String| OpeningsError::Game { number: index + 1, reason };
        let record = record.map_err(|error| bad(error.to_string()))?;
        let start = record.start();
        if start.variant() != variant {
            return Err(bad(format!("it is {}, not {variant}", start.variant())));
        }
        let opening = OpeningLine { start, moves: record.moves().take(GAME_PLIES).collect() };
        openings.push(check(opening).map_err(bad)?);
    }
    if openings.is_empty() { Err(OpeningsError::Empty) } else { Ok(openings) }
}

/// Reads an opening a line: a FEN, an EPD with operations behind it, or moves from the first position. Empty lines
/// and lines that start with `#` mean nothing.
fn read_lines(variant: VariantId, text: &str) -> Result<Vec<OpeningLine>, OpeningsError> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim().trim_start_matches('\u{feff}');
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let bad = |reason: String| OpeningsError::Line { number: number + 1, text: line.to_owned(), reason };
        openings.push(read_line(variant, line).and_then(check).map_err(bad)?);
    }
    if openings.is_empty() { Err(OpeningsError::Empty) } else { Ok(openings) }
}

fn read_line(variant: VariantId, line: &str) -> Result<OpeningLine, String> {
    if line.split_whitespace().next().is_some_and(|word| word.contains('/')) {
        let epd = Epd::read(variant, line).map_err(|error| error.to_string())?;
        return Ok(OpeningLine { start: epd.position, moves: Vec::new() });
    }
    let start = AnyPosition::start(variant);
    let mut opening = OpeningLine { start, moves: Vec::new() };
    let mut here = start;
    for word in line.split_whitespace() {
        let m = here.read_move(word).map_err(|error| error.to_string())?;
        opening.moves.push(m);
        here = here.play(m);
    }
    Ok(opening)
}

/// An opening must leave something to play.
fn check(opening: OpeningLine) -> Result<OpeningLine, String> {
    opening.game().outcome().map_or(Ok(opening), |end| Err(format!("the game is over: {end}")))
}

/// Why there are no openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningsError {
    /// The file cannot be read.
    Unreadable {
        /// Its path.
        path: String,
        /// Why.
        reason: String,
    },
    /// A line is no opening.
    Line {
        /// Its number, from 1.
        number: usize,
        /// What it says.
        text: String,
        /// Why it is none.
        reason: String,
    },
    /// A game is no opening.
    Game {
        /// Its number, from 1.
        number: usize,
        /// Why it is none.
        reason: String,
    },
    /// There is nothing in it.
    Empty,
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, reason } => write!(f, "cannot read {path}: {reason}"),
            Self::Line { number, text, reason } => {
                write!(f, "line {number} of the openings, {text:?}: {reason}")
            }
            Self::Game { number, reason } => write!(f, "game {number} of the openings: {reason}"),
            Self::Empty => f.write_str("there are no openings in it"),
        }
    }
}

impl std::error::Error for OpeningsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_positions_with_and_without_operations_and_lines_of_moves() {
        let text = "\
            # A comment.\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n\n\
            rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"start 1\";\n\
            rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n\
            e2e4 e5 Nf3\n";
        let openings = read_lines(VariantId::Chess, text).unwrap();
        let turns: Vec<char> = openings.iter().map(|o| o.game().position().turn().letter()).collect();
        assert_eq!(turns, ['b', 'w', 'w', 'b']);
        assert_eq!(
            openings[3].game().position().fen().split(' ').next(),
            Some("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")
        );
        let makruk = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\nd3d4 d6d5";
        assert_eq!(read_lines(VariantId::Makruk, makruk).unwrap()[1].moves.len(), 2);
    }

    #[test]
    fn says_which_line_is_bad() {
        let bad = [
            "e2e5",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
            "8/8/8/8/8/8/8/k1K5 w - - 0 1",
            "f3 e5 g4 Qh4",
        ];
        for line in bad {
            match read_lines(VariantId::Chess, &format!("e4\n{line}")) {
                Err(OpeningsError::Line { number: 2, text, .. }) => assert_eq!(text, line),
                other => panic!("{line}: {other:?}"),
            }
        }
        assert_eq!(read_lines(VariantId::Chess, "\n# nothing\n"), Err(OpeningsError::Empty));
        let missing = BookSource::File("/no/such/file.epd".into());
        let book =
            OpeningsBook::open(&BookSpec { source: missing, ..BookSpec::default() }, GameKind::default());
        assert!(matches!(book, Err(OpeningsError::Unreadable { .. })));
    }

    #[test]
    fn the_embedded_sets_are_sound_varied_and_long_enough() {
        for kind in [GameKind::default(), GameKind::Usual(VariantId::Makruk)] {
            let book = OpeningsBook::open(&BookSpec::default(), kind).unwrap();
            let length = book.repeats_after().unwrap();
            assert!(length >= 500, "{kind}: {length}");
            let mut keys: Vec<u64> = (0..length).map(|i| book.opening(i).game().position().key()).collect();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), length, "{kind}");
        }
    }

    #[test]
    fn the_seed_orders_the_book() {
        let open = |seed, order| {
            let spec = BookSpec { order, seed, ..BookSpec::default() };
            let book = OpeningsBook::open(&spec, GameKind::default()).unwrap();
            (0..50).map(|round| book.opening(round)).collect::<Vec<_>>()
        };
        assert_eq!(open(3, BookOrder::Shuffled), open(3, BookOrder::Shuffled));
        assert_ne!(open(3, BookOrder::Shuffled), open(4, BookOrder::Shuffled));
        assert_eq!(open(3, BookOrder::AsGiven), open(4, BookOrder::AsGiven));
    }

    #[test]
    fn games_are_cut_to_openings() {
        let text = "1. e4 e5 2. Nf3 (2. f4) Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *";
        let openings = read_games(VariantId::Chess, text).unwrap();
        assert_eq!(openings[0].moves.len(), 16);
        assert!(matches!(read_games(VariantId::Makruk, text), Err(OpeningsError::Game { number: 1, .. })));
        let broken = format!("{text}\n\n1. e4 Ke7 *\n");
        assert!(matches!(read_games(VariantId::Chess, &broken), Err(OpeningsError::Game { number: 2, .. })));
        assert_eq!(read_games(VariantId::Chess, ""), Err(OpeningsError::Empty));
    }

    #[test]
    fn openings_have_the_length_that_is_asked_for() {
        for (source, kind) in [
            (BookSource::Embedded, GameKind::default()),
            (BookSource::Random, GameKind::Usual(VariantId::Makruk)),
            (BookSource::Embedded, GameKind::Chess960),
        ] {
            let length = |plies| {
                let spec = BookSpec { source: source.clone(), plies, ..BookSpec::default() };
                OpeningsBook::open(&spec, kind).unwrap().opening(3).moves.len()
            };
            assert_eq!(length(Some(3)), 3);
            assert_eq!(length(None), if kind == GameKind::Chess960 { 4 } else { 8 });
        }
    }
}
