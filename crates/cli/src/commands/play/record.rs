//! The game on paper.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use kempelen_rules::AnyGame;
use kempelen_rules::pgn::{self, Outcome, PgnNode, Record};

/// Who plays, what was remarked after which move, and how it ended.
pub(super) struct Paper<'a> {
    pub(super) game: &'a AnyGame,
    /// What the game was when it came from a file, with all that stood there.
    pub(super) loaded: Option<&'a Record>,
    pub(super) white: &'a str,
    pub(super) black: &'a str,
    /// A remark for each move, where there is one.
    pub(super) remarks: &'a [Option<String>],
    pub(super) outcome: Outcome,
    /// How it ended, where the board does not show it.
    pub(super) ending: Option<&'a str>,
}

impl Paper<'_> {
    pub(super) fn pgn(&self) -> String {
        match self.loaded {
            // Nothing was added to it.
            Some(loaded) if loaded.moves().eq(self.game.moves().iter().copied()) && self.ending.is_none() => {
                loaded.to_string()
            }
            loaded => self.written(loaded.cloned()).to_string(),
        }
    }

    /// The game as it is now: with the players of now, and with whatever else a file said of it.
    fn written(&self, loaded: Option<Record>) -> Record {
        let names = loaded.as_ref().and_then(|loaded| Some((loaded.tag("White")?, loaded.tag("Black")?)));
        let goes_on = names.map(|(white, black)| format!("Goes on from a game of {white} and {black}."));
        let played = Record::of_game(self.game);
        let mut record = loaded.unwrap_or_else(|| Record::new(self.game.start()));
        played.tags().for_each(|(name, value)| record.set_tag(name, value));
        let date = date(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()));
        for (name, value) in
            [("Event", "A game in the terminal"), ("Site", "Kempelen"), ("Date", &date), ("Round", "-")]
        {
            if record.tag(name).is_none_or(|value| value.starts_with('?')) {
                record.set_tag(name, value);
            }
        }
        record.set_tag("White", self.white);
        record.set_tag("Black", self.black);
        let mut here = PgnNode::ROOT;
        add_comments(&mut record, here, played.comments(PgnNode::ROOT));
        for ((&m, remark), node) in self.game.moves().iter().zip(self.remarks).zip(played.mainline()) {
            let known =
                record.children(here).iter().copied().find(|&child| record.last_move(child) == Some(m));
            let Some(next) = known.or_else(|| record.add(here, m).ok()) else { break };
            here = next;
            add_comments(&mut record, here, played.comments(node));
            add_comments(&mut record, here, remark.as_slice());
        }
        record.promote(here);
        if let Some(words) = goes_on {
            record.add_comment(PgnNode::ROOT, &words);
        }
        if let Some(ending) = self.ending {
            record.add_comment(here, ending);
        }
        record.outcome = self.outcome;
        record
    }
}

/// Adds comments that are not there yet: a file may have them already.
fn add_comments(record: &mut Record, node: PgnNode, comments: &[String]) {
    for comment in comments {
        if !record.comments(node).contains(comment) {
            record.add_comment(node, comment);
        }
    }
}

/// Adds a game to a file, after those that are there. The file is written beside its place and then put there, so that
/// whatever goes wrong, the old games are safe.
pub(super) fn save(path: &str, pgn: &str) -> io::Result<()> {
    // A link stays a link: what it points to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    let mut draft = path.clone().into_os_string();
    draft.push(format!(".{}.part", std::process::id()));
    let draft = PathBuf::from(draft);
    let written = write_after(&path, &draft, pgn).and_then(|()| fs::rename(&draft, &path));
    if written.is_err() {
        // It may not even be there.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Writes a copy of a file, if there is one, with a game after the others.
fn write_after(path: &Path, draft: &Path, pgn: &str) -> io::Result<()> {
    if path.exists() {
        fs::copy(path, draft)?;
    }
    let mut file = File::options().create(true).append(true).open(draft)?;
    let separator = if file.metadata()?.len() > 0 { "\n" } else { "" };
    write!(file, "{separator}{pgn}")?;
    file.sync_all()
}

/// A game of a file: the last, or the one of that number.
pub(super) fn load(path: &str, number: Option<usize>) -> Result<Record, String> {
    let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
    let games: Vec<_> = pgn::read(file).collect();
    let count = games.len();
    let game = match number {
        None => games.into_iter().next_back(),
        Some(number) => number.checked_sub(1).and_then(|index| games.into_iter().nth(index)),
    };
    match game {
        Some(game) => game.map_err(|error| format!("{path}: {error}")),
        None if count == 0 => Err(format!("{path}: there is no game in it")),
        None => Err(format!("{path}: it has {count} games")),
    }
}

/// The day of a time in seconds since 1970, in UTC: `2026.03.21`.
///
/// Years are counted from March, so that the leap day is the last of a year (the method is that of Howard Hinnant's
/// `civil_from_days`, 2013).
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_keeps_its_games_whatever_happens() {
        let folder = std::env::temp_dir().join(format!("kempelen-record-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.pgn");
        let name = path.to_str().unwrap();
        save(name, "1. e4 *\n").unwrap();
        save(name, "1. d4 *\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. e4 *\n\n1. d4 *\n");
        // A folder cannot be replaced by a file.
        assert!(save(folder.to_str().unwrap(), "1. c4 *\n").is_err());
        let left: Vec<_> = fs::read_dir(&folder).unwrap().collect();
        assert_eq!(left.len(), 1, "no draft is left: {left:?}");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn days_have_their_dates() {
        for (seconds, day) in [
            (0, "1970.01.01"),
            (951_782_399, "2000.02.28"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_774_051_200, "2026.03.21"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(date(seconds), day);
        }
    }
}
