//! Searches that are watched.

use std::time::{Duration, Instant};

use crate::common::House;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

fn search(id: u32, seat: &str, more: &Value) -> Value {
    let mut wish = json!({"type": "search", "id": id, "seat": seat});
    for (name, value) in more.as_object().unwrap() {
        wish[name] = value.clone();
    }
    wish
}

#[test]
fn an_analysis_deepens_until_it_is_stopped() {
    let house = House::open();
    let mut socket = house.socket(None).unwrap();
    socket.send(&search(7, "main", &json!({"multipv": 2})));
    let mut depth = 0;
    while depth < 5 {
        let info = socket.until("info", 7);
        depth = info["depth"].as_u64().unwrap();
        assert!(info["pvs"].as_array().unwrap().len() <= 2);
    }
    socket.send(&json!({"type": "stop", "seat": "main"}));
    let done = socket.until("done", 7);
    assert!(done["best"]["uci"].is_string());
    assert_eq!(done["pvs"].as_array().unwrap().len(), 2);
}

#[test]
fn a_new_question_takes_the_place_of_the_old() {
    let house = House::with_limits(|limits| limits.workers = 1);
    let mut socket = house.socket(None).unwrap();
    socket.send(&search(1, "main", &json!({})));
    socket.until("info", 1);
    socket.send(&search(2, "main", &json!({"moves": "e4", "depth": 3})));
    let done = socket.until("done", 2);
    assert!(done["fen"].as_str().unwrap().contains(" b "));
}

#[test]
fn seats_think_side_by_side() {
    let house = House::with_limits(|limits| limits.workers = 2);
    let mut socket = house.socket(None).unwrap();
    socket.send(&search(1, "left", &json!({})));
    socket.until("info", 1);
    socket.send(&search(2, "right", &json!({"engine": "sameshi", "depth": 3})));
    socket.until("done", 2);
    socket.send(&json!({"type": "stop", "seat": "left"}));
    socket.until("done", 1);
}

#[test]
fn who_has_to_wait_is_told() {
    let house = House::with_limits(|limits| limits.workers = 1);
    let (mut first, mut second) = (house.socket(None).unwrap(), house.socket(None).unwrap());
    first.send(&search(1, "", &json!({})));
    first.until("info", 1);
    second.send(&search(2, "", &json!({"depth": 2})));
    second.until("queued", 2);
    first.send(&json!({"type": "stop"}));
    second.until("done", 2);
}

#[test]
fn who_leaves_stops_the_search() {
    let house = House::with_limits(|limits| limits.workers = 1);
    let mut socket = house.socket(None).unwrap();
    socket.send(&search(1, "", &json!({})));
    socket.until("info", 1);
    drop(socket);
    let start = Instant::now();
    let thought = house.post("/api/think", &json!({"depth": 1}));
    assert_eq!(thought.status, 200);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_recording_is_watched_and_keeps_what_it_has_when_stopped() {
    let house = House::open();
    let mut socket = house.socket(None).unwrap();
    let mut wish = search(3, "doors", &json!({"nodes": 100_000_000}));
    wish["type"] = json!("record");
    socket.send(&wish);
    while socket.until("info", 3)["depth"].as_u64().unwrap() < 4 {}
    socket.send(&json!({"type": "stop", "seat": "doors"}));
    let trace = &socket.until("recorded", 3)["trace"];
    assert!(trace["nodes"].as_u64().unwrap() > 100, "{trace}");
    let root = house.get(&format!("/api/window/{}/node/0", trace["id"]));
    assert_eq!(root.json()["line"], "");
    wish["memory"] = json!(1_000_000);
    socket.send(&wish);
    assert_eq!(socket.next().unwrap()["code"], "limit");
}

#[test]
fn a_search_does_not_go_on_for_ever() {
    let house = House::with_limits(|limits| limits.analysis_time = Duration::from_millis(300));
    let mut socket = house.socket(None).unwrap();
    socket.send(&search(1, "", &json!({})));
    assert!(socket.until("done", 1)["best"].is_object());
}

#[test]
fn nonsense_is_answered_and_the_socket_lives_on() {
    let house = House::open();
    let mut socket = house.socket(None).unwrap();
    let nonsense = [
        ("no json", "bad_request"),
        ("[]", "bad_request"),
        (r#"{"type": "dance"}"#, "bad_request"),
        (r#"{"type": "search", "engine": "cmd:/bin/sh"}"#, "unknown_engine"),
        (r#"{"type": "search", "fen": "nonsense"}"#, "bad_fen"),
        (r#"{"type": "search", "moves": "e5"}"#, "illegal_move"),
        (r#"{"type": "search", "multipv": 200}"#, "limit"),
        (r#"{"type": "search", "engine": "sameshi", "variant": "makruk"}"#, "variant"),
        (r#"{"type": "search", "options": {"SyzygyPath": "/etc"}}"#, "bad_option"),
        (r#"{"type": "search", "options": {"Hash": 4096}}"#, "limit"),
        (r#"{"type": "search", "engine": "zero", "options": {"Cache": 60000}}"#, "limit"),
    ];
    for (text, code) in nonsense {
        socket.send_message(Message::text(text));
        let news = socket.next().unwrap();
        assert_eq!(news["code"], code, "{text}: {news}");
    }
    socket.send_message(Message::binary(vec![1, 2, 3]));
    assert_eq!(socket.next().unwrap()["type"], "error");
    socket.send(&search(9, "", &json!({"depth": 1})));
    socket.until("done", 9);
}

#[test]
fn a_client_has_so_many_seats_and_no_more() {
    let house = House::with_limits(|limits| limits.searches = 2);
    let mut socket = house.socket(None).unwrap();
    for (id, seat) in [(1, "a"), (2, "b")] {
        socket.send(&search(id, seat, &json!({"depth": 1})));
        socket.until("done", id);
    }
    socket.send(&search(3, "c", &json!({"depth": 1})));
    assert_eq!(socket.next().unwrap()["code"], "limit");
    socket.send(&search(4, "a", &json!({"depth": 1})));
    socket.until("done", 4);
}

#[test]
fn a_message_too_long_ends_the_conversation_and_nothing_else() {
    let house = House::open();
    let mut socket = house.socket(None).unwrap();
    // The server may hang up before all of it is sent.
    socket.try_send(Message::text("x".repeat(1 << 20)));
    while socket.next().is_some() {}
    assert_eq!(house.get("/api/engines").status, 200);
}

#[test]
fn pages_of_other_sites_get_no_socket() {
    let house = House::open();
    assert!(house.socket(Some("https://evil.example")).is_err());
    assert!(house.socket(Some(&format!("http://{}", house.addr))).is_ok());
}

#[test]
fn a_closing_server_says_goodbye() {
    let mut house = House::open();
    let start = Instant::now();
    let addr = house.addr;
    {
        let mut socket = house.socket(None).unwrap();
        socket.send(&search(1, "", &json!({})));
        socket.until("info", 1);
    }
    house.close();
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    assert!(std::net::TcpStream::connect(addr).is_err());
}

#[test]
fn a_move_of_a_game_comes_with_its_own_search() {
    let house = House::open();
    let mut socket = house.socket(None).unwrap();
    let mut id = 0;
    for engine in house.get("/api/engines").json().as_array().unwrap() {
        for level in engine["levels"].as_array().unwrap().iter().take(2) {
            let variant = &engine["variants"][0];
            let mut played: Vec<String> = Vec::new();
            // Two moves of one machine in one chair: what it remembers of the first is there at the second.
            for _ in 0..2 {
                id += 1;
                let mut wish = search(id, "game", &json!({"engine": engine["id"], "variant": variant}));
                wish["type"] = json!("play");
                wish["movetime"] = json!(300);
                wish["moves"] = json!(played);
                if let Some(options) = level.get("options") {
                    wish["options"] = options.clone();
                }
                socket.send(&wish);
                let file = socket.file();
                assert_eq!(file[..4], id.to_be_bytes());
                let done = socket.until("done", id);
                let head = [("content-type", "application/octet-stream")];
                let trace = house.ask("POST", "/api/window/open", &head, &file[4..]).json();
                assert_eq!(trace["best"], done["best"]["san"], "{} {}", engine["id"], level["name"]);
                assert_eq!(trace["engine"], engine["id"]);
                played.push(done["best"]["uci"].as_str().unwrap().to_owned());
                let state = house.post("/api/state", &json!({"variant": variant, "moves": played})).json();
                played.push(state["legal"][0]["uci"].as_str().unwrap().to_owned());
            }
        }
    }
}
