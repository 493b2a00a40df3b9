//! Models and who runs them. Those that need a library which is not installed say so and are left out.

use std::path::{Path, PathBuf};

use crate::support::{Folder, position, random_game};
use kempelen_rules::{Chess, Makruk, Role, VariantId};
use kempelen_testing::left_out;
use kempelen_zero::backend::{
    Backend, BackendError, BackendKind, Check, Device, Model, ModelError, Precision, Uniform, open, open_on,
};
use kempelen_zero::{BackendInput, Batch, GameLine, Learnable, Numbers};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/models").join(name)
}

fn model(name: &str, variant: VariantId) -> Model {
    Model::read(&file(name), variant).expect("a model file")
}

/// A backend, or nothing where its library is not installed.
fn backend(kind: BackendKind, model: &Model) -> Option<Box<dyn Backend>> {
    match open(kind, model, Precision::Single) {
        Ok(backend) => Some(backend),
        Err(error @ (BackendError::Library { .. } | BackendError::NothingToCheck)) => {
            left_out(&error.to_string());
            None
        }
        Err(error) => panic!("{error}"),
    }
}

const NETWORKS: [BackendKind; 3] = [BackendKind::Rten, BackendKind::OnnxRuntime, BackendKind::OpenVino];

/// Positions of random games in a batch.
fn batch<V: Learnable>(sight: BackendInput, count: u64) -> (Batch, Vec<GameLine<V>>) {
    let mut batch = Batch::new(sight);
    let lines: Vec<GameLine<V>> =
        (0..count).map(|seed| GameLine::from(&random_game::<V>(seed, 5 + 7 * seed as usize % 60))).collect();
    for line in &lines {
        batch.add(line, line.position().legal_moves().into_iter());
    }
    (batch, lines)
}

/// What the material network is said to compute, from its description: worth of men, value, and logit of a move.
fn expected<V: Learnable>(line: &GameLine<V>, worth: &[(Role, f32)]) -> (f32, Vec<f32>) {
    let position = line.position();
    let us = position.turn();
    let of = |role: Option<Role>| {
        worth.iter().find(|(own, _)| Some(*own) == role).map_or(0.0, |(_, worth)| *worth)
    };
    let sum =
        |side| -> f32 { worth.iter().map(|&(role, w)| w * position.men(side, role).len() as f32).sum() };
    let value = (0.1 * (sum(us) - sum(!us))).tanh();
    let logits = position.legal_moves().into_iter().map(|m| {
        if m.promoted().is_some_and(|role| role != V::PROMOTIONS[0]) {
            return -1.0;
        }
        // Castling is written as the king taking its rook, and a rook of ours is worth nothing there.
        let victim = if position.side(!us).has(m.to()) { position.role_on(m.to()) } else { None };
        of(victim) - 0.1 * of(position.role_on(m.from()))
    });
    (value, logits.collect())
}

fn answers_are_right<V: Learnable>(backend: &mut dyn Backend, worth: &[(Role, f32)]) {
    let (mut batch, lines) = batch::<V>(backend.sight(), 23);
    backend.evaluate(&mut batch).expect("an answer");
    for (row, line) in lines.iter().enumerate() {
        let (value, logits) = expected(line, worth);
        let said = batch.evaluation(row);
        assert!((said.value - value).abs() < 1e-5, "{}: {} {value}", backend.name(), said.value);
        let sum: f32 = logits.iter().map(|logit| logit.exp()).sum();
        for (prior, logit) in said.priors.iter().zip(&logits) {
            assert!((prior - logit.exp() / sum).abs() < 1e-5, "{}: {}", backend.name(), line.position());
        }
    }
}

const CHESS: [(Role, f32); 5] =
    [(Role::Pawn, 1.0), (Role::Knight, 3.0), (Role::Bishop, 3.0), (Role::Rook, 5.0), (Role::Queen, 9.0)];
const MAKRUK: [(Role, f32); 5] =
    [(Role::Pawn, 1.0), (Role::Met, 1.5), (Role::Khon, 2.5), (Role::Knight, 3.0), (Role::Rook, 5.0)];

#[test]
fn the_material_network_says_what_its_description_says() {
    for kind in NETWORKS {
        if let Some(mut backend) = backend(kind, &model("material.onnx", VariantId::Chess)) {
            assert_eq!(backend.sight(), BackendInput::Planes { steps: 8, numbers: Numbers::Raw });
            answers_are_right::<Chess>(&mut *backend, &CHESS);
        }
        if let Some(mut backend) = backend(kind, &model("material-makruk.onnx", VariantId::Makruk)) {
            answers_are_right::<Makruk>(&mut *backend, &MAKRUK);
        }
    }
}

#[test]
fn chances_of_three_outcomes_are_understood() {
    for kind in NETWORKS {
        let Some(mut backend) = backend(kind, &model("material-wdl.onnx", VariantId::Chess)) else {
            continue;
        };
        assert_eq!(backend.sight(), BackendInput::Planes { steps: 1, numbers: Numbers::Raw });
        let (mut batch, lines) = batch::<Chess>(backend.sight(), 9);
        backend.evaluate(&mut batch).expect("an answer");
        for (row, line) in lines.iter().enumerate() {
            // The logits are twice the scaled balance, nothing, and its opposite.
            let balance = expected(line, &CHESS).0.atanh();
            let (win, loss) = ((2.0 * balance).exp(), (-2.0 * balance).exp());
            let said = batch.evaluation(row);
            assert!((said.value - (win - loss) / (win + 1.0 + loss)).abs() < 1e-4, "{}", backend.name());
            assert!((said.draw - 1.0 / (win + 1.0 + loss)).abs() < 1e-4, "{}", backend.name());
        }
    }
}

#[test]
fn batches_of_any_size_are_answered_the_same() {
    for kind in NETWORKS {
        let Some(mut backend) = backend(kind, &model("material.onnx", VariantId::Chess)) else { continue };
        let (mut all, lines) = batch::<Chess>(backend.sight(), 12);
        backend.evaluate(&mut all).expect("an answer");
        for (row, line) in lines.iter().enumerate() {
            let mut single = Batch::new(backend.sight());
            single.add(line, line.position().legal_moves().into_iter());
            backend.evaluate(&mut single).expect("an answer");
            assert!((single.evaluation(0).value - all.evaluation(row).value).abs() < 1e-5);
        }
    }
}

#[test]
fn backends_are_compared() {
    let chess = model("material.onnx", VariantId::Chess);
    if let Some(mut check) = backend(BackendKind::Check, &chess) {
        let (mut batch, _) = batch::<Chess>(check.sight(), 8);
        check.evaluate(&mut batch).expect("they agree");
        assert!(check.name().contains("rten, material.onnx, checked by "), "{}", check.name());
    }
    // A network and no network do not agree, and that is noticed.
    let rten = || backend(BackendKind::Rten, &chess).expect("rten is part of the program");
    let (mut batch, _) = batch::<Chess>(rten().sight(), 8);
    let mut same = Check::new(rten(), rten());
    same.evaluate(&mut batch).expect("it agrees with itself");
    assert_eq!(same.worst().1, 8);
    assert!(same.worst().0.value <= f32::EPSILON);
    let error = Check::new(rten(), Box::new(Uniform)).evaluate(&mut batch).expect_err("no agreement");
    let text = error.to_string();
    assert!(
        text.starts_with("rten, material.onnx and uniform (no model) do not agree: values differ by"),
        "{text}"
    );
    Check::new(rten(), Box::new(Uniform)).with_tolerance(1.0).evaluate(&mut batch).expect("anything goes");
}

/// What each network says to a model file that must be refused.
fn refusals(name: &str, variant: VariantId) -> Vec<String> {
    let model = Model::read(&file(name), variant).expect("a file");
    NETWORKS
        .into_iter()
        .filter_map(|kind| match open(kind, &model, Precision::Single) {
            Ok(_) => panic!("{name} was accepted by {kind}"),
            Err(BackendError::Library { .. }) => None,
            Err(error) => Some(error.to_string()),
        })
        .collect()
}

#[test]
fn bad_models_are_refused_with_the_reason() {
    for (name, variant, wanted) in [
        ("bad-input-name.onnx", VariantId::Chess, "a model has one input, `board`; this one has planes"),
        ("bad-output-name.onnx", VariantId::Chess, "this one has no `value` but policy, evaluation"),
        ("bad-batch.onnx", VariantId::Chess, "is made for 1 at a time"),
        (
            "bad-values.onnx",
            VariantId::Chess,
            "the value of position 0 of the batch is infinite or not a number",
        ),
        ("material.onnx", VariantId::Makruk, "`policy` has sides [any, 4168], not [any, 4096] for makruk"),
        ("material-makruk.onnx", VariantId::Chess, "not [any, 4168] for chess"),
        ("make.py", VariantId::Chess, "it is no model that can be run"),
    ] {
        let refusals = refusals(name, variant);
        assert!(!refusals.is_empty());
        for text in refusals {
            assert!(text.contains(wanted) && !text.contains('\n') && text.len() < 600, "{name}: {text}");
        }
    }
}

#[test]
fn files_that_are_no_models_are_refused() {
    let no_file = Model::read(&file("nowhere.onnx"), VariantId::Chess).expect_err("no file");
    assert!(no_file.to_string().contains("nowhere.onnx: No such file"), "{no_file}");
    assert!(Model::read(&file(""), VariantId::Chess).is_err(), "a folder is no model");
    let folder = std::env::temp_dir().join(format!("kempelen-models-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let empty = folder.join("empty.onnx");
    std::fs::write(&empty, b"").expect("a file");
    let error = Model::read(&empty, VariantId::Chess).expect_err("nothing in it");
    assert!(matches!(error, BackendError::Model { error: ModelError::Empty, .. }));
    // A hole of a gigabyte takes no room on the disk.
    let huge = folder.join("huge.onnx");
    std::fs::File::create(&huge).and_then(|file| file.set_len(1 << 30)).expect("a file");
    let error = Model::read(&huge, VariantId::Chess).expect_err("too large");
    assert!(error.to_string().ends_with("a model has at most 512 MB"), "{error}");
    // Every piece of a good model that was cut off somewhere is refused without a panic.
    let whole = std::fs::read(file("material.onnx")).expect("a model");
    let cut = folder.join("cut.onnx");
    for len in (1..whole.len()).step_by(97) {
        std::fs::write(&cut, &whole[..len]).expect("a file");
        let model = Model::read(&cut, VariantId::Chess).expect("a file");
        assert!(open(BackendKind::Rten, &model, Precision::Single).is_err(), "{len} bytes");
    }
    std::fs::remove_dir_all(&folder).expect("our own folder");
}

#[test]
fn kinds_have_names() {
    for kind in BackendKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let error = "tpu".parse::<BackendKind>().expect_err("unknown");
    assert_eq!(
        error.to_string(),
        "there is no backend \"tpu\"; there are uniform, rten, onnxruntime, openvino, check"
    );
}

/// A model may ask for numbers that do not tell the colours apart: the property is a field at the end of its file.
#[test]
fn models_may_ask_for_their_input_scaled() {
    let folder = Folder::new("scaled");
    let with = |name: &str, value: &str| {
        let mut bytes = std::fs::read(file("random.onnx")).expect("a model");
        let key = "kempelen.numbers";
        let entry = format!("\x0a{}{key}\x12{}{value}", key.len() as u8 as char, value.len() as u8 as char);
        bytes.extend_from_slice(format!("\x72{}{entry}", entry.len() as u8 as char).as_bytes());
        let path = folder.file(name);
        std::fs::write(&path, bytes).expect("a file");
        Model::read(&path, VariantId::Chess).expect("a model file")
    };
    let fens = ["4k3/8/8/8/8/8/8/4K2R w K - 30 77", "4k3/8/8/8/8/8/8/4K2R w K - 30 8"];
    let lines = fens.map(|fen| GameLine::<Chess>::new(position(fen)));
    for kind in NETWORKS {
        let values = |model: &Model| {
            let mut backend = backend(kind, model)?;
            let mut batch = Batch::new(backend.sight());
            for line in &lines {
                batch.add(line, line.position().legal_moves().into_iter());
            }
            backend.evaluate(&mut batch).expect("answers");
            Some([0, 1].map(|row| batch.evaluation(row).value.to_bits()))
        };
        let Some(scaled) = values(&with("scaled.onnx", "scaled")) else { continue };
        assert_eq!(scaled[0], scaled[1], "{kind}: the move number is not seen");
        let raw = values(&with("raw.onnx", "raw")).expect("the same backend");
        assert_ne!(raw[0], raw[1], "{kind}: it is seen otherwise");
        assert_eq!(values(&model("random.onnx", VariantId::Chess)), Some(raw));
    }
    let error = open(BackendKind::Rten, &with("other.onnx", "halved"), Precision::Single);
    let words = error.map(|_| ()).expect_err("no such numbers").to_string();
    assert!(
        words.ends_with("it asks for numbers that are \"halved\"; there are raw and scaled ones"),
        "{words}"
    );
}

#[test]
fn a_device_that_is_not_there_is_told() {
    let model = model("material.onnx", VariantId::Chess);
    let said = |device, kind| match open_on(device, kind, &model, Precision::Single) {
        Ok(_) => None,
        Err(error @ BackendError::Library { .. }) => {
            left_out(&error.to_string());
            None
        }
        Err(error) => Some(error.to_string()),
    };
    assert_eq!(
        said(Device::Cuda, BackendKind::Rten).as_deref(),
        Some("no model can run on cuda here: rten does not run there, --backend onnxruntime may")
    );
    for (device, kind) in [
        (Device::Cuda, BackendKind::OnnxRuntime),
        (Device::TensorRt, BackendKind::OnnxRuntime),
        (Device::OpenVino, BackendKind::OnnxRuntime),
        (Device::Gpu, BackendKind::OpenVino),
    ] {
        assert_eq!(device.backend(), Some(kind));
        // Where there is such a device, there is nothing to be said.
        if let Some(words) = said(device, kind) {
            assert!(words.starts_with(&format!("no model can run on {device} here: ")), "{words}");
            assert_eq!(words.lines().count(), 1);
        }
    }
    assert!("tpu".parse::<Device>().is_err_and(|error| error.to_string().contains("cpu, cuda, tensorrt")));
}
