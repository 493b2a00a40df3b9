//! `log`: what happened, sentence by sentence, each with its because.

use kempelen_trace::{How, Why};

use crate::style::{Ink, Style};
use crate::tree::{Ghost, NodeId, Note, Round, Tree, Verdict};
use crate::words::ghost;

use super::picture::heading;

/// How much of a search is told.
#[derive(Clone, Copy, Debug)]
pub struct LogOptions {
    /// How many plies.
    pub depth: usize,
    /// The search of the root to tell.
    pub round: Round,
    /// Whether to tell of moves that were not searched, too.
    pub ghosts: bool,
}

/// Tells a search: a sentence for each node when it is settled, in the order in which that happened.
pub fn log(tree: &Tree, options: LogOptions, style: &Style) -> String {
    let mut text = heading(tree, options.round, style);
    LogTeller { tree, options, style, text: &mut text }.tell(options.round.root, 0);
    text
}

struct LogTeller<'t, 'o> {
    tree: &'t Tree,
    options: LogOptions,
    style: &'t Style,
    text: &'o mut String,
}

impl LogTeller<'_, '_> {
    fn tell(&mut self, id: NodeId, ply: usize) {
        if ply < self.options.depth {
            let notes: Vec<Note> = self.tree.notes(id).collect();
            for (index, note) in notes.iter().enumerate() {
                match *note {
                    Note::Child(child) => {
                        self.tell(child, ply + 1);
                        if let Some(&Note::Best(m, _)) = notes.get(index + 1)
                            && self.tree[child].m == Some(m)
                            && self.tree[id].why != Why::Beta
                        {
                            self.say(child, "best so far", Ink::Main);
                        }
                    }
                    Note::Skip(m, why) if self.options.ghosts || why != Why::Illegal => {
                        let name = self.tree.name_of(id, m);
                        self.beside(id, &format!("{name} is passed over: {}", why.words()));
                    }
                    _ => {}
                }
            }
            if self.options.ghosts {
                self.ghosts(id);
            }
        }
        let because = self.tree.because(id);
        let how = self.tree[id].how.words();
        let how = if how.is_empty() { String::new() } else { format!(" ({how})") };
        let ink = if self.tree[id].why == Why::Beta { Ink::Cut } else { Ink::Plain };
        self.say(id, &format!("{because}{how}"), ink);
    }

    /// Moves that nobody looked at, together where the reason is the same.
    fn ghosts(&mut self, id: NodeId) {
        let mut groups: Vec<(Ghost, Vec<String>)> = Vec::new();
        for candidate in self.tree.candidates(id) {
            if let Verdict::Ghost(why) = candidate.verdict {
                let name = self.tree.name_of(id, candidate.m);
                match groups.iter_mut().find(|(other, _)| *other == why) {
                    Some((_, names)) => names.push(name),
                    None => groups.push((why, vec![name])),
                }
            }
        }
        for (why, names) in groups {
            self.beside(id, &format!("{}: {}", ghost(why), names.join(" ")));
        }
    }

    fn say(&mut self, id: NodeId, what: &str, ink: Ink) {
        let line = self.name(id);
        let text = self.style.wrap(&format!("{line}: {what}"), 4);
        self.text.push_str(&self.style.paint(&text, ink));
        self.text.push('\n');
    }

    fn beside(&mut self, id: NodeId, what: &str) {
        self.say(id, what, Ink::Faint);
    }

    /// The line to a node, and what kind of node it is where the line does not say it.
    fn name(&self, id: NodeId) -> String {
        let line = self.tree.line(id);
        match (line.is_empty(), self.tree[id].m, self.tree[id].how) {
            (true, _, How::Root) => "the root".to_owned(),
            (_, None, how) if how != How::Root && !how.moves_on(None) => format!("{line} (another look)"),
            _ => line,
        }
    }
}
