//! Thinks about one position: `go VARIANT DEPTH FEN`.
use kempelen_alphabeta::Kempelen;
use kempelen_engine::{Ask, Engine, Info, Limits, Stop};
use kempelen_rules::{AnyGame, AnyPosition};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let variant = args[0].parse().expect("a game");
    let position = if args.len() > 2 {
        AnyPosition::from_fen(variant, &args[2]).expect("a FEN")
    } else {
        AnyPosition::start(variant)
    };
    let game = AnyGame::new(position);
    let mut engine = Kempelen::default();
    for option in args.iter().skip(3) {
        let (n, v) = option.split_once('=').expect("name=value");
        engine.set_option(n, v).expect("an option");
    }
    let stop = Stop::new();
    let mut tell = |info: &Info| {
        if let Some((_, line)) = &info.line {
            println!(
                "d{} {:?} nodes {} {:?} {} pv {}",
                line.depth,
                line.score,
                info.nodes,
                info.time,
                info.hashfull,
                position.san_line(&line.pv).join(" ")
            );
        }
    };
    let report = engine
        .think(Ask::new(&game, Limits::depth(args[1].parse().expect("a depth")), &stop, &mut tell))
        .expect("an answer");
    println!(
        "{:?} nodes {} nps {}",
        report.best,
        report.nodes,
        report.nodes as f64 / report.time.as_secs_f64()
    );
}
