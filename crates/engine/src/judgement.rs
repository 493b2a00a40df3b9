use std::fmt::{self, Write};

use kempelen_rules::{Color, Piece, Square};

/// What a machine thinks of a position before it looks ahead, part by part. Everything is seen from White.
///
/// The parts and then the adjustments add up to the total, as the machine itself adds them up; the rest says more about
/// them and adds nothing.
///
/// ```
/// use kempelen_engine::{Judgement, JudgementPart};
///
/// let judgement = Judgement {
///     parts: vec![JudgementPart::new("material", 3, "Men on the board."), JudgementPart::new("mobility", -0.5, "Moves.")],
///     total: 2.5,
///     ..Judgement::in_unit("pawns")
/// };
/// assert_eq!(judgement.sum(), judgement.total);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// What one of it is: `pawns`, [`HUNDREDTHS`](Self::HUNDREDTHS).
    pub unit: &'static str,
    /// What is counted.
    pub parts: Vec<JudgementPart>,
    /// What happens to the sum of the parts at last.
    pub adjustments: Vec<JudgementPart>,
    /// The sum, as the machine adds it up.
    pub total: f64,
    /// What some of the parts and adjustments are made of themselves.
    pub breakdowns: Vec<Breakdown>,
    /// How far the game has gone, where a machine weighs middle game and endgame apart.
    pub phase: Option<GamePhase>,
    /// What every man is worth where it stands, to a machine that does not count in parts: what changes when it is
    /// lifted off the board.
    pub men: Vec<ManWorth>,
    /// Another way to judge that the machine knows and does not play by now, to compare.
    pub beside: Option<Box<Beside>>,
}

impl Judgement {
    /// The unit of scores.
    pub const HUNDREDTHS: &'static str = "hundredths of a pawn";

    /// A judgement of nothing yet, in this unit.
    pub fn in_unit(unit: &'static str) -> Self {
        Self {
            unit,
            parts: Vec::new(),
            adjustments: Vec::new(),
            total: 0.0,
            breakdowns: Vec::new(),
            phase: None,
            men: Vec::new(),
            beside: None,
        }
    }

    /// The parts and the adjustments, added up.
    pub fn sum(&self) -> f64 {
        self.parts.iter().chain(&self.adjustments).map(|part| part.value).sum()
    }

    /// A table for people, one line a part, under the name of who judges.
    pub fn table(&self, name: &str, turn: Color) -> String {
        let mut text = format!("{name}, in {}, for White\n", self.unit);
        // Writing to a text does not fail.
        let _ = self.write_table(&mut text, turn);
        if let Some(beside) = &self.beside {
            let _ = write!(text, "\nbeside it: {}", beside.judgement.table(beside.name, turn));
        }
        text
    }

    fn write_table(&self, text: &mut String, turn: Color) -> fmt::Result {
        if self.parts.iter().any(|part| part.sides.is_some()) {
            self.write_by_side(text)?;
        } else {
            for part in self.parts.iter().chain(&self.adjustments) {
                writeln!(text, "{:<14} {:>8}  {}", part.name, rounded(part.value), part.meaning)?;
            }
        }
        for ManWorth { square, man, value } in &self.men {
            let name = format!("{} {} {square}", man.color(), man.role().name());
            writeln!(text, "{name:<20} {:>8}", rounded(*value))?;
        }
        match self.phase {
            Some(GamePhase { left, of }) => {
                writeln!(text, "phase {left} of {of}, {turn} to move")?;
                write!(text, "score {:+} for White", rounded(self.total))
            }
            None => write!(text, "{:<14} {:>8}", "total", rounded(self.total)),
        }
    }

    fn write_by_side(&self, text: &mut String) -> fmt::Result {
        let (a, b, c) = ("middle", "end", "value");
        writeln!(text, "{:<20} {:^20} | {:^20} | {:>6}", "", "White", "Black", "sum")?;
        writeln!(text, "{:<20} {a:>6} {b:>6} {c:>6} | {a:>6} {b:>6} {c:>6} |", "term")?;
        for JudgementPart { name, value, sides, .. } in &self.parts {
            let [white, black] = sides.unwrap_or_default();
            let halves = |share: Share| format!("{:>6} {:>6} {:>6}", share.middle, share.end, share.value);
            writeln!(text, "{name:<20} {} | {} | {:>6}", halves(white), halves(black), rounded(*value))?;
        }
        for JudgementPart { name, value, .. } in &self.adjustments {
            writeln!(text, "{name:<20} {:>20} | {:>20} | {:>6}", "", "", rounded(*value))?;
        }
        for Breakdown { of, parts, .. } in self.breakdowns.iter().filter(|made| !made.parts.is_empty()) {
            writeln!(text, "of which {}:", of.replace('_', " "))?;
            for JudgementPart { name, sides, .. } in parts {
                let [white, black] = sides.unwrap_or_default();
                let halves = |share: Share| format!("{:>6} {:>6} {:>6}", share.middle, share.end, "");
                writeln!(text, "{name:<20} {} | {} |", halves(white), halves(black))?;
            }
        }
        Ok(())
    }
}

/// The last bits of sums of tenths are for machines to read. Adding nothing makes a plain zero of a negative one.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0 + 0.0
}

/// One thing that a machine counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JudgementPart {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub meaning: &'static str,
    /// What it is worth to White; less than nothing where it is good for Black.
    pub value: f64,
    /// What it is worth to White and to Black, where a machine counts the sides apart.
    pub sides: Option<[Share; 2]>,
}

impl JudgementPart {
    /// A part of which the difference is known.
    pub fn new(name: &'static str, value: impl Into<f64>, meaning: &'static str) -> Self {
        Self { name, meaning, value: value.into(), sides: None }
    }

    /// A part that White and Black have apart.
    pub fn of_sides(name: &'static str, sides: [Share; 2], meaning: &'static str) -> Self {
        let [white, black] = sides;
        Self { name, meaning, value: f64::from(white.value - black.value), sides: Some(sides) }
    }
}

/// What a part is worth to one side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Share {
    /// In the middle game.
    pub middle: i32,
    /// In the endgame.
    pub end: i32,
    /// In this position, of which these two are the extremes.
    pub value: i32,
}

/// What a part is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Breakdown {
    /// What these things are called together.
    pub name: &'static str,
    /// The part or adjustment that they lead to. It need not be their sum.
    pub of: &'static str,
    /// The things.
    pub parts: Vec<JudgementPart>,
}

/// How much of the middle game is left, and how much there was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamePhase {
    /// What is left.
    pub left: i32,
    /// What there was.
    pub of: i32,
}

impl GamePhase {
    /// What is left, from 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.left) / f64::from(self.of.max(1))
    }
}

/// What a man is worth where it stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ManWorth {
    /// Where it stands.
    pub square: Square,
    /// The man.
    pub man: Piece,
    /// What White would lose if it were not there; less than nothing for a useful man of Black's.
    pub value: f64,
}

/// A judgement that a machine does not play by.
#[derive(Clone, PartialEq, Debug)]
pub struct Beside {
    /// Who judges.
    pub name: &'static str,
    /// What it says.
    pub judgement: Judgement,
}
