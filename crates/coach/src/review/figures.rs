//! How well a side played, as a number.

use kempelen_rules::Color;

use super::GameReview;

/// The accuracy of a move, from 0 to 100, by how much of the chance of winning it gave away (from 0 to 200). The curve is
/// the one that lichess fitted to the games of its players.
///
/// ```
/// use kempelen_coach::move_accuracy;
///
/// assert_eq!(move_accuracy(0.0), 100.0);
/// // A blunder of three tenths of the chances: 103.1668 * exp(-0.04354 * 15) - 3.1669.
/// assert_eq!(move_accuracy(30.0).round(), 51.0);
/// assert_eq!(move_accuracy(200.0), 0.0);
/// ```
pub fn move_accuracy(loss: f64) -> f64 {
    // The curve ends a hair below 100, and a move that gives nothing away is not less than perfect.
    if loss <= 0.0 {
        return 100.0;
    }
    // It counts chances from 0 to 100.
    (103.1668 * (-0.043_54 * loss / 2.0).exp() - 3.1669).clamp(0.0, 100.0)
}

impl GameReview {
    /// The mean accuracy of a side's moves; nothing where none was judged.
    pub fn accuracy(&self, side: Color) -> Option<f64> {
        let judged = self.moves_of(side).filter(|reviewed| reviewed.told.is_some());
        let (mut sum, mut count) = (0.0, 0.0);
        for reviewed in judged {
            sum += move_accuracy(reviewed.loss());
            count += 1.0;
        }
        (count > 0.0).then(|| sum / count)
    }
}
