use super::{Variant, VariantId, makruk};
use crate::{Color, Position, Role, Square, SquareSet, attacks};

/// Ai-wok: makruk with a man that moves as rua, ma and met together instead of the met. It has the place of the queen
/// among the roles, and the letter A.
///
/// ```
/// use kempelen_rules::{AiWok, Position, Square};
///
/// // . . . . . . . k
/// // . . x x x . . .
/// // . x x x x x . .
/// // x x x A x x x x   (and so on along file and rank)
/// let position: Position<AiWok> = "7k/8/8/3A4/8/8/8/K7 w - - 0 1".parse()?;
/// assert_eq!(position.moves_from(Square::D5).len(), 14 + 8 + 4);
/// # Ok::<(), kempelen_rules::fen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct AiWok;

impl Variant for AiWok {
    const ID: VariantId = VariantId::AiWok;
    const NAMES: &'static [&'static str] = &["ai-wok"];
    const TITLE: &'static str = "Ai-wok";
    const ABOUT: &'static str = "Makruk with a man that moves as rua, ma and met together";
    const START: &'static str = "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1";
    const ROLES: [Role; 6] = [Role::Pawn, Role::Khon, Role::Knight, Role::Rook, Role::Queen, Role::King];
    const STEPPERS: &'static [Role] = &[Role::Pawn, Role::Khon, Role::Knight, Role::Queen];
    const STRAIGHT_SLIDERS: &'static [Role] = &[Role::Rook, Role::Queen];
    const PROMOTIONS: &'static [Role] = &[Role::Queen];

    #[inline(always)]
    fn attacks(role: Role, us: Color, from: Square, occupied: SquareSet) -> SquareSet {
        match role {
            Role::Queen => attacks::rook(from, occupied) | attacks::knight(from) | attacks::met(from),
            _ => makruk::attacks(role, us, from, occupied),
        }
    }

    /// An ai-wok mates as a rua does, and a bia becomes one.
    fn can_mate(position: &Position<Self>, side: Color) -> bool {
        let strong = position.men(side, Role::Queen) | position.men(side, Role::Pawn);
        strong.any() || makruk::can_mate(position, side)
    }

    fn letter(role: Role) -> char {
        if role == Role::Queen { 'a' } else { role.letter() }
    }

    fn man_name(role: Role) -> &'static str {
        if role == Role::Queen { "ai-wok" } else { role.name() }
    }
}
