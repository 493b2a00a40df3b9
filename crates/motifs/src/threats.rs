use kempelen_rules::{Move, Position, Variant};

use crate::worth::exchange;

/// A move that would hurt, if the other side did nothing about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The move.
    pub m: Move,
    /// What comes of it.
    pub what: Harm,
}

/// What a threat comes to; the worst is the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Harm {
    /// It wins material by an exchange on its square, promotions included: so many hundredths of a pawn.
    Wins(i32),
    /// It mates.
    Mates,
}

/// What the other side would do if the side to move passed, the worst first. Whoever is in check cannot pass, and
/// knows the threat already: then there are none.
///
/// ```text
/// 8  r . b q k b . r
/// 7  p p p p . p p p
/// 6  . . n . . n . .
/// 5  . . . . p . . Q     Black to move: White threatens Qxf7 mate.
/// 4  . . B . P . . .
/// 3  . . . . . . . .
/// 2  P P P P . P P P
/// 1  R N B . K . N R
///    a b c d e f g h
/// ```
///
/// ```
/// use kempelen_motifs::{Harm, threats};
/// use kempelen_rules::{Chess, Position};
///
/// let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 5 4";
/// let position: Position<Chess> = fen.parse()?;
/// let threats = threats(&position);
/// assert_eq!(threats[0].m.to_string(), "h5f7");
/// assert_eq!(threats[0].what, Harm::Mates);
/// # Ok::<(), kempelen_rules::fen::FenError>(())
/// ```
pub fn threats<V: Variant>(position: &Position<V>) -> Vec<Threat> {
    if position.in_check() {
        return Vec::new();
    }
    let passed = position.pass();
    let mut threats: Vec<Threat> = passed
        .legal_moves()
        .into_iter()
        .filter_map(|m| harm(&passed, m).map(|what| Threat { m, what }))
        .collect();
    threats.sort_by_key(|threat| std::cmp::Reverse(threat.what));
    threats
}

fn harm<V: Variant>(position: &Position<V>, m: Move) -> Option<Harm> {
    let after = position.play(m);
    if after.in_check() && !after.can_move() {
        return Some(Harm::Mates);
    }
    let gain = exchange(position, m);
    let is_noisy = m.is_promotion() || position.is_capture(m);
    (is_noisy && gain > 0).then_some(Harm::Wins(gain))
}
