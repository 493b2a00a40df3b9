//! A ladder from the summary of a match: a table on standard output, and a picture.
//!
//! `cargo run -p kempelen-tools --bin ladder -- SUMMARY.json NAME=RATING PICTURE.svg`, where the engine of that name
//! is put at that rating and the others follow.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;

use serde_json::Value;

/// One rung.
struct Rung {
    name: String,
    games: u64,
    score: f64,
    rating: f64,
    error: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [summary, anchor, picture] = words.as_slice() else {
        return Err("usage: ladder SUMMARY.json NAME=RATING PICTURE.svg".into());
    };
    let (name, rating) = anchor.split_once('=').ok_or("the anchor is NAME=RATING")?;
    let mut rungs =
        read(&serde_json::from_str(&fs::read_to_string(summary)?)?).ok_or("not a summary of a match")?;
    let there = rungs.iter().find(|rung| rung.name == name).ok_or("the anchor did not play")?;
    let shift = rating.parse::<f64>()? - there.rating;
    for rung in &mut rungs {
        rung.rating += shift;
    }
    rungs.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    println!("| machine | rating | | games | points |\n|---|---:|---|---:|---:|");
    for Rung { name, games, score, rating, error } in &rungs {
        println!("| {name} | {rating:.0} | +/- {error:.0} | {games} | {:.1} % |", 100.0 * score);
    }
    fs::write(picture, draw(&rungs))?;
    Ok(())
}

fn read(summary: &Value) -> Option<Vec<Rung>> {
    let rung = |engine: &Value| {
        Some(Rung {
            name: engine["name"].as_str()?.to_owned(),
            games: engine["games"].as_u64()?,
            score: engine["score"].as_f64()?,
            rating: engine["rating"]["value"].as_f64()?,
            error: engine["rating"]["error"].as_f64()?,
        })
    };
    summary["engines"].as_array()?.iter().map(rung).collect()
}

/// A line for each machine, strongest first: a dot for its rating and a bar for the error. It reads on white and black.
fn draw(rungs: &[Rung]) -> String {
    const ROW: f64 = 26.0;
    const LEFT: f64 = 190.0;
    const WIDTH: f64 = 560.0;
    let low = rungs.iter().map(|rung| rung.rating - rung.error).fold(f64::INFINITY, f64::min);
    let high = rungs.iter().map(|rung| rung.rating + rung.error).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = ((low / 200.0).floor() * 200.0, (high / 200.0).ceil() * 200.0);
    let x = |rating: f64| LEFT + (rating - low) / (high - low) * WIDTH;
    let bottom = ROW * (rungs.len() as f64 + 0.5);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" font-family=\"sans-serif\" font-size=\"13\" \
         fill=\"#777\" stroke-width=\"1\">\n",
        LEFT + WIDTH + 60.0,
        bottom + 30.0
    );
    let mut mark = low;
    while mark <= high {
        let at = x(mark);
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} 8V{bottom:.1}\" stroke=\"#8884\"/><text x=\"{at:.1}\" y=\"{:.1}\" \
             text-anchor=\"middle\">{mark:.0}</text>",
            bottom + 18.0
        );
        mark += 200.0;
    }
    for (row, rung) in rungs.iter().enumerate() {
        let y = ROW * (row as f64 + 0.75);
        let (from, to, at) = (x(rung.rating - rung.error), x(rung.rating + rung.error), x(rung.rating));
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"#c60\" stroke-width=\"3\"/>\
             <circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#c60\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{:.0}</text>",
            LEFT - 12.0,
            y + 4.5,
            rung.name,
            to + 8.0,
            y + 4.5,
            rung.rating
        );
    }
    svg + "</svg>\n"
}
