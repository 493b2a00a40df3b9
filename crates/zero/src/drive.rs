use kempelen_trace::Observer;

use crate::backend::{Backend, BackendError};
use crate::batch::Batch;
use crate::cache::{Cache, Likeness};
use crate::learnable::Learnable;
use crate::search::{GatherContext, Search, Ticket, Walk};

/// Drives one search: lets playouts gather positions, has them valued, and brings the answers home.
pub struct SearchDriver<'a> {
    backend: &'a mut dyn Backend,
    cache: &'a mut Cache,
    likeness: Likeness,
    batch: Batch,
    tickets: Vec<Ticket>,
}

/// What came of a round of playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundResult {
    /// The search can go on.
    More,
    /// The result is certain; more playouts would not change it.
    Proven,
    /// There is no memory for more.
    Full,
}

impl<'a> SearchDriver<'a> {
    /// A driver with this backend and cache.
    pub fn new(backend: &'a mut dyn Backend, cache: &'a mut Cache, likeness: Likeness) -> Self {
        let batch = Batch::new(backend.sight());
        Self { backend, cache, likeness, batch, tickets: Vec::new() }
    }

    /// Lets at most `size` playouts set out together, and all of them come back.
    ///
    /// # Errors
    /// When the backend fails. Then the search has been cleared.
    #[inline]
    pub fn round<V: Learnable>(
        &mut self,
        search: &mut Search<V>,
        size: usize,
        watch: &mut impl Observer,
    ) -> Result<RoundResult, BackendError> {
        let full = self.gather(search, size, watch);
        if !self.tickets.is_empty() {
            if let Err(error) = self.backend.evaluate(&mut self.batch) {
                search.clear();
                return Err(error);
            }
            for (row, &ticket) in self.tickets.iter().enumerate() {
                search.apply(ticket, self.batch.evaluation(row), self.cache, watch);
            }
        }
        Ok(if search.proof().is_some() {
            RoundResult::Proven
        } else if full {
            RoundResult::Full
        } else {
            RoundResult::More
        })
    }

    /// Fills the batch, and says whether the tree is full.
    #[inline]
    fn gather<V: Learnable>(
        &mut self,
        search: &mut Search<V>,
        size: usize,
        watch: &mut impl Observer,
    ) -> bool {
        self.batch.clear();
        self.tickets.clear();
        let mut desk = GatherContext { batch: &mut self.batch, cache: self.cache, likeness: self.likeness };
        for _ in 0..size {
            match search.gather(&mut desk, watch) {
                Walk::Asked(ticket) => self.tickets.push(ticket),
                Walk::Done if search.proof().is_none() => {}
                // Others would most likely run into the same.
                Walk::Collision | Walk::Done => return false,
                Walk::Full => return true,
            }
        }
        false
    }
}
