use std::ops::Index;

/// What a machine adds to its report.
///
/// What every reader may care about is named; the rest are the machine's own [`Figures`], by the names that they have in
/// the machine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Details {
    /// The move comes from a book; nothing was searched.
    pub from_book: bool,
    /// The machine's own choice, where it is not simply the move that is played.
    pub own_choice: Option<OwnChoice>,
    /// The machine's own figures.
    pub figures: Figures,
}

/// A figure of the machine's own; [`Figure::Nothing`] where it has none of that name.
impl Index<&str> for Details {
    type Output = Figure;

    fn index(&self, name: &str) -> &Figure {
        &self.figures[name]
    }
}

impl From<Figures> for Details {
    fn from(figures: Figures) -> Self {
        Self { figures, ..Self::default() }
    }
}

/// What a machine itself wants to play, in its own spelling; nothing where it has no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OwnChoice {
    /// No referee has found another move for it.
    Alone(Option<String>),
    /// The laws, or the machine's owner, made another move of it.
    Replaced {
        /// What it wanted.
        wanted: Option<String>,
        /// What is played instead, as UCI writes it.
        plays: Option<String>,
    },
}

/// Figures by name.
///
/// ```
/// use kempelen_engine::{Figure, Figures};
///
/// let raw = Figures::default().with("score", -12).with("static_eval", 0.5);
/// let figures = Figures::default().with("raw", raw).with("depth", 3_u8);
/// assert_eq!(figures["raw"]["score"], Figure::Whole(-12));
/// assert_eq!(figures["depth"].as_whole(), Some(3));
/// assert_eq!(figures["mood"], Figure::Nothing);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures(Vec<(&'static str, Figure)>);

impl Figures {
    /// The same with one figure more. A name that is there already gets the new value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Figure>) -> Self {
        self.set(name, value);
        self
    }

    /// Adds a figure, or gives it another value.
    pub fn set(&mut self, name: &'static str, value: impl Into<Figure>) {
        let value = value.into();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// The figure of a name.
    pub fn get(&self, name: &str) -> Option<&Figure> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// All figures, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Figure)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Index<&str> for Figures {
    type Output = Figure;

    fn index(&self, name: &str) -> &Figure {
        self.get(name).unwrap_or(&Figure::Nothing)
    }
}

/// A figure of a machine.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Figure {
    /// There is none.
    #[default]
    Nothing,
    /// Yes or no.
    Flag(bool),
    /// A count, or a score in the machine's own unit.
    Whole(i64),
    /// A number that need not be whole.
    Real(f64),
    /// A move, a square, a name.
    Word(String),
    /// Several of a kind.
    List(Vec<Figure>),
    /// Figures that belong together.
    Group(Figures),
}

impl Figure {
    /// The whole number, if it is one.
    pub fn as_whole(&self) -> Option<i64> {
        if let Self::Whole(number) = self { Some(*number) } else { None }
    }

    /// The number, if it is one.
    pub fn as_real(&self) -> Option<f64> {
        match self {
            Self::Whole(number) => Some(*number as f64),
            Self::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// The word, if it is one.
    pub fn as_word(&self) -> Option<&str> {
        if let Self::Word(word) = self { Some(word) } else { None }
    }

    /// The items, if there are several.
    pub fn as_list(&self) -> Option<&[Figure]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }
}

/// A figure of a group; [`Figure::Nothing`] where there is none of that name, or no group.
impl Index<&str> for Figure {
    type Output = Figure;

    fn index(&self, name: &str) -> &Figure {
        if let Self::Group(figures) = self { &figures[name] } else { &Figure::Nothing }
    }
}

macro_rules! figures_from {
    ($($whole:ty)*) => {
        $(impl From<$whole> for Figure {
            fn from(number: $whole) -> Self {
                Self::Whole(number.into())
            }
        })*
    };
}

figures_from!(u8 i8 u16 i16 u32 i32 i64);

/// Counts beyond the range stop at its end.
impl From<u64> for Figure {
    fn from(count: u64) -> Self {
        Self::Whole(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Figure {
    fn from(count: usize) -> Self {
        Self::from(count as u64)
    }
}

impl From<f64> for Figure {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<bool> for Figure {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for Figure {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

impl From<String> for Figure {
    fn from(word: String) -> Self {
        Self::Word(word)
    }
}

impl From<Figures> for Figure {
    fn from(figures: Figures) -> Self {
        Self::Group(figures)
    }
}

impl<T: Into<Figure>> From<Vec<T>> for Figure {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Figure>, const N: usize> From<[T; N]> for Figure {
    fn from(items: [T; N]) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Figure>> From<Option<T>> for Figure {
    fn from(figure: Option<T>) -> Self {
        figure.map_or(Self::Nothing, Into::into)
    }
}
