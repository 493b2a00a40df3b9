//! The principal variation, found afterwards.

/// Finds the principal variation in a list of everything that was *best so far* during a search, in the order in which it
/// became so. `level` says how many moves lead to an item.
///
/// Whatever became best at the root last is the move to play. What was best at level 2 last before that is the answer to
/// it, and so on: one scan from the end, looking for level 1, then 2, then 3. What is passed over on the way belongs to
/// branches that lost.
///
/// ```
/// use kempelen_window::lesson::principal_variation;
///
/// // A first search of A finds AG best, and behind it AGA; then B with BG and BGB beats it.
/// let best = ["AGA", "AG", "A", "BGA", "BGB", "BG", "B"];
/// assert_eq!(principal_variation(&best, |key| key.len()), [&"B", &"BG", &"BGB"]);
/// ```
pub fn principal_variation<T>(best_so_far: &[T], level: impl Fn(&T) -> usize) -> Vec<&T> {
    let mut line = Vec::new();
    for item in best_so_far.iter().rev() {
        if level(item) == line.len() + 1 {
            line.push(item);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every position in the order of minimax; those that were best so far have an asterisk.
    fn line_of(list: &str) -> String {
        let best: Vec<&str> = list.split(' ').filter_map(|item| item.strip_suffix('*')).collect();
        let line: Vec<&str> = principal_variation(&best, |key| key.len()).into_iter().copied().collect();
        line.join(",")
    }

    #[test]
    fn only_what_comes_first_is_best() {
        assert_eq!(line_of("AGA* AGB AG* AHA* AHB AH A* BGA* BGB BG* BHA* BHB BH B"), "A,AG,AGA");
    }

    #[test]
    fn much_happens_in_a_branch_that_loses() {
        assert_eq!(line_of("AGA* AGB AG* AHA* AHB AH A* BGA* BGB* BG* BHA* BHB* BH* B"), "A,AG,AGA");
    }

    #[test]
    fn the_other_branch_wins() {
        assert_eq!(line_of("AGA* AGB AG* AHA* AHB* AH* A* BGA* BGB* BG* BHA* BHB* BH B*"), "B,BG,BGB");
    }
}
