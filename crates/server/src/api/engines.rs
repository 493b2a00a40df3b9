use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use kempelen_engine::{Entry, OptionKind, OptionSpec};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::levels::{self, Level};
use crate::question::Rules;

/// A machine of the cabinet.
#[derive(Serialize, ToSchema)]
pub(crate) struct EngineShape {
    /// Its name in requests.
    id: &'static str,
    /// Its name.
    name: &'static str,
    /// When it was made.
    year: u16,
    /// By whom.
    authors: &'static [&'static str],
    /// The games it plays.
    variants: Vec<Rules>,
    /// What it is and where our knowledge of it comes from.
    provenance: &'static str,
    /// What it cannot do.
    gaps: &'static [&'static str],
    /// What can be set.
    options: Vec<OptionShape>,
    /// Ways to play against it, from weak to strong.
    levels: Vec<Level>,
}

/// A setting of a machine.
#[derive(Serialize, ToSchema)]
pub(crate) struct OptionShape {
    /// Its name.
    name: String,
    /// What it does.
    help: String,
    /// `check`, `spin`, `combo` or `button`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// What it is if not set.
    default: String,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<i64>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<i64>,
    /// The words to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
}

impl EngineShape {
    fn new(entry: &Entry) -> Self {
        let specs = (entry.make)().options();
        let about = entry.about;
        Self {
            id: about.id,
            name: about.name,
            year: about.year,
            authors: about.authors,
            variants: about.variants.iter().map(|&variant| variant.into()).collect(),
            provenance: about.provenance,
            gaps: about.gaps,
            levels: levels::of(&specs),
            options: specs.into_iter().filter_map(OptionShape::new).collect(),
        }
    }
}

impl OptionShape {
    /// Texts name files on this machine, which are nobody's business.
    fn new(spec: OptionSpec) -> Option<Self> {
        let default = spec.default_text();
        let (kind, min, max, choices) = match spec.kind {
            OptionKind::Check { .. } => ("check", None, None, Vec::new()),
            OptionKind::Spin { min, max, .. } => ("spin", Some(min), Some(max), Vec::new()),
            OptionKind::Combo { choices, .. } => ("combo", None, None, choices),
            OptionKind::Button => ("button", None, None, Vec::new()),
            OptionKind::Text { .. } => return None,
        };
        Some(Self { name: spec.name, help: spec.help, kind, default, min, max, choices })
    }
}

/// The machines of the cabinet.
#[utoipa::path(
    get,
    path = "/api/engines",
    tag = "machines",
    responses((status = 200, description = "All machines, the default first", body = Vec<EngineShape>))
)]
pub(crate) async fn engines(State(app): State<Arc<App>>) -> Json<Vec<EngineShape>> {
    Json(app.registry.entries().iter().map(EngineShape::new).collect())
}
