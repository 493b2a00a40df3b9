use std::fmt::Write;

use kempelen_rules::VariantId;

use super::{Cells, Weights};

impl Weights {
    /// The whole source file of a game's table, as it stands in this folder.
    pub fn to_source(&self, game: VariantId) -> String {
        format!(
            "//! The weights of {game}, written by the tuner. Change a number as you like; the layout is checked by \
             a test.\n\nuse super::Weights;\nuse crate::s;\n\n/// The weights of {game}.\n#[rustfmt::skip]\n\
             pub static WEIGHTS: Weights = Weights {{\n{}}};\n",
            self.fields_source()
        )
    }
}

/// Writes one field of a table as Rust source, with its meaning above it.
pub(super) fn field<T: Cells>(out: &mut String, name: &str, meaning: &str, value: &T) {
    // Writing to a string does not fail.
    let _ = write!(out, "    //{meaning}\n    {name}: ");
    value.write(out, 1);
    out.push_str(",\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::{chess, makruk};

    #[test]
    fn the_tables_are_laid_out_as_the_tuner_writes_them() {
        assert_eq!(chess::WEIGHTS.to_source(VariantId::Chess), include_str!("chess.rs"));
        assert_eq!(makruk::WEIGHTS.to_source(VariantId::Makruk), include_str!("makruk.rs"));
    }

    #[test]
    fn cells_and_fields_agree() {
        let cells = chess::WEIGHTS.to_cells();
        assert_eq!(cells.len(), Weights::COUNT);
        assert_eq!(Weights::from_cells(&cells), chess::WEIGHTS);
        let mut next = 0;
        for field in Weights::FIELDS {
            assert_eq!(field.start, next, "{}", field.name);
            next += field.len;
        }
        assert_eq!(next, Weights::COUNT);
        let weight = &chess::WEIGHTS.mobility[2][5];
        assert_eq!(cells[chess::WEIGHTS.index_of(weight)], *weight);
        let field = Weights::FIELDS.iter().find(|field| field.name == "mobility").unwrap();
        assert_eq!(chess::WEIGHTS.index_of(weight), field.start + 2 * 28 + 5);
    }
}
