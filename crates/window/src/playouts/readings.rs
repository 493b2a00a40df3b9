//! Readings of playouts for people.

use std::fmt::Write;

use kempelen_rules::{Color, Move};
use kempelen_trace::{Fixed, Promise, Why};

use super::{Playouts, SpotId, SpotProof};
use crate::lattice::{Picture, Signs, Spacing, Twig};
use crate::position;
use crate::style::{Ink, Style};
use crate::words::side;

/// Lines are not shown further than this.
const LONGEST_LINE: usize = 16;
/// Of the moves that led for a while, so many are named.
const MOST_LEADERS: usize = 8;

impl Playouts {
    /// A value as people read it: from White's side, with its sign. `id` is the node whose side to move has it.
    pub(super) fn show(&self, id: SpotId, value: Fixed) -> String {
        let value = self.turn(id).pick(value.0, -value.0);
        format!("{:+.3}", Fixed(value).to_f64())
    }

    /// The value of a node, seen by White.
    pub(super) fn worth(&self, id: SpotId) -> String {
        let value = self[id].value();
        // A node's value is that of the side that moved to it; the root's that of the side to move.
        let own = if self[id].parent.is_some() { Fixed(-value.0) } else { value };
        self.show(id, own)
    }

    /// The share of its parent's visits, in percent.
    fn share(&self, id: SpotId) -> f64 {
        let all = self[id]
            .parent
            .map_or(0, |parent| self[parent].children.iter().map(|&c| self[c].visits).sum::<u64>());
        100.0 * self[id].visits as f64 / all.max(1) as f64
    }

    fn heading(&self, style: &Style) -> String {
        let total = self.recording.tally.playouts.total();
        let line = format!(
            "{}, {} to move: {total} playouts. Values are White's, from -1 (lost) to +1 (won).",
            self.recording.header.engine,
            side(self.root.turn()),
        );
        format!("{}\n{}\n\n", style.line(&self.root.fen(), Ink::Head), style.wrap(&line, 0))
    }

    fn root_name(&self, m: Move) -> String {
        position::numbered(&self.root, 0, &position::name(Some(&self.root), Some(m)))
    }

    /// The move the engine chose: its answer, or the one with most visits.
    fn chosen(&self) -> Option<Move> {
        let answer = self.recording.answer.as_ref().and_then(|answer| answer.best.as_deref());
        let answer = answer.and_then(|text| self.root.read_uci(text).ok());
        answer.or_else(|| self.children(SpotId::ROOT).first().and_then(|&child| self[child].m))
    }

    /// What was found at a node.
    pub(super) fn because(&self, id: SpotId) -> String {
        let spot = &self[id];
        match (spot.end, spot.network) {
            (Some(why), _) => why.words().to_owned(),
            (None, Some(value)) => format!("the network says {}", self.show(id, value)),
            (None, None) if spot.visits == 0 => "never visited".to_owned(),
            (None, None) => "what is below was not kept".to_owned(),
        }
    }
}

/// PUCT in its parts, as all values from White's side: `Q 0.1200 + U 0.0312 = 0.1512`, of which White takes the highest;
/// `Q 0.1200 - U 0.0312 = 0.0888`, of which Black takes the lowest.
pub(super) fn parts(promise: Promise, mover: Color) -> String {
    let Promise { value, bonus, .. } = promise;
    let total = promise.total();
    match mover {
        Color::White => format!("Q {value} + U {bonus} = {total}"),
        Color::Black => format!("Q {} - U {bonus} = {}", Fixed(-value.0), Fixed(-total.0)),
    }
}

/// Draws the tree: each node with its visits, its value, its prior, and what it promised when it was last weighed.
pub fn picture(playouts: &Playouts, plies: usize, width: usize, style: &Style) -> String {
    let main = playouts.main_line(SpotId::ROOT);
    let root = Twig {
        children: twigs(playouts, SpotId::ROOT, plies, width, &main),
        ink: Ink::Head,
        ..Twig::leaf("(root)")
    };
    let mut text = playouts.heading(style);
    let signs = if style.ascii { Signs::ASCII } else { Signs::JOINED };
    for (row, ink) in Picture::of(&root, Spacing::COMPACT, signs).lines() {
        text.push_str(&style.line(&row, ink));
        text.push('\n');
    }
    text
}

fn twigs(playouts: &Playouts, id: SpotId, plies: usize, width: usize, main: &[SpotId]) -> Vec<Twig> {
    if plies == 0 {
        return Vec::new();
    }
    let children = playouts.children(id);
    let visited = children.iter().copied().filter(|&child| playouts[child].visits > 0);
    let mut twigs: Vec<Twig> = visited
        .take(width)
        .map(|child| {
            let spot = &playouts[child];
            let mover = playouts.turn(id);
            let promise =
                spot.promise.map_or_else(String::new, |promise| format!(", {}", parts(promise, mover)));
            let certain = playouts.certainty(child).map_or_else(String::new, |words| format!(", {words}"));
            let text = format!(
                "{}: {} visits ({:.0} %), {}{certain}, prior {}{promise}",
                playouts.line_to(child),
                spot.visits,
                playouts.share(child),
                playouts.worth(child),
                spot.prior,
            );
            let is_main = main.contains(&child);
            let ink = if is_main { Ink::Main } else { Ink::Plain };
            Twig { text, star: is_main, ink, children: twigs(playouts, child, plies - 1, width, main) }
        })
        .collect();
    let others = playouts[id].priors.len().max(children.len()).saturating_sub(twigs.len());
    if others > 0 && !twigs.is_empty() {
        twigs.push(Twig { ink: Ink::Faint, ..Twig::leaf(format!("… {others} more")) });
    }
    twigs
}

/// Tells the playouts one by one: where each went, why there, and what came back.
pub fn log(playouts: &Playouts, most: usize, style: &Style) -> String {
    let mut text = playouts.heading(style);
    for told in playouts.told().iter().take(most) {
        let line = playouts.line_to(told.end);
        let line = if line.is_empty() { "the root".to_owned() } else { line };
        let value = playouts.show(told.end, told.value);
        let outcome = match told.why {
            Why::Expanded => format!("new; the network says {value}"),
            Why::Table => format!("new, but its value is known from elsewhere: {value}"),
            Why::Searched => format!("proved before: {value}"),
            Why::Counted => format!("went on below, and came back with {value}"),
            Why::Collision => Why::Collision.words().to_owned(),
            why => format!("{}: {value}", why.words()),
        };
        let choice = told.choice.map_or_else(String::new, |(chosen, rival)| {
            let first = position::name(Some(&playouts.root), Some(chosen.m));
            let mover = playouts.root.turn();
            let rival = rival.map_or_else(String::new, |rival| {
                format!(
                    ", {} than {} with {}",
                    mover.pick("more", "less"),
                    position::name(Some(&playouts.root), Some(rival.m)),
                    Fixed(mover.pick(rival.total().0, -rival.total().0))
                )
            });
            format!(" ({first}: {}{rival})", parts(chosen, mover))
        });
        let sentence = format!("playout {}: {line}: {outcome}{choice}", told.number);
        text.push_str(&style.wrap(&sentence, 4));
        text.push('\n');
    }
    if playouts.told().len() > most {
        text.push_str(&style.line(&format!("… {} more", playouts.told().len() - most), Ink::Faint));
        text.push('\n');
    }
    text
}

/// Follows a line of play: what each move was given, how often it was visited, and what it came to.
pub fn line(playouts: &Playouts, moves: &[Move], style: &Style) -> String {
    let mut text = playouts.heading(style);
    let mut here = SpotId::ROOT;
    for (ply, &m) in moves.iter().enumerate() {
        let name = position::name(playouts.position(here).as_ref(), Some(m));
        let name = position::numbered(&playouts.root, ply, &name);
        let Some(child) = playouts.child(here, m).filter(|&child| playouts[child].visits > 0) else {
            let prior = playouts[here].priors.iter().find(|(other, _)| *other == m).map(|(_, prior)| *prior);
            let prior = prior.map_or_else(String::new, |prior| format!("; the policy gives it {prior}"));
            text.push_str(&style.line(&format!("{name}: never visited{prior}"), Ink::Faint));
            text.push('\n');
            return text;
        };
        let spot = &playouts[child];
        let rank = playouts.children(here).iter().position(|&other| other == child).unwrap_or(0) + 1;
        let sentence = format!(
            "{name}: {} visits ({:.0} %, number {rank}), {}, prior {}; {}",
            spot.visits,
            playouts.share(child),
            playouts.worth(child),
            spot.prior,
            playouts.because(child),
        );
        let ink = if rank == 1 { Ink::Main } else { Ink::Plain };
        text.push_str(&style.paint(&style.wrap(&sentence, 4), ink));
        text.push('\n');
        here = child;
    }
    text.push_str(&table(playouts, here, style));
    text
}

/// The moves of a node: visits, share, value, prior, and the parts of PUCT.
fn table(playouts: &Playouts, id: SpotId, style: &Style) -> String {
    let mut text = String::new();
    let head = format!(
        "{:<8} {:>8} {:>7} {:>7} {:>7} {:>8} {:>8}",
        "move", "visits", "share", "value", "prior", "Q", "U"
    );
    text.push_str(&style.line(&head, Ink::Head));
    text.push('\n');
    for (rank, child) in playouts.children(id).into_iter().enumerate() {
        let spot = &playouts[child];
        let (q, u) = spot.promise.map_or_else(Default::default, |promise| {
            let q = Fixed(playouts.turn(id).pick(promise.value.0, -promise.value.0));
            (q.to_string(), promise.bonus.to_string())
        });
        let certain = playouts.certainty(child).map_or_else(String::new, |words| format!("  {words}"));
        let row = format!(
            "{:<8} {:>8} {:>5.1} % {:>7} {:>7} {q:>8} {u:>8}{certain}",
            playouts.name(child),
            spot.visits,
            playouts.share(child),
            playouts.worth(child),
            spot.prior.to_string(),
        );
        text.push_str(&style.line(&row, if rank == 0 { Ink::Main } else { Ink::Plain }));
        text.push('\n');
    }
    let way = playouts.turn(id).pick("the highest Q + U", "the lowest Q - U");
    let mover = side(playouts.turn(id));
    let legend = format!(
        "(values and Q are White's; Q and U when the move was last weighed: {mover} looks where {way} is)"
    );
    text.push_str(&style.wrap(&legend, 1));
    text.push('\n');
    text
}

/// Why a root move was chosen: its visits, its value, the line behind it, and how the choice moved over time.
pub fn why(playouts: &Playouts, m: Option<Move>, style: &Style) -> String {
    let Some(chosen) = playouts.chosen() else { return "no move was visited\n".to_owned() };
    if m.is_some_and(|m| m != chosen) {
        return why_not(playouts, m.unwrap_or(chosen), style);
    }
    let mut text = String::new();
    let name = playouts.root_name(chosen);
    let engine = &playouts.recording.header.engine;
    let mut say = |sentence: &str, ink: Ink| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", style.paint(&style.wrap(sentence, 2), ink));
    };
    let Some(child) = playouts.child(SpotId::ROOT, chosen) else {
        say(&format!("{engine} plays {name}. The trace does not say why."), Ink::Plain);
        return text;
    };
    let spot = &playouts[child];
    let head = format!(
        "why {name}: {} of its playouts went there ({:.0} %), worth {}",
        spot.visits,
        playouts.share(child),
        playouts.worth(child)
    );
    say(&head, Ink::Head);
    if playouts.recording.answer.is_none() {
        say(
            &format!(
                "The trace has no answer of {engine} (it is cut off, perhaps): this is the move with most visits."
            ),
            Ink::Plain,
        );
    }
    if let Some(certain) = playouts.certainty(child) {
        say(&format!("That is certain: {certain}."), Ink::Plain);
    }
    say(&format!("The policy gave it {} before anything was tried.", spot.prior), Ink::Plain);
    let line = expected(playouts, child);
    say(&format!("It expects {line}."), Ink::Plain);
    for sentence in course(playouts, chosen) {
        say(&sentence, Ink::Plain);
    }
    text.push('\n');
    text.push_str(&table(playouts, SpotId::ROOT, style));
    text
}

/// Why a root move was not chosen: what it was given, how often it was looked at, and the answer that spoke against it.
pub fn why_not(playouts: &Playouts, m: Move, style: &Style) -> String {
    let chosen = playouts.chosen();
    if chosen == Some(m) {
        return why(playouts, None, style);
    }
    let mut text = String::new();
    let name = playouts.root_name(m);
    let mut say = |sentence: &str, ink: Ink| {
        let _ = writeln!(text, "{}", style.paint(&style.wrap(sentence, 2), ink));
    };
    let visited = playouts.child(SpotId::ROOT, m).filter(|&child| playouts[child].visits > 0);
    let Some(child) = visited else {
        let prior =
            playouts[SpotId::ROOT].priors.iter().find(|(other, _)| *other == m).map(|(_, prior)| *prior);
        say(&format!("why not {name}: no playout went there"), Ink::Head);
        say(
            &prior.map_or_else(
                || "It was not among the moves considered.".to_owned(),
                |prior| format!("The policy gives it only {prior}."),
            ),
            Ink::Plain,
        );
        return text;
    };
    let spot = &playouts[child];
    say(
        &format!(
            "why not {name}: only {} playouts went there ({:.0} %), worth {}",
            spot.visits,
            playouts.share(child),
            playouts.worth(child)
        ),
        Ink::Head,
    );
    if let Some(best) = chosen.and_then(|chosen| playouts.child(SpotId::ROOT, chosen)) {
        say(
            &format!(
                "{} has {} visits and is worth {}.",
                playouts.name(best),
                playouts[best].visits,
                playouts.worth(best)
            ),
            Ink::Plain,
        );
    }
    say(&against(playouts, child), Ink::Plain);
    say(&format!("The policy gives it {}.", spot.prior), Ink::Plain);
    let led: Vec<u64> = playouts
        .recording
        .tally
        .playouts
        .course
        .iter()
        .filter(|choice| choice.m == m)
        .map(|choice| choice.playouts)
        .collect();
    match (led.first(), led.last()) {
        (Some(first), Some(last)) => {
            say(&format!("It led for a while, between playouts {first} and {last} at least."), Ink::Plain);
        }
        _ => say("It never had the most visits.", Ink::Plain),
    }
    text.push('\n');
    text.push_str(&table(playouts, SpotId::ROOT, style));
    text
}

/// The answer that speaks against a move: one that mates, or else the one that was looked at most.
fn against(playouts: &Playouts, child: SpotId) -> String {
    let named = |reply: SpotId| position::numbered(&playouts.root, 1, &playouts.name(reply));
    let replies = playouts.children(child);
    let loses = |reply: &&SpotId| matches!(playouts.proof(**reply), Some(SpotProof::Loses(_)));
    if let Some(SpotProof::Wins(_)) = playouts.proof(child)
        && let Some(certain) = playouts.certainty(child)
    {
        let quickest = replies.iter().filter(loses).min_by_key(|&&reply| match playouts.proof(reply) {
            Some(SpotProof::Loses(Some(plies))) => plies,
            _ => u32::MAX,
        });
        let answer = quickest.map_or_else(String::new, |&reply| format!(", with {}", named(reply)));
        return format!("That it loses is certain: {certain}{answer}.");
    }
    match replies.first().filter(|&&reply| playouts[reply].visits > 0) {
        Some(&reply) => format!(
            "The answer that was looked at most: {}, {}, worth {}. It expects {}.",
            named(reply),
            times(playouts[reply].visits),
            playouts.worth(reply),
            expected(playouts, child)
        ),
        None => format!("No answer was needed: {}.", playouts.because(child)),
    }
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// The line with most visits from a node on, with the node's own move before it.
fn expected(playouts: &Playouts, id: SpotId) -> String {
    let end = playouts.main_line(id).into_iter().take(LONGEST_LINE).next_back().unwrap_or(id);
    playouts.line_to(end)
}

/// How the choice moved over time, in sentences.
fn course(playouts: &Playouts, chosen: Move) -> Vec<String> {
    let course = &playouts.recording.tally.playouts.course;
    let mut sentences = Vec::new();
    let mut changes: Vec<(u64, Move)> = Vec::new();
    for choice in course {
        if changes.last().is_none_or(|&(_, m)| m != choice.m) {
            changes.push((choice.playouts, choice.m));
        }
    }
    if let [.., (_, before), (since, last)] = changes[..]
        && last == chosen
    {
        let before = playouts.root_name(before);
        sentences.push(format!("It has led since playout {since}; before that {before} did."));
    } else if changes.len() == 1 {
        sentences.push("It led from the first playout to the last.".to_owned());
    }
    if changes.len() > 1 {
        let steps = changes.iter().map(|&(since, m)| {
            format!("{} from playout {since}", position::name(Some(&playouts.root), Some(m)))
        });
        // Only the last of them matter where it went to and fro.
        let skipped = changes.len().saturating_sub(MOST_LEADERS);
        let dots = if skipped > 0 { "…, " } else { "" };
        let steps: Vec<String> = steps.skip(skipped).collect();
        sentences.push(format!("The leader over time: {dots}{}.", steps.join(", ")));
    }
    sentences
}

/// Two searches by playouts side by side: what each chose and how the visits are spread.
pub fn diff(a: &Playouts, b: &Playouts, style: &Style) -> String {
    let mut text = String::new();
    let mut row = |line: &str, ink: Ink| {
        let _ = writeln!(text, "{}", style.line(line, ink));
    };
    if a.root != b.root {
        row("They are of different positions, so that there is nothing to compare.", Ink::Plain);
        return text;
    }
    let name = |playouts: &Playouts| {
        format!(
            "{} ({} playouts)",
            playouts.recording.header.engine,
            playouts.recording.tally.playouts.total()
        )
    };
    row(&format!("{:<8} {:<34} {}", "move", name(a), name(b)), Ink::Head);
    let mut moves: Vec<Move> = Vec::new();
    for playouts in [a, b] {
        for child in playouts.children(SpotId::ROOT) {
            moves.extend(playouts[child].m.filter(|m| !moves.contains(m)));
        }
    }
    let words = |playouts: &Playouts, m: Move| {
        playouts.child(SpotId::ROOT, m).map_or_else(
            || "-".to_owned(),
            |child| {
                format!(
                    "{} visits ({:.0} %), {}",
                    playouts[child].visits,
                    playouts.share(child),
                    playouts.worth(child)
                )
            },
        )
    };
    for m in moves {
        let san = position::name(Some(&a.root), Some(m));
        let ink = if a.chosen() == Some(m) || b.chosen() == Some(m) { Ink::Main } else { Ink::Plain };
        row(&format!("{san:<8} {:<34} {}", words(a, m), words(b, m)), ink);
    }
    let same = a.told.iter().zip(&b.told).take_while(|(a_told, b_told)| {
        a.path(a_told.end) == b.path(b_told.end) && a_told.value == b_told.value
    });
    let same = same.count();
    let where_to = |playouts: &Playouts| {
        playouts
            .told
            .get(same)
            .map_or_else(|| "ends".to_owned(), |told| format!("goes to {}", playouts.line_to(told.end)))
    };
    row(
        &format!(
            "The first {same} playouts are the same; then the one {}, the other {}.",
            where_to(a),
            where_to(b)
        ),
        Ink::Plain,
    );
    text
}
