//! Every number of the search that could be another one, declared once.

use kempelen_engine::{OptionError, OptionSpec};

macro_rules! parameters {
    ($($(#[doc = $help:literal])+ $name:ident = $default:literal in $min:literal ..= $max:literal;)*) => {
        /// The numbers of the search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[doc = $help])+ pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Params {
            /// Each number as an option, for tuning.
            pub fn options() -> Vec<OptionSpec> {
                vec![$(OptionSpec::spin(stringify!($name), $default, $min..=$max, concat!($($help),+).trim()),)*]
            }

            /// Sets a number by its name.
            ///
            /// # Errors
            /// When there is no such number, or the value is out of its range.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
                let spec = Self::options()
                    .into_iter()
                    .find(|spec| spec.is_named(name))
                    .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
                let number = spec.accept(value)?.parse().unwrap_or_default();
                $(if name.trim().eq_ignore_ascii_case(stringify!($name)) { self.$name = number; })*
                Ok(())
            }
        }
    };
}

// Depths are in plies, scores in hundredths of a pawn, reductions in 1024ths of a ply. A rule is switched off by the
// end of its range that keeps it from ever applying. "By hand" means: set from common practice, and kept or
// changed by node counts and matches (docs/search.md).
parameters! {
    /// The half-width of the first window around the last score. By hand.
    aspiration_window = 14 in 1..=1000;
    /// How much a window that was missed is widened, in 128ths of its width. By hand.
    aspiration_growth = 64 in 1..=512;

    /// The deepest node that reverse futility may settle; 0 is off. By hand.
    reverse_futility_depth = 9 in 0..=30;
    /// What a ply of depth is worth to reverse futility. By hand.
    reverse_futility_margin = 78 in 1..=400;
    /// How much less an improving side needs. By hand.
    reverse_futility_improving = 62 in 0..=400;

    /// The deepest node that razoring may settle; 0 is off. By hand.
    razoring_depth = 4 in 0..=10;
    /// How far below the window a node must be for razoring. By hand.
    razoring_base = 200 in 0..=2000;
    /// And how much further for each ply squared. By hand.
    razoring_margin = 160 in 0..=2000;

    /// The shallowest node that tries a null move; 99 is off. By hand.
    null_move_depth = 3 in 1..=99;
    /// The reduction of a null move at least. By matches.
    null_move_base = 3 in 1..=8;
    /// Depth for each further ply of reduction. By hand.
    null_move_divisor = 4 in 1..=16;
    /// Score above the window for each further ply of reduction. By hand.
    null_move_eval = 180 in 20..=1000;
    /// The shallowest node whose null move is verified. By hand.
    null_move_verify = 14 in 1..=99;

    /// The shallowest node that tries a probe cut; 99 is off. By hand.
    probcut_depth = 5 in 3..=99;
    /// How far above the window a capture must be to cut. By hand.
    probcut_margin = 190 in 0..=1000;

    /// The shallowest node that is reduced for want of a table move; 99 is off. By hand.
    iir_depth = 4 in 2..=99;

    /// The deepest node where late quiet moves are passed over; 0 is off. By hand.
    late_move_depth = 8 in 0..=30;
    /// Moves that are always searched. By matches.
    late_move_base = 6 in 0..=30;

    /// The deepest reduced depth where hopeless quiet moves are passed over; 0 is off. By hand.
    futility_depth = 8 in 0..=30;
    /// What a quiet move may gain at most, at the horizon. By hand.
    futility_base = 110 in 0..=1000;
    /// And for each ply of depth. By hand.
    futility_margin = 95 in 0..=1000;

    /// The deepest node where moves that lose material are passed over; 0 is off. By hand.
    exchange_depth = 9 in 0..=30;
    /// What a quiet move may lose for each ply of reduced depth squared. By hand.
    exchange_quiet = 24 in 0..=400;
    /// What a capture may lose for each ply of depth. By hand.
    exchange_noisy = 95 in 0..=400;

    /// The deepest reduced depth where quiet moves with a bad history are passed over; 0 is off. By hand.
    history_depth = 4 in 0..=30;
    /// How bad for each ply. By hand.
    history_margin = 3600 in 0..=20000;

    /// The shallowest node that asks whether its table move is singular; 99 is off. By hand.
    singular_depth = 7 in 4..=99;
    /// How much worse all others must be, in 16ths for each ply. By hand.
    singular_margin = 24 in 1..=200;
    /// How much worse still for a second ply. By hand.
    singular_double = 18 in 0..=400;

    /// The shallowest node that reduces late moves; 99 is off. By hand.
    reduction_depth = 3 in 2..=99;
    /// The reduction of late moves: a constant. By hand.
    reduction_base = 860 in 0..=4096;
    /// And the divisor of the product of two logarithms, in 1024ths. By hand.
    reduction_divisor = 2300 in 500..=8000;
    /// Less for nodes of the principal variation. By hand.
    reduction_pv = 1024 in 0..=4096;
    /// More where a cut is expected. By hand.
    reduction_cut = 1500 in 0..=4096;
    /// More where the side to move is not improving. By hand.
    reduction_not_improving = 700 in 0..=4096;
    /// More where the table move is a capture. By hand.
    reduction_table_capture = 700 in 0..=4096;
    /// Less for a move that gives check. By hand.
    reduction_check = 900 in 0..=4096;
    /// Less for killers and counter moves. By hand.
    reduction_killer = 1100 in 0..=4096;
    /// The history that takes a whole ply off. By hand.
    reduction_history = 9000 in 1000..=40000;
    /// Less in nodes that were once on the principal variation. By hand.
    reduction_was_pv = 900 in 0..=4096;

    /// The deepest quiescence that looks at quiet checks, on the principal variation; 0 is off, 1 looks at them at
    /// its first ply. By matches.
    quiescence_checks = 1 in 0..=4;
    /// What a capture in quiescence may gain beyond its victim. By hand.
    quiescence_futility = 150 in 0..=2000;

    /// How urgent it is to take a man from where a lesser one attacks it, and how bad to bring it there, for each
    /// hundredth of a pawn it is worth, on the scale of the histories; 0 is off. By matches.
    order_escape = 30 in 0..=200;
    /// And to take a man away that is attacked and not guarded. By matches.
    order_hanging = 30 in 0..=200;
    /// How urgent a check is. By matches.
    order_check = 10000 in 0..=60000;

    /// How much of what was learned of quiet moves is kept for the next move of the game, in hundredths. By matches.
    history_kept = 20 in 0..=100;
    /// The bonus of a quiet move for each hundredth of a pawn by which the evaluation is better for its side after
    /// it, in tenths; 0 is off. By matches.
    history_progress = 30 in 0..=400;
    /// The most of it. By matches.
    history_progress_most = 500 in 0..=8000;
    /// The bonus of a move that cut off, for each ply; 0 is off. By hand.
    history_bonus = 165 in 0..=1000;
    /// The most of it. By hand.
    history_bonus_most = 1900 in 1..=8000;
}

impl Params {
    /// The same without the rules that guess: nothing is passed over or looked at less deeply, so that a mate in so many
    /// moves is found at its depth, zugzwang or not.
    pub(crate) fn without_guesses(&self) -> Self {
        Self {
            reverse_futility_depth: 0,
            razoring_depth: 0,
            null_move_depth: 99,
            probcut_depth: 99,
            iir_depth: 99,
            late_move_depth: 0,
            futility_depth: 0,
            exchange_depth: 0,
            history_depth: 0,
            reduction_depth: 99,
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_by_name() {
        let mut params = Params::default();
        assert_eq!(params.set("Null_Move_Depth", "99"), Ok(()));
        assert_eq!(params.null_move_depth, 99);
        assert!(params.set("null_move_depth", "100").is_err());
        assert!(params.set("nothing", "1").is_err());
    }

    #[test]
    fn every_default_is_in_its_range() {
        for spec in Params::options() {
            assert!(spec.accept(&spec.default_text()).is_ok(), "{}", spec.name);
        }
    }
}
