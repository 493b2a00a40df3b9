//! The 2-2-2 models against the document "A Window into Sargon".

use std::fmt::Write;

use kempelen_window::lesson::{CLASSICS, Fact, LessonKey, LessonModel, ModelShape, doc, doc_html, orders};
use serde_json::Value;

const GOLDEN: [&str; 5] = [
    include_str!("../../data/lesson/example-1.txt"),
    include_str!("../../data/lesson/example-2.txt"),
    include_str!("../../data/lesson/example-3.txt"),
    include_str!("../../data/lesson/example-4.txt"),
    include_str!("../../data/lesson/example-5.txt"),
];

/// From the board to the line about the principal variation, and the log.
fn parts(example: &str) -> (&str, &str) {
    let start = example.find("White to move\n").expect("a board");
    let pv = example.find("\nPV = ").expect("a line");
    let end = pv + 1 + example[pv + 1..].find('\n').expect("an end") + 1;
    let log = example.find("\nDetailed log\n").expect("a log");
    (&example[start..end], &example[log..])
}

#[test]
fn examples_are_printed_byte_for_byte() {
    for (index, golden) in GOLDEN.iter().enumerate() {
        let model = LessonModel::classic(index + 1).expect("a model");
        let example = model.run().example();
        assert_eq!(parts(&example), parts(golden), "example {}", index + 1);
        assert!(
            !example.starts_with("White to move")
                && !golden.starts_with(example.lines().next().expect("a line"))
        );
    }
    assert!(LessonModel::classic(0).is_none() && LessonModel::classic(6).is_none());
}

#[test]
fn the_models_are_those_of_the_document() {
    let golden: Vec<Value> =
        serde_json::from_str(include_str!("../../data/lesson/models.json")).expect("models");
    for (golden, text) in golden.iter().zip(CLASSICS) {
        let model = LessonModel::read(text).expect("a model");
        assert_eq!(model.position().fen(), golden["fen"]);
        let run = model.run();
        assert_eq!(run.pv.last().map(|key| model.line(key)), golden["pv"].as_str());
        for position in golden["positions"].as_array().expect("positions") {
            let key = LessonKey::new(position["key"].as_str().expect("a key"));
            assert_eq!(model.line(&key), position["line"]);
            let byte = 128.0 - 8.0 * position["score"].as_f64().expect("a score");
            assert_eq!(model.score_byte(&key), byte as u8);
        }
    }
}

#[test]
fn without_cutoffs_both_orders_are_those_of_the_diagrams() {
    let model = LessonModel::classic(1).expect("a model");
    let run = model.run();
    let created = run.facts.iter().filter_map(|fact| match fact {
        Fact::Created(key) => Some(key.clone()),
        Fact::Scored(_) => None,
    });
    assert_eq!(created.collect::<Vec<_>>(), ModelShape::classic().creation_order());
    let scored: Vec<LessonKey> = run.scored().map(|scored| scored.key.clone()).collect();
    assert_eq!(scored, ModelShape::classic().minimax_order());
    let names = |keys: Vec<LessonKey>| keys.iter().map(LessonKey::name).collect::<Vec<_>>().join(" ");
    assert_eq!(
        names(ModelShape::classic().creation_order()),
        " A B AG AH AGA AGB AHA AHB BG BH BGA BGB BHA BHB"
    );
    assert_eq!(
        names(ModelShape::classic().minimax_order()),
        "AGA AGB AG AHA AHB AH A BGA BGB BG BHA BHB BH B"
    );
}

/// A model of any shape with made-up scores, on the start position: moves that are always there.
fn any_model(shape: &[usize], mut score: impl FnMut(&str) -> f64) -> LessonModel {
    let shape_text: Vec<String> = shape.iter().map(usize::to_string).collect();
    let mut text =
        format!("fen: 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\ntree: {}\n", shape_text.join(" "));
    for key in ModelShape::new(shape).expect("a shape").keys() {
        let ply = key.ply() - 1;
        // A pawn of its own file at each ply, one step further the second time.
        let file = key.name().chars().last().expect("a letter").to_ascii_lowercase();
        let before = key.name()[..ply].chars().filter(|c| c.to_ascii_lowercase() == file).count();
        let rank = if ply.is_multiple_of(2) { 3 + before } else { 6 - before };
        writeln!(text, "{key} {} {file}{rank}", score(key.name())).expect("a string takes everything");
    }
    LessonModel::read(&text).expect("a model")
}

/// Plain minimax over a model's leaves, from the side that has just moved; scores in eighths.
fn minimax(model: &LessonModel, key: &LessonKey) -> i32 {
    let best = model.shape().children(key).map(|child| minimax(model, &child)).max();
    best.map_or_else(|| 128 - i32::from(model.score_byte(key)), |best| -best)
}

#[test]
fn models_of_every_shape_run_on_the_machine_and_agree_with_plain_minimax() {
    let mut seed = 1u64;
    let mut random = move |_: &str| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % 200) as f64 / 8.0 - 12.5
    };
    for depth in 2..=4 {
        for width in 2..=4 {
            for _ in 0..5 {
                let model = any_model(&vec![width; depth], &mut random);
                let run = model.run();
                assert_eq!(run.pv.len(), depth, "{width}^{depth}");
                let expected =
                    model.shape().children(&LessonKey::default()).map(|child| minimax(&model, &child)).max();
                let found = minimax(&model, &run.pv[0]);
                assert_eq!(Some(found), expected, "{width}^{depth}: the move that plain minimax finds");
                let leaf = run.pv.last().expect("a leaf");
                let sign = if depth % 2 == 1 { 1 } else { -1 };
                assert_eq!(
                    sign * (128 - i32::from(model.score_byte(leaf))),
                    found,
                    "and the leaf it comes from"
                );
                // Every position has a row of its own in the picture.
                let picture = run.picture();
                for key in model.shape().keys() {
                    assert!(picture.contains(model.line(&key)), "{picture}");
                }
                assert!(run.example().contains("Detailed log\nPosition 0, \"\" created in tree\n"));
            }
        }
    }
    let mixed = any_model(&[3, 2, 4], &mut random);
    assert_eq!(mixed.run().pv.len(), 3);
}

#[test]
fn bad_files_are_refused_with_their_line() {
    let good = CLASSICS[0];
    let refused = |text: &str| LessonModel::read(text).expect_err("no model").to_string();
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        refused(&good.replacen(from, to, 1))
    };
    assert_eq!(refused(""), "there is no position to show; give one as fen: ...");
    assert_eq!(with("tree: 2 2 2\n", ""), "line 7: the tree must be given before its positions");
    assert_eq!(
        with("tree: 2 2 2", "tree: 2 5 2"),
        "line 3: a tree is two to four numbers from 2 to 4, the moves at each ply; \"2 5 2\" is not"
    );
    assert_eq!(
        with("tree: 2 2 2", "tree: 2"),
        "line 3: a tree is two to four numbers from 2 to 4, the moves at each ply; \"2\" is not"
    );
    assert_eq!(with("AGB", "AGC"), "line 11: the tree has no position \"AGC\"");
    assert_eq!(with("AGB", "AGA"), "line 11: position AGA stands in line 10 already");
    assert_eq!(with("3.375", "high"), "line 10: \"high\" is not a score");
    assert_eq!(with("3.375", "-99"), "line 10: a score is from -16 to 16, not -99");
    assert_eq!(with("3.375", "NaN"), "line 10: a score is from -16 to 16, not NaN");
    assert_eq!(with("3.375  Ne1", "3.375"), "line 10: a position has a key, a score and a move");
    assert_eq!(with("Ne1", "Ne9"), "line 10: Ne9 is not a move after 1.Nxd3 Qd6");
    assert_eq!(with("Nxd3", "Nxd9"), "line 8: Nxd9 is not a move in the position");
    assert_eq!(
        with("before:", "preface:"),
        "line 4: \"preface\" is not a heading; there are fen, tree, before and after"
    );
    assert!(with("fen: 7k", "fen: 9k").starts_with("line 2: "));
    let last = good.lines().last().expect("a line");
    assert_eq!(with(last, ""), "position BHB is missing");
}

#[test]
fn black_may_begin_a_model() {
    let text = "fen: 7k/6pp/8/8/8/8/PP6/K7 b - - 0 1\ntree: 2 2\nA 1 g6\nAG 0 a3\nAH 0 b3\nB 0 h6\nBG 0 a3\nBH 0 b3\n";
    let model = LessonModel::read(text).expect("a model");
    assert_eq!(model.line(&LessonKey::new("AG")), "1...g6 2.a3");
    assert!(model.run().example().starts_with("Black to move\n"));
}

#[test]
fn the_document_holds_the_whole_lesson_in_words_of_its_own() {
    let doc = doc();
    for (number, golden) in GOLDEN.iter().enumerate() {
        let (shown, log) = parts(golden);
        let (board, picture) = shown.split_once("\n\n").expect("two parts");
        for part in [board, picture.trim_end(), log.trim()] {
            assert!(doc.contains(part), "example {}: {part}", number + 1);
        }
    }
    assert!(doc.contains(&orders(&ModelShape::classic()).trim_end().to_owned()));
    for arrow in
        ["B *     <---- 1", "BG *    <---- 2", "BGB *   <---- 3", "A *     <---- 1", "AGA *   <---- 3"]
    {
        assert!(doc.contains(arrow), "{arrow}");
    }
    assert!(doc.lines().all(|line| line.is_ascii() && !line.ends_with(' ')));
    let page = doc_html();
    assert!(
        page.starts_with("<!doctype html>")
            && page.contains("Nxd3 Qd6 2.Ne1 (1)")
            && page.contains("&gt; -MAX")
    );
    assert!(
        !page.contains("http") && !page.contains("<script") && !page.contains("<link"),
        "nothing from elsewhere"
    );
}

#[test]
fn the_diagrams_number_every_position() {
    let diagrams = orders(&ModelShape::classic());
    for numbered in ["AGA 5", "AHB 8", "B 2", "BHB 14", "AGA 1", "A 7", "BG 10", "B 14"] {
        assert!(diagrams.contains(numbered), "{numbered} in\n{diagrams}");
    }
}
