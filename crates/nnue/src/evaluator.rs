use std::marker::PhantomData;

use kempelen_eval::{Evaluator, Judged};
use kempelen_rules::{Color, Move, Piece, Position, Role, Square, SquareSet};

use crate::Nnue;
use crate::cpu::Cpu;
use crate::features::Perspective;
use crate::simd::{self, Strip};

/// Judges positions by a network, and keeps its hidden sums in step with a search.
///
/// A step notes only which men left and which came. The sums of a position are made when they are asked for, from
/// the nearest position above that has them; so what is never evaluated costs next to nothing. Where a king has
/// crossed the middle of the board since, its side sees everything mirrored, and the sums start from the last
/// position that this side saw that way round.
///
/// The network knows nothing of the counts that run towards a draw; of its judgement as much is kept as of the
/// hand-written one where a count or the lack of material takes an advantage away.
#[derive(Debug)]
pub struct NetworkEvaluator<V: Judged> {
    network: Nnue,
    cpu: Cpu,
    /// What happened on the way, the root first.
    steps: Vec<StepDown>,
    /// The hidden sums of both sides at each step.
    sums: Vec<Strip>,
    /// For each side, unmirrored and mirrored: the sums of the last position that was summed up afresh.
    seen: [[SeenMen; 2]; 2],
    variant: PhantomData<V>,
}

/// One step of a search: which men left, which came, and how both sides look at the board then.
#[derive(Clone, Copy, Debug)]
struct StepDown {
    left: ManList,
    came: ManList,
    views: [Perspective; 2],
    /// Whether the sums of each side are made.
    known: [bool; 2],
}

/// A few men and where they stand: castling moves two, a capture removes two.
#[derive(Clone, Copy, Debug, Default)]
struct ManList {
    men: [Option<(Piece, Square)>; 2],
}

impl ManList {
    #[inline]
    fn push(&mut self, man: Piece, square: Square) {
        let place = usize::from(self.men[0].is_some());
        self.men[place] = Some((man, square));
    }
}

/// The sums of one side for a position seen before.
#[derive(Clone, Debug)]
struct SeenMen {
    sides: [SquareSet; 2],
    roles: [SquareSet; Role::COUNT],
    sums: Vec<Strip>,
}

impl<V: Judged> NetworkEvaluator<V> {
    /// An evaluator with this network, on the best that the machine has.
    pub fn new(network: Nnue) -> Self {
        Self::on(network, Cpu::chosen())
    }

    /// An evaluator with this network and this kind of processor.
    pub fn on(network: Nnue, cpu: Cpu) -> Self {
        let seen = SeenMen {
            sides: [SquareSet::EMPTY; 2],
            roles: [SquareSet::EMPTY; Role::COUNT],
            sums: network.bias().to_vec(),
        };
        let seen = [[seen.clone(), seen.clone()], [seen.clone(), seen]];
        Self { network, cpu, steps: Vec::new(), sums: Vec::new(), seen, variant: PhantomData }
    }

    /// The network that judges.
    pub fn network(&self) -> &Nnue {
        &self.network
    }

    fn push(&mut self, left: ManList, came: ManList, position: &Position<V>) {
        let views = Color::ALL.map(|side| Perspective::of(side, position));
        self.steps.push(StepDown { left, came, views, known: [false; 2] });
        let needed = self.steps.len() * 2 * self.network.strips();
        if self.sums.len() < needed {
            self.sums.resize(needed, Strip::ZERO);
        }
    }

    /// Where the sums of a side at a step are.
    #[inline]
    fn place(&self, step: usize, side: Color) -> std::ops::Range<usize> {
        let strips = self.network.strips();
        let start = (2 * step + side.index()) * strips;
        start..start + strips
    }

    /// Makes the sums of a side for where the search is.
    #[inline]
    fn sum_up(&mut self, side: Color, now: &Position<V>) {
        let last = self.steps.len() - 1;
        let of = side.index();
        if self.steps[last].known[of] {
            return;
        }
        let view = self.steps[last].views[of];
        let near = self.steps[..last].iter().rposition(|step| step.known[of] || step.views[of] != view);
        match near {
            Some(near) if self.steps[near].known[of] && self.steps[near].views[of] == view => {
                for step in near + 1..=last {
                    self.follow(side, step);
                }
            }
            _ => self.start_afresh(side, now),
        }
    }

    /// From the sums of one step to those of the next.
    #[inline]
    fn follow(&mut self, side: Color, step: usize) {
        let (from, to) = (self.place(step - 1, side), self.place(step, side));
        let (above, below) = self.sums.split_at_mut(to.start);
        let (from, to) = (&above[from], &mut below[..self.network.strips()]);
        let (cpu, network) = (self.cpu, &self.network);
        let StepDown { left, came, views, known } = &mut self.steps[step];
        let view = views[side.index()];
        known[side.index()] = true;
        let row = |(man, square)| network.row(view.input::<V>(man, square));
        let [left, came] = [left, came].map(|list| list.men.map(|man| man.map(row)));
        match (came, left) {
            ([Some(a), None], [Some(b), None]) => simd::change(cpu, from, to, [a], [b]),
            ([Some(a), None], [Some(b), Some(c)]) => simd::change(cpu, from, to, [a], [b, c]),
            ([Some(a), Some(b)], [Some(c), Some(d)]) => simd::change(cpu, from, to, [a, b], [c, d]),
            // A pass changes nothing, and neither does any other pair of lists that a move could leave.
            _ => {
                to.copy_from_slice(from);
                for row in came.into_iter().flatten() {
                    simd::change_here(cpu, to, [row], []);
                }
                for row in left.into_iter().flatten() {
                    simd::change_here(cpu, to, [], [row]);
                }
            }
        }
    }

    /// Makes the sums of a side from those that it last made while it looked at the board the same way round.
    fn start_afresh(&mut self, side: Color, now: &Position<V>) {
        let last = self.steps.len() - 1;
        let place = self.place(last, side);
        let (cpu, network) = (self.cpu, &self.network);
        let step = &mut self.steps[last];
        let view = step.views[side.index()];
        step.known[side.index()] = true;
        let seen = &mut self.seen[side.index()][usize::from(view.is_mirrored())];
        for owner in Color::ALL {
            for role in V::ROLES {
                let man = Piece::new(owner, role);
                let row = |square| network.row(view.input::<V>(man, square));
                let before = seen.sides[owner.index()] & seen.roles[role.index()];
                let after = now.men(owner, role);
                let (mut came, mut left) = ((after & !before).into_iter(), (before & !after).into_iter());
                loop {
                    match (came.next(), left.next()) {
                        (Some(a), Some(b)) => simd::change_here(cpu, &mut seen.sums, [row(a)], [row(b)]),
                        (Some(a), None) => simd::change_here(cpu, &mut seen.sums, [row(a)], []),
                        (None, Some(b)) => simd::change_here(cpu, &mut seen.sums, [], [row(b)]),
                        (None, None) => break,
                    }
                }
            }
        }
        seen.sides = Color::ALL.map(|owner| now.side(owner));
        for role in V::ROLES {
            seen.roles[role.index()] = now.role(role);
        }
        self.sums[place].copy_from_slice(&seen.sums);
    }
}

impl<V: Judged> Evaluator<V> for NetworkEvaluator<V> {
    fn begin(&mut self, root: &Position<V>) {
        self.steps.clear();
        self.push(ManList::default(), ManList::default(), root);
    }

    #[inline]
    fn descend(&mut self, before: &Position<V>, step: Option<Move>, after: &Position<V>) {
        let (mut left, mut came) = (ManList::default(), ManList::default());
        if let Some(step) = step {
            let changed = |side| before.side(side) ^ after.side(side);
            // King and rook of Chess960 may exchange their squares, which then stay occupied by the same side.
            let places = changed(Color::White) | changed(Color::Black) | step.from().set() | step.to().set();
            for square in places {
                let (was, is) = (before.piece_on(square), after.piece_on(square));
                if was != is {
                    if let Some(man) = was {
                        left.push(man, square);
                    }
                    if let Some(man) = is {
                        came.push(man, square);
                    }
                }
            }
        }
        self.push(left, came, after);
    }

    #[inline]
    fn ascend(&mut self) {
        self.steps.pop();
    }

    #[inline]
    fn evaluate(&mut self, now: &Position<V>) -> i32 {
        if self.steps.is_empty() {
            self.begin(now);
        }
        self.sum_up(Color::White, now);
        self.sum_up(Color::Black, now);
        let last = self.steps.len() - 1;
        let us = now.turn();
        let (ours, theirs) = (&self.sums[self.place(last, us)], &self.sums[self.place(last, !us)]);
        let value = self.network.conclude(self.cpu, ours, theirs);
        fade(now, value)
    }
}

/// What is left of an evaluation where a count runs towards a draw, or there is too little to win with.
#[inline]
pub(crate) fn fade<V: Judged>(position: &Position<V>, value: i32) -> i32 {
    let us = position.turn();
    let stronger = if value >= 0 { us } else { !us };
    value * V::prospects(position, stronger).fade / 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NetworkFile;
    use kempelen_rules::random::SplitMix64;
    use kempelen_rules::{Chess, Makruk, Variant};

    /// A network of chance: every input matters to every neuron, and neurons are clipped at both ends.
    fn random_network<V: Variant>(hidden: usize) -> Nnue {
        let mut random = SplitMix64::new(hidden as u64);
        let mut number = |bound: i16| random.below(2 * bound as usize + 1) as i16 - bound;
        let mut file = NetworkFile::empty(V::NAMES[0], hidden);
        file.inputs.iter_mut().for_each(|weight| *weight = number(120));
        file.bias.iter_mut().for_each(|weight| *weight = number(200));
        file.output.iter_mut().for_each(|weight| *weight = number(60));
        Nnue::new(file).expect("a sound network")
    }

    /// Walks at random up and down, evaluates now and then, and compares with sums made anew.
    fn stays_in_step<V: Judged>(start: &str, hidden: usize) {
        let network = random_network::<V>(hidden);
        let mut evaluators: Vec<_> =
            Cpu::here().into_iter().map(|cpu| NetworkEvaluator::<V>::on(network.clone(), cpu)).collect();
        let mut random = SplitMix64::new(7);
        let (mut asked, mut mirrored, mut passes) = (0, 0, 0);
        for _ in 0..40 {
            let mut way: Vec<Position<V>> = vec![start.parse().expect("a position")];
            for evaluator in &mut evaluators {
                evaluator.begin(&way[0]);
            }
            for _ in 0..150 {
                let here = way[way.len() - 1];
                let moves = here.legal_moves();
                if way.len() > 1 && (moves.is_empty() || random.chance(0.3)) {
                    evaluators.iter_mut().for_each(Evaluator::ascend);
                    way.pop();
                } else if !moves.is_empty() {
                    let step = (here.in_check() || !random.chance(0.05)).then(|| *random.pick(&moves));
                    let after = step.map_or_else(|| here.pass(), |m| here.play(m));
                    passes += u32::from(step.is_none());
                    for evaluator in &mut evaluators {
                        evaluator.descend(&here, step, &after);
                    }
                    let crossed = |side| Perspective::of(side, &here) != Perspective::of(side, &after);
                    mirrored += u32::from(crossed(Color::White) || crossed(Color::Black));
                    way.push(after);
                }
                if random.chance(0.5) {
                    let now = &way[way.len() - 1];
                    let anew = fade(now, network.evaluate(now));
                    for evaluator in &mut evaluators {
                        assert_eq!(evaluator.evaluate(now), anew, "{} on {}", now.fen(), evaluator.cpu);
                    }
                    asked += 1;
                }
            }
        }
        assert!(asked > 1000 && mirrored > 20 && passes > 20, "{asked} {mirrored} {passes}");
    }

    #[test]
    fn sums_stay_in_step_with_a_search() {
        stays_in_step::<Chess>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 64);
        stays_in_step::<Chess>("8/2P2k2/8/3pP3/8/8/1p2K3/8 w - d6 0 1", 128);
        // In Chess960 king and rook may exchange squares, or one of them stays.
        stays_in_step::<Chess>("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1", 64);
        stays_in_step::<Chess>("rr3kr1/pppppppp/8/8/8/8/PPPPPPPP/RR3KR1 w GBgb - 0 1", 64);
        stays_in_step::<Makruk>(Makruk::START, 256);
        stays_in_step::<Makruk>("8/6ks/3M~2r1/2K1M3/8/3R4/8/8 w - 128 18 50", 64);
    }

    #[test]
    fn a_position_and_its_mirror_image_are_worth_the_same() {
        let network = random_network::<Chess>(64);
        let position: Position<Chess> =
            "r1b1k1nr/pp3ppp/q1n1p3/2b5/2p5/2N2NP1/PP2PPBP/R1BQ1RK1 w kq - 2 9".parse().expect("a position");
        let value = network.evaluate(&position);
        assert_ne!(value, 0);
        assert_eq!(network.evaluate(&position.mirror()), value);
    }

    #[test]
    fn what_cannot_be_won_is_worth_nothing() {
        let network = random_network::<Chess>(64);
        let lone_bishop: Position<Chess> = "4k3/8/8/8/8/8/8/4KB2 w - - 0 1".parse().expect("a position");
        assert_ne!(network.evaluate(&lone_bishop), 0, "the network does not know it");
        let mut evaluator = NetworkEvaluator::<Chess>::new(network);
        evaluator.begin(&lone_bishop);
        assert_eq!(evaluator.evaluate(&lone_bishop), 0);
    }
}
