//! Clients that ask nonsense, ask too much, or break off.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use crate::common::{House, read};
use kempelen_server::Config;
use serde_json::json;

#[test]
fn bad_requests_get_a_reason() {
    let house = House::open();
    let kind = ("content-type", "application/json");
    let cases: [(&str, &str, &[u8], u16, &str); 12] = [
        ("/api/state", "application/json", b"{", 400, "bad_json"),
        ("/api/state", "application/json", b"\xff\xfe", 400, "bad_json"),
        ("/api/state", "application/json", b"7", 400, "bad_request"),
        ("/api/state", "text/plain", b"{}", 415, "content_type"),
        ("/api/state", "application/json", br#"{"fen": "x"}"#, 422, "bad_fen"),
        ("/api/state", "application/json", br#"{"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}"#, 422, "bad_fen"),
        ("/api/state", "application/json", br#"{"variant": "go"}"#, 400, "bad_request"),
        ("/api/state", "application/json", br#"{"moves": "e4 e4"}"#, 422, "illegal_move"),
        ("/api/state", "application/json", br#"{"moves": "e4 hello"}"#, 422, "unreadable_move"),
        ("/api/think", "application/json", br#"{"engine": "deep blue"}"#, 422, "unknown_engine"),
        ("/api/think", "application/json", br#"{"movetime": 100000000}"#, 422, "limit"),
        ("/api/think", "application/json", br#"{"nodes": -1}"#, 400, "bad_request"),
    ];
    for (path, kind, body, status, code) in cases {
        let answer = house.ask("POST", path, &[("content-type", kind)], body);
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{}", answer.text());
    }
    let answer = house.ask("POST", "/api/state", &[kind], br#"{"moves": "e4 e5 Ke3"}"#);
    assert_eq!(answer.json()["ply"], 2);
    assert_eq!(house.get("/api/nothing").code(), "unknown_path");
    assert_eq!(house.get("/api/think").code(), "method");
    assert_eq!(house.ask("DELETE", "/", &[], b"").code(), "method");
    assert_eq!(house.ask("POST", "/api/games/read", &[], b"").code(), "no_games");
}

#[test]
fn long_bodies_are_refused_before_they_are_read() {
    let house = House::open();
    let long = vec![b' '; 9 << 20];
    let answer = house.ask("POST", "/api/state", &[("content-type", "application/json")], &long[..1 << 20]);
    assert_eq!((answer.status, answer.code().as_str()), (413, "too_long"));
    let answer = house.ask("POST", "/api/games/read", &[], &long);
    assert_eq!((answer.status, answer.code().as_str()), (413, "too_long"));
}

#[test]
fn the_last_in_a_full_queue_is_told_when_to_come_back() {
    let house = House::with_limits(|limits| {
        limits.workers = 1;
        limits.queue = 1;
    });
    let slow = json!({"movetime": 2000}).to_string();
    let request = format!(
        "POST /api/think HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{slow}",
        slow.len()
    );
    let mut waiting = Vec::new();
    for _ in 0..2 {
        let mut stream = house.connect();
        stream.write_all(request.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(200));
        waiting.push(stream);
    }
    let answer = house.post("/api/think", &json!({"depth": 1}));
    assert_eq!((answer.status, answer.code().as_str()), (429, "busy"));
    assert!(answer.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    // What needs no machine is answered meanwhile.
    assert_eq!(house.post("/api/state", &json!({})).status, 200);
    for mut stream in waiting {
        assert_eq!(read(&mut stream).status, 200);
    }
}

#[test]
fn a_search_whose_client_has_left_ends() {
    let house = House::with_limits(|limits| limits.workers = 1);
    let body = json!({"movetime": 50_000}).to_string();
    let mut stream = house.connect();
    let head =
        "POST /api/think HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length:";
    stream.write_all(format!("{head} {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(stream);
    let start = Instant::now();
    assert_eq!(house.post("/api/think", &json!({"depth": 1})).status, 200);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn a_body_that_never_comes_is_not_waited_for() {
    let house = House::with_limits(|limits| limits.body_time = Duration::from_millis(200));
    let mut stream = house.connect();
    stream
        .write_all(b"POST /api/state HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{")
        .unwrap();
    let answer = read(&mut stream);
    assert_eq!((answer.status, answer.code().as_str()), (408, "slow"));
}

#[test]
fn clients_that_say_nothing_take_nothing_from_others() {
    let house = House::with_limits(|limits| limits.connections = 64);
    let silent: Vec<_> = (0..60).map(|_| house.connect()).collect();
    let mut half = house.connect();
    half.write_all(b"GET /api/eng").unwrap();
    assert_eq!(house.get("/api/engines").status, 200);
    drop((silent, half));
    for garbage in [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"GET\r\n\r\n", b"HELLO WORLD\r\n\r\n", &[0; 4096]]
    {
        let mut stream = house.connect();
        stream.write_all(garbage).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
    }
    let long = format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "x".repeat(200_000));
    let mut stream = house.connect();
    let _ = stream.write_all(long.as_bytes());
    let _ = stream.read_to_end(&mut Vec::new());
    assert_eq!(house.get("/api/engines").status, 200);
}

#[test]
fn strangers_are_turned_away() {
    let mut config = Config { addr: ([127, 0, 0, 1], 0).into(), ..Config::default() };
    config.cors.push("https://friend.example".to_owned());
    let house = House::with(config);
    let answer = house.ask("GET", "/api/engines", &[("host", "evil.example")], b"");
    assert_eq!((answer.status, answer.code().as_str()), (421, "host"));
    let json = ("content-type", "application/json");
    let evil = house.ask("POST", "/api/state", &[json, ("origin", "https://evil.example")], b"{}");
    assert_eq!((evil.status, evil.code().as_str()), (403, "origin"));
    let friend = house.ask("POST", "/api/state", &[json, ("origin", "https://friend.example")], b"{}");
    assert_eq!(friend.status, 200);
    assert_eq!(friend.header("access-control-allow-origin"), Some("https://friend.example"));
    let preflight = [("origin", "https://evil.example"), ("access-control-request-method", "POST")];
    assert!(
        house.ask("OPTIONS", "/api/state", &preflight, b"").header("access-control-allow-origin").is_none()
    );
}

#[test]
fn deep_and_long_games_are_no_trouble() {
    let house = House::open();
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(500);
    let state = house.post("/api/state", &json!({"moves": shuffle}));
    assert_eq!(state.json()["outcome"]["reason"], "threefold");
    let nested = "1. e4 ".to_owned() + &"(1. d4 ".repeat(5000) + &")".repeat(5000) + " *";
    let answer = house.ask("POST", "/api/games/read", &[], nested.as_bytes());
    assert!(matches!(answer.status, 200 | 422), "{}", answer.status);
    let deep = "[".repeat(100_000);
    let answer = house.ask("POST", "/api/state", &[("content-type", "application/json")], deep.as_bytes());
    assert_eq!(answer.status, 400);
    assert_eq!(house.get("/api/engines").status, 200);
}

#[test]
fn whatever_is_wrong_is_said_in_json() {
    let house = House::open();
    for (path, status, code) in [
        ("/api/lesson/one", 400, "bad_path"),
        ("/api/lesson/99999999999999999999999", 400, "bad_path"),
        ("/api/window/%FF/trace", 400, "bad_path"),
        ("/api/window/x/node/y", 400, "bad_path"),
        ("/api/tournaments/-1", 400, "bad_path"),
        ("/api/window/1/read/tree?plies=many", 400, "bad_query"),
        ("/api/analyse", 400, "no_websocket"),
    ] {
        let answer = house.get(path);
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{path}: {}", answer.text());
    }
    let twice = house.ask("GET", "/api/engines", &[("host", "localhost"), ("host", "localhost")], b"");
    assert_eq!((twice.status, twice.code().as_str()), (400, "host"));
}

#[test]
fn settings_that_do_not_go_together_are_the_clients_mistake() {
    let house = House::open();
    for backend in ["rten", "onnxruntime", "openvino", "check"] {
        let asked = json!({"engine": "zero", "options": {"Backend": backend}, "nodes": 10});
        let answer = house.post("/api/think", &asked);
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_option"), "{}", answer.text());
        assert!(answer.text().contains("needs a model"), "{}", answer.text());
    }
}

#[test]
fn one_address_has_so_many_connections_and_no_more() {
    let house = House::with_limits(|limits| limits.peer_connections = 2);
    let held: Vec<_> = (0..2).map(|_| house.connect()).collect();
    // Connections are counted in the order in which they come.
    let answer = crate::common::read(&mut house.connect());
    assert_eq!((answer.status, answer.code().as_str()), (429, "connections"));
    drop(held);
    let soon = std::time::Instant::now() + Duration::from_secs(20);
    loop {
        let mut stream = house.connect();
        let _ =
            stream.write_all(b"GET /api/engines HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        if crate::common::read(&mut stream).status == 200 {
            break;
        }
        assert!(std::time::Instant::now() < soon, "connections that are closed still count");
    }
}

#[test]
fn no_search_takes_more_memory_than_there_is_for_searches() {
    let house = House::with_limits(|limits| limits.memory_mb = 64);
    let large = json!({"options": {"Hash": 64}, "depth": 1});
    let answer = house.post("/api/think", &large);
    assert_eq!((answer.status, answer.code().as_str()), (422, "limit"), "{}", answer.text());
    let small = house.post("/api/think", &json!({"options": {"Hash": 1}, "depth": 1}));
    assert_eq!(small.status, 200, "{}", small.text());
}
