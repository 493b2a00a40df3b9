//! Every sentence is checked by a machine: its moves are legal where it says so, its men stand there, its material is
//! what the line wins, its mates mate, and its second best is second by an open search.

use kempelen_coach::{Matter, MoveExplanation, explain};
use kempelen_engine::{Capability, Engine, Limits, Stop};
use kempelen_motifs::{balance, worth};
use kempelen_rules::random::SplitMix64;
use kempelen_rules::{AnyGame, AnyPosition, Color, Move, Role, VariantId, with_position};
use kempelen_window::{Question, exact};

/// How many positions are looked at, in both games together.
const POSITIONS: usize = 200;

struct Facts<'a> {
    what: String,
    game: &'a AnyGame,
    told: &'a MoveExplanation,
    /// Every board of the lines that the sentences may speak of.
    boards: Vec<AnyPosition>,
}

impl<'a> Facts<'a> {
    fn new(what: String, game: &'a AnyGame, told: &'a MoveExplanation) -> Self {
        let start = game.position();
        let mut own = vec![told.own.m];
        own.extend(&told.refutation);
        let mut boards = vec![start];
        let second = told.runner_up.as_ref().map(|answer| answer.line.clone()).unwrap_or_default();
        let chosen = told.course.iter().map(|&(_, m, _)| vec![m]);
        for line in [own, told.own.line.clone(), told.best.line.clone(), second].into_iter().chain(chosen) {
            let mut here = start;
            for m in line {
                if !here.is_legal(m) {
                    break;
                }
                here = here.play(m);
                boards.push(here);
            }
        }
        Self { what, game, told, boards }
    }

    fn check(&self) -> usize {
        let mut facts = 0;
        for sentence in &self.told.sentences {
            facts +=
                self.moves(sentence) + self.men(sentence) + self.material(sentence) + self.mates(sentence);
        }
        facts
    }

    /// Every move that is written with its number, and those behind it, can be played on one of the boards.
    fn moves(&self, sentence: &str) -> usize {
        let words: Vec<&str> = sentence.split([' ', '(', ')']).collect();
        let mut here: Option<AnyPosition> = None;
        let mut count = 0;
        for word in words {
            let word = word.trim_end_matches([',', ';', ':']).trim_end_matches('.');
            let (number, san) = match word.find('.') {
                Some(dot) if word[..dot].parse::<u16>().is_ok() => {
                    (word[..dot].parse::<u16>().ok(), word[dot..].trim_start_matches('.'))
                }
                _ => (None, word),
            };
            let turn = if word.contains("...") { Color::Black } else { Color::White };
            if san.is_empty() || san.starts_with(|c: char| c.is_ascii_digit()) {
                here = None;
                continue;
            }
            if let Some(number) = number {
                let fits = |board: &AnyPosition| {
                    board.turn() == turn
                        && with_position!(board, p => p.move_number()) == number
                        && read(board, san).is_some()
                };
                let found =
                    here.filter(&fits).or_else(|| self.boards.iter().copied().find(|board| fits(board)));
                let board = found.unwrap_or_else(|| panic!("{}: {word} in {sentence:?}", self.what));
                here = read(&board, san).map(|m| board.play(m));
                count += 1;
            } else if let Some((board, m)) = here.and_then(|board| Some((board, read(&board, san)?))) {
                here = Some(board.play(m));
                count += 1;
            } else {
                here = None;
            }
        }
        count
    }

    /// `the knight on f7`: there is a board with one.
    fn men(&self, sentence: &str) -> usize {
        let words: Vec<&str> =
            sentence.split(' ').map(|word| word.trim_end_matches([',', '.', ':', ';'])).collect();
        let mut count = 0;
        for window in words.windows(4) {
            let [the, role, on, square] = window else { continue };
            let Some(role) = role_of(role).filter(|_| *the == "the" && *on == "on") else { continue };
            let stands = self.boards.iter().any(|board| {
                with_position!(board, p => p.occupied().into_iter().any(|s| {
                    s.to_string() == *square && p.role_on(s) == Some(role)
                }))
            });
            assert!(stands, "{}: the {role:?} on {square} in {sentence:?}", self.what);
            count += 1;
        }
        count
    }

    /// `has won a rook for a pawn`: the material of the line.
    fn material(&self, sentence: &str) -> usize {
        let start = self.game.position();
        let (line, side, told) = if let Some(rest) =
            after(sentence, " has won ").or(after(sentence, " wins "))
            && sentence.contains(": after ")
        {
            let mut line = vec![self.told.own.m];
            line.extend(&self.told.refutation);
            (line, !start.turn(), rest)
        } else {
            return 0;
        };
        let end = line.iter().fold(start, |here, &m| here.play(m));
        let of = |board: &AnyPosition| with_position!(board, p => balance(p, side));
        let told = told.trim_end_matches('.');
        let expected = if told.starts_with("the exchange") {
            worth(Role::Rook) - worth(Role::Bishop)
        } else {
            let (won, lost) = told.split_once(" for ").unwrap_or((told, ""));
            sum(won) - sum(lost)
        };
        assert_eq!(of(&end) - of(&start), expected, "{}: {sentence:?}", self.what);
        1
    }

    /// A line that is told as a mate ends in mate, in as many moves as are said.
    fn mates(&self, sentence: &str) -> usize {
        let start = self.game.position();
        let is_mate = |board: &AnyPosition| board.in_check() && board.legal_moves().is_empty();
        if sentence.ends_with(" is mate.") {
            assert!(is_mate(&start.play(self.told.own.m)), "{}: {sentence:?}", self.what);
            return 1;
        }
        if let Some(rest) = after(sentence, " allows mate in ").and_then(|rest| rest.split_once(": ")) {
            let moves: usize = rest.0.parse().unwrap_or_else(|_| panic!("{sentence:?}"));
            let end = self.told.refutation.iter().fold(start.play(self.told.own.m), |here, &m| here.play(m));
            assert!(is_mate(&end), "{}: {sentence:?}", self.what);
            assert_eq!(self.told.refutation.len().div_ceil(2), moves, "{}: {sentence:?}", self.what);
            return 1;
        }
        0
    }
}

fn read(board: &AnyPosition, san: &str) -> Option<Move> {
    board.legal_moves().into_iter().find(|&m| board.san(m) == san)
}

fn after<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    text.split_once(mark).map(|(_, rest)| rest)
}

fn role_of(name: &str) -> Option<Role> {
    let name = name.trim_end_matches('s');
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::Khon, Role::Met, Role::King]
        .into_iter()
        .find(|role| role.name() == name)
}

/// `a rook and two pawns` in hundredths of a pawn.
fn sum(words: &str) -> i32 {
    let mut count = 1;
    let mut sum = 0;
    for word in words.split([' ', ',']).filter(|word| !word.is_empty() && *word != "and") {
        match word {
            "a" => count = 1,
            "two" => count = 2,
            "three" => count = 3,
            _ => match word.parse() {
                Ok(number) => count = number,
                Err(_) => {
                    sum += count * worth(role_of(word).unwrap_or_else(|| panic!("{word:?} in {words:?}")));
                }
            },
        }
    }
    sum
}

/// A position some random moves into a game.
fn wander(variant: VariantId, random: &mut SplitMix64) -> Option<AnyGame> {
    let mut game = AnyGame::new(AnyPosition::start(variant));
    for _ in 0..8 + random.below(40) {
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            return None;
        }
        let m = moves[random.below(moves.len())];
        game.play(m);
    }
    (!game.position().legal_moves().is_empty() && game.outcome().is_none()).then_some(game)
}

fn limits(engine: &dyn Engine) -> Limits {
    if engine.about().can(Capability::ThinksUntilStopped) { Limits::nodes(3000) } else { Limits::depth(2) }
}

#[test]
fn every_sentence_of_every_machine_is_so() {
    let registry = kempelen_cabinet::registry();
    let entries = registry.entries();
    let mut random = SplitMix64::new(1770);
    let (mut positions, mut facts, mut turn) = (0, 0, 0);
    while positions < POSITIONS {
        let entry = &entries[turn % entries.len()];
        let variants = entry.about.variants;
        let variant = variants[turn / entries.len() % variants.len()];
        turn += 1;
        let Some(game) = wander(variant, &mut random) else { continue };
        let moves = game.position().legal_moves();
        let m = moves[random.below(moves.len())];
        let (mut engine, stop) = ((entry.make)(), Stop::new());
        let limits = limits(&*engine);
        positions += 1;
        // A machine may refuse a position, or give no score: then nothing is said.
        let Ok(told) = explain(&mut *engine, &Matter { game: &game, m, limits, stop: &stop }) else {
            continue;
        };
        let what = format!("{} on {} {}", entry.about.id, game.position().fen(), game.position().san(m));
        assert!((2..=4).contains(&told.sentences.len()), "{what}: {:?}", told.sentences);
        facts += Facts::new(what, &game, &told).check();
    }
    assert!(facts > 2 * POSITIONS, "{facts} facts in {positions} positions");
}

#[test]
fn the_second_best_is_second_by_an_open_search() {
    let mut random = SplitMix64::new(1976);
    for id in ["sameshi", "microchess-improved"] {
        let mut checked = 0;
        while checked < 5 {
            let Some(game) = wander(VariantId::Chess, &mut random) else { continue };
            let (mut engine, stop) = (kempelen_cabinet::open(id).expect("an engine"), Stop::new());
            let best = explained(&mut *engine, &game, game.position().legal_moves()[0], &stop).best.m;
            let told = explained(&mut *engine, &game, best, &stop);
            let Some(second) = &told.runner_up else { continue };
            let others: Vec<Move> =
                game.position().legal_moves().into_iter().filter(|&m| m != best).collect();
            let question = Question::new(&game, Limits::depth(2), &stop);
            let alone = exact(&mut *engine, &question, &others).expect("answers");
            let highest = alone.iter().map(|answer| answer.score.as_cp()).max().expect("an answer");
            assert_eq!(second.score.as_cp(), highest, "{id} on {}", game.position().fen());
            checked += 1;
        }
    }
}

fn explained(engine: &mut dyn Engine, game: &AnyGame, m: Move, stop: &Stop) -> MoveExplanation {
    explain(engine, &Matter { game, m, limits: Limits::depth(2), stop }).expect("an explanation")
}
