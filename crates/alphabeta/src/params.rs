//! Every number of the search that could be another one, declared once: its name, its value, the range it may
//! be tuned in, what it means, how it was found, and, where there is one, the value that switches its
//! technique off.
//!
//! A technique is a group here; one that guesses says so. To try a value, a match needs no new build: the
//! program takes any of them as an option (`kempelen:null_move_depth=99`). To tune many at once, `spsa` of
//! the arena plays games with all of them shaken a little.
//!
//! All else follows from the declaration: the fields of [`Params`], the UCI options of a build with
//! `--features tune`, the list of [techniques](Params::techniques) with how to do without each, and the
//! search that guesses nothing. At the end stand the few numbers that are compiled in ([`fixed`]).

use kempelen_engine::{OptionError, OptionSpec};
use kempelen_rules::VariantId;

use crate::declare::{Group, ParamKind, Technique, first, parameters};
use crate::steps::LateMoveReductions;

// Depths are in plies, scores in hundredths of a pawn, reductions in 1024ths of a ply. "By hand" means: set
// from common practice, and kept or changed by node counts and matches (docs/search.md).
parameters! {
    /// The root is searched with a narrow window around the last score, which cuts off more than an open one.
    Help "aspiration windows" {
        /// The half-width of the first window around the last score. By hand.
        aspiration_window = 14 in 1..=1000, off = 1000;
        /// How much a window that was missed is widened, in 128ths of its width. By hand.
        aspiration_growth = 64 in 1..=512;
        /// The first iteration with a window. By hand.
        aspiration_depth = 4 in 2..=99;
        /// A window wider than this is opened altogether. By hand.
        aspiration_widest = 1000 in 100..=30000;
        /// How many plies less an iteration may get that keeps failing high. By hand.
        aspiration_reductions = 3 in 0..=8;
    }

    /// A node far above its window is settled by its static evaluation: one move of the opponent will not
    /// bring it down.
    Guess "reverse futility" {
        /// The deepest node that reverse futility may settle. By hand.
        reverse_futility_depth = 9 in 0..=30, off = 0;
        /// What a ply of depth is worth to reverse futility. By hand.
        reverse_futility_margin = 78 in 1..=400;
        /// How much less an improving side needs. By hand.
        reverse_futility_improving = 62 in 0..=400;
        /// What is needed in any case. By hand.
        reverse_futility_least = 20 in 0..=400;
        /// Of what the evaluation is above the window, the score keeps one part in so many. By hand.
        reverse_futility_part = 3 in 1..=16;
    }

    /// What was once on the principal variation is not settled by its static evaluation: it may come back there.
    Help "no reverse futility where the principal variation was" of "reverse futility" {
        /// Whether reverse futility stands back there, 1 or 0. By matches.
        reverse_futility_was_pv = 1 in 0..=1, off = 0;
    }

    /// A node far below its window is left to quiescence: only captures could save it.
    Guess "razoring" {
        /// The deepest node that razoring may settle. By hand.
        razoring_depth = 4 in 0..=10, off = 0;
        /// How far below the window a node must be for razoring. By hand.
        razoring_base = 200 in 0..=2000;
        /// And how much further for each ply squared. By hand.
        razoring_margin = 160 in 0..=2000;
    }

    /// A node where even a pass fails high is settled: some move will be better than none.
    Guess "null move" {
        /// The shallowest node that tries a null move. By hand.
        null_move_depth = 3 in 1..=99, off = 99;
        /// The reduction of a null move at least. By matches.
        null_move_base = 3 in 1..=8;
        /// Depth for each further ply of reduction. By hand.
        null_move_divisor = 4 in 1..=16;
        /// Score above the window for each further ply of reduction. By hand.
        null_move_eval = 180 in 20..=1000;
        /// The most plies of reduction for it. By hand.
        null_move_eval_most = 3 in 0..=8;
        /// How far above the window the static evaluation must be. By hand.
        null_move_margin = 110 in -400..=800;
        /// How much less for each ply of depth. By hand.
        null_move_margin_depth = 12 in 0..=100;
        /// The shallowest node whose null move is verified. By hand.
        null_move_verify = 14 in 1..=99;
        /// For how many plies the verification does without null moves, in quarters of its depth. By hand.
        null_move_verify_plies = 3 in 0..=4;
    }

    /// A node where a capture fails high by far in a shallow search is settled: it would in a deep one too.
    Guess "ProbCut" {
        /// The shallowest node that tries `ProbCut`. By hand.
        probcut_depth = 5 in 3..=99, off = 99;
        /// How far above the window a capture must be to cut. By hand.
        probcut_margin = 190 in 0..=1000;
        /// How much less an improving side needs. By hand.
        probcut_improving = 60 in 0..=400;
        /// How many plies less the probe gets. By hand.
        probcut_reduction = 4 in 2..=8;
    }

    /// A node without a table move is searched less deep at first, to find one.
    Guess "internal iterative reduction" {
        /// The shallowest node that is reduced for want of a table move. By hand.
        iir_depth = 4 in 2..=99, off = 99;
        /// By how many plies. By hand.
        iir_reduction = 1 in 0..=4;
    }

    /// A table move that is much better than all others is searched deeper; where the others are good too,
    /// the node is left.
    Help "singular extensions, multi-cut" {
        /// The shallowest node that asks whether its table move is singular. By hand.
        singular_depth = 7 in 4..=99, off = 99;
        /// How many plies less deep than the node the table's entry may be. By hand.
        singular_table_depth = 3 in 0..=8;
        /// Nobody asks beyond so many times the depth of the iteration. By hand.
        singular_ply = 2 in 1..=8;
        /// How much worse all others must be, in 16ths for each ply. By hand.
        singular_margin = 24 in 1..=200;
        /// The others are searched to one part in so many of the depth. By hand.
        singular_part = 2 in 1..=8;
        /// How much worse still for a second ply. By hand.
        singular_double = 18 in 0..=400;
        /// How often that is granted on the way to a node. By hand.
        singular_doubles = 8 in 0..=64;
        /// How much less deep a table move is searched that is good enough to cut, but not the only one. By
        /// hand.
        singular_reduction = 2 in 0..=4;
        /// How much of that is spared on the principal variation. By hand.
        singular_reduction_pv = 1 in 0..=4;
        /// And how much less deep where a cut is expected, but not by the table. By hand.
        singular_reduction_cut = 1 in 0..=4;
    }

    /// Quiet moves far down the list are not searched near the horizon.
    Guess "late move pruning" {
        /// The deepest node where late quiet moves are passed over. By hand.
        late_move_depth = 8 in 0..=30, off = 0;
        /// Moves that are always searched. By matches.
        late_move_base = 6 in 0..=30;
        /// A side that is not improving gets one part in so many. By hand.
        late_move_not_improving = 2 in 1..=8;
        /// But never fewer moves than this. By hand.
        late_move_least = 2 in 1..=16;
    }

    /// Quiet moves are not searched where they would have to gain more than a quiet move does.
    Guess "futility" {
        /// The deepest reduced depth where hopeless quiet moves are passed over. By hand.
        futility_depth = 8 in 0..=30, off = 0;
        /// What a quiet move may gain at most, at the horizon. By hand.
        futility_base = 110 in 0..=1000;
        /// And for each ply of depth. By hand.
        futility_margin = 95 in 0..=1000;
        /// The history that is worth a hundredth of a pawn more. By hand.
        futility_history = 160 in 16..=4000;
    }

    /// Moves that lose material by static exchange evaluation are not searched near the horizon.
    Guess "exchange pruning" {
        /// The deepest node where moves that lose material are passed over. By hand.
        exchange_depth = 9 in 0..=30, off = 0;
        /// What a quiet move may lose for each ply of reduced depth squared. By hand.
        exchange_quiet = 24 in 0..=400;
        /// What a capture may lose for each ply of depth. By hand.
        exchange_noisy = 95 in 0..=400;
    }

    /// Quiet moves that have failed again and again are not searched near the horizon.
    Guess "history pruning" {
        /// The deepest reduced depth where quiet moves with a bad history are passed over. By hand.
        history_depth = 4 in 0..=30, off = 0;
        /// How bad for each ply. By hand.
        history_margin = 3600 in 0..=20000;
    }

    /// Quiescence looks at checks too, for short mates.
    Help "quiet checks in quiescence" {
        /// The deepest quiescence that looks at quiet checks, on the principal variation; 1 looks at them at
        /// its first ply. By matches.
        quiescence_checks = 1 in 0..=4, off = 0;
    }

    /// Captures in quiescence are not searched where even the victim is not enough.
    Help "delta pruning" {
        /// What a capture in quiescence may gain beyond its victim. By hand.
        quiescence_futility = 150 in 0..=60000, off = 60000;
    }

    /// Moves are ordered by how they and their like have fared before.
    Help "histories" {
        /// The bonus of a move that cut off, for each ply. By hand.
        history_bonus = 165 in 0..=1000, off = 0;
        /// The most of it. By hand.
        history_bonus_most = 1900 in 1..=8000;
        /// How much of what was learned of quiet moves is kept for the next move of the game, in hundredths.
        /// By matches.
        history_kept = 20 in 0..=100;
    }

    /// A quiet move is another one where its man flees from an attack, and where it walks into one.
    Help "history by attacked squares" of "histories" {
        /// Whether the history of quiet moves tells apart if the opponent attacks origin and destination, 1 or 0.
        /// By matches.
        history_attacked = 1 in 0..=1, off = 0;
    }

    /// Before a quiet move has proved anything, it is judged by what it did to the evaluation.
    Help "progress" of "histories" {
        /// The bonus of a quiet move for each hundredth of a pawn by which the evaluation is better for its
        /// side after it, in tenths. By matches.
        history_progress = 30 in 0..=400, off = 0;
        /// The most of it. By matches.
        history_progress_most = 500 in 0..=8000;
    }

    /// The static evaluation is corrected by how wrong it has been in similar positions.
    Help "correction history" {
        /// How much of the error that was learned for these pawns corrects the evaluation, in 512ths. By
        /// matches.
        correction_pawns = 28 in 0..=256, off = 0;
        /// And for the officers of each side. By matches.
        correction_officers = 22 in 0..=256, off = 0;
        /// How much of an error is learned for each ply of depth, in 64ths. By hand.
        correction_rate = 8 in 0..=64;
        /// The most that is learned at a time. By hand.
        correction_most = 256 in 1..=1024;
    }

    /// Quiet moves that save a man, or give check, come before others.
    Help "urgent moves first" {
        /// How urgent it is to take a man from where a lesser one attacks it, and how bad to bring it there,
        /// for each hundredth of a pawn it is worth, on the scale of the histories. By matches.
        order_escape = 30 in 0..=200, off = 0;
        /// And to take a man away that is attacked and not guarded. By matches.
        order_hanging = 30 in 0..=200, off = 0;
        /// How urgent a check is. By matches.
        order_check = 10000 in 0..=60000, off = 0;
    }

    /// Quiet moves that refuted a sister, or the same move elsewhere, come before others.
    Help "killers and counter moves first" {
        /// How urgent a killer or counter move is, on the scale of the histories. By hand.
        order_refutation = 60000 in 0..=200_000, off = 0;
    }

    /// The order of captures among each other, and before quiet moves.
    Plain "captures" {
        /// What a hundredth of a pawn of the victim counts beside the history of a capture. By hand.
        order_victim = 16 in 1..=256;
        /// How much a capture that did well before may lose and still come before quiet moves, in 1024ths of
        /// its place in the order. By hand.
        order_leeway = 16 in 0..=256;
    }

    /// Moves far down the list are searched less deep at first, and again if they surprise.
    Guess "late move reductions" {
        /// The shallowest node that reduces late moves. By hand.
        reduction_depth = 3 in 2..=99, off = 99;
        /// The reduction of late moves: a constant. By hand.
        reduction_base = 860 in 0..=4096;
        /// And the divisor of the product of two logarithms, in 1024ths. By hand.
        reduction_divisor = 2300 in 500..=8000;
        /// How much of it captures and promotions get, in 1024ths. By hand.
        reduction_noisy = 512 in 0..=1024;
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
        /// How far above the window a reduced move must come out to be searched deeper than it would have
        /// been. By hand.
        reduction_deeper = 60 in 0..=1000;
        /// And how near to it to be searched less deep. By hand.
        reduction_shallower = 8 in 0..=1000;
    }

    /// Where the sisters of the nodes to come have cut off again and again, the next will probably do so too.
    Guess "reductions by cutoffs below" of "late move reductions" {
        /// More where the ply below has had many cutoffs. By matches.
        reduction_cutoffs = 1024 in 0..=4096, off = 0;
        /// How many are not many yet. By matches.
        reduction_cutoffs_few = 3 in 0..=64;
    }

    /// When its entries are believed, and which of them make room.
    Plain "transposition table" {
        /// With so few plies to a draw by the clock, the table is not believed: it knows of no clock. By
        /// hand.
        table_clock = 8 in 0..=100;
        /// An entry stays against a bound from so many plies less deep. By hand.
        table_deeper = 4 in 0..=16;
        /// And from so many more where the node was on a principal variation. By hand.
        table_deeper_pv = 2 in 0..=16;
        /// How many plies of depth an entry loses in worth with each search. By hand.
        table_age = 8 in 0..=64;
    }

    /// How helping threads differ from the first.
    Plain "Lazy SMP" {
        /// Helping threads leave out one iteration in so many, each another one. By hand.
        smp_skip = 3 in 2..=99;
    }

    /// How long a move may take.
    Plain "the clock" {
        /// What is never planned with, in milliseconds. By matches.
        time_cushion = 200 in 0..=5000;
        /// The cushion is no more than one part in so many of what is left. By hand.
        time_cushion_part = 3 in 1..=16;
        /// How many more moves a game is taken to last. By matches.
        time_moves = 24 in 1..=100;
        /// The most moves to a time control that are planned with. By hand.
        time_moves_most = 40 in 1..=100;
        /// How much of the increment a move may take, in hundredths. By hand.
        time_increment = 70 in 0..=100;
        /// The share of a move after which no iteration begins, in hundredths. By hand.
        time_soft = 75 in 1..=400;
        /// The share of a move at which the search is broken off, in hundredths. By hand.
        time_hard = 350 in 1..=1000;
        /// The most of the clock that the last move before a time control may take, in hundredths. By hand.
        time_most_last = 90 in 1..=100;
        /// That any other move before one may take. By hand.
        time_most_control = 55 in 1..=100;
        /// And where nobody knows how many moves are to come. By hand.
        time_most_game = 25 in 1..=100;
        /// What a best move of this iteration alone does to the time, in hundredths. By hand.
        time_stable_0 = 190 in 1..=400;
        /// One that was best in the iteration before too. By hand.
        time_stable_1 = 125 in 1..=400;
        /// For two iterations before. By hand.
        time_stable_2 = 100 in 1..=400;
        /// For three. By hand.
        time_stable_3 = 90 in 1..=400;
        /// For four. By hand.
        time_stable_4 = 80 in 1..=400;
        /// For five or more. By hand.
        time_stable_5 = 75 in 1..=400;
        /// What a best move that took no nodes does to the time, in hundredths. By hand.
        time_effort_base = 190 in 1..=400;
        /// How much less one does that took all of them. By hand.
        time_effort = 130 in 0..=400;
        /// How much more time for each hundredth of a pawn by which the score has fallen, in thousandths. By
        /// hand.
        time_fall = 8 in 0..=100;
        /// The least that a change of the score does, in hundredths. By hand.
        time_fall_least = 85 in 1..=100;
        /// And the most. By hand.
        time_fall_most = 150 in 100..=400;
        /// What is left of the time where there is only one move, in hundredths. By hand.
        time_only_move = 5 in 0..=100;
    }
}

impl Params {
    /// The numbers of a game. They were tuned with chess and makruk as one; what a game wants otherwise is
    /// written here, and nothing else.
    pub fn of(_variant: VariantId) -> Self {
        Self::default()
    }

    /// Sets a number by its name.
    ///
    /// # Errors
    /// When there is no such number, or the value is out of its range.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let unknown = || OptionError::Unknown(name.to_owned());
        let spec = self.options().into_iter().find(|spec| spec.is_named(name)).ok_or_else(unknown)?;
        let number = spec.accept(value)?.parse().unwrap_or_default();
        *self.named(&spec.name).ok_or_else(unknown)? = number;
        Ok(())
    }

    /// Every technique that can be switched off, and how. Without a technique its parts are off too.
    ///
    /// ```
    /// use kempelen_alphabeta::{Kempelen, Params};
    /// use kempelen_engine::Engine;
    ///
    /// // An engine without any of them is alpha-beta with a transposition table.
    /// let mut plain = Kempelen::default();
    /// for (name, value) in Params::techniques().into_iter().flat_map(|technique| technique.off) {
    ///     plain.set_option(name, &value.to_string())?;
    /// }
    /// # Ok::<(), kempelen_engine::OptionError>(())
    /// ```
    pub fn techniques() -> Vec<Technique> {
        let belongs = |group: &Group, name| group.name == name || group.whole == Some(name);
        let technique = |&Group { name, about, .. }: &Group| Technique {
            name,
            about: about.trim(),
            off: Self::GROUPS
                .iter()
                .filter(|group| belongs(group, name))
                .flat_map(|group| group.off)
                .copied()
                .collect(),
        };
        Self::GROUPS.iter().filter(|group| !group.off.is_empty()).map(technique).collect()
    }

    /// The same without the techniques that guess: nothing is passed over or looked at less deeply, so that a
    /// mate in so many moves is found at its depth, zugzwang or not.
    pub(crate) fn without_guesses(&self) -> Self {
        let mut params = *self;
        for &(name, value) in
            Self::GROUPS.iter().filter(|group| group.kind == ParamKind::Guess).flat_map(|group| group.off)
        {
            if let Some(number) = params.named(name) {
                *number = value;
            }
        }
        params
    }
}

/// The numbers of a game and what is computed from them once.
pub(crate) struct GameParams {
    pub(crate) params: Params,
    pub(crate) reductions: LateMoveReductions,
}

impl GameParams {
    pub(crate) fn of(variant: VariantId) -> Self {
        let params = Params::of(variant);
        Self { params, reductions: LateMoveReductions::new(&params) }
    }

    /// Sets a number by its name.
    ///
    /// # Errors
    /// As [`Params::set`].
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.params.set(name, value)?;
        self.reductions = LateMoveReductions::new(&self.params);
        Ok(())
    }
}

/// Numbers that are compiled in, since the compiler makes shifts and tables of them: to try another value is
/// to compile again. Sizes of tables stand with the tables.
pub(crate) mod fixed {
    use kempelen_rules::Role;

    use crate::score::Score;

    // What the units divide by that numbers are told in.
    pub(crate) const QUARTERS: i32 = 4;
    pub(crate) const TENTHS: i32 = 10;
    pub(crate) const SIXTEENTHS: i32 = 16;
    pub(crate) const HUNDREDTHS: i32 = 100;
    pub(crate) const THOUSANDTHS: i32 = 1000;
    /// Parts of an error that is learned.
    pub(crate) const ERROR: i32 = 64;
    /// Parts of a window that grows.
    pub(crate) const WINDOW: i32 = 128;
    /// Parts of what was learned that a correction takes.
    pub(crate) const CORRECTION: i32 = 512;
    /// Parts of a capture's place in the order that it may lose.
    pub(crate) const PLACE: i32 = 1024;
    /// Parts of a ply in which reductions are counted.
    pub(crate) const PLY: i32 = 1024;

    /// No history goes beyond this, and the nearer it is the less it is moved (*gravity*).
    pub(crate) const HISTORY_MOST: i32 = 16_384;

    /// The same for the errors of correction history, in parts of a hundredth of a pawn.
    pub(crate) const CORRECTION_MOST: i32 = 1_024;

    /// How many plies back an evaluation must be to tell whether a side is improving; the first that there is
    /// counts.
    pub(crate) const IMPROVING_SINCE: [usize; 2] = [2, 4];

    /// With more men than this some side can mate.
    pub(crate) const FEW_MEN: u32 = 5;

    /// A man must be worth so much less than another to be called the lesser: a knight is not that for a
    /// bishop.
    pub(crate) const LESSER: Score = 50;

    /// What a man is worth in an exchange. The games share no role with very different values, so one table
    /// serves all; ai-wok has its strongest man in the place of the queen.
    pub(crate) const fn exchange_value(role: Role) -> Score {
        match role {
            Role::Pawn => 100,
            Role::Met => 170,
            Role::Khon => 260,
            Role::Knight => 320,
            Role::Bishop => 330,
            Role::Rook => 510,
            Role::Queen => 950,
            // More than all others together: a king that is taken loses everything.
            Role::King => 20_000,
        }
    }
}

#[cfg(test)]
mod tests;
