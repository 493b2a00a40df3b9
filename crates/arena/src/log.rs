//! The record of a match: a PGN file that grows by whole games, and from which a match can go on.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use kempelen_engine::Score;
use kempelen_rules::pgn::{self, Outcome, PgnNode, Record};

use crate::game::{MatchGame, MoveThought};
use crate::schedule::{Fixture, Schedule};
use crate::standings::GameResult;
use crate::tournament::Tournament;
use crate::verdict::Termination;

/// The file of a match, open for more games. Without a file nothing is written.
pub(crate) struct MatchLog {
    file: Option<(PathBuf, File)>,
    names: Vec<String>,
}

impl MatchLog {
    /// Opens the file of a match and gives the results it already has, by the numbers of the games.
    pub(crate) fn open(tournament: &Tournament) -> Result<(Self, HashMap<usize, GameResult>), LogError> {
        let names = tournament.names();
        let Some(path) = &tournament.pgn else { return Ok((Self { file: None, names }, HashMap::new())) };
        let failed = |error: io::Error| LogError::File { path: path.clone(), reason: error.to_string() };
        let old = match fs::read(path) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error)),
        };
        if !old.is_empty() && !tournament.resume {
            return Err(LogError::Exists(path.clone()));
        }
        let foreign = |reason: String| LogError::Foreign { path: path.clone(), reason };
        let (records, torn) = whole_games(&old).map_err(|error| foreign(error.to_string()))?;
        let mut played = HashMap::new();
        for record in &records {
            let (number, result) = recognize(tournament, record).map_err(foreign)?;
            played.insert(number, result);
        }
        if torn {
            let texts: Vec<String> = records.iter().map(|record| format!("{record}\n")).collect();
            write_whole(path, &texts.concat()).map_err(failed)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        Ok((Self { file: Some((path.clone(), file)), names }, played))
    }

    /// Adds a game, in one piece.
    pub(crate) fn add(
        &mut self,
        tournament: &Tournament,
        fixture: &Fixture,
        game: &MatchGame,
    ) -> Result<(), LogError> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let record = record(tournament, &self.names, fixture, game);
        file.write_all(format!("{record}\n").as_bytes())
            .and_then(|()| file.flush())
            .map_err(|error| LogError::File { path: path.clone(), reason: error.to_string() })
    }
}

/// A game as it stands in the file.
fn record(tournament: &Tournament, names: &[String], fixture: &Fixture, game: &MatchGame) -> Record {
    let mut record = Record::of_game(&game.game);
    record.outcome = game.verdict.winner().map_or(Outcome::Draw, Outcome::Win);
    let [white, black] = fixture.players;
    record.set_tag("Event", &tournament.event);
    record.set_tag("Date", &date(SystemTime::now()));
    record.set_tag("Round", &fixture.round_tag());
    record.set_tag("White", &names[white]);
    record.set_tag("Black", &names[black]);
    for (name, value) in time_tags(tournament, fixture) {
        record.set_tag(name, &value);
    }
    record.set_tag("Termination", game.verdict.termination().name());
    record.set_tag("PlyCount", &game.game.moves().len().to_string());
    let places: Vec<PgnNode> = record.mainline().collect();
    for (ply, &place) in places.iter().enumerate() {
        match ply.checked_sub(game.book_plies).and_then(|ply| game.thoughts.get(ply)) {
            None => record.add_comment(place, "book"),
            Some(thought) => record.add_comment(place, &thought.to_string()),
        }
    }
    record.add_comment(places.last().copied().unwrap_or(PgnNode::ROOT), &game.verdict.to_string());
    record
}

/// Equal limits are one tag; unequal ones are two, as other programs write them.
fn time_tags(tournament: &Tournament, fixture: &Fixture) -> Vec<(&'static str, String)> {
    let [white, black] = fixture.players.map(|engine| tournament.pace_of(engine).to_string());
    if white == black {
        vec![("TimeControl", white)]
    } else {
        vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
    }
}

/// Score, depth and time, as in `+0.31/12 0.10s`; the score is that of the side that moved.
impl fmt::Display for MoveThought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            None => {}
            Some(Score::Cp(cp)) => {
                let sign = if cp < 0 { '-' } else { '+' };
                write!(
                    f,
                    "{sign}{}.{:02}/{} ",
                    cp.unsigned_abs() / 100,
                    cp.unsigned_abs() % 100,
                    self.depth
                )?;
            }
            Some(Score::Mate(moves)) => {
                let sign = if moves > 0 { '+' } else { '-' };
                write!(f, "{sign}M{}/{} ", moves.unsigned_abs(), self.depth)?;
            }
        }
        write!(f, "{:.3}s", self.time.as_secs_f64())
    }
}

/// The games of a file, and whether the last of them was torn off and is left out.
fn whole_games(text: &[u8]) -> Result<(Vec<Record>, bool), pgn::PgnError> {
    let mut games: Vec<Result<Record, pgn::PgnError>> = pgn::read(text).collect();
    // A whole game ends with its result; the tag at its head promises one even where the moves break off.
    let ended = |record: &Record| text.trim_ascii_end().ends_with(record.outcome.text().as_bytes());
    let torn = games.last().is_some_and(|last| !last.as_ref().is_ok_and(ended));
    if torn {
        games.pop();
    }
    Ok((games.into_iter().collect::<Result<_, _>>()?, torn))
}

/// Which game of the match a record is, and its result; or why it is none.
fn recognize(tournament: &Tournament, record: &Record) -> Result<(usize, GameResult), String> {
    let tag = record.tag("Round").unwrap_or_default();
    let schedule: Schedule = tournament.schedule();
    let fixture = Fixture::number_of_tag(tag)
        .and_then(|number| schedule.fixture(number))
        .ok_or_else(|| format!("there is no round {tag:?} in this match"))?;
    let names = tournament.names();
    let mut wanted: Vec<(&str, String)> =
        vec![("White", names[fixture.players[0]].clone()), ("Black", names[fixture.players[1]].clone())];
    wanted.extend(time_tags(tournament, &fixture));
    for (name, wanted) in wanted {
        let found = record.tag(name).unwrap_or_default();
        if found != wanted {
            return Err(format!("in round {tag} the tag {name} is {found:?}, not {wanted:?}"));
        }
    }
    let opening = tournament.book.opening(fixture.round);
    if record.start() != opening.start || !record.moves().take(opening.moves.len()).eq(opening.moves) {
        return Err(format!("round {tag} has another opening"));
    }
    let termination = record.tag("Termination").and_then(Termination::from_name);
    let winner = match record.outcome {
        Outcome::Win(winner) => Some(winner),
        Outcome::Draw => None,
        Outcome::Open => return Err(format!("round {tag} has no result")),
    };
    let termination = termination.ok_or_else(|| format!("round {tag} does not say how it ended"))?;
    Ok((fixture.number, GameResult { winner, termination }))
}

/// Writes a file so that it is there as a whole or not at all: under another name first, which then takes its place.
///
/// # Errors
/// When the file system does not let us.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let mut file = File::create(&part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&part, path)
}

/// A day as a PGN tag writes it.
fn date(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil((seconds / 86_400) as i64);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The Gregorian date of a day counted from 1 January 1970. Years are taken to begin in March, so that the leap day
/// comes last, and are counted in cycles of 400, which all have the same number of days.
fn civil(days: i64) -> (i64, i64, i64) {
    let from_march = days + 719_468;
    let (cycle, day_of_cycle) = (from_march.div_euclid(146_097), from_march.rem_euclid(146_097));
    let year_of_cycle =
        (day_of_cycle - day_of_cycle / 1_460 + day_of_cycle / 36_524 - day_of_cycle / 146_096) / 365;
    let day_of_year = day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (cycle * 400 + year_of_cycle + i64::from(month <= 2), month, day)
}

/// Why the record of a match cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogError {
    /// The file system does not let us.
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// There is such a file already, and nobody said that the match goes on.
    Exists(PathBuf),
    /// A game in the file is none of this match.
    Foreign {
        /// The file.
        path: PathBuf,
        /// Which game, and why.
        reason: String,
    },
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, reason } => write!(f, "{}: {reason}", path.display()),
            Self::Exists(path) => {
                write!(f, "{} exists already; a match is continued by resuming it", path.display())
            }
            Self::Foreign { path, reason } => {
                write!(f, "{} is the record of another match: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for LogError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (19_782, (2024, 2, 29)),
            (20_088, (2024, 12, 31)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(civil(days), date, "{days}");
        }
        assert_eq!(date(UNIX_EPOCH + Duration::from_secs(86_400 * 19_782 + 5)), "2024.02.29");
    }

    #[test]
    fn thoughts_are_written_as_other_programs_read_them() {
        let thought = |score, depth| MoveThought { score, depth, nodes: 0, time: Duration::from_millis(104) };
        for (score, text) in [
            (Some(Score::Cp(31)), "+0.31/12 0.104s"),
            (Some(Score::Cp(-5)), "-0.05/12 0.104s"),
            (Some(Score::Cp(-1234)), "-12.34/12 0.104s"),
            (Some(Score::Mate(3)), "+M3/12 0.104s"),
            (Some(Score::Mate(-2)), "-M2/12 0.104s"),
            (None, "0.104s"),
        ] {
            assert_eq!(thought(score, 12).to_string(), text);
        }
    }

    #[test]
    fn a_torn_game_is_left_out_wherever_it_was_torn() {
        let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {book} e5 {+0.10/3 0.001s} 2. d4 {late} 1-0\n\n";
        assert_eq!(whole_games(b""), Ok((Vec::new(), false)));
        assert!(matches!(whole_games(game.repeat(2).as_bytes()), Ok((games, false)) if games.len() == 2));
        assert!(whole_games(format!("1. e5 1-0\n\n{game}").as_bytes()).is_err());
        for end in 1..game.trim_end().len() {
            let (games, torn) = whole_games(format!("{game}{}", &game[..end]).as_bytes()).unwrap();
            assert_eq!((games.len(), torn), (1, true), "{:?}", &game[..end]);
        }
    }
}
