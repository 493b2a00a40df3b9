//! What men are worth, and what an exchange on one square comes to.

use kempelen_rules::{Color, Move, Position, Role, Square, SquareSet, Variant};

/// What a man is worth, in hundredths of a pawn, by the common count of players. A king is worth more than all else.
pub const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Met => 150,
        Role::Khon => 250,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 10_000,
    }
}

/// The material of a side without its king.
pub fn material<V: Variant>(position: &Position<V>, side: Color) -> i32 {
    V::ROLES
        .iter()
        .filter(|&&role| role != Role::King)
        .map(|&role| worth(role) * position.men(side, role).len() as i32)
        .sum()
}

/// By how much a side is ahead in material.
pub fn balance<V: Variant>(position: &Position<V>, side: Color) -> i32 {
    material(position, side) - material(position, !side)
}

/// What a legal move wins if both sides go on taking on its square, each with its least man first, and stop when that
/// is better: the *static exchange evaluation* (SEE). Pins and checks are not looked at.
///
/// ```
/// use kempelen_motifs::exchange;
/// use kempelen_rules::{Chess, Position, uci};
///
/// // The pawn on d5 is protected once and attacked twice.
/// let position: Position<Chess> = "4k3/8/2p5/3p4/4P3/8/8/3RK3 w - - 0 1".parse()?;
/// assert_eq!(exchange(&position, uci::read(&position, "e4d5")?), 100);
/// assert_eq!(exchange(&position, uci::read(&position, "d1d5")?), -300);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exchange<V: Variant>(position: &Position<V>, m: Move) -> i32 {
    if position.is_castling(m) {
        return 0;
    }
    let us = position.turn();
    let standing = m.promoted().or_else(|| position.role_on(m.from())).unwrap_or(Role::Pawn);
    let gained = m.promoted().map_or(0, |role| worth(role) - worth(Role::Pawn))
        + position.captured(m).map_or(0, worth);
    let mut occupied = position.occupied().without(m.from());
    if position.is_en_passant(m) {
        occupied = occupied.without(Square::at(m.to().file(), m.from().rank()));
    }
    gained - swap(position, m.to(), !us, standing, occupied)
}

/// The legal move that wins most by an exchange on its square, and how much, where any wins something.
pub fn best_exchange<V: Variant>(position: &Position<V>) -> Option<(Move, i32)> {
    let gains = position.noisy_moves().into_iter().map(|m| (m, exchange(position, m)));
    gains.filter(|&(_, gain)| gain > 0).max_by_key(|&(_, gain)| gain)
}

/// What `us` wins by starting to take the man on a square, or 0 by leaving it.
fn swap<V: Variant>(
    position: &Position<V>,
    square: Square,
    us: Color,
    standing: Role,
    occupied: SquareSet,
) -> i32 {
    // No square is attacked by more than the 32 men there are.
    let mut gains = [0; 33];
    let (mut side, mut standing, mut occupied, mut depth) = (us, standing, occupied, 0);
    while depth < 32 {
        let attackers = position.attackers(square, side, occupied) & occupied;
        let Some((from, role)) = least(position, attackers) else { break };
        // A king does not walk into an attack.
        if role == Role::King && (position.attackers(square, !side, occupied.without(from)) & occupied).any()
        {
            break;
        }
        gains[depth] = worth(standing);
        depth += 1;
        occupied = occupied.without(from);
        standing = role;
        side = !side;
    }
    gains[..depth].iter().rev().fold(0, |best, gain| (gain - best).max(0))
}

/// The attacker that is worth least.
fn least<V: Variant>(position: &Position<V>, attackers: SquareSet) -> Option<(Square, Role)> {
    attackers
        .into_iter()
        .filter_map(|square| Some((square, position.role_on(square)?)))
        .min_by_key(|&(_, role)| worth(role))
}
