//! How numbers are declared: the macro behind [`params`](crate::params).

/// What a group of numbers is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParamKind {
    /// A technique that passes something over or looks at it less deeply, since it is probably not worth
    /// more. It may be wrong.
    Guess,
    /// A technique that helps without passing over any move of the main search.
    Help,
    /// No technique: nothing to switch off.
    Plain,
}

/// A group of numbers.
pub(crate) struct Group {
    pub(crate) kind: ParamKind,
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// The technique that this one is a part of.
    pub(crate) whole: Option<&'static str>,
    /// Numbers and the values that switch the technique off.
    pub(crate) off: &'static [(&'static str, i32)],
}

/// A technique of the search, and how to do without it.
///
/// ```
/// use kempelen_alphabeta::Params;
///
/// let null_move = Params::techniques().into_iter().find(|technique| technique.name == "null move");
/// assert_eq!(null_move.expect("a technique").off, [("null_move_depth", 99)]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Technique {
    /// What the field calls it.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The numbers that switch it off, each with the value that does.
    pub off: Vec<(&'static str, i32)>,
}

/// Declares the numbers of the search by groups, each a technique or not. From it follow the fields of
/// `Params`, their defaults, their options and the groups with what switches each off.
macro_rules! parameters {
    ($(
        $(#[doc = $about:literal])+
        $kind:ident $technique:literal $(of $whole:literal)? {
            $(
                $(#[doc = $help:literal])+
                $name:ident = $default:literal in $min:literal ..= $max:literal $(, off = $off:literal)?;
            )*
        }
    )*) => {
        /// The numbers of the search.
        ///
        /// ```
        /// use kempelen_alphabeta::Params;
        /// use kempelen_rules::VariantId;
        ///
        /// let mut params = Params::of(VariantId::Chess);
        /// params.set("null_move_depth", "99")?;
        /// assert_eq!(params.null_move_depth, 99);
        /// assert!(params.set("null_move_depth", "100").is_err());
        /// # Ok::<(), kempelen_engine::OptionError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params {
            $($($(#[doc = $help])+ pub $name: i32,)*)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($($name: $default,)*)* }
            }
        }

        impl Params {
            const GROUPS: &[Group] = &[$(
                Group {
                    kind: ParamKind::$kind,
                    name: $technique,
                    about: concat!($($about),+),
                    whole: first(&[$($whole)?]),
                    off: &[$($((stringify!($name), $off),)?)*],
                },
            )*];

            /// Each number as an option, for tuning, with its value now.
            pub fn options(&self) -> Vec<OptionSpec> {
                vec![$($(
                    OptionSpec::spin(stringify!($name), $default, $min..=$max, concat!($($help),+).trim())
                        .now(self.$name.to_string()),
                )*)*]
            }

            fn named(&mut self, name: &str) -> Option<&mut i32> {
                $($(if name.eq_ignore_ascii_case(stringify!($name)) { return Some(&mut self.$name); })*)*
                None
            }
        }
    };
}

/// The first name, if there is one: macros have no options.
pub(crate) const fn first(names: &[&'static str]) -> Option<&'static str> {
    match names {
        [name, ..] => Some(name),
        [] => None,
    }
}

pub(crate) use parameters;
