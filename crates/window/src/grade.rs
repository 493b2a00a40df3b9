//! How much worse a move is, in a word.
//!
//! A pawn matters much in an even position and little in a won one. So moves are compared by the chance of winning that
//! a score stands for: the [formula](winning_chances) and the steps are those that lichess found in the games of its
//! players, so that the words mean what people know them to mean.

use std::fmt;

use kempelen_engine::Score;

/// The chance that a score stands for, from -100 (lost) to 100 (won).
///
/// ```
/// use kempelen_engine::Score;
/// use kempelen_window::winning_chances;
///
/// assert_eq!(winning_chances(Score::Cp(0)), 0.0);
/// assert_eq!(winning_chances(Score::Cp(100)).round(), 18.0);
/// assert_eq!(winning_chances(Score::Mate(-3)), -100.0);
/// ```
pub fn winning_chances(score: Score) -> f64 {
    match score {
        Score::Cp(cp) => 100.0 * (2.0 / (1.0 + (-0.003_682_08 * f64::from(cp)).exp()) - 1.0),
        Score::Mate(moves) if moves > 0 => 100.0,
        Score::Mate(_) => -100.0,
    }
}

/// How good a move is beside a better one, by the scores of both, seen from the side that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// Nobody would notice the difference; or it is even better.
    AsGood,
    /// A little is lost.
    SlightlyWorse,
    /// A tenth of the chances is lost.
    Inaccuracy,
    /// A fifth.
    Mistake,
    /// Three tenths or more.
    Blunder,
    /// It lets the other side force mate in so many moves.
    AllowsMate(u32),
    /// It lets a forced mate in so many moves slip.
    MissesMate(u32),
    /// It mates too, but only in so many moves.
    MatesLater(u32),
    /// Mate cannot be avoided, but comes in so many moves already.
    MatedSooner(u32),
}

impl Grade {
    /// The chance of winning that is lost at which a move is no longer as good.
    const SLIGHTLY_WORSE: f64 = 3.0;
    const INACCURACY: f64 = 10.0;
    const MISTAKE: f64 = 20.0;
    const BLUNDER: f64 = 30.0;

    /// The grade of a move, from the best move's score and its own.
    ///
    /// ```
    /// use kempelen_engine::Score::{Cp, Mate};
    /// use kempelen_window::Grade;
    ///
    /// assert_eq!(Grade::of(Cp(30), Cp(25)), Grade::AsGood);
    /// assert_eq!(Grade::of(Cp(30), Cp(-20)), Grade::SlightlyWorse);
    /// assert_eq!(Grade::of(Cp(30), Cp(-300)), Grade::Blunder);
    /// // Won is won: of nine pawns one may go.
    /// assert_eq!(Grade::of(Cp(900), Cp(800)), Grade::AsGood);
    /// assert_eq!(Grade::of(Cp(-50), Mate(-2)), Grade::AllowsMate(2));
    /// assert_eq!(Grade::of(Mate(3), Cp(500)), Grade::MissesMate(3));
    /// ```
    pub fn of(best: Score, own: Score) -> Self {
        match (best, own) {
            (Score::Mate(1..), Score::Mate(moves @ 1..)) if Score::Mate(moves).as_cp() < best.as_cp() => {
                Self::MatesLater(moves.unsigned_abs())
            }
            (Score::Mate(..=0), Score::Mate(moves @ ..=0)) if own.as_cp() < best.as_cp() => {
                Self::MatedSooner(moves.unsigned_abs())
            }
            (Score::Mate(..=0), Score::Mate(..=0)) | (Score::Mate(1..), Score::Mate(1..)) => Self::AsGood,
            (_, Score::Mate(moves @ ..=0)) => Self::AllowsMate(moves.unsigned_abs()),
            (Score::Mate(moves @ 1..), _) => Self::MissesMate(moves.unsigned_abs()),
            _ => Self::of_loss(chances_lost(best, own)),
        }
    }

    fn of_loss(loss: f64) -> Self {
        match loss {
            Self::BLUNDER.. => Self::Blunder,
            Self::MISTAKE.. => Self::Mistake,
            Self::INACCURACY.. => Self::Inaccuracy,
            Self::SLIGHTLY_WORSE.. => Self::SlightlyWorse,
            _ => Self::AsGood,
        }
    }
}

/// How much of the chance of winning is lost from one score to another, from 0 to 200.
pub fn chances_lost(best: Score, own: Score) -> f64 {
    (winning_chances(best) - winning_chances(own)).max(0.0)
}

/// In words that end a sentence: `a blunder`, `allows mate in 2`.
impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AsGood => f.write_str("as good"),
            Self::SlightlyWorse => f.write_str("slightly worse"),
            Self::Inaccuracy => f.write_str("an inaccuracy"),
            Self::Mistake => f.write_str("a mistake"),
            Self::Blunder => f.write_str("a blunder"),
            Self::AllowsMate(moves) => write!(f, "allows mate in {moves}"),
            Self::MissesMate(moves) => write!(f, "misses mate in {moves}"),
            Self::MatesLater(moves) => write!(f, "mates too, but only in {moves}"),
            Self::MatedSooner(moves) => write!(f, "is mated sooner, in {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Grade::{AsGood, Blunder, Inaccuracy, Mistake, SlightlyWorse};
    use kempelen_engine::Score::{Cp, Mate};

    #[test]
    fn sizes_are_those_of_the_field() {
        // 100 * (2 / (1 + exp(-0.00368208 * cp)) - 1), worked out by hand: 55 centipawns are 10.09, 110 are 19.97, 111
        // are 20.15, 168 are 29.98, 169 are 30.14.
        let grades = [Cp(0), Cp(-15), Cp(-17), Cp(-54), Cp(-55), Cp(-110), Cp(-111), Cp(-168), Cp(-169)]
            .map(|own| Grade::of(Cp(0), own));
        let expected =
            [AsGood, AsGood, SlightlyWorse, SlightlyWorse, Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder];
        assert_eq!(grades, expected);
        assert_eq!(Grade::of(Cp(-300), Cp(500)), AsGood);
    }

    #[test]
    fn mates_have_their_own_words() {
        let words = [
            (Cp(20), Mate(-3)),
            (Mate(2), Cp(20)),
            (Mate(2), Mate(-1)),
            (Mate(2), Mate(4)),
            (Mate(-5), Mate(-2)),
            (Mate(-2), Mate(-2)),
            (Mate(-2), Mate(-5)),
            (Mate(-5), Cp(0)),
        ]
        .map(|(best, own)| Grade::of(best, own).to_string());
        let expected = [
            "allows mate in 3",
            "misses mate in 2",
            "allows mate in 1",
            "mates too, but only in 4",
            "is mated sooner, in 2",
            "as good",
            "as good",
            "as good",
        ];
        assert_eq!(words, expected);
    }
}
