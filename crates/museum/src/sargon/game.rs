//! A game against the machine: the door through which everything else comes in.

use std::fmt;

use kempelen_trace::Mute;

use super::line::settle;
use super::machine::{Baseline, SargonMachine};
use super::memory::Pin;
use super::moves::{RankedMove, SargonMove};
use super::piece::{PieceKind, SargonColor, SargonPiece};
use super::points::Points;
use super::search::{SargonFinding, SargonSearch};
use super::setup::{BookUse, START, SargonSetupError};
use super::square::SargonSquare;
use super::watch::{HandsOff, Here, Interfere, SargonWatch};

/// The machine with a game on its board.
///
/// It is one machine for the whole game: what a search leaves in its memory, the next one finds there. A game
/// played on one `Sargon` can therefore differ from the same positions set up anew each time.
///
/// ```
/// use kempelen_museum::sargon::{BookUse, PlyMax, Sargon};
///
/// let mut sargon = Sargon::from_fen("8/8/8/3R4/3K2R1/8/8/7k w - - 0 30", BookUse::Open)?;
/// let thought = sargon.think(PlyMax::DEFAULT).expect("White has moves");
/// assert_eq!(thought.best.to_string(), "d5h5");
/// assert_eq!(thought.score_raw, 255); // mate
/// # Ok::<(), kempelen_museum::sargon::SargonSetupError>(())
/// ```
#[derive(Clone)]
pub struct Sargon {
    machine: SargonMachine,
    /// Stands for the Z80's refresh register, which picks White's first move.
    refresh: u8,
}

/// Label PLYMAX: how many plies the machine looks ahead, 1 to 8. The original offers 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlyMax(u8);

impl PlyMax {
    /// What the original falls back on.
    pub const DEFAULT: Self = Self(2);

    /// None unless the depth is 1 to 8.
    pub const fn new(plies: u8) -> Option<Self> {
        if matches!(plies, 1..=8) { Some(Self(plies)) } else { None }
    }

    /// The number of plies.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// What the machine thinks of its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SargonThought {
    /// Label BESTM: the move to play.
    pub best: SargonMove,
    /// The machine's own score: 128 if nothing changes against the position on the board, high if the machine
    /// gains, 255 if it mates, 1 if it is mated; an eighth of a pawn a unit. 0 with a book move.
    pub score_raw: u8,
    /// The score of the position at the end of `pv` in centipawns, positive for White.
    pub score_cp: i32,
    /// The line the machine expects, which is empty with a book move.
    pub pv: Vec<SargonMove>,
    /// Number of evaluations, that of the root included.
    pub nodes: u64,
    /// Number of move lists.
    pub genmovs: u64,
    /// Label MV0: material on the board, in half pawns, positive for White.
    pub mv0: i8,
    /// Label BC0: board control, positive for White.
    pub bc0: i8,
    /// How often an attack list lost an entry or grew into its neighbour.
    pub overflows: u64,
    /// When the machine sees a mate: how many moves after this one it announces it for, from label PMATE. (The
    /// original then also lowers its depth by two for the rest of the game; here the depth is the caller's.)
    pub announced_mate: Option<u8>,
    /// Whether the move comes from the book.
    pub from_book: bool,
    /// Whether the search was abandoned before its end.
    pub abandoned: bool,
}

/// The static evaluation of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SargonEvaluation {
    /// Label MOVENO.
    pub moveno: u8,
    /// The pins, in the order in which the machine lists them.
    pub pins: Vec<Pin>,
    /// The evaluation, which takes the side to move for the side that has just moved.
    pub points: Points,
}

/// The moves of a position, illegal ones included, as the machine lists and sorts them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTable {
    /// Label CKFLG.
    pub in_check: bool,
    /// Label MV0.
    pub mv0: i8,
    /// Label BC0.
    pub bc0: i8,
    /// In the order of generation.
    pub generated: Vec<RankedMove>,
    /// In the order in which they would be searched.
    pub sorted: Vec<RankedMove>,
}

/// Why a move cannot be played. It carries the move's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SargonMoveError {
    /// The text is not a move in UCI notation.
    Syntax(String),
    /// No such move can be played here.
    Illegal(String),
}

impl fmt::Display for SargonMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) => write!(f, "\"{text}\" is not a move"),
            Self::Illegal(text) => write!(f, "{text} cannot be played here"),
        }
    }
}

impl std::error::Error for SargonMoveError {}

impl Default for Sargon {
    fn default() -> Self {
        Self::new()
    }
}

impl Sargon {
    /// A machine at the start of a game, with its book open.
    pub fn new() -> Self {
        let machine = SargonMachine::from_fen(START, BookUse::Open).unwrap_or_else(|_| SargonMachine::new());
        Self { machine, refresh: 0 }
    }

    /// A machine with the position of a FEN on its board.
    ///
    /// # Errors
    /// If the text is not a FEN, if a side has not exactly one king, or if a pawn stands on an end rank.
    pub fn from_fen(fen: &str, book: BookUse) -> Result<Self, SargonSetupError> {
        Ok(Self { machine: SargonMachine::from_fen(fen, book)?, refresh: 0 })
    }

    /// Sets up another position. Of the old game only the coin for White's first move is kept.
    ///
    /// # Errors
    /// As for [`Sargon::from_fen`]; the old game then stays on the board.
    pub fn set_up(&mut self, fen: &str, book: BookUse) -> Result<(), SargonSetupError> {
        self.machine = SargonMachine::from_fen(fen, book)?;
        Ok(())
    }

    /// Sets the coin for White's first move. It is advanced by one at each use; odd is the queen's pawn.
    pub fn set_refresh(&mut self, refresh: u8) {
        self.refresh = refresh;
    }

    /// The side to move.
    pub fn side_to_move(&self) -> SargonColor {
        self.machine.color
    }

    /// Label MOVENO.
    pub fn moveno(&self) -> u8 {
        self.machine.moveno
    }

    /// What stands on a square.
    pub fn piece_on(&self, square: SargonSquare) -> SargonPiece {
        self.machine.board[square]
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.machine.referee().in_check(self.machine.color)
    }

    /// The legal moves in the order of generation. Promotions are to queens only.
    pub fn legal_moves(&self) -> Vec<SargonMove> {
        self.machine.legal_moves()
    }

    /// Plays a move, given in UCI notation, for the side to move.
    ///
    /// # Errors
    /// If the text is not a move, or the machine finds it illegal (which it does with every promotion to another
    /// piece than a queen). The game then stays as it is.
    pub fn play(&mut self, uci: &str) -> Result<SargonMove, SargonMoveError> {
        let (from, to, promotion) = parse_uci(uci).ok_or_else(|| SargonMoveError::Syntax(uci.to_owned()))?;
        let mv = self
            .machine
            .find_legal(from, to)
            .filter(|mv| promotion == mv.first.is_promotion().then_some(PieceKind::Queen))
            .ok_or_else(|| SargonMoveError::Illegal(uci.to_owned()))?;
        self.machine.play(mv);
        Ok(mv)
    }

    /// Thinks about the position. None if there is no legal move. The move is not played.
    pub fn think(&mut self, plymax: PlyMax) -> Option<SargonThought> {
        self.think_with(plymax, &mut Mute, &mut HandsOff)
    }

    /// The same, watched and meddled with. None also if the search was abandoned before it had a move, or if the
    /// meddler left it without one.
    pub fn think_with<W: SargonWatch, I: Interfere>(
        &mut self,
        plymax: PlyMax,
        watch: &mut W,
        meddler: &mut I,
    ) -> Option<SargonThought> {
        if let Some(best) = self.book_move() {
            let here = Here { path: &[], board: &self.machine.board };
            if meddler.allows(here, best) {
                return Some(SargonThought::from_book(best));
            }
        }
        if self.machine.legal_moves().is_empty() {
            return None;
        }
        self.machine.overflows = 0;
        let plies = plymax.get().into();
        let found = SargonSearch::new(&mut self.machine, plies, watch, meddler).run();
        self.thought(&found, plies)
    }

    /// The static evaluation. It measures against an empty board, not against the root of a search.
    pub fn evaluate(&self) -> SargonEvaluation {
        let mut machine = self.machine.clone();
        machine.root = Baseline::default();
        machine.find_pins();
        let pins = machine.pins().iter().collect();
        let points = machine.points(machine.previous.to);
        SargonEvaluation { moveno: machine.moveno, pins, points }
    }

    /// The moves with the values by which a search deeper than one ply sorts them.
    pub fn move_table(&self) -> MoveTable {
        let mut machine = self.machine.clone();
        let (mut mute, mut hands_off) = (Mute, HandsOff);
        let search = SargonSearch::new(&mut machine, 2, &mut mute, &mut hands_off);
        let (generated, sorted) = search.root_lists();
        MoveTable {
            in_check: self.in_check(),
            mv0: machine.root.material as i8,
            bc0: machine.root.control as i8,
            generated,
            sorted,
        }
    }

    fn book_move(&mut self) -> Option<SargonMove> {
        let next = self.refresh.wrapping_add(1);
        let best = self.machine.book_move(next)?;
        if self.machine.color == SargonColor::White {
            self.refresh = next;
        }
        Some(best)
    }

    fn thought(&self, found: &SargonFinding, plymax: usize) -> Option<SargonThought> {
        let SargonMachine { root, color, moveno, overflows, .. } = &self.machine;
        let settled = settle(&self.machine, &found.line, plymax);
        let tally = found.tally;
        let announced_mate = (found.score == 255).then(|| {
            let black = u8::from(*color == SargonColor::Black);
            tally.mate_moveno.wrapping_sub(black).wrapping_sub(*moveno)
        });
        Some(SargonThought {
            best: found.best?,
            score_raw: found.score,
            score_cp: settled.centipawns,
            pv: settled.pv,
            nodes: tally.evaluations,
            genmovs: tally.generations,
            mv0: root.material as i8,
            bc0: root.control as i8,
            overflows: *overflows,
            announced_mate,
            from_book: false,
            abandoned: tally.abandoned,
        })
    }
}

impl SargonThought {
    fn from_book(best: SargonMove) -> Self {
        Self {
            best,
            score_raw: 0,
            score_cp: 0,
            pv: Vec::new(),
            nodes: 0,
            genmovs: 0,
            mv0: 0,
            bc0: 0,
            overflows: 0,
            announced_mate: None,
            from_book: true,
            abandoned: false,
        }
    }
}

impl SargonMachine {
    /// Plays a move of the game, as opposed to one of the search.
    pub(super) fn play(&mut self, mv: SargonMove) {
        self.make(mv);
        self.previous = mv.first;
        self.color = self.color.other();
        if self.color == SargonColor::White {
            self.moveno = self.moveno.wrapping_add(1);
        }
    }

    /// The legal moves by the rules, in the order of generation.
    pub(super) fn legal_moves(&self) -> Vec<SargonMove> {
        let mut referee = self.referee();
        let mut moves = Vec::new();
        referee.generate(self.previous, |mv| moves.push(mv));
        moves.retain(|&mv| {
            referee.make(mv);
            let legal = !referee.in_check(referee.color);
            referee.unmake(mv);
            legal
        });
        moves
    }

    /// Label VALMOV: the legal move between two squares.
    pub(super) fn find_legal(&self, from: SargonSquare, to: SargonSquare) -> Option<SargonMove> {
        self.legal_moves().into_iter().find(|mv| mv.first.from == from && mv.first.to == to)
    }
}

/// The two squares and the promotion of a move in UCI notation.
fn parse_uci(text: &str) -> Option<(SargonSquare, SargonSquare, Option<PieceKind>)> {
    let promotion = match text.get(4..)? {
        "" => None,
        "q" => Some(PieceKind::Queen),
        "r" => Some(PieceKind::Rook),
        "b" => Some(PieceKind::Bishop),
        "n" => Some(PieceKind::Knight),
        _ => return None,
    };
    Some((SargonSquare::from_name(text.get(..2)?)?, SargonSquare::from_name(text.get(2..4)?)?, promotion))
}
