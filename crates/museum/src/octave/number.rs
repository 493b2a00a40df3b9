//! Numbers in writing, as Octave's `num2str` does it.

/// Writes a number with four decimals at most, and no more than it needs: `0.5`, `11.5`, `8`.
///
/// Integers are written as they are. Other numbers get as many significant digits as lead to the fourth
/// decimal, five at least and sixteen at most, in the manner of C's `%g`: very small ones go with a power of
/// ten, and trailing zeros go.
pub(super) fn num2str(number: f64) -> String {
    if number.fract() == 0.0 {
        // Adding zero turns minus zero into zero.
        return format!("{}", number + 0.0);
    }
    let digits = (number.abs().log10().floor() as i32 + 5).clamp(5, 16);
    let scientific = format!("{number:.*e}", digits as usize - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= digits {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", without_trailing_zeros(mantissa), exponent.abs());
    }
    let decimals = (digits - 1 - exponent).max(0) as usize;
    without_trailing_zeros(&format!("{number:.decimals$}")).to_owned()
}

fn without_trailing_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::num2str;

    /// The expected texts are those of C's `printf` with the format that `num2str` chooses.
    #[test]
    fn numbers_are_written_as_octave_writes_them() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (8.0, "8"),
            (-9999.0, "-9999"),
            (0.49999999999999994, "0.5"),
            (11.5, "11.5"),
            (-1.2999999999999998, "-1.3"),
            (0.10000000000000003, "0.1"),
            (1009.8000000000001, "1009.8"),
            (12345.678, "12345.678"),
            (-2.7755575615628914e-17, "-2.7756e-17"),
            (0.00012345678, "0.00012346"),
            (0.000012345678, "1.2346e-05"),
        ] {
            assert_eq!(num2str(number), text, "{number:e}");
        }
    }
}
