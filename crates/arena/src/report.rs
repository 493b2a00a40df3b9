//! What is told of a match: tables for people, JSON for programs.

use std::fmt::Write;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::standings::{Faults, PairingLine, PlayerLine, Standings};
use crate::stats::{Estimate, ResultTally, SprtVerdict};
use crate::tournament::Tournament;

impl Standings {
    /// A table of the players, the best first, and what the results prove.
    pub fn table(&self) -> String {
        let mut text = String::new();
        if self.players().len() == 2 {
            self.write_players(&mut text, &[0, 1], |_| None);
            self.write_proof(&mut text);
        } else {
            let ratings = self.ratings();
            let mut order: Vec<usize> = (0..self.players().len()).collect();
            order.sort_by(|&a, &b| ratings.elo[b].value.total_cmp(&ratings.elo[a].value));
            self.write_players(&mut text, &order, |player| Some(ratings.elo[player]));
            text.push('\n');
            self.write_pairings(&mut text);
        }
        self.write_faults(&mut text);
        text
    }

    /// A line about how far the match has come.
    pub fn progress(&self, of: usize, running: usize, elapsed: Duration, done_before: usize) -> String {
        let mut text = format!("{}/{of} games, {running} running", self.games());
        if let Some(pairing) = self.pairings().first().filter(|_| self.players().len() == 2) {
            let ResultTally { wins, draws, losses } = pairing.tally;
            let _ = write!(text, ", +{wins} ={draws} -{losses}");
            if let Some(elo) = pairing.pairs.elo() {
                let _ = write!(text, ", Elo {elo}");
            }
        }
        if let Some((sprt, llr, _)) = self.sprt() {
            let (lower, upper) = sprt.bounds();
            let _ = write!(text, ", LLR {llr:.2} ({lower:.2}, {upper:.2})");
        }
        let _ = write!(text, ", {}", clock(elapsed));
        let done = self.games().saturating_sub(done_before);
        if done > 0 {
            let left = elapsed.mul_f64(of.saturating_sub(self.games()) as f64 / done as f64);
            let _ = write!(text, ", {} left at most", clock(left));
        }
        text
    }

    fn write_players(&self, text: &mut String, order: &[usize], rating: impl Fn(usize) -> Option<Estimate>) {
        let width = self.players().iter().map(|player| player.name.chars().count()).max().unwrap_or(0).max(6);
        let rated = order.first().is_some_and(|&player| rating(player).is_some());
        let _ = write!(text, "{:width$}", "engine");
        if rated {
            let _ = write!(text, "  {:>17}", "rating");
        }
        let _ = writeln!(
            text,
            "  {:>5} {:>5} {:>5} {:>5} {:>7} {:>6}  {:>13} {:>13}  {:>5} {:>9}",
            "games", "won", "drawn", "lost", "points", "%", "as White", "as Black", "depth", "nps"
        );
        for &number in order {
            let player = &self.players()[number];
            let _ = write!(text, "{:width$}", player.name);
            if let Some(elo) = rating(number) {
                let _ = write!(text, "  {:>17}", elo.to_string());
            }
            write_player(text, player);
        }
    }

    /// For two players: Elo, the likelihood of superiority, the pairs, and the test if there is one.
    fn write_proof(&self, text: &mut String) {
        let Some(pairs) = self.pairings().first().map(|pairing| pairing.pairs) else { return };
        if let (Some(elo), Some(los)) = (pairs.elo(), pairs.likelihood_of_superiority()) {
            let normalized = pairs
                .normalized_elo()
                .map_or(String::new(), |normalized| format!(", normalized {normalized}"));
            let _ = writeln!(text, "Elo {elo}{normalized}, LOS {:.1} %", los * 100.0);
        }
        let _ = writeln!(text, "pairs by points 0, 0.5, 1, 1.5, 2: {:?}", pairs.0);
        if let Some((sprt, llr, verdict)) = self.sprt() {
            let (lower, upper) = sprt.bounds();
            let meaning = match verdict {
                SprtVerdict::Continue => "no decision",
                SprtVerdict::AcceptH0 => "H0 accepted",
                SprtVerdict::AcceptH1 => "H1 accepted",
            };
            let _ = writeln!(text, "SPRT {sprt}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {meaning}");
        }
    }

    fn write_pairings(&self, text: &mut String) {
        for PairingLine { players, tally, pairs } in self.pairings() {
            let [first, second] = [players.0, players.1].map(|player| &self.players()[player].name);
            let elo = pairs.elo().map_or(String::new(), |elo| format!(", Elo {elo}"));
            let ResultTally { wins, draws, losses } = tally;
            let _ = writeln!(text, "{first} - {second}: +{wins} ={draws} -{losses}{elo}");
        }
    }

    fn write_faults(&self, text: &mut String) {
        for player in self.players().iter().filter(|player| player.faults.total() > 0) {
            let Faults { time, stalled, illegal, crashes, unable } = player.faults;
            let counts = [
                (time, "on time"),
                (stalled, "without an answer"),
                (illegal, "by an illegal move"),
                (crashes, "by a crash"),
                (unable, "unable to go on"),
            ];
            let parts: Vec<String> = counts
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, how)| format!("{count} {how}"))
                .collect();
            let _ = writeln!(text, "{} lost {}", player.name, parts.join(", "));
        }
    }

    /// Everything, for programs.
    pub fn json(&self) -> Value {
        let name = |player: usize| self.players()[player].name.as_str();
        let ratings = self.ratings();
        let engines: Vec<Value> = self
            .players()
            .iter()
            .zip(&ratings.elo)
            .map(|(player, rating)| player_json(player, rating))
            .collect();
        let pairings: Vec<Value> = self
            .pairings()
            .iter()
            .map(|line| {
                let mut value = tally_json(&line.tally);
                value["first"] = name(line.players.0).into();
                value["second"] = name(line.players.1).into();
                value["pairs"] = json!(line.pairs.0);
                value["elo"] = line.pairs.elo().map_or(Value::Null, estimate_json);
                value["normalized_elo"] = line.pairs.normalized_elo().map_or(Value::Null, estimate_json);
                value["los"] = json!(line.pairs.likelihood_of_superiority());
                value
            })
            .collect();
        let sprt = self.sprt().map(|(sprt, llr, verdict)| {
            let (lower, upper) = sprt.bounds();
            let verdict = match verdict {
                SprtVerdict::Continue => Value::Null,
                SprtVerdict::AcceptH0 => "H0".into(),
                SprtVerdict::AcceptH1 => "H1".into(),
            };
            json!({ "test": sprt.to_string(), "llr": llr, "lower": lower, "upper": upper, "accepted": verdict })
        });
        json!({ "games": self.games(), "engines": engines, "pairings": pairings, "sprt": sprt })
    }
}

impl Tournament {
    /// What is played by whom and how, for programs.
    pub fn json(&self) -> Value {
        let engines: Vec<Value> = self
            .engines
            .iter()
            .zip(self.names())
            .enumerate()
            .map(|(number, (spec, name))| {
                let options: Map<String, Value> =
                    spec.options.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
                let pace = self.pace_of(number).to_string();
                json!({ "name": name, "engine": spec.source.to_string(), "options": options, "limits": pace })
            })
            .collect();
        let rules = &self.adjudication;
        json!({
            "event": self.event,
            "variant": self.kind.name(),
            "format": self.format.to_string(),
            "games": self.schedule().games(),
            "engines": engines,
            "margin_ms": self.margin.map(|margin| margin.as_millis() as u64),
            "resign": rules.resign.map(|rule| rule.to_string()),
            "draw": rules.draw.map(|rule| rule.to_string()),
            "max_plies": rules.longest,
            "concurrency": self.concurrency,
        })
    }
}

fn write_player(text: &mut String, player: &PlayerLine) {
    let tally = player.tally();
    let [white, black] =
        player.by_color.map(|ResultTally { wins, draws, losses }| format!("+{wins} ={draws} -{losses}"));
    let percent = tally.score().map_or("-".to_owned(), |score| format!("{:.1}", score * 100.0));
    let depth = player.effort.depth().map_or("-".to_owned(), |depth| format!("{depth:.1}"));
    let speed = player.effort.speed().map_or("-".to_owned(), |speed| format!("{speed:.0}"));
    let _ = writeln!(
        text,
        "  {:>5} {:>5} {:>5} {:>5} {:>7.1} {percent:>6}  {white:>13} {black:>13}  {depth:>5} {speed:>9}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        tally.points(),
    );
}

/// Hours, minutes and seconds, as far as needed.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

fn player_json(player: &PlayerLine, rating: &Estimate) -> Value {
    let Faults { time, stalled, illegal, crashes, unable } = player.faults;
    let mut value = tally_json(&player.tally());
    value["name"] = player.name.as_str().into();
    value["white"] = tally_json(&player.by_color[0]);
    value["black"] = tally_json(&player.by_color[1]);
    value["rating"] = estimate_json(*rating);
    value["faults"] = json!({
        "time": time, "stalled": stalled, "illegal": illegal, "crashes": crashes, "unable": unable
    });
    value["depth"] = json!(player.effort.depth());
    value["nps"] = json!(player.effort.speed().map(f64::round));
    value
}

fn tally_json(tally: &ResultTally) -> Value {
    json!({
        "games": tally.games(), "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
        "points": tally.points(), "score": tally.score(),
    })
}

/// What is not finite becomes `null`; JSON has no word for it.
fn estimate_json(estimate: Estimate) -> Value {
    json!({ "value": estimate.value, "error": estimate.error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Format, Schedule};
    use crate::standings::GameResult;
    use crate::verdict::Termination;
    use kempelen_rules::Color;

    /// Plays out a schedule with these winners.
    fn standings(players: &[&str], sprt: Option<&str>, winners: &[Option<Color>]) -> Standings {
        let schedule = Schedule::new(Format::RoundRobin, players.len(), 100);
        let names: Vec<String> = players.iter().map(ToString::to_string).collect();
        let mut standings = Standings::new(&names, &schedule, sprt.and_then(|text| text.parse().ok()));
        for (number, &winner) in winners.iter().enumerate() {
            let termination = if winner.is_some() { Termination::Time } else { Termination::Normal };
            standings.count(&schedule.fixture(number).unwrap(), GameResult { winner, termination });
        }
        standings
    }

    #[test]
    fn two_players_are_told_what_is_proved() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        let standings = standings(&["Microchess", "b"], Some(""), &[white, black, white, None, None, white]);
        let table = standings.table();
        let lines: Vec<&str> = table.lines().collect();
        let line = "Microchess      6     3     2     1     4.0   66.7       +2 =1 -0      +1 =1 -1      -         -";
        assert_eq!(lines[1], line);
        assert!(lines[3].starts_with("Elo +120.4 +/- inf, normalized "), "{}", lines[3]);
        assert_eq!(lines[4], "pairs by points 0, 0.5, 1, 1.5, 2: [0, 1, 0, 1, 1]");
        assert!(lines[5].ends_with("(-2.94, 2.94), no decision"), "{}", lines[5]);
        assert_eq!(lines[6..], ["Microchess lost 1 on time", "b lost 3 on time"]);
        let progress = standings.progress(200, 2, Duration::from_mins(1), 0);
        assert!(
            progress.starts_with("6/200 games, 2 running, +3 =2 -1, Elo +120.4 +/- inf, LLR "),
            "{progress}"
        );
        assert!(progress.ends_with(", 1:00, 32:20 left at most"), "{progress}");
    }

    #[test]
    fn before_the_first_game_there_is_nothing_to_prove() {
        let standings = standings(&["a", "b", "c"], None, &[]);
        assert!(standings.table().contains("a - b: +0 =0 -0\n"));
        assert_eq!(standings.progress(6, 1, Duration::ZERO, 0), "0/6 games, 1 running, 0:00");
        assert_eq!(standings.json()["pairings"][0]["elo"], Value::Null);
    }
}
