use std::io::{self, Write};
use std::time::{Duration, Instant};

use kempelen_arena::{Fixture, MatchGame, MatchNews, Standings, Termination, Tournament};

use crate::failure::Failure;

/// Tells how a match goes, while it goes.
pub(super) struct Live {
    style: LiveStyle,
    names: Vec<String>,
    games: usize,
    title: String,
    begun: Instant,
    running: usize,
    /// Games that were there before we began.
    before: usize,
}

enum LiveStyle {
    /// Nothing until the end.
    Silent,
    /// A line a game.
    Plain,
    /// A table that is drawn again and again in the same place.
    Terminal {
        /// How many lines of it stand on the screen.
        lines: usize,
        drawn: Option<Instant>,
    },
}

/// Fast games would otherwise keep the terminal busier than the engines.
const SHORTEST_GLANCE: Duration = Duration::from_millis(200);

/// How many games lie between two lines of progress where no table is drawn.
const PROGRESS_EVERY: usize = 20;

impl Live {
    pub(super) fn silent(tournament: &Tournament) -> Self {
        Self::new(tournament, LiveStyle::Silent)
    }

    pub(super) fn plain(tournament: &Tournament) -> Self {
        Self::new(tournament, LiveStyle::Plain)
    }

    pub(super) fn on_terminal(tournament: &Tournament) -> Self {
        Self::new(tournament, LiveStyle::Terminal { lines: 0, drawn: None })
    }

    fn new(tournament: &Tournament, style: LiveStyle) -> Self {
        let games = tournament.schedule().games();
        let openings = match tournament.book.repeats_after() {
            Some(openings) if openings < tournament.rounds => {
                format!("{openings} openings, which repeat")
            }
            Some(openings) => format!("{openings} openings"),
            None => "random openings".to_owned(),
        };
        let pace = paces(tournament);
        let title = format!("{}: {games} games of {}, {pace}, {openings}", tournament.event, tournament.kind);
        Self { style, names: tournament.names(), games, title, begun: Instant::now(), running: 0, before: 0 }
    }

    pub(super) fn begin(&self, output: &mut impl Write) -> Result<(), Failure> {
        if !matches!(self.style, LiveStyle::Silent) {
            writeln!(output, "{}", self.title)?;
            output.flush()?;
        }
        Ok(())
    }

    pub(super) fn hear(
        &mut self,
        output: &mut impl Write,
        news: &MatchNews<'_>,
        standings: &Standings,
    ) -> Result<(), Failure> {
        match news {
            MatchNews::Resumed { games } => self.before = *games,
            MatchNews::Started { .. } => self.running += 1,
            MatchNews::Finished { .. } => self.running -= 1,
        }
        let progress = || standings.progress(self.games, self.running, self.begun.elapsed(), self.before);
        match &mut self.style {
            LiveStyle::Silent => {}
            LiveStyle::Plain => match news {
                MatchNews::Resumed { games } => writeln!(output, "{games} games found in the record")?,
                MatchNews::Started { .. } => {}
                MatchNews::Finished { fixture, record } => {
                    writeln!(output, "{}", game_line(&self.names, fixture, record))?;
                    if standings.games().is_multiple_of(PROGRESS_EVERY) {
                        writeln!(output, "{}", progress())?;
                    }
                }
            },
            LiveStyle::Terminal { lines, drawn } => {
                // What went wrong in a game stays on the screen above the table.
                let remark = match news {
                    MatchNews::Finished { fixture, record } if is_fault(record) => {
                        format!("{}\n", game_line(&self.names, fixture, record))
                    }
                    _ => String::new(),
                };
                let due = drawn.is_none_or(|drawn| drawn.elapsed() >= SHORTEST_GLANCE);
                if due || !remark.is_empty() {
                    let table = format!("{}{}\n", standings.table(), progress());
                    redraw(output, *lines, &remark, &table)?;
                    *lines = table.lines().count();
                    *drawn = Some(Instant::now());
                }
            }
        }
        output.flush()?;
        Ok(())
    }

    /// The last table, which stays.
    pub(super) fn end(&mut self, output: &mut impl Write, standings: &Standings) -> Result<(), Failure> {
        let table = standings.table();
        match self.style {
            LiveStyle::Terminal { lines, .. } => redraw(output, lines, "", &table)?,
            LiveStyle::Plain | LiveStyle::Silent => write!(output, "{table}")?,
        }
        Ok(())
    }
}

/// The limits of the match, and after them those of engines that have their own.
fn paces(tournament: &Tournament) -> String {
    let own = |engine: &usize| tournament.engines[*engine].pace.is_some();
    let engines = 0..tournament.engines.len();
    let mut words = Vec::new();
    if !engines.clone().all(|engine| own(&engine)) {
        words.push(tournament.pace.to_string());
    }
    let names = tournament.names();
    words.extend(
        engines.filter(own).map(|engine| format!("{} {}", names[engine], tournament.pace_of(engine))),
    );
    words.join(", ")
}

/// Puts a text in the place of the last lines on the screen. Wrapping is off meanwhile: a line that is too long for
/// the terminal must still be one line, or the count would be wrong.
fn redraw(output: &mut impl Write, lines: usize, above: &str, text: &str) -> io::Result<()> {
    if lines > 0 {
        write!(output, "\x1b[{lines}A\r\x1b[J")?;
    }
    write!(output, "{above}\x1b[?7l{text}\x1b[?7h")
}

fn is_fault(record: &MatchGame) -> bool {
    !matches!(
        record.verdict.termination(),
        Termination::Normal | Termination::Resignation | Termination::Adjudication
    )
}

fn game_line(names: &[String], fixture: &Fixture, record: &MatchGame) -> String {
    let [white, black] = fixture.players.map(|player| &names[player]);
    let result = record.verdict.winner().map_or("1/2-1/2", |winner| winner.pick("1-0", "0-1"));
    let plies = record.game.moves().len();
    format!("{}: {white} - {black} {result}, {plies} half-moves, {}", fixture.round_tag(), record.verdict)
}
