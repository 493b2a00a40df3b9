use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use kempelen_engine::{Ask, Limits, Stop};

use super::body::Json;
use crate::app::App;
use crate::question::{SearchAsked, SearchQuestion};
use crate::refusal::{ErrorShape, Refusal};
use crate::shapes::{AnalysisGatherer, ThoughtShape};

/// How long a machine thinks if nobody says.
const USUAL: Duration = Duration::from_secs(1);

/// A machine's move.
#[utoipa::path(
    post,
    path = "/api/think",
    tag = "machines",
    request_body = SearchAsked,
    responses(
        (status = 200, description = "The move and what it is worth", body = ThoughtShape),
        (status = 422, description = "The question makes no sense", body = ErrorShape),
        (status = 429, description = "Too many are waiting", body = ErrorShape)
    )
)]
pub(crate) async fn think(
    State(app): State<Arc<App>>,
    Json(search): Json<SearchAsked>,
) -> Result<axum::Json<ThoughtShape>, Refusal> {
    let question = search.understand(&app, Limits::time(USUAL))?;
    let place = app.pool.enter(question.needs).await?;
    let most = app.config.limits.think_time;
    let thought = app.pool.run(place, Stop::new(), most, move |stop| answer(&question, stop)).await??;
    Ok(axum::Json(thought))
}

fn answer(question: &SearchQuestion, stop: &Stop) -> Result<ThoughtShape, Refusal> {
    let mut engine = question.engine()?;
    let mut gatherer = AnalysisGatherer::new(question);
    let report = engine.think(Ask {
        game: &question.game,
        limits: question.limits,
        only: &question.only,
        stop,
        tell: &mut |info| gatherer.hear(info),
    })?;
    Ok(gatherer.finish(question.entry.about.id, &report))
}
