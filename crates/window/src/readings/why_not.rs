//! `why-not`: what speaks against a move.

use kempelen_motifs::AnyLine;
use kempelen_rules::Move;

use crate::exact::{ExactAnswer, Weighing};
use crate::grade::Grade;
use crate::position;
use crate::style::Style;
use crate::tree::{Tree, Verdict};
use crate::words::{ghost, side};

use super::continuation::{Continuation, LONGEST_LINE};
use super::root_moves::{MoveAtDepth, answer, chosen, depths, root_name};
use super::why::{Chosen, SIDE_OF_SCORES, WhyPaper, by_depth, for_white, without_answer};

/// Why a root move was not chosen: how much worse it is, its refutation, where it falls behind, and at which depth that
/// was seen. By how much it is worse only the machine itself can tell ([`weigh`](crate::weigh)); without that the bound
/// is told, as a bound.
pub fn why_not(tree: &Tree, m: Move, weighing: Option<&Weighing>, style: &Style) -> String {
    match chosen(tree) {
        Some(chosen) if chosen == m => Chosen { tree, m, weighing, style }.tell(),
        chosen => {
            let weighing = weighing.filter(|weighing| Some(weighing.chosen.m) == chosen);
            let asked = weighing.and_then(|weighing| weighing.asked.as_ref()).filter(|asked| asked.m == m);
            let weighed = weighing.map(|weighing| &weighing.chosen).zip(asked);
            Rejected { tree, m, chosen, weighed, style }.tell()
        }
    }
}

struct Rejected<'t> {
    tree: &'t Tree,
    m: Move,
    chosen: Option<Move>,
    /// The chosen move and this one, as the machine weighed them.
    weighed: Option<(&'t ExactAnswer, &'t ExactAnswer)>,
    style: &'t Style,
}

impl Rejected<'_> {
    fn tell(&self) -> String {
        let Self { tree, m, style, .. } = *self;
        let name = root_name(tree, m);
        let mut paper = WhyPaper::new(style);
        let known = MoveAtDepth::all(tree, m);
        if let Some((best, own)) = self.weighed {
            self.verdict(&mut paper, best, own);
            self.refutation(&mut paper, own.line.get(1..).unwrap_or_default(), "");
        } else if let Some(last) = self.telling(&known) {
            paper.head(&format!("why not {name}: {} at depth {}", last.worth(tree), last.depth));
            paper.say(SIDE_OF_SCORES);
            if let Some(chosen) = self.chosen.filter(|_| answer(tree).is_some()) {
                paper.say(&format!("{} chose {}.", tree.header().engine, root_name(tree, chosen)));
            } else if let Some(chosen) = self.chosen {
                paper.say(&format!("{} The best so far: {}.", without_answer(tree), root_name(tree, chosen)));
            }
            self.played_out(&mut paper, &known, last);
        } else {
            paper.head(&format!("why not {name}: it was never searched"));
            paper.say(&self.never());
            return paper.text;
        }
        self.since(&mut paper, &known);
        paper.text.push('\n');
        by_depth(tree, m, &mut paper);
        paper.text
    }

    /// By how much it is worse, as the machine itself says.
    fn verdict(&self, paper: &mut WhyPaper<'_>, best: &ExactAnswer, own: &ExactAnswer) {
        let tree = self.tree;
        let (name, turn) = (root_name(tree, self.m), tree.root_position().turn());
        let grade = Grade::of(best.score, own.score);
        let is_better = Grade::of(own.score, best.score) != Grade::AsGood;
        let words = match grade {
            Grade::AsGood if is_better => "asked about alone it looks even better".to_owned(),
            Grade::AsGood => "it is about as good".to_owned(),
            Grade::SlightlyWorse => "it is slightly worse".to_owned(),
            Grade::Inaccuracy | Grade::Mistake | Grade::Blunder => format!("it is {grade}"),
            _ => format!("it {grade}"),
        };
        paper.head(&format!("why not {name}: {words}"));
        paper.say(SIDE_OF_SCORES);
        let depth = if best.depth == own.depth { format!(", to depth {}", own.depth) } else { String::new() };
        paper.say(&format!(
            "{} chose {} ({}). Asked about {name} with an open window{depth}, it gives {}.",
            tree.header().engine,
            root_name(tree, best.m),
            for_white(best.score, turn),
            for_white(own.score, turn),
        ));
    }

    /// Of all depths the latest that has an answer to the move; the bound and the line are those of that one search.
    fn telling(&self, known: &[MoveAtDepth]) -> Option<MoveAtDepth> {
        let with_reply = known.iter().rev().find(|known| known.reply(self.tree).is_some());
        with_reply.or_else(|| known.last()).copied()
    }

    /// The refutation as the tree has it. The last search may have known the end without playing it out; then the
    /// latest that did so with the same answer tells it, with its own depth and its own bound.
    fn played_out(&self, paper: &mut WhyPaper<'_>, known: &[MoveAtDepth], last: MoveAtDepth) {
        let tree = self.tree;
        let visit = last.mate.map_or(last.visit, |(_, visit)| visit);
        let own = Continuation::in_full(tree, visit);
        let Some(&reply) = own.moves.first() else {
            paper.say(&format!("No answer was needed: {}.", tree.because(last.visit)));
            return;
        };
        let lines = known.iter().rev().map(|known| (known, Continuation::in_full(tree, known.visit)));
        let same = lines.filter(|(_, line)| line.moves.first() == Some(&reply));
        // Of equals the latest.
        let fullest = same.rev().max_by_key(|(_, line)| line.moves.len());
        match fullest.filter(|(_, line)| line.moves.len() > own.moves.len()) {
            Some((earlier, line)) => {
                let worth = earlier.worth(tree);
                let source = format!(" (as the search to depth {} played it out, {worth})", earlier.depth);
                self.refutation(paper, &line.moves, &source);
            }
            None => self.refutation(paper, &own.moves, ""),
        }
    }

    /// Why it was never searched.
    fn never(&self) -> String {
        let candidates = self.tree.candidates(self.tree.last_round().root);
        match candidates.iter().find(|candidate| candidate.m == self.m).map(|candidate| candidate.verdict) {
            Some(Verdict::Skipped(why)) => format!("It was passed over: {}.", why.words()),
            Some(Verdict::Ghost(why)) => format!("It is a ghost: {}.", ghost(why)),
            _ => "The trace does not say why.".to_owned(),
        }
    }

    /// How the other side answers, how play goes on, and where material is lost.
    fn refutation(&self, paper: &mut WhyPaper<'_>, replies: &[Move], source: &str) {
        let Self { tree, m, .. } = *self;
        let Some(&reply) = replies.first() else { return };
        let root = tree.root_position();
        let after = position::after(*root, Some(m));
        let reply = position::numbered(root, 1, &position::name(after.as_ref(), Some(reply)));
        let moves: Vec<Move> = std::iter::once(m).chain(replies.iter().copied()).take(LONGEST_LINE).collect();
        let line = position::line(root, &moves.iter().copied().map(Some).collect::<Vec<_>>());
        let opponent = side(!root.turn());
        paper.say(&format!("The refutation that was found: {reply}. {opponent} expects {line}{source}."));
        paper.text.push_str(
            &self
                .turning_point(&moves)
                .map_or_else(String::new, |sentence| format!("{}\n", self.style.wrap(&sentence, 2))),
        );
    }

    /// The move of the line after which material is lost for good, exchanges played out.
    fn turning_point(&self, moves: &[Move]) -> Option<String> {
        let root = *self.tree.root_position();
        let mover = root.turn();
        let end = AnyLine::new(root, moves).ok()?.board(moves.len())?;
        if end.legal_moves().is_empty() {
            // With mate nobody counts men.
            return None;
        }
        let settled: Option<Vec<i32>> = (1..=moves.len())
            .map(|len| Some(AnyLine::new(root, &moves[..len]).ok()?.solved_by(mover).ledger().settled))
            .collect();
        let settled = settled?;
        let start = AnyLine::new(root, &[]).ok()?.solved_by(mover).ledger().start;
        let lost = start - *settled.last()?;
        if lost < 100 {
            return None;
        }
        let still_there = settled.iter().rposition(|&settled| start - settled <= lost / 2);
        let fallen = still_there.map_or(0, |index| index + 1);
        let pawns = f64::from(lost) / 100.0;
        let loser = side(mover);
        Some(if fallen == 0 {
            format!("With that, {loser} loses material worth {pawns:.1} pawns at once.")
        } else {
            // What is gone after the loser's move was threatened by the move before.
            let blow = if fallen.is_multiple_of(2) { fallen - 1 } else { fallen };
            let name = AnyLine::new(root, moves).ok()?.board(blow)?.san(moves[blow]);
            let name = position::numbered(&root, blow, &name);
            format!(
                "It falls behind with {name}: from there on {loser} is down {pawns:.1} pawns' worth of material."
            )
        })
    }

    /// At which depth it fell behind, and since when the refutation is known.
    fn since(&self, paper: &mut WhyPaper<'_>, known: &[MoveAtDepth]) {
        let Self { tree, m, .. } = *self;
        let depths = depths(tree);
        let best: Vec<(u8, bool)> =
            depths.iter().filter_map(|round| Some((round.depth, tree.best(round.root)?.0 == m))).collect();
        match best.iter().rposition(|&(_, is_best)| is_best) {
            Some(index) if index + 1 < best.len() => paper.say(&format!(
                "It was the best at depth {}, and has been behind since depth {}.",
                best[index].0,
                best[index + 1].0
            )),
            Some(_) => paper.say("It was the best of the last search that was finished."),
            None if best.len() > 1 => paper.say("It was the best at no depth."),
            None => {}
        }
        let replies: Vec<(MoveAtDepth, Move)> =
            known.iter().filter_map(|known| Some((*known, known.reply(tree)?))).collect();
        if let Some(&(last, reply)) = replies.last()
            && let Some((first, _)) = replies.iter().rev().take_while(|&&(_, other)| other == reply).last()
            && first.depth < last.depth
        {
            let reply = tree.name_of(last.visit, reply);
            paper.say(&format!("The answer {reply} has been known since depth {}.", first.depth));
        }
    }
}
