//! Traces for programs and pictures: JSON as its schema says, SVG that is well formed, pages that need nothing else.

use kempelen_engine::{Limits, Stop};
use kempelen_rules::{AnyGame, AnyPosition, VariantId};
use kempelen_trace::Keep;
use kempelen_window::{Part, Question, SCHEMA, View, record};
use serde_json::Value;

const BUSY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn view(id: &str, variant: VariantId, fen: &str, depth: u8, keep: Keep) -> View {
    let game = AnyGame::new(AnyPosition::from_fen(variant, fen).expect("a position"));
    let (stop, mut engine) = (Stop::new(), kempelen_cabinet::open(id).expect("an engine"));
    let question = Question::new(&game, Limits::depth(depth), &stop);
    View::new(record(&mut *engine, &question, keep).expect("a recording")).expect("a view")
}

fn views() -> Vec<View> {
    let start = AnyPosition::start(VariantId::Makruk).fen();
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let position = AnyPosition::from_fen(VariantId::Chess, mate).expect("a position");
    vec![
        view("kempelen", VariantId::Chess, BUSY, 5, Keep::whole()),
        view("kempelen", VariantId::Makruk, &start, 4, Keep { sample: Some(3), ..Keep::whole() }),
        view("sargon", VariantId::Chess, BUSY, 2, Keep { plies: Some(1), ..Keep::whole() }),
        view("microchess", VariantId::Chess, BUSY, 2, Keep::whole()),
        view("mint", VariantId::Chess, BUSY, 1, Keep::whole()),
        View::new(crate::common::playouts(&position, 100, Keep::whole())).expect("a view"),
    ]
}

/// The part of JSON Schema that ours is written in.
struct Schema {
    root: Value,
}

impl Schema {
    fn check(&self, schema: &Value, value: &Value, path: &str) -> Result<(), String> {
        let wrong = |what: &str| {
            Err(format!("{path}: {what}: {}", value.to_string().chars().take(200).collect::<String>()))
        };
        for (keyword, wanted) in schema.as_object().expect("a schema") {
            match keyword.as_str() {
                "$ref" => {
                    let name =
                        wanted.as_str().and_then(|text| text.strip_prefix("#/$defs/")).expect("a definition");
                    self.check(&self.root["$defs"][name], value, path)?;
                }
                "type" => {
                    let names = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                    if !names.iter().any(|name| is_of(name.as_str().expect("a type"), value)) {
                        return wrong(&format!("not of type {wanted}"));
                    }
                }
                "const" if value != wanted => return wrong(&format!("not {wanted}")),
                "enum" if !wanted.as_array().expect("a list").contains(value) => {
                    return wrong("not in the list");
                }
                "anyOf" => {
                    let any = wanted.as_array().expect("a list");
                    if !any.iter().any(|schema| self.check(schema, value, path).is_ok()) {
                        return wrong("none of them");
                    }
                }
                "minimum" if value.as_f64() < wanted.as_f64() => return wrong("too small"),
                "required" => {
                    for name in wanted.as_array().expect("a list").iter().filter_map(Value::as_str) {
                        if value.is_object() && value.get(name).is_none() {
                            return wrong(&format!("{name} is missing"));
                        }
                    }
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(wanted, item, &format!("{path}[{index}]"))?;
                    }
                }
                "propertyNames" => {
                    for (name, _) in value.as_object().into_iter().flatten() {
                        self.check(wanted, &name.clone().into(), path)?;
                    }
                }
                "properties"
                | "additionalProperties"
                | "$schema"
                | "$defs"
                | "title"
                | "description"
                | "const"
                | "enum"
                | "minimum" => {}
                other => panic!("{path}: this test does not know {other:?}"),
            }
        }
        let known = schema.get("properties").and_then(Value::as_object);
        for (name, item) in value.as_object().into_iter().flatten() {
            let below = format!("{path}.{name}");
            match (known.and_then(|known| known.get(name)), schema.get("additionalProperties")) {
                (None, Some(Value::Bool(false))) => return wrong(&format!("{name} is not expected")),
                (Some(schema), _) | (None, Some(schema @ Value::Object(_))) => {
                    self.check(schema, item, &below)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        _ => panic!("no type {name}"),
    }
}

#[test]
fn json_is_as_its_schema_says() {
    let schema = Schema { root: serde_json::from_str(SCHEMA).expect("a schema") };
    for view in views() {
        for ghosts in [false, true] {
            let mut text = Vec::new();
            view.json(None, None, ghosts, &mut text).expect("text").expect("all of it");
            let value: Value = serde_json::from_slice(&text).expect("JSON");
            let engine = &view.recording().header.engine;
            schema.check(&schema.root, &value, engine).expect("as the schema says");
            let mut wrong = value.clone();
            wrong["surprise"] = 1.into();
            assert!(schema.check(&schema.root, &wrong, engine).is_err(), "the schema is strict");
            assert_eq!(value["fen"], view.root_position().fen());
        }
    }
    let reasons = schema.root["$defs"]["reason"]["enum"].as_array().expect("a list").clone();
    let words: Vec<Value> = kempelen_trace::Why::ALL.iter().map(|&why| why.name().into()).collect();
    assert_eq!(reasons, words, "every reason is in the schema");
}

#[test]
fn nodes_in_json_are_the_nodes_of_the_search() {
    fn count(node: &Value) -> u64 {
        1 + node["children"].as_array().into_iter().flatten().map(count).sum::<u64>()
    }
    let view = view("kempelen", VariantId::Chess, BUSY, 5, Keep::whole());
    let mut text = Vec::new();
    view.json(None, None, false, &mut text).expect("text").expect("all of it");
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    let nodes: u64 =
        value["rounds"].as_array().expect("rounds").iter().map(|round| count(&round["root"])).sum();
    assert_eq!(nodes, view.recording().tally.nodes());
    assert_eq!(value["counts"]["nodes"], nodes);
    // A part of it has no more plies than asked for.
    let mut part = Vec::new();
    view.json(Some(1), Some(5), true, &mut part).expect("text").expect("a part");
    let value: Value = serde_json::from_slice(&part).expect("JSON");
    let root = &value["rounds"][0]["root"];
    assert!(root["children"].as_array().is_some_and(|moves| moves.len() >= 48), "all moves were searched");
    assert!(root["children"][0].get("children").is_none());
    assert!(view.json(None, Some(99), false, &mut Vec::new()).expect("no text").is_err());
}

/// Whether every tag is closed, and nothing is left unescaped.
fn is_well_formed(text: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for part in text.split('<').skip(1) {
        let Some((tag, rest)) = part.split_once('>') else { return false };
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap_or("");
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        if rest.split('&').skip(1).any(|word| word.find(';').is_none_or(|end| end > 5)) {
            return false;
        }
    }
    open.is_empty()
}

#[test]
fn pictures_are_well_formed() {
    assert!(!is_well_formed("<svg><text>a & b</text></svg>") && !is_well_formed("<svg><g></svg>"));
    for view in views() {
        let svg = view.svg(Part { plies: 3, width: 5, depth: None }).expect("a picture");
        assert!(svg.starts_with("<svg xmlns=") && is_well_formed(&svg), "{svg}");
    }
}

#[test]
fn pages_need_nothing_else() {
    for view in views() {
        let page = view.page(Part { plies: 3, width: 5, depth: None }).expect("a page");
        assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
        for foreign in ["src=", "href=", "@import", "url(", "fetch(", "XMLHttpRequest"] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        assert!(page.contains(&view.recording().header.engine));
    }
}
