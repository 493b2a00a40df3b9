//! One thread with its model and its tables.

use super::table::{SelfplayTable, TableTally, Turn};
use super::{Hall, SelfplayError};
use crate::backend::Backend;
use crate::batch::{BackendInput, Batch};
use crate::cache::{Cache, Likeness};
use crate::learnable::Learnable;
use crate::search::{GatherContext, Ticket};
use kempelen_trace::Mute;

/// Positions that are valued at once, at least.
const LEAST: usize = 2;

pub(super) struct SelfplayWorker<'a, V: Learnable> {
    hall: &'a Hall<'a>,
    backend: Box<dyn Backend>,
    tables: Vec<SelfplayTable<V>>,
    batch: Batch,
    cache: Cache,
    likeness: Likeness,
    /// Positions that are valued at once.
    size: usize,
    /// Which tables wait for the rows of the batch.
    waiting: Vec<(usize, Ticket)>,
}

impl<'a, V: Learnable> SelfplayWorker<'a, V> {
    pub(super) fn new(
        hall: &'a Hall<'a>,
        backend: Box<dyn Backend>,
        games: usize,
        size: usize,
        cache_mb: usize,
    ) -> Self {
        let sight = backend.sight();
        // Answers are shared between games only where they are exactly what the model would say, so that no game
        // depends on another.
        let (likeness, cache_mb) = match sight {
            BackendInput::Nothing => (Likeness::Position, 0),
            BackendInput::Planes { steps, .. } => (Likeness::Sight { steps }, cache_mb),
        };
        let tables =
            (0..games).map_while(|_| Some(SelfplayTable::new(hall.recipe, hall.next_game()?))).collect();
        Self {
            hall,
            batch: Batch::new(sight),
            backend,
            tables,
            cache: Cache::new(cache_mb),
            likeness,
            size: if size == 0 { games } else { size.min(games) }.max(1),
            waiting: Vec::new(),
        }
    }

    /// Plays until there are no games left.
    pub(super) fn work(mut self) {
        if let Err(error) = self.play_all() {
            self.hall.fail(error);
        }
        self.report();
    }

    fn play_all(&mut self) -> Result<(), SelfplayError> {
        while !self.tables.is_empty() && !self.hall.is_closed() {
            let mut table = 0;
            while table < self.tables.len() {
                match self.turn(table) {
                    Turn::Asked(ticket) => {
                        self.waiting.push((table, ticket));
                        table += 1;
                    }
                    Turn::Over(record) => {
                        self.hall.finish::<V>(record);
                        match self.hall.next_game() {
                            Some(index) => self.tables[table].set_up(self.hall.recipe, index),
                            None => self.close_table(table)?,
                        }
                    }
                }
                if self.batch.len() >= self.size {
                    self.value()?;
                }
            }
            self.value()?;
            self.report();
        }
        Ok(())
    }

    fn turn(&mut self, table: usize) -> Turn {
        let mut desk =
            GatherContext { batch: &mut self.batch, cache: &mut self.cache, likeness: self.likeness };
        self.tables[table].play(self.hall.recipe, &mut desk)
    }

    /// Takes a table away. The others keep their order, and those that wait get what they wait for first.
    fn close_table(&mut self, table: usize) -> Result<(), SelfplayError> {
        self.value()?;
        self.report();
        self.tables.remove(table);
        Ok(())
    }

    /// Has the batch valued, and brings the answers to their tables.
    fn value(&mut self) -> Result<(), SelfplayError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        // A single position may go through other arithmetic than several, and no game may depend on its company.
        self.batch.pad(LEAST);
        self.backend.evaluate(&mut self.batch)?;
        for (row, &(table, ticket)) in self.waiting.iter().enumerate() {
            self.tables[table].search.apply(ticket, self.batch.evaluation(row), &mut self.cache, &mut Mute);
        }
        let positions = self.waiting.len() as u64;
        self.hall.count(|stats| {
            stats.evaluations += positions;
            stats.batches += 1;
        });
        self.waiting.clear();
        self.batch.clear();
        Ok(())
    }

    /// Adds what the tables have done to the statistics.
    fn report(&mut self) {
        let mut sum = TableTally::default();
        for table in &mut self.tables {
            let TableTally { moves, playouts, cached, full_trees } = std::mem::take(&mut table.tally);
            sum.moves += moves;
            sum.playouts += playouts;
            sum.cached += cached;
            sum.full_trees += full_trees;
        }
        self.hall.count(|stats| {
            stats.moves += sum.moves;
            stats.playouts += sum.playouts;
            stats.cached += sum.cached;
            stats.full_trees += sum.full_trees;
        });
    }
}
