use std::sync::Arc;

use kempelen_engine::{Registry, RegistryEntry, Resource};
use tokio::sync::{Semaphore, watch};

use crate::config::Config;
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::tournament::TournamentRoom;
use crate::traces::Traces;

/// What all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) registry: Registry,
    pub(crate) pool: Pool,
    /// Room for machines that are kept from one move to the next, in megabytes.
    pub(crate) shelf: Arc<Semaphore>,
    /// Places to read long files at.
    pub(crate) desk: Semaphore,
    /// Recordings that can be asked about.
    pub(crate) traces: Traces,
    /// Machines against each other.
    pub(crate) tournaments: TournamentRoom,
    /// Becomes true when the server closes.
    pub(crate) closing: watch::Receiver<bool>,
}

impl App {
    pub(crate) fn new(config: Config, closing: watch::Receiver<bool>) -> Self {
        Self {
            pool: Pool::new(&config.limits, closing.clone()),
            shelf: Arc::new(Semaphore::new(config.limits.kept_mb() as usize)),
            traces: Traces::new(config.limits.traces, (config.limits.traces_mb() as usize) << 20),
            tournaments: TournamentRoom::default(),
            desk: Semaphore::new(2),
            registry: kempelen_cabinet::registry(),
            config,
            closing,
        }
    }

    /// The most that a client may set an option to that takes of a resource.
    pub(crate) fn lends(&self, resource: Resource) -> i64 {
        match resource {
            Resource::Megabytes => self.config.limits.hash_mb,
            Resource::Threads => self.pool.workers().into(),
            Resource::Lines => self.config.limits.lines.into(),
        }
    }

    /// The machine of an id, or the first of the cabinet.
    pub(crate) fn machine(&self, id: Option<&str>) -> Result<&RegistryEntry, Refusal> {
        let found = match id {
            Some(id) => self.registry.find(id),
            None => self.registry.entries().first(),
        };
        found.ok_or_else(|| {
            let known: Vec<&str> = self.registry.entries().iter().map(|entry| entry.about.id).collect();
            Refusal::senseless(
                "unknown_engine",
                format!(
                    "there is no engine {:?}; there are {}",
                    crate::text::clip(id.unwrap_or_default()),
                    known.join(", ")
                ),
            )
        })
    }
}

/// Ends when the server closes.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // Who would send is gone only together with the server.
    let _ = closing.wait_for(|&closing| closing).await;
}
