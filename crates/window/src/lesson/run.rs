//! A model on the machine.

use kempelen_museum::sargon::{
    BookUse, Comparison, Here, Interfere, PieceKind, PlyMax, Points, Sargon, SargonEvent, SargonMove,
    SargonWatch,
};

use super::key::{LessonKey, ModelShape};
use super::model::LessonModel;
use super::pv::principal_variation;

/// What a model did when it was run.
#[derive(Clone, PartialEq, Debug)]
pub struct Run<'m> {
    /// The model.
    pub model: &'m LessonModel,
    /// Everything worth telling, in the order in which it happened.
    pub facts: Vec<Fact>,
    /// The positions of the principal variation.
    pub pv: Vec<LessonKey>,
}

/// Something worth telling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A position was created and evaluated.
    Created(LessonKey),
    /// The move to a position was scored.
    Scored(ScoredMove),
}

/// A move with its score and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The position it leads to.
    pub key: LessonKey,
    /// The bytes that were compared.
    pub bytes: Comparison,
    /// What the comparison decided.
    pub decision: Decision,
}

/// What becomes of a scored move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It is too good: the rest of the ply is left out.
    Cutoff,
    /// It is not better than the best so far.
    Discard,
    /// It is the best so far.
    NewBest,
}

impl LessonModel {
    /// Runs the model on the machine.
    pub fn run(&self) -> Run<'_> {
        let shape = self.shape();
        let mut log = LessonLog::default();
        let sargon = Sargon::from_fen(&real_position(shape), BookUse::Closed).ok();
        if let Some((mut sargon, plymax)) = sargon.zip(PlyMax::new(shape.depth() as u8)) {
            sargon.think_with(plymax, &mut log, &mut Pretend(self));
        }
        let best: Vec<LessonKey> = log.best().cloned().collect();
        let pv = principal_variation(&best, LessonKey::ply).into_iter().cloned().collect();
        Run { model: self, facts: log.facts, pv }
    }
}

impl Run<'_> {
    /// The moves that were scored, in order.
    pub fn scored(&self) -> impl Iterator<Item = &ScoredMove> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::Scored(scored) => Some(scored),
            Fact::Created(_) => None,
        })
    }
}

/// The position that is really searched: a pawn for every move that a side can have. Of two pawns of a side the one
/// further left stands on a lower rank, so that its moves are generated first, also after one of them has moved.
fn real_position(shape: &ModelShape) -> String {
    let most =
        |parity: usize| (parity..shape.depth()).step_by(2).map(|ply| shape.width(ply)).max().unwrap_or(0);
    let mut board = [[' '; 8]; 8];
    for file in 0..most(0) {
        board[1 + file][file] = 'P';
    }
    for file in 8 - most(1)..8 {
        board[file - 1][file] = 'p';
    }
    board[0][0] = 'K';
    board[7][7] = 'k';
    let ranks: Vec<String> = board.iter().rev().map(fen_rank).collect();
    format!("{} w - - 0 1", ranks.join("/"))
}

fn fen_rank(rank: &[char; 8]) -> String {
    let mut text = String::new();
    for &man in rank {
        match (man, text.pop()) {
            (' ', Some(gap)) if gap.is_ascii_digit() => text.push(char::from(gap as u8 + 1)),
            (' ', last) => text.extend(last.into_iter().chain(['1'])),
            (man, last) => text.extend(last.into_iter().chain([man])),
        }
    }
    text
}

/// The interference: single steps of the pawns wanted, and the model's scores.
struct Pretend<'m>(&'m LessonModel);

impl Interfere for Pretend<'_> {
    fn allows(&mut self, here: Here<'_>, mv: SargonMove) -> bool {
        let (from, to) = (mv.first.from, mv.first.to);
        here.piece_on(from).kind() == PieceKind::Pawn
            && from.file() == to.file()
            && from.rank().abs_diff(to.rank()) == 1
            && self.0.shape().letters(here.path.len()).any(|letter| letter == letter_of(mv))
    }

    fn value(&mut self, here: Here<'_>, points: Points) -> u8 {
        if here.path.is_empty() { points.value } else { self.0.score_byte(&key_of(here.path)) }
    }
}

/// The file of the pawn that moves.
fn letter_of(mv: SargonMove) -> char {
    char::from(b'A' + mv.first.from.file())
}

fn key_of(path: &[SargonMove]) -> LessonKey {
    LessonKey::new(&path.iter().copied().map(letter_of).collect::<String>())
}

/// The watcher who turns events into facts.
#[derive(Default)]
struct LessonLog {
    /// The moves that led to the ply at hand.
    path: Vec<SargonMove>,
    facts: Vec<Fact>,
}

impl LessonLog {
    /// The key of the position after a move at the ply at hand.
    fn key(&self, mv: Option<SargonMove>) -> LessonKey {
        let path: Vec<SargonMove> = self.path.iter().copied().chain(mv).collect();
        key_of(&path)
    }

    fn scored(&mut self, bytes: Comparison, decision: Decision) {
        let key = self.key(bytes.mv);
        self.facts.push(Fact::Scored(ScoredMove { key, bytes, decision }));
    }

    /// The positions that were best so far, in order.
    fn best(&self) -> impl Iterator<Item = &LessonKey> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::Scored(ScoredMove { key, decision: Decision::NewBest, .. }) => Some(key),
            _ => None,
        })
    }
}

impl SargonWatch for LessonLog {
    fn note(&mut self, event: impl FnOnce() -> SargonEvent) {
        match event() {
            SargonEvent::Entered { by, .. } => self.path.extend(by),
            SargonEvent::Left { .. } => {
                self.path.pop();
            }
            SargonEvent::Evaluated { mv, .. } => {
                let key = self.key(mv);
                self.facts.push(Fact::Created(key));
            }
            SargonEvent::Cutoff(bytes) => self.scored(bytes, Decision::Cutoff),
            SargonEvent::NotBest(bytes) => self.scored(bytes, Decision::Discard),
            SargonEvent::Best(bytes) => self.scored(bytes, Decision::NewBest),
            SargonEvent::Generated { .. }
            | SargonEvent::Illegal { .. }
            | SargonEvent::Mate { .. }
            | SargonEvent::Stalemate { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_a_position_with_room_for_its_pawns() {
        assert_eq!(real_position(&ModelShape::classic()), "7k/7p/6p1/8/8/1P6/P7/K7 w - - 0 1");
        let four = ModelShape::new(&[4; 4]).expect("a shape");
        assert_eq!(real_position(&four), "7k/7p/6p1/3P1p2/2P1p3/1P6/P7/K7 w - - 0 1");
    }
}
