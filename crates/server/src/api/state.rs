use axum::Json as Answer;
use kempelen_rules::{AnyGame, AnyPosition, Color, End, Move, Variant, with_position, with_variant};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::Json;
use crate::question::{PlaceAsked, Rules};
use crate::refusal::{ErrorShape, Refusal};
use crate::shapes::SideShape;

/// What the laws say of a position.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StateShape {
    /// The game.
    variant: Rules,
    /// The FEN it started from.
    start: String,
    /// The FEN now.
    fen: String,
    /// The side to move.
    turn: SideShape,
    /// The number of the move to be played.
    move_number: u16,
    /// The moves played.
    moves: Vec<PlayedShape>,
    /// The moves that may be played now.
    legal: Vec<LegalShape>,
    /// The square of the king that is in check.
    check: Option<String>,
    /// How often this position has occurred.
    repetitions: usize,
    /// The count of makruk, where one is on.
    counting: Option<CountingShape>,
    /// Where players count by hand: how many moves a count would go to if the side to move began it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    count_offer: Option<u16>,
    /// Where players count by hand: whether the side to move may stop its count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    may_stop_count: bool,
    /// Who has men to mate with, which matters when time runs out.
    can_mate: CanMateShape,
    /// How the game ended, if it has.
    outcome: Option<OutcomeShape>,
}

/// Who has men to mate with.
#[derive(Serialize, ToSchema)]
pub(crate) struct CanMateShape {
    /// Whether White has.
    white: bool,
    /// Whether Black has.
    black: bool,
}

/// A move that was played.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayedShape {
    /// As `e2e4`.
    uci: String,
    /// As `Nf3`.
    san: String,
    /// In Thai letters, where the game has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    thai: Option<String>,
    /// The FEN afterwards.
    fen: String,
    /// The square of the king that it put in check.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<String>,
}

/// A move that may be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct LegalShape {
    /// As `e2e4`.
    uci: String,
    /// As `Nf3`.
    san: String,
    /// The square it starts from.
    from: String,
    /// The square it leads to; for castling, the king's.
    to: String,
    /// The rook that castles.
    #[serde(skip_serializing_if = "Option::is_none")]
    rook: Option<String>,
    /// What a pawn becomes, as the letter of a FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<char>,
}

/// A running count, in whole moves as people count them.
#[derive(Serialize, ToSchema)]
pub(crate) struct CountingShape {
    /// How many have been counted.
    count: u16,
    /// How many make a draw.
    limit: u16,
    /// Who counts.
    side: SideShape,
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
pub(crate) struct OutcomeShape {
    /// `1-0`, `0-1` or `1/2-1/2`.
    result: &'static str,
    /// Why, in one word for programs.
    reason: &'static str,
    /// Who won.
    winner: Option<SideShape>,
    /// Why, in words.
    text: String,
}

impl StateShape {
    pub(crate) fn new(rules: Rules, game: &AnyGame) -> Self {
        let position = game.position();
        let mut legal: Vec<LegalShape> =
            position.legal_moves().into_iter().map(|m| LegalShape::new(rules, &position, m)).collect();
        legal.sort_unstable_by(|a, b| a.uci.cmp(&b.uci));
        Self {
            variant: rules,
            start: game.start().fen(),
            fen: position.fen(),
            turn: position.turn().into(),
            move_number: with_position!(&position, p => p.move_number()),
            moves: played(rules, game),
            legal,
            check: check(&position),
            repetitions: game.repetitions(),
            counting: counting(&position),
            count_offer: game.count_offer(),
            may_stop_count: game.may_stop_count().is_ok(),
            can_mate: CanMateShape {
                white: position.can_mate(Color::White),
                black: position.can_mate(Color::Black),
            },
            outcome: game.outcome().map(OutcomeShape::new),
        }
    }
}

impl LegalShape {
    fn new(rules: Rules, position: &AnyPosition, m: Move) -> Self {
        let castles = with_position!(position, p => p.is_castling(m));
        let king = with_position!(&position.play(m), p => p.king(!p.turn()));
        Self {
            uci: rules.write(position, m),
            san: position.san(m),
            from: m.from().to_string(),
            to: if castles { king } else { m.to() }.to_string(),
            rook: castles.then(|| m.to().to_string()),
            promotion: m.promoted().map(|role| with_variant!(position.variant(), V => V::letter(role))),
        }
    }
}

impl OutcomeShape {
    fn new(end: End) -> Self {
        Self {
            result: end.result(),
            reason: end.name(),
            winner: end.winner().map(SideShape::from),
            text: end.to_string(),
        }
    }
}

fn played(rules: Rules, game: &AnyGame) -> Vec<PlayedShape> {
    let shape = |(ply, &m): (usize, &Move)| {
        let (before, after) = (game.position_at(ply)?, game.position_at(ply + 1)?);
        Some(PlayedShape {
            uci: rules.write(&before, m),
            san: before.san(m),
            thai: before.thai(m),
            fen: after.fen(),
            check: check(&after),
        })
    };
    game.moves().iter().enumerate().filter_map(shape).collect()
}

fn check(position: &AnyPosition) -> Option<String> {
    let king = |turn: Color| with_position!(position, p => p.king(turn)).to_string();
    position.in_check().then(|| king(position.turn()))
}

fn counting(position: &AnyPosition) -> Option<CountingShape> {
    with_position!(position, p => {
        let (count, limit) = p.draw_count().spoken()?;
        Some(CountingShape { count, limit, side: p.counting_side()?.into() })
    })
}

/// The laws: what may be played, check, counting, and whether the game is over.
#[utoipa::path(
    post,
    path = "/api/state",
    tag = "laws",
    request_body = PlaceAsked,
    responses(
        (status = 200, description = "The position after the moves", body = StateShape),
        (status = 422, description = "No such position, or a move that cannot be played", body = ErrorShape)
    )
)]
pub(crate) async fn state(Json(place): Json<PlaceAsked>) -> Result<Answer<StateShape>, Refusal> {
    let (rules, game) = place.game()?;
    Ok(Answer(StateShape::new(rules, &game)))
}
