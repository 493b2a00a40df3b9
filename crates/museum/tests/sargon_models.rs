//! The 2-2-2 models against the document "A Window into Sargon".

mod sargon_data;

use kempelen_museum::sargon::models::{Fact, Key, Model, ModelError};
use sargon_data::{WindowModel, json, text};

fn models() -> Vec<(WindowModel, Model)> {
    let rows: Vec<WindowModel> = json("window/models.json");
    assert_eq!(rows.len(), 5);
    rows.into_iter()
        .map(|row| {
            let entries = row.positions.iter().map(|p| (p.key.as_str(), p.line.as_str(), p.score));
            let model = Model::new(&row.fen, &row.comment1, &row.comment2, entries).expect("a model");
            (row, model)
        })
        .collect()
}

#[test]
fn examples_are_printed_byte_for_byte() {
    for (index, (row, model)) in models().into_iter().enumerate() {
        let run = model.run();
        assert_eq!(run.example(), text(&format!("window/example-{}.txt", index + 1)));
        assert!(run.pv_line().starts_with(&format!("PV = {},", row.pv)));
    }
}

#[test]
fn the_bare_tree_is_the_documents() {
    // Lines that repeat the keys leave the tree as it was, but for the scores behind them and the asterisks.
    let entries = Key::all().map(|key| (key.name(), key.name(), 0.0));
    let model = Model::new("7k/8/8/8/8/8/8/K7 w - - 0 1", "", "", entries).expect("a model");
    let bare: Vec<String> = text("window/tree-template.txt").lines().map(str::to_owned).collect();
    let drawn: Vec<String> = model.run().picture().lines().map(str::to_owned).collect();
    assert_eq!(bare.len(), drawn.len());
    for (bare, drawn) in bare.iter().zip(&drawn) {
        let drawn = drawn.split(" (").next().unwrap_or("").replace('*', " ");
        assert!(bare.starts_with(&drawn), "{bare:?} {drawn:?}");
    }
}

#[test]
fn positions_are_created_in_the_order_of_their_cards() {
    // The first model has no cut-offs and its moves are not re-sorted.
    let (_, model) = models().swap_remove(0);
    let run = model.run();
    let cards: Vec<u8> = run
        .facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Created(key) => Some(key.card()),
            Fact::Scored(_) => None,
        })
        .collect();
    assert_eq!(cards, (0..15).collect::<Vec<_>>());
    let scored: Vec<&str> = run.scored().map(|scored| scored.key.name()).collect();
    let minimax_order =
        ["AGA", "AGB", "AG", "AHA", "AHB", "AH", "A", "BGA", "BGB", "BG", "BHA", "BHB", "BH", "B"];
    assert_eq!(scored, minimax_order);
}

#[test]
fn scores_become_bytes_as_in_the_document() {
    let score = |pawns: f64| {
        let entries = Key::all().map(|key| (key.name(), "", pawns));
        let model = Model::new("7k/8/8/8/8/8/8/K7 w - - 0 1", "", "", entries).expect("a model");
        Key::from_name("AG").map(|key| model.score_byte(key))
    };
    assert_eq!(score(0.0), Some(128));
    assert_eq!(score(0.1), Some(127));
    assert_eq!(score(16.0), Some(2));
    assert_eq!(score(-16.0), Some(254));
    assert_eq!(score(-1e9), Some(254));
    assert_eq!(score(-1.0), Some(136));
}

#[test]
fn incomplete_models_are_refused() {
    let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let missing = Model::new(fen, "", "", [("A", "", 0.0)]);
    assert_eq!(missing, Err(ModelError::MissingKey("AG".to_owned())));
    let unknown = Model::new(fen, "", "", [("AX", "", 0.0)]);
    assert_eq!(unknown, Err(ModelError::UnknownKey("AX".to_owned())));
    assert!(matches!(Model::new("nonsense", "", "", []), Err(ModelError::Position(_))));
}
