use super::gumbel::GumbelSettings;

/// How a search goes about it. Every number of the search stands here.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// c of PUCT: how much priors and rare visits weigh against values. The first AlphaZero-like workers used 1.41,
    /// later ones 1.25.
    pub exploration: f32,
    /// What a move is worth before it was visited.
    pub first_play: FirstPlay,
    /// What a playout under way counts as, so that others go elsewhere: 1 is a lost game.
    pub virtual_loss: f32,
    /// Which draws end a line of the tree.
    pub draws: DrawRules,
    /// Noise on the priors of the root, for games that should not all be alike.
    pub noise: Option<Noise>,
    /// Gumbel noise and sequential halving at the root, instead of PUCT and Dirichlet noise.
    pub gumbel: Option<GumbelSettings>,
    /// Megabytes (of 1,048,576 bytes) that the tree may take.
    pub tree_mb: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            exploration: 1.25,
            first_play: FirstPlay::Below(0.2),
            virtual_loss: 1.0,
            draws: DrawRules::Spec,
            noise: None,
            gumbel: None,
            tree_mb: 256,
        }
    }
}

impl Settings {
    /// Settings for a search without a model: since no move is thought better than another, all are looked at before any
    /// is looked at twice.
    pub fn without_model() -> Self {
        Self { first_play: FirstPlay::Value(0.0), ..Self::default() }
    }
}

/// What a move is worth before it was visited (*first-play urgency*).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FirstPlay {
    /// Always the same.
    Value(f32),
    /// As much as its position has been worth so far, less this.
    Below(f32),
}

impl FirstPlay {
    /// The value of moves not yet visited, in a position worth `here` to the side that chooses.
    #[inline]
    pub(crate) fn value(self, here: f32) -> f32 {
        match self {
            Self::Value(value) => value,
            Self::Below(less) => here - less,
        }
    }
}

/// Which draws end a line of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DrawRules {
    /// Those of [`status::is_draw`](crate::status::is_draw): fifty moves (in makruk the count), three occurrences, too
    /// few men.
    #[default]
    Spec,
    /// The same, but a second occurrence is enough: what can be repeated once can be repeated twice. Since the game
    /// would go on, nothing is proved by it.
    Twofold,
}

/// Noise on the priors of the root: they become `(1 - weight) * prior + weight * draw` with a draw of the Dirichlet
/// distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise {
    /// How uneven the draw is: the smaller, the more so. 0.3 suits chess; 0.03 belongs to Go.
    pub alpha: f32,
    /// How much of a prior is noise.
    pub weight: f32,
}

impl Default for Noise {
    fn default() -> Self {
        Self { alpha: 0.3, weight: 0.25 }
    }
}
