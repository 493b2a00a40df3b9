use super::{Variant, VariantId};
use crate::{Color, Position};

/// Makpong, *defensive makruk*, by which ties are broken: a khun in check may not step away. It may take the man that
/// checks it, or another man takes that or stands between.
///
/// ```
/// use kempelen_rules::{End, Makpong, Makruk, Position};
///
/// // . . . . . . . k
/// // . . . . . . . .
/// // . . . . . . . .
/// // ...
/// // . . . K . . . R   in makruk the khun would step to g7 or g8
/// let fen = "7k/8/8/8/8/8/8/3K3R b - - 0 1";
/// assert_eq!(fen.parse::<Position<Makruk>>()?.legal_moves().len(), 2);
/// assert!(matches!(fen.parse::<Position<Makpong>>()?.end(), Some(End::Checkmate { .. })));
/// # Ok::<(), kempelen_rules::fen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Makpong;

impl Variant for Makpong {
    const ID: VariantId = VariantId::Makpong;
    const NAMES: &'static [&'static str] = &["makpong"];
    const TITLE: &'static str = "Makpong";
    const ABOUT: &'static str = "Defensive makruk: a khun in check may not step away";
    const START: &'static str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    const KING_FLEES: bool = false;

    /// Any man mates a khun that cannot flee.
    fn can_mate(position: &Position<Self>, side: Color) -> bool {
        position.side(side).has_several()
    }
}
