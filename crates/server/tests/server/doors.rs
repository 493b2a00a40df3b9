//! The doors: recordings, the lesson, and the KIM-1.

use crate::common::House;
use serde_json::{Value, json};

/// White can take a pawn that is protected.
const BAIT: &str = "4k3/8/3p4/4p3/8/8/8/3QK2R w K - 0 1";

fn record(house: &House, ask: &Value) -> Value {
    let answer = house.post("/api/window/record", ask);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[test]
fn a_search_is_recorded_and_can_be_walked() {
    let house = House::open();
    let trace = record(&house, &json!({"engine": "kempelen", "fen": BAIT, "depth": 5}));
    let id = trace["id"].as_u64().unwrap();
    assert!(trace["nodes"].as_u64().unwrap() > 10);
    let root = house.get(&format!("/api/window/{id}/node/0")).json();
    assert_eq!(root["fen"], BAIT);
    assert_eq!(root["parent"], Value::Null);
    let fates: Vec<&str> =
        root["moves"].as_array().unwrap().iter().map(|m| m["fate"].as_str().unwrap()).collect();
    // Every legal move of the root has a fate.
    let legal = house.post("/api/state", &json!({"fen": BAIT})).json()["legal"].as_array().unwrap().len();
    assert_eq!(fates.len(), legal);
    let child = root["moves"][0]["node"].as_u64().unwrap();
    let node = house.get(&format!("/api/window/{id}/node/{child}")).json();
    assert_eq!(node["parent"], 0);
    assert!(!node["because"].as_str().unwrap().is_empty());
    assert_eq!(house.get(&format!("/api/window/{id}/node/999999999")).code(), "unknown_node");
}

#[test]
fn a_losing_capture_is_answered_with_its_refutation() {
    let house = House::open();
    let trace = record(&house, &json!({"fen": BAIT, "depth": 6}));
    let id = trace["id"].as_u64().unwrap();
    let why_not = house.get(&format!("/api/window/{id}/why-not?move=Qxd6")).json();
    assert!(
        why_not["text"].as_str().unwrap().contains("exd6")
            || why_not["text"].as_str().unwrap().contains("Qxd6")
    );
    let best = trace["best"].as_str().unwrap();
    let why = house.get(&format!("/api/window/{id}/why")).json();
    assert!(why["text"].as_str().unwrap().contains(best), "{why}");
    assert_eq!(house.get(&format!("/api/window/{id}/why-not")).code(), "bad_request");
    assert_eq!(house.get(&format!("/api/window/{id}/why-not?move=Qz9")).code(), "unreadable_move");
}

#[test]
fn every_machine_thinks_aloud_in_every_reading() {
    let house = House::open();
    let engines = house.get("/api/engines").json();
    for engine in engines.as_array().unwrap() {
        let variant = &engine["variants"][0];
        let trace = record(&house, &json!({"engine": engine["id"], "variant": variant, "depth": 2}));
        let id = trace["id"].as_u64().unwrap();
        let stats = house.get(&format!("/api/window/{id}/read/stats"));
        assert_eq!(stats.status, 200, "{}", engine["id"]);
        // Whoever searched at all can be read in every way.
        if trace["bytes"].as_u64().unwrap() > 0 {
            for what in ["read/tree", "read/log", "read/line?moves=", "why", "svg", "json"] {
                let answer = house.get(&format!("/api/window/{id}/{what}"));
                assert_eq!(answer.status, 200, "{} {what}: {}", engine["id"], answer.text());
            }
            assert!(house.get(&format!("/api/window/{id}/json")).json().is_object());
        }
        let states = house.get(&format!("/api/window/{id}/read/states"));
        assert_eq!(states.status == 200, engine["id"] == "microchess", "{}", states.text());
    }
    let id = record(&house, &json!({"depth": 1}))["id"].as_u64().unwrap();
    assert_eq!(house.get(&format!("/api/window/{id}/read/tea-leaves")).code(), "unknown_reading");
}

#[test]
fn a_recording_goes_out_as_a_file_and_comes_back() {
    let house = House::open();
    let trace = record(&house, &json!({"engine": "sameshi", "depth": 3}));
    let file = house.get(&format!("/api/window/{}/trace", trace["id"]));
    assert!(file.body.starts_with(b"KTRACE\r\n"));
    let again =
        house.ask("POST", "/api/window/open", &[("content-type", "application/octet-stream")], &file.body);
    let again = again.json();
    for field in ["engine", "nodes", "best", "pv", "fen"] {
        assert_eq!(again[field], trace[field], "{field}");
    }
    let diff = house.get(&format!("/api/window/{}/diff/{}", trace["id"], again["id"]));
    assert_eq!(diff.status, 200);
    for (garbage, code) in [(&b"hello"[..], "bad_trace"), (&file.body[..30], "bad_trace")] {
        let answer = house.ask("POST", "/api/window/open", &[], garbage);
        assert_eq!(answer.code(), code);
    }
    let mut damaged = file.body.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0x55;
    assert_eq!(house.ask("POST", "/api/window/open", &[], &damaged).code(), "bad_trace");
}

#[test]
fn recordings_are_bounded_and_old_ones_make_room() {
    let house = House::with_limits(|limits| limits.traces = 2);
    let ids: Vec<u64> = (0..3)
        .map(|_| record(&house, &json!({"engine": "sameshi", "depth": 1}))["id"].as_u64().unwrap())
        .collect();
    assert_eq!(house.get(&format!("/api/window/{}/node/0", ids[0])).code(), "unknown_trace");
    assert_eq!(house.get(&format!("/api/window/{}/node/0", ids[2])).status, 200);
    assert_eq!(house.post("/api/window/record", &json!({"memory": 4096})).code(), "limit");
    let trace = record(&house, &json!({"nodes": 100_000, "memory": 1}));
    assert!(trace["bytes"].as_u64().unwrap() <= 1 << 20, "{trace}");
    assert!(trace["nodes"].as_u64() < trace["total"].as_u64(), "{trace}");
}

#[test]
fn the_lesson_runs_the_five_models() {
    let house = House::open();
    // The principal variation, the cutoffs and the positions created, as "A Window into Sargon" has them.
    let known = [("BHA", 0, 15), ("AGA", 2, 12), ("BGA", 2, 13), ("AGA", 2, 12), ("BHA", 1, 13)];
    for (index, (pv, cutoffs, created)) in known.into_iter().enumerate() {
        let lesson = house.get(&format!("/api/lesson/{}", index + 1)).json();
        assert_eq!(lesson["positions"].as_array().unwrap().len(), 14);
        assert_eq!(lesson["pv"].as_array().unwrap().last().unwrap(), pv);
        let count = |what: &str| {
            lesson["steps"].as_array().unwrap().iter().filter(|step| step["what"] == what).count()
        };
        assert_eq!((count("cutoff"), count("created")), (cutoffs, created), "model {}", index + 1);
    }
    assert_eq!(house.get("/api/lesson/6").code(), "unknown_model");
    let mut own = house.get("/api/lesson/1").json()["text"].as_str().unwrap().to_owned();
    let again = house.post("/api/lesson", &json!({"text": own}));
    assert_eq!(again.status, 200);
    own = own.replacen("AGA", "AXA", 1);
    let broken = house.post("/api/lesson", &json!({"text": own}));
    assert_eq!(broken.code(), "bad_model");
    assert!(broken.json()["error"].as_str().unwrap().starts_with("line "));
}

#[test]
fn the_kim_plays_from_its_keys() {
    let house = House::open();
    let press = |page: &Value, key: &str| {
        let answer = house
            .post("/api/kim", &json!({"page": page, "key": key, "level": "blitz", "opening": "giuoco_w"}));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let start = house.post("/api/kim", &json!({"opening": "giuoco_w"})).json();
    assert_eq!(start["display"], "0000D8");
    let mut kim = press(&start["page"], "C");
    assert_eq!(kim["display"], "CCCCCC");
    assert_eq!(kim["board"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    kim = press(&kim["page"], "PC");
    // The book: the king's pawn goes from 13 to 33, that is e2-e4.
    assert_eq!(kim["display"], "0F1333");
    assert_eq!(kim["thought"], Value::Null);
    // The player answers a7-a6, which is not in the book, and the machine has to think.
    for key in ["6", "7", "5", "7", "F", "PC"] {
        kim = press(&kim["page"], key);
    }
    let thought = &kim["thought"];
    assert!(thought["candidates"].as_array().unwrap().len() > 20, "{kim}");
    assert!(kim["flashes"].as_array().unwrap().len() == thought["candidates"].as_array().unwrap().len());
    assert!(thought["ms"].as_u64().unwrap() > 1000);
    assert_eq!(house.post("/api/kim", &json!({"key": "ST"})).code(), "bad_key");
    assert_eq!(house.post("/api/kim", &json!({"page": "00"})).code(), "bad_page");
    assert_eq!(house.post("/api/kim", &json!({"page": "é".repeat(256)})).code(), "bad_page");
    assert_eq!(house.post("/api/kim", &json!({"level": "genius"})).code(), "bad_level");
    assert_eq!(house.post("/api/kim", &json!({"opening": "sicilian"})).code(), "bad_opening");
}
