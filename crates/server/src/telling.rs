use kempelen_engine::{About, Ask, Engine, EngineError, Info, Limits, OptionError, OptionSpec, Report};
use kempelen_trace::{Scale, Trace};
use serde_json::{Map, Value};

/// A machine that also tells somebody else how its search goes.
pub(crate) struct Telling<'a> {
    pub(crate) engine: &'a mut dyn Engine,
    pub(crate) listener: &'a mut (dyn FnMut(&Info) + Send),
}

impl Telling<'_> {
    /// Asks the machine, with both who asked and the listener in its ear.
    fn relay<T>(&mut self, ask: Ask<'_>, think: impl FnOnce(&mut dyn Engine, Ask<'_>) -> T) -> T {
        let Ask { game, limits, only, stop, tell } = ask;
        let listener = &mut *self.listener;
        let mut both = |info: &Info| {
            tell(info);
            listener(info);
        };
        think(self.engine, Ask { game, limits, only, stop, tell: &mut both })
    }
}

impl Engine for Telling<'_> {
    fn about(&self) -> &About {
        self.engine.about()
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.engine.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.engine.set_option(name, value)
    }

    fn scale(&self) -> Scale {
        self.engine.scale()
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        self.relay(ask, |engine, ask| engine.think(ask))
    }

    fn think_aloud(&mut self, ask: Ask<'_>, trace: &mut Trace) -> Result<Report, EngineError> {
        self.relay(ask, |engine, ask| engine.think_aloud(ask, trace))
    }

    fn think_in_own_terms(
        &mut self,
        question: &Map<String, Value>,
        limits: Limits,
    ) -> Option<Result<Report, EngineError>> {
        self.engine.think_in_own_terms(question, limits)
    }
}
