//! What can be asked, and what is answered.

use crate::common::House;
use serde_json::{Value, json};

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

fn names(value: &Value, name: &str) -> Vec<String> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(|item| item[name].as_str().expect("text").to_owned())
        .collect()
}

#[test]
fn the_machines_are_listed_with_what_a_page_needs() {
    let house = House::open();
    let engines = house.get("/api/engines").json();
    let first = &engines[0];
    assert_eq!(first["id"], "kempelen");
    assert_eq!(first["variants"], json!(["chess", "makruk", "makpong", "ai-wok", "asean", "cambodian"]));
    for engine in engines.as_array().unwrap() {
        let usual =
            engine["levels"].as_array().unwrap().iter().filter(|level| level["usual"] == true).count();
        assert_eq!(usual, 1, "{}", engine["id"]);
        assert!(!engine["provenance"].as_str().unwrap().is_empty());
    }
    // Paths of this machine are nobody's business.
    assert!(!names(&first["options"], "name").contains(&"SyzygyPath".to_owned()));
}

#[test]
fn the_state_after_moves_in_any_spelling() {
    let house = House::open();
    let state = house.post("/api/state", &json!({"moves": ["e4", "e7-e5", "g1f3", "Nc6", "Bb5"]})).json();
    assert_eq!(state["variant"], "chess");
    assert_eq!(state["turn"], "black");
    assert_eq!(names(&state["moves"], "uci"), ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]);
    assert_eq!(names(&state["moves"], "san"), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    assert_eq!(state["fen"], "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    assert_eq!(state["outcome"], Value::Null);
    let as_text = house.post("/api/state", &json!({"moves": "e4 e5 Nf3 Nc6 Bb5"})).json();
    assert_eq!(as_text, state);
}

#[test]
fn mate_is_spelled_out() {
    let house = House::open();
    let state = house.post("/api/state", &json!({"moves": "f3 e5 g4 Qh4#"})).json();
    assert_eq!(
        state["outcome"],
        json!({"result": "0-1", "reason": "checkmate", "winner": "black",
        "text": "checkmate: Black wins"})
    );
    assert_eq!(state["check"], "e1");
    let bare = house.post("/api/state", &json!({"fen": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"})).json();
    assert_eq!(bare["canMate"], json!({"white": true, "black": false}));
    assert_eq!(state["legal"], json!([]));
}

#[test]
fn castling_names_the_kings_square_and_the_rook() {
    let house = House::open();
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let find = |variant: &str| {
        let state = house.post("/api/state", &json!({"variant": variant, "fen": fen})).json();
        let castling = state["legal"].as_array().unwrap().iter().find(|m| m["san"] == "O-O").cloned();
        castling.unwrap()
    };
    assert_eq!(find("chess"), json!({"uci": "e1g1", "san": "O-O", "from": "e1", "to": "g1", "rook": "h1"}));
    assert_eq!(
        find("chess960"),
        json!({"uci": "e1h1", "san": "O-O", "from": "e1", "to": "g1", "rook": "h1"})
    );
}

#[test]
fn makruk_tells_who_counts() {
    let house = House::open();
    let bare = house.post("/api/state", &json!({"fen": "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1"})).json();
    assert_eq!(bare["variant"], "makruk");
    assert_eq!(bare["counting"], json!({"count": 4, "limit": 44, "side": "black"}));
    let after =
        house.post("/api/state", &json!({"fen": "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1", "moves": "Kc7"}));
    assert_eq!(after.json()["counting"], json!({"count": 5, "limit": 44, "side": "black"}));
    // While both have men, the count is of the side that was to move when it began.
    let board = house.post("/api/state", &json!({"fen": "8/3k1m2/8/2K1S3/8/8/8/8 w - 128 3 1"})).json();
    assert_eq!(board["counting"], json!({"count": 2, "limit": 64, "side": "black"}));
}

#[test]
fn a_count_can_be_kept_by_hand() {
    let house = House::open();
    let fen = "3k4/8/3n4/8/8/2S5/3R4/3K4 b - - 0 1";
    let ask =
        |moves: &str| house.post("/api/state", &json!({"fen": fen, "counting": "by-hand", "moves": moves}));
    let offered = ask("").json();
    assert_eq!((&offered["countOffer"], &offered["counting"]), (&json!(64), &Value::Null));
    let counted = ask("count-start Ke7 Ke2").json();
    assert_eq!(counted["counting"], json!({"count": 1, "limit": 64, "side": "black"}));
    assert_eq!(counted["mayStopCount"], true);
    assert_eq!(ask("count-start Ke7 Ke2 count-stop").json()["counting"], Value::Null);
    let refused = ask("Ke7 count-start");
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["error"], "only the weaker side may count");
}

#[test]
fn ouk_is_also_called_by_its_own_name_and_leaps() {
    let house = House::open();
    let state = house.post("/api/state", &json!({"variant": "ouk"})).json();
    assert_eq!(state["variant"], "cambodian");
    assert!(state["legal"].as_array().unwrap().iter().any(|m| m["uci"] == "d1f2"));
}

#[test]
fn makruk_promotes_and_writes_thai() {
    let house = House::open();
    let fen = "4k3/8/8/P7/8/8/8/4K3 w - - 0 1";
    let state = house.post("/api/state", &json!({"variant": "makruk", "fen": fen, "moves": ["a6"]})).json();
    assert_eq!(state["moves"][0]["uci"], "a5a6m");
    assert_eq!(state["moves"][0]["san"], "a6=M");
    assert!(state["moves"][0]["thai"].as_str().is_some_and(|text| !text.is_empty()));
    assert!(state["fen"].as_str().unwrap().starts_with("4k3/8/M~7/"));
}

#[test]
fn every_machine_gives_a_legal_move() {
    let house = House::open();
    let engines = house.get("/api/engines").json();
    for engine in engines.as_array().unwrap() {
        for variant in engine["variants"].as_array().unwrap() {
            let ask = json!({"engine": engine["id"], "variant": variant, "depth": 2});
            let thought = house.post("/api/think", &ask).json();
            let state = house.post("/api/state", &json!({"variant": variant})).json();
            let legal = names(&state["legal"], "uci");
            let best = thought["best"]["uci"].as_str().unwrap_or_else(|| panic!("{thought}"));
            assert!(legal.contains(&best.to_owned()), "{}: {best}", engine["id"]);
        }
    }
}

#[test]
fn a_thought_has_the_shape_of_a_cloud_evaluation() {
    let house = House::open();
    let thought = house.post("/api/think", &json!({"fen": MATE_IN_ONE, "depth": 4})).json();
    assert_eq!(thought["best"], json!({"uci": "a1a8", "san": "Ra8#"}));
    assert_eq!(thought["pvs"][0]["mate"], 1);
    assert_eq!(thought["pvs"][0]["moves"], "a1a8");
    assert_eq!(thought["fen"], MATE_IN_ONE);
    assert!(thought["knodes"].is_u64() && thought["depth"].as_u64().unwrap() > 0);
    // Scores are White's, whoever is to move.
    let black = "6k1/5ppp/8/8/8/8/q4PPP/6K1 b - - 0 1";
    let thought = house.post("/api/think", &json!({"fen": black, "depth": 4})).json();
    assert_eq!(thought["pvs"][0]["mate"], -1);
}

#[test]
fn several_lines_and_chosen_moves() {
    let house = House::open();
    let thought = house.post("/api/think", &json!({"nodes": 5000, "multipv": 3})).json();
    assert_eq!(thought["pvs"].as_array().unwrap().len(), 3);
    let thought = house.post("/api/think", &json!({"nodes": 500, "only": ["a3"]})).json();
    assert_eq!(thought["best"]["uci"], "a2a3");
}

#[test]
fn an_evaluation_adds_up() {
    let house = House::open();
    for place in [json!({"moves": "e4 d5 exd5 Qxd5 Nc3"}), json!({"variant": "makruk", "moves": "c4 d5"})] {
        let eval = house.post("/api/eval", &place).json();
        let value = |item: &Value| item["value"].as_i64().unwrap();
        let terms: i64 = eval["terms"]
            .as_array()
            .unwrap()
            .iter()
            .map(|term| value(&term["white"]) - value(&term["black"]))
            .sum();
        let adjustments: i64 = eval["adjustments"].as_array().unwrap().iter().map(value).sum();
        assert_eq!(terms + adjustments, eval["cp"].as_i64().unwrap());
    }
}

#[test]
fn a_position_becomes_planes_and_indices() {
    let house = House::open();
    let encoded = house.post("/api/encode", &json!({"moves": "e4 e5", "history_steps": 2})).json();
    assert_eq!(encoded["moves"], json!(["e2e4", "e7e5"]));
    assert_eq!(encoded["policy"].as_object().unwrap().len(), 29);
    assert_eq!(encoded["game_over"], false);
    // A run is where it begins, how long it is, and its value, which is not nothing.
    for run in encoded["runs"].as_array().unwrap() {
        assert!(run[1].as_u64().unwrap() > 0 && run[2].as_f64().unwrap() != 0.0, "{run}");
    }
    assert_eq!(house.post("/api/encode", &json!({"variant": "makruk"})).status, 200);
    assert_eq!(house.post("/api/encode", &json!({"history_steps": 1_000_000})).code(), "bad_history");
    assert_eq!(house.post("/api/encode", &json!({"moves": "e5"})).code(), "illegal_move");
}

#[test]
fn games_are_read_with_variations_and_written_again() {
    let house = House::open();
    let pgn = "[White \"A\"]\n[Black \"B\"]\n\n{So it begins} 1. e4 $1 {best} (1. d4 d5 (1... Nf6)) e5 2. Nf3 1-0\n\n\
               1. e4 e4 *\n\n[Variant \"Makruk\"]\n\n1. c4 *\n";
    let read = |text: &str| {
        let answer = house.ask(
            "POST",
            "/api/games/read",
            &[("content-type", "application/x-chess-pgn")],
            text.as_bytes(),
        );
        answer.json()
    };
    let games = read(pgn);
    let game = &games["games"][0];
    assert_eq!(game["tags"], json!({"White": "A", "Black": "B"}));
    assert_eq!(game["result"], "1-0");
    assert_eq!(names(&game["moves"], "san"), ["e4", "e5", "Nf3", "d4", "d5", "Nf6"]);
    let after: Vec<u64> =
        game["moves"].as_array().unwrap().iter().map(|m| m["after"].as_u64().unwrap()).collect();
    assert_eq!(after, [0, 1, 2, 0, 4, 4]);
    assert_eq!(games["games"][1]["line"], 6);
    assert!(games["games"][1]["error"].as_str().unwrap().contains("e4"));
    // What came before the fault is there.
    assert_eq!(names(&games["games"][1]["moves"], "san"), ["e4"]);
    assert_eq!(games["games"][2]["variant"], "makruk");

    let written = house.post("/api/games/write", game);
    assert_eq!(written.status, 200);
    assert!(written.text().contains("1. e4 $1 {best} (1. d4 d5 (1... Nf6))"), "{}", written.text());
    assert_eq!(read(written.text())["games"][0], *game);
}

#[test]
fn the_interface_describes_itself() {
    let house = House::open();
    let description = house.get("/api/openapi.json").json();
    let paths: Vec<&String> = description["paths"].as_object().unwrap().keys().collect();
    for path in [
        "/api/engines",
        "/api/state",
        "/api/think",
        "/api/analyse",
        "/api/eval",
        "/api/encode",
        "/api/games/read",
    ] {
        assert!(paths.iter().any(|known| *known == path), "{path}");
    }
    assert!(description["components"]["schemas"]["Wish"].is_object());
    // Whatever is referred to is there.
    let text = description.to_string();
    for reference in text.split("\"$ref\":\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(description["components"]["schemas"][name].is_object(), "{name}");
    }
}

#[test]
fn the_page_is_served_with_strict_rules() {
    let house = House::open();
    for path in ["/", "/play", "/analyse", "/doors"] {
        let page = house.get(path);
        assert_eq!(page.status, 200);
        assert!(page.header("content-type").unwrap().starts_with("text/html"));
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"));
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        assert!(page.header("access-control-allow-origin").is_none());
    }
    assert_eq!(house.get("/nothing").status, 404);
}
