use kempelen_dataset::{GameRecipe, HowEnded, LabelledGame, WhiteResult};
use kempelen_engine::{About, Ask, Engine, EngineError, Report, Score, ScoredLine};
use kempelen_rules::{Chess, Makruk, Variant, VariantId};
use kempelen_trace::Trace;

const ABOUT: About = About {
    id: "scripted",
    name: "Scripted",
    year: 2026,
    authors: &[],
    variants: &VariantId::ALL,
    capabilities: &[],
    provenance: "A test.",
    gaps: &[],
};

/// Plays some move, and says what the script says for the half-move of the game, seen from White.
struct Scripted<F>(F);

impl<F: Fn(usize) -> i32 + Send> Engine for Scripted<F> {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        assert_eq!((ask.limits.soft_nodes, ask.limits.nodes), (Some(100), Some(800)));
        let position = ask.game.position();
        let moves = position.legal_moves();
        let best = moves[position.key() as usize % moves.len()];
        let score = position.turn().pick(1, -1) * (self.0)(ask.game.moves().len());
        let line = ScoredLine { pv: vec![best], score: Some(Score::Cp(score)), ..ScoredLine::default() };
        Ok(Report { best: Some(best), lines: vec![line], ..Report::default() })
    }

    fn think_aloud(&mut self, ask: Ask<'_>, _trace: &mut Trace) -> Result<Report, EngineError> {
        self.think(ask)
    }
}

fn recipe<V: Variant>() -> GameRecipe<V> {
    GameRecipe::new(3, 100)
}

fn play(script: impl Fn(usize) -> i32 + Send) -> (LabelledGame<Chess>, u32) {
    recipe().play(&mut Scripted(script), 5).expect("a game")
}

/// Half-moves of a game with its opening.
fn plies(game: &LabelledGame<Chess>) -> usize {
    game.opening.len() + game.moves.len()
}

#[test]
fn four_high_scores_in_a_row_decide() {
    let (game, dropped) = play(|ply| if ply < 20 { 50 } else { -2000 });
    assert_eq!(
        (game.result, game.ended, plies(&game), dropped),
        (WhiteResult::Lost, HowEnded::Decided, 24, 0)
    );
    let (game, _) = play(|ply| if ply < 20 { 50 } else { 2500 });
    assert_eq!((game.result, game.ended, plies(&game)), (WhiteResult::Won, HowEnded::Decided, 24));
    // Not when the sides do not agree, and not when they only nearly do.
    let (game, _) = play(|ply| {
        if ply < 12 {
            50
        } else if ply % 2 == 0 {
            2500
        } else {
            -2500
        }
    });
    assert_ne!(game.ended, HowEnded::Decided);
    let (game, _) = play(|_| 999);
    assert_ne!(game.ended, HowEnded::Decided);
}

#[test]
fn twelve_level_scores_in_a_row_are_a_draw_but_not_early() {
    let (game, _) = play(|_| 5);
    assert_eq!((game.result, game.ended, plies(&game)), (WhiteResult::Drawn, HowEnded::Level, 80));
    let (game, _) = play(|ply| if ply < 90 { 30 } else { -5 });
    assert_eq!((game.result, game.ended, plies(&game)), (WhiteResult::Drawn, HowEnded::Level, 102));
}

#[test]
fn openings_have_eight_or_nine_plies_and_are_about_even() {
    let recipe = recipe::<Makruk>();
    let mut lengths = [0; 10];
    for number in 0..40 {
        let (game, _) = recipe.play(&mut Scripted(|_| 3), number).expect("a game");
        lengths[game.opening.len()] += 1;
        assert_eq!(game.illegal_move(), None);
    }
    assert!(lengths[8] > 8 && lengths[9] > 8 && lengths[8] + lengths[9] == 40, "{lengths:?}");
    // Openings of eight plies are too far from even here, those of nine are not.
    let uneven = |ply| if ply == 8 { 1001 } else { -1000 };
    let games: Vec<_> =
        (0..20).map(|number| recipe.play(&mut Scripted(uneven), number).expect("a game")).collect();
    assert!(games.iter().all(|(game, _)| game.opening.len() == 9));
    assert!(games.iter().any(|&(_, dropped)| dropped > 0) && games.iter().any(|&(_, dropped)| dropped == 0));
}

#[test]
fn games_that_go_on_for_ever_are_broken_off_and_the_laws_come_first() {
    let endings: Vec<(HowEnded, usize)> = (0..60)
        .map(|number| {
            let (game, _) = recipe::<Chess>().play(&mut Scripted(|_| 40), number).expect("a game");
            (game.ended, plies(&game))
        })
        .collect();
    assert!(endings.iter().all(|&(ended, plies)| match ended {
        HowEnded::TooLong => plies == 400,
        ended => ended == HowEnded::Laws && plies <= 400,
    }));
    for ended in [HowEnded::TooLong, HowEnded::Laws] {
        assert!(endings.iter().any(|ending| ending.0 == ended), "{ended:?}");
    }
}

#[test]
fn numbers_and_seeds_make_games() {
    let game = |seed, number| {
        let recipe = GameRecipe::<Chess> { seed, ..recipe() };
        recipe.play(&mut Scripted(|_| 2), number).expect("a game").0
    };
    assert_eq!(game(1, 7), game(1, 7));
    assert_ne!(game(1, 7).opening, game(1, 8).opening);
    assert_ne!(game(1, 7).opening, game(2, 7).opening);
    // Neighbours do not share their dice, shifted by one.
    assert_ne!(game(1, 7).opening[1..6], game(1, 8).opening[..5]);
    let recipe = recipe::<Chess>();
    let print = |score: i32| recipe.fingerprint(&mut Scripted(move |_| score)).expect("a game");
    assert_eq!(print(1), print(1));
    assert_ne!(print(1), print(2));
}
