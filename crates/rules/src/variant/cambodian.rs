use super::{DrawCount, Played, Variant, VariantId, counting};
use crate::{Color, Position, Role, Square, SquareSet, attacks};

/// Ouk chatrang, the chess of Cambodia: makruk in which king and neang (the met) may leap with their first move, and
/// with a count of its own.
///
/// ```
/// use kempelen_rules::{Cambodian, Position, uci};
///
/// let start = Position::<Cambodian>::default();
/// let after = start.play(uci::read(&start, "d1f2")?);
/// assert_eq!(after.fen(), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/5K2/RNS1MSNR b Ede - 1 1");
/// # Ok::<(), uci::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cambodian;

impl Variant for Cambodian {
    const ID: VariantId = VariantId::Cambodian;
    const NAMES: &'static [&'static str] = &["cambodian", "ouk", "oukchatrang", "cambodianchess"];
    const UCI_NAMES: &'static [&'static str] = &["cambodian", "ouk"];
    const TITLE: &'static str = "Cambodian";
    const ABOUT: &'static str = "Ouk chatrang, the chess of Cambodia";
    const START: &'static str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1";
    const FIRST_LEAPS: &'static [Role] = &[Role::King, Role::Met];

    /// A king leaps as a knight does, two files to the side and one rank ahead; a neang two squares straight ahead.
    fn first_leaps(role: Role, us: Color, from: Square) -> SquareSet {
        let ahead = us.forward();
        let steps = if role == Role::King { [(2, ahead), (-2, ahead)] } else { [(0, 2 * ahead); 2] };
        steps.into_iter().filter_map(|(files, ranks)| from.offset(files, ranks)).collect()
    }

    /// A rook that comes to stand in line with a king ends its right, whatever stands between them.
    fn rights_ended(
        after: &Position<Self>,
        (us, role): (Color, Role),
        from: Square,
        to: Square,
    ) -> SquareSet {
        let king = after.king(!us);
        let in_line = role == Role::Rook && attacks::straights(to).has(king);
        let ended = from.set() | to.set();
        if in_line { ended.with(king) } else { ended }
    }

    /// The board's count does not wait for the last fish (pawn) to go.
    #[inline]
    fn count(before: DrawCount, after: &Position<Self>, played: Played) -> DrawCount {
        counting::honour(before, after, played)
    }

    fn count_limit(position: &Position<Self>, side: Color) -> u16 {
        match position.side(side).len() {
            _ if !position.side(!side).has_several() => 0,
            0 | 1 if position.role(Role::Pawn).any() => 0,
            0 | 1 => counting::by_chasers(position, side, [7, 15, 21, 31, 43, 63]),
            2 | 3 => 63,
            _ => 0,
        }
    }
}
