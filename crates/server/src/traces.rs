//! The recordings that can be asked about.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use kempelen_trace::Recording;
use kempelen_window::{Tree, View};

use crate::refusal::Refusal;

/// A recording, laid out where it tells something.
pub(crate) struct KeptTrace {
    pub(crate) id: u64,
    content: Content,
}

enum Content {
    View(View),
    /// The machine said nothing.
    Silent(Box<Recording>),
}

impl KeptTrace {
    pub(crate) fn recording(&self) -> &Recording {
        match &self.content {
            Content::View(view) => view.recording(),
            Content::Silent(recording) => recording,
        }
    }

    /// What it tells, or why there is nothing to read.
    pub(crate) fn view(&self) -> Result<&View, Refusal> {
        match &self.content {
            Content::View(view) => Ok(view),
            Content::Silent(_) => Err(Refusal::senseless(
                "silent",
                "there is nothing in this recording: the machine said nothing",
            )),
        }
    }

    /// The tree, or why there is none.
    pub(crate) fn tree(&self) -> Result<&Tree, Refusal> {
        match self.view()? {
            View::Tree(tree) => Ok(tree),
            View::Playouts(_) => {
                Err(Refusal::senseless("no_tree", "there are playouts in this recording, and no nodes"))
            }
        }
    }

    /// The tree, if it is one.
    pub(crate) fn as_tree(&self) -> Option<&Tree> {
        self.tree().ok()
    }

    /// The memory it takes, more or less.
    fn weight(&self) -> usize {
        let nodes = self.as_tree().map_or(0, Tree::len);
        self.recording().events.len() + nodes * 120
    }
}

/// The latest recordings, as many as there is room for.
pub(crate) struct Traces {
    shelf: Mutex<Shelf>,
    most: usize,
    room: usize,
}

#[derive(Default)]
struct Shelf {
    next: u64,
    /// The latest used last.
    kept: VecDeque<Arc<KeptTrace>>,
}

impl Traces {
    pub(crate) fn new(most: usize, room: usize) -> Self {
        Self { shelf: Mutex::default(), most, room }
    }

    /// Lays a recording out and keeps it; the ones not asked for the longest make room.
    pub(crate) fn put(&self, recording: Recording) -> Result<Arc<KeptTrace>, Refusal> {
        let content = if recording.events.is_empty() {
            Content::Silent(Box::new(recording))
        } else {
            Content::View(View::new(recording).map_err(|error| Refusal::senseless("bad_trace", error))?)
        };
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.next += 1;
        let kept = Arc::new(KeptTrace { id: shelf.next, content });
        shelf.kept.push_back(Arc::clone(&kept));
        while shelf.kept.len() > 1
            && (shelf.kept.len() > self.most
                || shelf.kept.iter().map(|kept| kept.weight()).sum::<usize>() > self.room)
        {
            shelf.kept.pop_front();
        }
        Ok(kept)
    }

    /// The recording of a number.
    pub(crate) fn get(&self, id: u64) -> Result<Arc<KeptTrace>, Refusal> {
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        let place = shelf.kept.iter().position(|kept| kept.id == id);
        let kept = place.and_then(|place| shelf.kept.remove(place)).ok_or_else(|| {
            Refusal::new(
                axum::http::StatusCode::NOT_FOUND,
                "unknown_trace",
                "there is no such recording here any more; record it again",
            )
        })?;
        shelf.kept.push_back(Arc::clone(&kept));
        Ok(kept)
    }
}
