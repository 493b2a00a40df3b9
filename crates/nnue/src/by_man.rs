use kempelen_eval::Judged;
use kempelen_rules::{Color, Piece, Position, Role, Square};

use crate::Nnue;
use crate::cpu::Cpu;
use crate::evaluator::fade;
use crate::features::Perspective;
use crate::simd;

/// What a network says of a position, and of every man in it. All is seen from White, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedByMan {
    /// What the network says of the whole.
    pub value: i32,
    /// What is left of that where a count runs towards a draw, or there is too little to win with.
    pub faded: i32,
    /// What White would lose if this man were not there. Kings are never away.
    pub men: Vec<(Square, Piece, i32)>,
}

/// Asks a network about a position with and without each of its men.
///
/// ```
/// use kempelen_nnue::{NetworkFile, Nnue, by_man};
/// use kempelen_rules::{Chess, Position, Square};
///
/// // As in the example of the crate, a network that counts rooks.
/// let mut file = NetworkFile::empty("chess", 64);
/// for square in 0..64 {
///     file.inputs[(3 * 64 + square) * 64] = 100;
/// }
/// (file.output[0], file.output[64]) = (64, -64);
/// let position: Position<Chess> = "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1".parse()?;
/// let judged = by_man(&Nnue::new(file)?, &position);
/// assert_eq!(judged.value, 61);
/// let worth = |square| judged.men.iter().find(|man| man.0 == square).map(|man| man.2);
/// assert_eq!((worth(Square::A1), worth(Square::A2)), (Some(61), Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn by_man<V: Judged>(network: &Nnue, position: &Position<V>) -> JudgedByMan {
    let cpu = Cpu::chosen();
    let views = Color::ALL.map(|side| Perspective::of(side, position));
    let sums = views.map(|view| network.sums_of(view, position));
    let us = position.turn();
    let conclude = |sums: &[Vec<simd::Strip>; 2]| {
        us.pick(1, -1) * network.conclude(cpu, &sums[us.index()], &sums[(!us).index()])
    };
    let value = conclude(&sums);
    let lifted = |square: Square, man: Piece| {
        let mut without = sums.clone();
        for (sums, view) in without.iter_mut().zip(views) {
            simd::change_here(cpu, sums, [], [network.row(view.input::<V>(man, square))]);
        }
        conclude(&without)
    };
    let men = position.occupied() & !position.role(Role::King);
    let worth = |square| position.piece_on(square).map(|man| (square, man, value - lifted(square, man)));
    let faded = us.pick(1, -1) * fade(position, us.pick(1, -1) * value);
    JudgedByMan { value, faded, men: men.into_iter().filter_map(worth).collect() }
}
