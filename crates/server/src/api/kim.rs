//! The KIM-1: Microchess with its keys and digits.
//!
//! The machine of 1976 is a page of 256 bytes, and so is all that the server needs to know of it: the client sends the
//! page with every key and gets it back. Nothing is remembered here.

use std::sync::Arc;
use std::time::Duration;

use axum::Json as Answer;
use axum::extract::State;
use kempelen_engine::Stop;
use kempelen_museum::microchess::{
    Clock, Color, Kim, KimKey, Level, OPENINGS, Opening, Pressed, Ruling, Tables, square_name,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::Json;
use crate::app::App;
use crate::pool::SearchNeeds;
use crate::refusal::{ErrorShape, Refusal};

/// The bytes of a page.
const PAGE: usize = 256;

/// A key pressed on the KIM-1.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Press {
    /// The zero page as 512 hexadecimal digits; a machine just started if left out.
    page: Option<String>,
    /// The key: 0-7, C, E, F, PC and those without use in the game. If left out, the machine is only looked at.
    key: Option<String>,
    /// `normal`, `blitz` or `superblitz`.
    level: Option<String>,
    /// The opening on tape to load before the key, as `giuoco_w`.
    opening: Option<String>,
    /// Who plays White, which the machine does not know.
    #[serde(default)]
    computer: Computer,
}

/// Who the computer is.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Computer {
    /// After key C.
    #[default]
    White,
    /// After keys C and E.
    Black,
}

/// What the KIM-1 shows.
#[derive(Serialize, ToSchema)]
pub(crate) struct KimShape {
    /// The zero page as 512 hexadecimal digits.
    page: String,
    /// The six digits.
    display: String,
    /// What they flashed while the machine thought.
    flashes: Vec<String>,
    /// The men, as the first field of a FEN.
    board: String,
    /// The book pointer, where the book is open.
    book: Option<u8>,
    /// The openings that can be loaded.
    openings: Vec<&'static str>,
    /// The thought behind key PC; none for other keys and for a move from the book.
    thought: Option<KimThoughtShape>,
}

/// A thought of Microchess.
#[derive(Serialize, ToSchema)]
pub(crate) struct KimThoughtShape {
    /// The move as two squares; none when it resigns.
    best: Option<String>,
    /// The best value.
    value: u8,
    /// How long the machine of 1976 thought, in milliseconds.
    ms: u64,
    /// The candidates in the order of generation.
    candidates: Vec<KimCandidateShape>,
}

/// A candidate move.
#[derive(Serialize, ToSchema)]
pub(crate) struct KimCandidateShape {
    /// The man, by its slot.
    slot: u8,
    /// The move as two squares.
    uci: String,
    /// The value by which candidates are compared.
    value: u8,
    /// The sum behind it, term by term.
    terms: Vec<KimTermShape>,
    /// What overrode the sum, if anything did.
    ruling: Option<&'static str>,
}

/// A term of the sum.
#[derive(Serialize, ToSchema)]
pub(crate) struct KimTermShape {
    /// The label of the program.
    name: &'static str,
    /// What it adds to the value, in quarters of a point.
    quarters: i32,
    /// The accumulator afterwards.
    sum: u8,
}

/// Presses a key of the KIM-1.
#[utoipa::path(
    post,
    path = "/api/kim",
    tag = "machines",
    request_body = Press,
    responses(
        (status = 200, description = "What it shows", body = KimShape),
        (status = 422, description = "No such key, level, opening or page", body = ErrorShape)
    )
)]
pub(crate) async fn kim(
    State(app): State<Arc<App>>,
    Json(press): Json<Press>,
) -> Result<Answer<KimShape>, Refusal> {
    let (machine, key, computer) = press.understand()?;
    // Only key PC makes the machine think; the rest is done at once.
    if key != Some(KimKey::PC) {
        return Ok(Answer(answer(machine, key, computer)));
    }
    let place = app.pool.enter(SearchNeeds { threads: 1, megabytes: 1 }).await?;
    let most = Duration::from_secs(10);
    app.pool.run(place, Stop::new(), most, move |_| answer(machine, key, computer)).await.map(Answer)
}

impl Press {
    fn understand(&self) -> Result<(Kim, Option<KimKey>, Color), Refusal> {
        let level = self.level.as_deref().unwrap_or("normal");
        let level: Level = level.parse().map_err(|error| Refusal::senseless("bad_level", error))?;
        let mut machine = Kim::new(level, None);
        if let Some(page) = &self.page {
            for (address, value) in read_page(page)?.into_iter().enumerate() {
                machine.poke(address as u8, value);
            }
        }
        if let Some(name) = &self.opening {
            let opening: Opening = name.parse().map_err(|error| Refusal::senseless("bad_opening", error))?;
            machine.load(&opening);
        }
        let key = self.key.as_ref().map(|key| key.parse::<KimKey>());
        let key = key.transpose().map_err(|error| Refusal::senseless("bad_key", error))?;
        let computer = match self.computer {
            Computer::White => Color::White,
            Computer::Black => Color::Black,
        };
        Ok((machine, key, computer))
    }
}

fn read_page(text: &str) -> Result<[u8; PAGE], Refusal> {
    let bad = || Refusal::senseless("bad_page", format!("a page is {} hexadecimal digits", PAGE * 2));
    let digits = text.as_bytes();
    if digits.len() != PAGE * 2 {
        return Err(bad());
    }
    let mut page = [0; PAGE];
    for (cell, pair) in page.iter_mut().zip(digits.chunks(2)) {
        let pair = std::str::from_utf8(pair).map_err(|_| bad())?;
        *cell = u8::from_str_radix(pair, 16).map_err(|_| bad())?;
    }
    Ok(page)
}

fn answer(mut machine: Kim, key: Option<KimKey>, computer: Color) -> KimShape {
    let tables = machine.tables();
    let mut clock = Clock::new();
    let pressed = key.map(|key| machine.press_watched(key, &mut clock));
    let thought = pressed.as_ref().and_then(|pressed| thought(pressed, &tables, &clock, computer));
    let flashes = pressed.map(|pressed| pressed.flashes).unwrap_or_default();
    KimShape {
        page: (0..=u8::MAX).map(|address| hex(machine.peek(address))).collect(),
        display: machine.display().to_string(),
        flashes: flashes.iter().map(ToString::to_string).collect(),
        board: machine.board().placement(computer),
        book: Some(machine.book_pointer()).filter(|&pointer| pointer >= 0x80),
        openings: OPENINGS.iter().map(|opening| opening.name).collect(),
        thought,
    }
}

fn hex(byte: u8) -> String {
    format!("{byte:02X}")
}

fn thought(pressed: &Pressed, tables: &Tables, clock: &Clock, computer: Color) -> Option<KimThoughtShape> {
    let thought = pressed.thought.as_ref()?;
    let squares = |from: u8, to: u8| {
        let name = |square: u8| square_name(square, computer).unwrap_or_else(|| hex(square));
        name(from) + &name(to)
    };
    let candidates = thought.candidates.iter().map(|candidate| {
        let sum = thought.strategy(candidate, tables);
        KimCandidateShape {
            slot: candidate.slot,
            uci: squares(candidate.from, candidate.to),
            value: candidate.value,
            terms: sum
                .terms
                .iter()
                .map(|term| KimTermShape { name: term.name, quarters: term.quarters(), sum: term.sum })
                .collect(),
            ruling: match sum.ruling {
                Ruling::Sum => None,
                Ruling::KingHangs => Some("the king could be taken"),
                Ruling::Mate => Some("mate"),
            },
        }
    });
    Some(KimThoughtShape {
        best: thought.best.map(|best| squares(best.from, best.to)),
        value: thought.best_value,
        ms: u64::try_from(clock.duration().as_millis()).unwrap_or(u64::MAX),
        candidates: candidates.collect(),
    })
}
