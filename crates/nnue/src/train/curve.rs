//! The losses of a run as a picture.

use std::fmt::Write;

use super::trainer::EpochLoss;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 36.0;

/// The losses by epoch: of the positions learned from, and of those held back.
pub(crate) fn svg(losses: &[EpochLoss]) -> String {
    let all = losses.iter().flat_map(|loss| [loss.training, loss.validation]);
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
    let last = losses.len().max(2) - 1;
    let x = |epoch: usize| LEFT + (WIDTH - LEFT - RIGHT) * epoch as f64 / last as f64;
    let y = |loss: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - loss) / (high - low);
    let line = |of: fn(&EpochLoss) -> f64| {
        let mut points = String::new();
        for (epoch, loss) in losses.iter().enumerate() {
            let _ = write!(points, "{:.1},{:.1} ", x(epoch), y(of(loss)));
        }
        points
    };
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' font-family='sans-serif' \
         font-size='12'>\n<rect width='100%' height='100%' fill='#fff'/>\n"
    );
    for step in 0..=4 {
        let loss = low + (high - low) * f64::from(step) / 4.0;
        let (at, end, text) = (y(loss), WIDTH - RIGHT, LEFT - 6.0);
        let _ = writeln!(svg, "<line x1='{LEFT}' x2='{end}' y1='{at:.1}' y2='{at:.1}' stroke='#ddd'/>");
        let _ = writeln!(svg, "<text x='{text}' y='{:.1}' text-anchor='end'>{loss:.5}</text>", at + 4.0);
    }
    for (points, colour) in
        [(line(|loss| loss.training), "#0072b2"), (line(|loss| loss.validation), "#d55e00")]
    {
        let _ = writeln!(svg, "<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='2'/>");
    }
    let _ = writeln!(svg, "<text x='{LEFT}' y='18' fill='#0072b2'>loss in training</text>");
    let _ = writeln!(svg, "<text x='{}' y='18' fill='#d55e00'>of positions held back</text>", LEFT + 130.0);
    let (middle, bottom) = (WIDTH / 2.0, HEIGHT - 10.0);
    let _ =
        writeln!(svg, "<text x='{middle}' y='{bottom}' text-anchor='middle'>epochs: {}</text>", losses.len());
    svg.push_str("</svg>\n");
    svg
}
