use kempelen_rules::{Color, Move, Position, Variant};

/// A game with what the searches of its players said.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelledGame<V: Variant> {
    /// Where it started.
    pub start: Position<V>,
    /// The moves of the opening, which nobody chose.
    pub opening: Vec<Move>,
    /// The moves after it, with their scores.
    pub moves: Vec<LabelledMove>,
    /// Who won.
    pub result: WhiteResult,
    /// Who or what ended it.
    pub ended: HowEnded,
}

/// A move, and what the search that chose it thought of the position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelledMove {
    /// The move.
    pub m: Move,
    /// The score of the position before the move in hundredths of a pawn, seen from White.
    pub score: i16,
}

const _: () = assert!(size_of::<LabelledMove>() == 4);

/// A result, seen from White. As a number it is twice the points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum WhiteResult {
    /// Black won.
    Lost = 0,
    /// Nobody did.
    Drawn = 1,
    /// White won.
    Won = 2,
}

/// Who or what ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum HowEnded {
    /// The laws.
    Laws = 0,
    /// Both sides agreed for some moves that one of them was won.
    Decided = 1,
    /// Both sides agreed for some moves that it was drawn.
    Level = 2,
    /// It was broken off as too long, and counts as a draw.
    TooLong = 3,
    /// Nobody wrote it down.
    Unknown = 4,
}

impl<V: Variant> LabelledGame<V> {
    /// A game without moves.
    pub fn new(start: Position<V>, result: WhiteResult) -> Self {
        Self { start, opening: Vec::new(), moves: Vec::new(), result, ended: HowEnded::Unknown }
    }

    /// The position after the opening, from which on there are scores. The opening must be legal.
    pub fn first_position(&self) -> Position<V> {
        let mut position = self.start;
        for &m in &self.opening {
            position.make(m);
        }
        position
    }

    /// The first move that is not legal, if there is one.
    pub fn illegal_move(&self) -> Option<Move> {
        let mut position = self.start;
        self.opening.iter().copied().chain(self.moves.iter().map(|labelled| labelled.m)).find(|&m| {
            let legal = position.is_legal(m);
            if legal {
                position.make(m);
            }
            !legal
        })
    }
}

impl WhiteResult {
    /// All results, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Lost, Self::Drawn, Self::Won];

    /// The result that somebody's win is, or nobody's.
    pub fn of_winner(winner: Option<Color>) -> Self {
        winner.map_or(Self::Drawn, |winner| winner.pick(Self::Won, Self::Lost))
    }

    /// The result of a number.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// White's points, as files of the field have them.
    ///
    /// ```
    /// # use kempelen_dataset::WhiteResult;
    /// assert_eq!(WhiteResult::ALL.map(WhiteResult::points), ["0.0", "0.5", "1.0"]);
    /// ```
    pub fn points(self) -> &'static str {
        ["0.0", "0.5", "1.0"][self as usize]
    }
}

impl HowEnded {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Laws, Self::Decided, Self::Level, Self::TooLong, Self::Unknown];

    /// One word.
    pub fn name(self) -> &'static str {
        ["laws", "decided", "level", "too long", "unknown"][self as usize]
    }
}
