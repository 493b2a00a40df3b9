use std::ops::RangeInclusive;
use std::time::Duration;

use crate::{OptionError, OptionKind, OptionSpec};

/// A struct whose fields are a machine's options. [`options!`](crate::options) writes it.
pub trait OptionSet: Default {
    /// Every option with its value now, if these are the defaults.
    fn specs_with(&self, defaults: &Self) -> Vec<OptionSpec>;

    /// Every option with its value now.
    fn specs(&self) -> Vec<OptionSpec> {
        self.specs_with(&Self::default())
    }

    /// Sets a field by the name of its option, in any case.
    ///
    /// # Errors
    /// When there is no such option, or the value does not fit it; then nothing has changed.
    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError>;
}

/// Declares the options of a machine, each once: its sentence of help, its name, its field with the type and the
/// default, its range where it is a number, and how far [others](crate::Remote) may set it where that is not the rule for
/// its kind. The struct, its default, the specs and the reading of values follow. It implements [`OptionSet`].
///
/// What kind of option it is follows from the [type](OptionValue) of the field.
///
/// ```
/// use kempelen_engine::{OptionSet, Remote, Resource, options};
///
/// options! {
///     /// What can be set in a small engine.
///     struct Settings {
///         /// Megabytes for the table.
///         "Hash" hash_mb: usize = 16, in 1..=1024, remote Remote::UpTo(Resource::Megabytes);
///         /// Whether it plays its first moves from a book.
///         "Own Book" own_book: bool = true;
///         /// The file of that book.
///         "Book File" book_file: String = String::new();
///     }
/// }
///
/// let mut settings = Settings::default();
/// settings.set("hash", "64").expect("an option");
/// assert_eq!(settings.hash_mb, 64);
/// assert!(settings.set("Hash", "4096").is_err() && settings.set("Contempt", "1").is_err());
///
/// let specs = settings.specs();
/// assert_eq!((specs[0].value.as_str(), specs[0].default_text().as_str()), ("64", "16"));
/// assert_eq!(specs[0].help, "Megabytes for the table.");
/// assert_eq!(specs[2].remote, Remote::Never, "files are the owner's");
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Options:ident {
            $(
                $(#[doc = $help:literal])+
                $name:literal $field:ident: $type:ty = $default:expr
                    $(, in $range:expr)? $(, remote $remote:expr)?;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug)]
        $vis struct $Options {
            $($(#[doc = $help])+ $vis $field: $type,)*
        }

        impl Default for $Options {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::OptionSet for $Options {
            fn specs_with(&self, defaults: &Self) -> Vec<$crate::OptionSpec> {
                vec![$({
                    let range = $crate::range_of_option!($($range)?);
                    let kind = $crate::OptionValue::kind(&defaults.$field, range);
                    let help = concat!($($help),+).trim();
                    let spec = $crate::OptionSpec::new($name, kind, help)
                        .now($crate::OptionValue::text(&self.$field));
                    $(let spec = spec.remote($remote);)?
                    spec
                }),*]
            }

            fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::OptionError> {
                let unknown = || $crate::OptionError::Unknown(name.to_owned());
                let specs = $crate::OptionSet::specs(self);
                let spec = specs.iter().find(|spec| spec.is_named(name)).ok_or_else(unknown)?;
                let value = spec.accept(value)?;
                $(if spec.name == $name {
                    $crate::OptionValue::set(&mut self.$field, &value);
                })*
                Ok(())
            }
        }
    };
}

/// The range that was declared, or all numbers.
#[doc(hidden)]
#[macro_export]
macro_rules! range_of_option {
    () => {
        i64::MIN..=i64::MAX
    };
    ($range:expr) => {
        $range
    };
}

/// A type that an option can have.
///
/// `bool` is UCI's `check`, whole numbers and [`Duration`] (in milliseconds) are a `spin`, as are [`Thousandths`]; what is
/// one of a few [words](OptionChoice) is a `combo`, [`Presses`] are a `button`, and `String` is a `string`.
pub trait OptionValue {
    /// What an option with this default can be set to.
    fn kind(default: &Self, range: RangeInclusive<i64>) -> OptionKind
    where
        Self: Sized;

    /// The value as text.
    fn text(&self) -> String;

    /// Takes a value that the option has [accepted](OptionSpec::accept).
    fn set(&mut self, value: &str);
}

impl OptionValue for bool {
    fn kind(default: &Self, _: RangeInclusive<i64>) -> OptionKind {
        OptionKind::Check { default: *default }
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn set(&mut self, value: &str) {
        *self = value == "true";
    }
}

fn spin(default: i64, range: &RangeInclusive<i64>) -> OptionKind {
    OptionKind::Spin { default, min: *range.start(), max: *range.end() }
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {
        $(impl OptionValue for $number {
            fn kind(default: &Self, range: RangeInclusive<i64>) -> OptionKind {
                spin(i64::try_from(*default).unwrap_or(i64::MAX), &range)
            }

            fn text(&self) -> String {
                self.to_string()
            }

            /// A range that is wider than the type is the declaration's fault; then the value stays.
            fn set(&mut self, value: &str) {
                *self = value.parse().unwrap_or(*self);
            }
        })*
    };
}

whole_numbers!(u8 u16 u32 u64 usize i32 i64);

impl OptionValue for Duration {
    fn kind(default: &Self, range: RangeInclusive<i64>) -> OptionKind {
        spin(i64::try_from(default.as_millis()).unwrap_or(i64::MAX), &range)
    }

    fn text(&self) -> String {
        self.as_millis().to_string()
    }

    fn set(&mut self, value: &str) {
        *self = value.parse().map_or(*self, Self::from_millis);
    }
}

/// A fraction; options are whole numbers, and so it is counted in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Thousandths(pub i16);

impl Thousandths {
    /// The fraction.
    pub fn value(self) -> f32 {
        f32::from(self.0) / 1000.0
    }
}

impl OptionValue for Thousandths {
    fn kind(default: &Self, range: RangeInclusive<i64>) -> OptionKind {
        spin(default.0.into(), &range)
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn set(&mut self, value: &str) {
        self.0 = value.parse().unwrap_or(self.0);
    }
}

impl OptionValue for String {
    fn kind(default: &Self, _: RangeInclusive<i64>) -> OptionKind {
        OptionKind::Text { default: default.clone() }
    }

    fn text(&self) -> String {
        self.clone()
    }

    fn set(&mut self, value: &str) {
        value.clone_into(self);
    }
}

/// How often a button was pressed, so that who looks before and after knows whether it was.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Presses(u64);

impl OptionValue for Presses {
    fn kind(_: &Self, _: RangeInclusive<i64>) -> OptionKind {
        OptionKind::Button
    }

    fn text(&self) -> String {
        String::new()
    }

    fn set(&mut self, _: &str) {
        self.0 += 1;
    }
}

/// One of a few things that have words.
///
/// ```
/// use kempelen_engine::{OptionChoice, OptionSet, options};
///
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Style {
///     Solid,
///     Wild,
/// }
///
/// impl OptionChoice for Style {
///     fn choices() -> Vec<(&'static str, Self)> {
///         vec![("solid", Self::Solid), ("wild", Self::Wild)]
///     }
/// }
///
/// options! {
///     /// What can be set.
///     struct Settings {
///         /// How it plays.
///         "Style" style: Style = Style::Solid;
///     }
/// }
///
/// let mut settings = Settings::default();
/// settings.set("Style", "Wild").expect("a style");
/// assert_eq!((settings.style, settings.specs()[0].value.as_str()), (Style::Wild, "wild"));
/// ```
pub trait OptionChoice: Copy + PartialEq + 'static {
    /// The words, and what they stand for. Of two words for the same the first is said.
    fn choices() -> Vec<(&'static str, Self)>;
}

impl<T: OptionChoice> OptionValue for T {
    fn kind(default: &Self, _: RangeInclusive<i64>) -> OptionKind {
        let choices = Self::choices().into_iter().map(|(word, _)| word.to_owned()).collect();
        OptionKind::Combo { default: default.text(), choices }
    }

    fn text(&self) -> String {
        Self::choices().into_iter().find(|(_, choice)| choice == self).map_or("", |(word, _)| word).to_owned()
    }

    fn set(&mut self, value: &str) {
        let found = Self::choices().into_iter().find(|(word, _)| *word == value);
        *self = found.map_or(*self, |(_, choice)| choice);
    }
}
