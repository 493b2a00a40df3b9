//! Tournaments: they are played whether somebody looks or not.

use std::time::{Duration, Instant};

use crate::common::House;
use serde_json::{Value, json};

/// Looks until a tournament is over.
fn wait(house: &House, id: u64) -> Value {
    let start = Instant::now();
    loop {
        let now = house.get(&format!("/api/tournaments/{id}")).json();
        if now["over"] == true {
            return now;
        }
        assert!(start.elapsed() < Duration::from_mins(2), "{now}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_tournament_is_played_to_its_end_and_its_doors_are_open() {
    let house = House::open();
    let players =
        json!([{"engine": "mint"}, {"engine": "sameshi", "level": 0}, {"engine": "sargon", "level": 0}]);
    let begun = house.post("/api/tournaments", &json!({"players": players, "pairs": 1}));
    assert_eq!(begun.status, 200, "{}", begun.text());
    let id = begun.json()["id"].as_u64().unwrap();
    let over = wait(&house, id);
    let games = over["games"].as_array().unwrap();
    assert_eq!((games.len(), over["planned"].as_u64()), (6, Some(6)), "{}", over["trouble"]);
    for (number, game) in games.iter().enumerate() {
        assert_ne!(game["result"], "*");
        assert_ne!(game["white"], game["black"]);
        // The moves are legal, and the laws agree with the result where the board has one.
        let state = house.post("/api/state", &json!({"moves": game["moves"]}));
        assert_eq!(state.status, 200, "{}", state.text());
        if let Some(outcome) = state.json()["outcome"].as_object() {
            assert_eq!(outcome["result"], game["result"]);
        }
        // The search behind a move is the one that chose it.
        let ply = game["recorded"].as_array().unwrap().iter().position(|kept| kept == true).unwrap();
        let file = house.get(&format!("/api/tournaments/{id}/{number}/{ply}/trace"));
        let head = [("content-type", "application/octet-stream")];
        let trace = house.ask("POST", "/api/window/open", &head, &file.body).json();
        assert_eq!(trace["best"], state.json()["moves"][ply]["san"]);
    }
    // Each opening is played with both colours.
    assert_eq!(games[0]["moves"][0], games[1]["moves"][0]);
    assert_eq!(games[0]["white"], games[1]["black"]);
}

#[test]
fn a_tournament_can_be_ended_and_nonsense_is_refused() {
    let house = House::open();
    let long = json!({"players": [{"engine": "kempelen"}, {"engine": "kempelen"}], "pairs": 50});
    let id = house.post("/api/tournaments", &long).json()["id"].as_u64().unwrap();
    assert_eq!(house.ask("POST", &format!("/api/tournaments/{id}/end"), &[], b"").status, 200);
    let over = wait(&house, id);
    assert!(over["games"].as_array().unwrap().iter().all(|game| game["result"] == "*"));
    for (wanted, code) in [
        (json!({"players": [{"engine": "mint"}]}), "players"),
        (json!({"players": [{"engine": "mint"}, {"engine": "nobody"}]}), "unknown_engine"),
        (json!({"players": [{"engine": "mint"}, {"guest": "/bin/sh"}]}), "unknown_guest"),
        (json!({"players": [{"engine": "mint"}, {"engine": "mint", "level": 9}]}), "bad_level"),
        (json!({"players": [{"engine": "mint"}, {"engine": "sargon"}], "variant": "makruk"}), "variant"),
        (json!({"players": [{"engine": "mint"}, {"engine": "mint"}], "pairs": 0}), "pairs"),
    ] {
        assert_eq!(house.post("/api/tournaments", &wanted).code(), code);
    }
    assert_eq!(house.get("/api/tournaments/99").code(), "unknown_tournament");
    assert_eq!(house.get(&format!("/api/tournaments/{id}/0/999/trace")).code(), "unknown_trace");
    for _ in 0..2 {
        assert_eq!(house.post("/api/tournaments", &long).status, 200);
    }
    assert_eq!(house.post("/api/tournaments", &long).code(), "limit");
}

#[test]
fn a_guest_that_does_not_start_ends_the_tournament_with_a_word() {
    let config = kempelen_server::Config {
        addr: std::net::SocketAddr::from(([127, 0, 0, 1], 0)),
        guests: vec![("Nobody".to_owned(), "/no/such/program".to_owned())],
        ..kempelen_server::Config::default()
    };
    let house = House::with(config);
    assert_eq!(house.get("/api/tournaments").json()["guests"], json!(["Nobody"]));
    let wanted = json!({"players": [{"engine": "mint"}, {"guest": "Nobody"}]});
    let id = house.post("/api/tournaments", &wanted).json()["id"].as_u64().unwrap();
    assert!(wait(&house, id)["trouble"].as_str().unwrap().len() > 5);
}
