use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use kempelen_engine::{OptionKind, OptionSpec, RegistryEntry, Remote};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::levels::{self, LevelShape};
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
    /// What it can do besides choosing a move: `thinks-until-stopped`, `uses-clock`, `plays-weaker`, `shows-lines`,
    /// `has-book`, `needs-model`, `counts-playouts`, `judges`, `has-own-terms`.
    capabilities: Vec<&'static str>,
    /// What it is and where our knowledge of it comes from.
    provenance: &'static str,
    /// What it cannot do.
    gaps: &'static [&'static str],
    /// What can be set from here.
    options: Vec<OptionShape>,
    /// Ways to play against it, from weak to strong.
    levels: Vec<LevelShape>,
}

/// A setting of a machine.
#[derive(Serialize, ToSchema)]
pub(crate) struct OptionShape {
    /// Its name.
    name: String,
    /// What it does.
    help: String,
    /// `check`, `spin`, `combo`, `button` or `string`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// What it is if not set.
    default: String,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<i64>,
    /// The greatest number that is taken here.
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<i64>,
    /// The words to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
}

impl EngineShape {
    fn new(app: &App, entry: &RegistryEntry) -> Self {
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
            capabilities: about.capabilities.iter().map(|capability| capability.word()).collect(),
            levels: levels::of(&about, &specs),
            options: specs
                .into_iter()
                .filter(|spec| spec.remote != Remote::Never)
                .map(|spec| OptionShape::new(app, spec))
                .collect(),
        }
    }
}

impl OptionShape {
    fn new(app: &App, spec: OptionSpec) -> Self {
        let (kind, default) = (spec.kind.word(), spec.default_text());
        let most = if let Remote::UpTo(resource) = spec.remote { app.lends(resource) } else { i64::MAX };
        let (min, max, choices) = match spec.kind {
            OptionKind::Spin { min, max, .. } => (Some(min), Some(max.min(most)), Vec::new()),
            OptionKind::Combo { choices, .. } => (None, None, choices),
            OptionKind::Check { .. } | OptionKind::Button | OptionKind::Text { .. } => {
                (None, None, Vec::new())
            }
        };
        Self { name: spec.name, help: spec.help, kind, default, min, max, choices }
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
    Json(app.registry.entries().iter().map(|entry| EngineShape::new(&app, entry)).collect())
}
