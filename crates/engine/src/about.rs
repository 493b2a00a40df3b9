use kempelen_rules::VariantId;

/// What is written on a machine's label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// When it was made.
    pub year: u16,
    /// By whom.
    pub authors: &'static [&'static str],
    /// The games it plays.
    pub variants: &'static [VariantId],
    /// What it can do besides choosing a move.
    pub capabilities: &'static [Capability],
    /// What it is and where our knowledge of it comes from.
    pub provenance: &'static str,
    /// What it cannot do.
    pub gaps: &'static [&'static str],
}

impl About {
    /// Whether it plays this game.
    pub fn plays(&self, variant: VariantId) -> bool {
        self.variants.contains(&variant)
    }

    /// Whether it can do this.
    ///
    /// ```
    /// use kempelen_engine::{About, Capability, Handicap};
    ///
    /// fn seconds_for(about: &About) -> u32 {
    ///     // Who has a depth of its own needs no clock to come to an end.
    ///     if about.can(Capability::ThinksUntilStopped) { 1 } else { 0 }
    /// }
    /// ```
    pub fn can(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
    }

    /// How it is asked to play weaker or stronger than it would, if it can be asked.
    pub fn handicap(&self) -> Option<Handicap> {
        self.capabilities.iter().find_map(|capability| match capability {
            Capability::PlaysWeaker(handicap) => Some(*handicap),
            _ => None,
        })
    }
}

/// Something that not every machine can do. Whoever asks a machine reads it here, and guesses nothing from names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capability {
    /// Without a limit it thinks until it is stopped. The others have a depth of their own and come to an end.
    ThinksUntilStopped,
    /// It divides the time of a game's clock among its moves.
    UsesClock,
    /// It can be asked to play weaker or stronger.
    PlaysWeaker(Handicap),
    /// It shows as many lines as it is asked for, not only its best.
    ShowsLines,
    /// It has a book of its own to open games with.
    HasBook,
    /// It plays well only with a model, which has to be given to it.
    NeedsModel,
    /// It grows a tree by playouts. A depth means little to it, and its answers are compared by the number of playouts.
    CountsPlayouts,
    /// It tells what it thinks of a position before it looks ahead: [`Engine::judge`](crate::Engine::judge) has an
    /// answer.
    Judges,
    /// It understands positions that the laws do not know:
    /// [`Engine::think_in_own_terms`](crate::Engine::think_in_own_terms) has an answer.
    HasOwnTerms,
}

impl Capability {
    /// A word for programs to read.
    pub fn word(self) -> &'static str {
        match self {
            Self::ThinksUntilStopped => "thinks-until-stopped",
            Self::UsesClock => "uses-clock",
            Self::PlaysWeaker(_) => "plays-weaker",
            Self::ShowsLines => "shows-lines",
            Self::HasBook => "has-book",
            Self::NeedsModel => "needs-model",
            Self::CountsPlayouts => "counts-playouts",
            Self::Judges => "judges",
            Self::HasOwnTerms => "has-own-terms",
        }
    }
}

/// How a machine is asked to play weaker or stronger: by which of its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handicap {
    /// By levels of its own, the words of this option.
    Levels(&'static str),
    /// By how many plies it looks ahead, the number of this option.
    Depth(&'static str),
    /// By a rating.
    Rating {
        /// The option that makes it keep to the rating.
        limit: &'static str,
        /// The option for the rating.
        rating: &'static str,
    },
}
