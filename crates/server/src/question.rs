//! What clients ask: a position, a machine, and how long to think.

use std::collections::BTreeMap;
use std::time::Duration;

use kempelen_engine::{Engine, GameClock, Limits, OptionSpec, RegistryEntry, Remote, Resource};
use kempelen_rules::{AnyGame, AnyPosition, CountKeeping, GameKind, Move, VariantId};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::app::App;
use crate::pool::SearchNeeds;
use crate::refusal::Refusal;

/// Which game is played: on the wire its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rules(GameKind);

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const NAMES: [&str; GameKind::ALL.len()] = {
            let mut names = [""; GameKind::ALL.len()];
            let mut i = 0;
            while i < names.len() {
                names[i] = GameKind::ALL[i].name();
                i += 1;
            }
            names
        };
        let name = String::deserialize(deserializer)?;
        let kind = GameKind::ALL.into_iter().find(|kind| kind.names().contains(&name.as_str()));
        kind.map(Self).ok_or_else(|| D::Error::unknown_variant(&name, &NAMES))
    }
}

impl PartialSchema for Rules {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Which game is played."))
            .enum_values(Some(GameKind::ALL.map(GameKind::name)))
            .into()
    }
}

impl ToSchema for Rules {}

impl Rules {
    pub(crate) fn variant(self) -> VariantId {
        self.0.variant()
    }

    /// A legal move in UCI's spelling.
    pub(crate) fn write(self, position: &AnyPosition, m: Move) -> String {
        self.0.uci(position, m)
    }

    /// A line of play in UCI's spelling, as far as it is legal.
    pub(crate) fn write_line(self, start: &AnyPosition, moves: &[Move]) -> String {
        let mut here = *start;
        let mut words = Vec::with_capacity(moves.len());
        for &m in moves {
            if !here.is_legal(m) {
                break;
            }
            words.push(self.write(&here, m));
            here = here.play(m);
        }
        words.join(" ")
    }
}

impl From<VariantId> for Rules {
    fn from(variant: VariantId) -> Self {
        Self(variant.into())
    }
}

/// A position, and how it came about.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub(crate) struct PlaceAsked {
    /// The game. If left out: what the FEN looks like, else chess.
    variant: Option<Rules>,
    /// Where it starts; the start of the game if left out.
    fen: Option<String>,
    /// The moves played since, as `e2e4`, `e2-e4` or `Nf3`. Where players count by hand, `count-start` and `count-stop`
    /// stand among them, before the move of the side that does so.
    moves: Option<MovesShape>,
    /// Who keeps the count, in the games that have one.
    #[serde(default)]
    counting: CountingAsked,
}

/// Who keeps the count.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CountingAsked {
    /// It begins as soon as it may.
    #[default]
    Automatic,
    /// Players start and stop it.
    ByHand,
}

/// Moves, in a text or one by one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged, expecting = "moves are a text or a list of texts")]
pub(crate) enum MovesShape {
    /// Separated by spaces.
    Text(String),
    /// One by one.
    List(Vec<String>),
}

impl PlaceAsked {
    /// The start of a game.
    pub(crate) fn start(variant: Option<Rules>, fen: Option<String>) -> Self {
        Self { variant, fen, ..Self::default() }
    }

    /// The game so far.
    pub(crate) fn game(&self) -> Result<(Rules, AnyGame), Refusal> {
        let fen = self.fen.as_deref().map(str::trim).filter(|fen| !fen.is_empty() && *fen != "startpos");
        let guess = || fen.map_or(VariantId::Chess, VariantId::guess).into();
        let rules = self.variant.unwrap_or_else(guess);
        let keeping = match self.counting {
            CountingAsked::Automatic => CountKeeping::Automatic,
            CountingAsked::ByHand => CountKeeping::ByHand,
        };
        let mut game = AnyGame::new(start(rules, fen)?).keeping_count(keeping);
        match &self.moves {
            None => {}
            Some(MovesShape::Text(text)) => play(&mut game, text.split_whitespace())?,
            Some(MovesShape::List(texts)) => play(&mut game, texts.iter().map(String::as_str))?,
        }
        Ok((rules, game))
    }
}

fn start(rules: Rules, fen: Option<&str>) -> Result<AnyPosition, Refusal> {
    let variant = rules.variant();
    let Some(fen) = fen else { return Ok(AnyPosition::start(variant)) };
    AnyPosition::from_fen(variant, fen).map_err(|error| {
        let likely = VariantId::guess(fen);
        if likely != variant && AnyPosition::from_fen(likely, fen).is_ok() {
            Refusal::senseless("bad_fen", format!("{error} (it is a FEN of {likely})"))
        } else {
            error.into()
        }
    })
}

fn play<'a>(game: &mut AnyGame, moves: impl Iterator<Item = &'a str>) -> Result<(), Refusal> {
    for (ply, text) in moves.enumerate() {
        if let Some(call) = text.strip_prefix("count-").and_then(|call| call.parse().ok()) {
            game.call_count(call).map_err(|refusal| Refusal::senseless("count_refused", refusal))?;
            continue;
        }
        let m = game.position().read_move(text).map_err(|error| Refusal::of_move(ply, &error))?;
        game.play(m);
    }
    Ok(())
}

/// A question to a machine.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchAsked {
    /// The position.
    #[serde(flatten)]
    pub(crate) place: PlaceAsked,
    /// The id of the machine; the first of the cabinet if left out.
    engine: Option<String>,
    /// Its settings, by name.
    #[serde(default)]
    options: BTreeMap<String, Setting>,
    /// The depth in plies.
    depth: Option<u8>,
    /// The number of nodes.
    nodes: Option<u64>,
    /// The time, in milliseconds.
    movetime: Option<u64>,
    /// A mate in so many moves is enough.
    mate: Option<u8>,
    /// The clock of the side to move.
    clock: Option<ClockShape>,
    /// How many lines to show.
    multipv: Option<u8>,
    /// The only moves to consider.
    #[serde(default)]
    only: Vec<String>,
}

/// The value of a setting.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(untagged, expecting = "a setting is a text, a whole number, or true or false")]
pub(crate) enum Setting {
    /// On or off.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// A word.
    Word(String),
}

impl Setting {
    fn text(&self) -> String {
        match self {
            Self::Switch(on) => on.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.clone(),
        }
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClockShape {
    /// Milliseconds left.
    remaining: u64,
    /// Milliseconds added for each move.
    #[serde(default)]
    increment: u64,
    /// Moves until more time is given.
    moves_to_go: Option<u32>,
}

/// A question that has been understood and is within the limits.
pub(crate) struct SearchQuestion {
    pub(crate) rules: Rules,
    pub(crate) game: AnyGame,
    pub(crate) limits: Limits,
    pub(crate) only: Vec<Move>,
    pub(crate) entry: RegistryEntry,
    /// The settings, in the order in which they are made.
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) needs: SearchNeeds,
    /// What the machine alone takes of the memory.
    pub(crate) machine_mb: u32,
}

impl SearchAsked {
    /// Understands the question. Where it sets no limit, the machine gets `usual`.
    pub(crate) fn understand(&self, app: &App, usual: Limits) -> Result<SearchQuestion, Refusal> {
        let entry = *app.machine(self.engine.as_deref())?;
        let (rules, game) = self.place.game()?;
        if !entry.about.plays(game.variant()) {
            let reason = format!("{} does not play {}", entry.about.name, game.variant());
            return Err(Refusal::senseless("variant", reason));
        }
        let position = game.position();
        let read = |(i, text): (usize, &String)| {
            position
                .read_move(text)
                .map_err(|error| Refusal::senseless("bad_only", format!("only {i}: {error}")))
        };
        let only = self.only.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        let mut question = SearchQuestion {
            limits: self.limits(app, usual)?,
            rules,
            game,
            only,
            entry,
            settings: Vec::new(),
            needs: SearchNeeds { threads: 1, megabytes: 0 },
            machine_mb: 0,
        };
        self.settle(app, &mut question)?;
        Ok(question)
    }

    fn limits(&self, app: &App, usual: Limits) -> Result<Limits, Refusal> {
        let most = &app.config.limits;
        let time = self.movetime.map(Duration::from_millis);
        if let Some(time) = time.filter(|&time| time > most.think_time) {
            let reason =
                format!("movetime {} is more than {}", time.as_millis(), most.think_time.as_millis());
            return Err(Refusal::too_much(reason));
        }
        if let Some(nodes) = self.nodes.filter(|&nodes| nodes > most.nodes) {
            return Err(Refusal::too_much(format!("nodes {nodes} is more than {}", most.nodes)));
        }
        let clock = self.clock.map(|clock| GameClock {
            remaining: Duration::from_millis(clock.remaining),
            increment: Duration::from_millis(clock.increment),
            moves_to_go: clock.moves_to_go,
        });
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            time,
            mate: self.mate,
            clock,
            ..Limits::default()
        };
        Ok(if limits == Limits::default() { usual } else { limits })
    }

    /// Looks through the settings: what would reach outside (files) or take too much is refused.
    fn settle(&self, app: &App, question: &mut SearchQuestion) -> Result<(), Refusal> {
        let specs = (question.entry.make)().options();
        for (name, setting) in &self.options {
            let Some(spec) = specs.iter().find(|spec| spec.is_named(name)) else {
                let reason =
                    format!("{} has no option {:?}", question.entry.about.name, crate::text::clip(name));
                return Err(Refusal::senseless("bad_option", reason));
            };
            if spec.remote == Remote::Never {
                let reason = format!("the option {} cannot be set from here", spec.name);
                return Err(Refusal::senseless("bad_option", reason));
            }
            let value = spec.accept(&setting.text())?;
            if let Remote::UpTo(resource) = spec.remote {
                let (number, most) = (value.parse::<i64>().unwrap_or_default(), app.lends(resource));
                if number > most {
                    return Err(Refusal::too_much(format!("{} {number} is more than {most}", spec.name)));
                }
                if resource == Resource::Threads {
                    question.needs.threads = u32::try_from(number).unwrap_or(1);
                }
            }
            question.settings.push((spec.name.clone(), value));
        }
        if let Some(lines) = self.multipv {
            if !(1..=app.config.limits.lines).contains(&lines) {
                let reason = format!("multipv is from 1 to {}, not {lines}", app.config.limits.lines);
                return Err(Refusal::too_much(reason));
            }
            // A machine that knows only its best move shows that.
            if let Some(spec) = specs.iter().find(|spec| spec.remote == Remote::UpTo(Resource::Lines)) {
                question.settings.push((spec.name.clone(), lines.to_string()));
            }
        }
        question.machine_mb = megabytes(&specs, &question.settings);
        question.needs.megabytes = question.machine_mb;
        if question.needs.megabytes > app.pool.most_memory() {
            let (wanted, most) = (question.needs.megabytes, app.pool.most_memory());
            return Err(Refusal::too_much(format!("{wanted} megabytes are more than {most}")));
        }
        Ok(())
    }
}

/// What a machine takes besides the memory that its options speak of, in megabytes.
const MACHINE_MB: u32 = 8;

/// How much memory a machine with these settings fills, at most.
pub(crate) fn megabytes(specs: &[OptionSpec], settings: &[(String, String)]) -> u32 {
    let tables = specs.iter().filter(|spec| spec.remote == Remote::UpTo(Resource::Megabytes)).map(|spec| {
        let set = settings.iter().rev().find(|(name, _)| spec.is_named(name)).map(|(_, value)| value.clone());
        set.unwrap_or_else(|| spec.default_text()).parse().unwrap_or(0)
    });
    tables.fold(MACHINE_MB, u32::saturating_add)
}

impl SearchQuestion {
    /// The machine, set as wanted.
    pub(crate) fn engine(&self) -> Result<Box<dyn Engine>, Refusal> {
        let mut engine = (self.entry.make)();
        for (name, value) in &self.settings {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }
}
