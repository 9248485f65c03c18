//! Choosing some of many chunks: the same ones each time, whatever the order in which they come, in
//! memory for as many as are chosen.

use std::collections::BTreeSet;

use sha2::{Digest as _, Sha256};

/// The chunks whose keys have the smallest hashes.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    most: usize,
    seed: String,
    chosen: BTreeSet<([u8; 16], Vec<String>)>,
}

impl Sample {
    /// At most `most` chunks. Another seed, such as the path of the array, chooses others.
    pub(super) fn new(most: usize, seed: &str) -> Self {
        Self {
            most,
            seed: seed.to_owned(),
            chosen: BTreeSet::new(),
        }
    }

    /// Considers the chunk whose key has these parts.
    pub(super) fn add(&mut self, parts: &[String]) {
        let hash = Sha256::digest(format!("{}\0{}", self.seed, parts.join("/")).as_bytes());
        let mut short = [0; 16];
        short.copy_from_slice(&hash[..16]);
        if self.chosen.len() < self.most {
            self.chosen.insert((short, parts.to_vec()));
        } else if self.chosen.last().is_some_and(|(last, _)| short < *last) {
            self.chosen.pop_last();
            self.chosen.insert((short, parts.to_vec()));
        }
    }

    /// The parts of the keys of the chosen chunks.
    pub(super) fn chosen(self) -> impl Iterator<Item = Vec<String>> {
        self.chosen.into_iter().map(|(_, parts)| parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(most: usize, seed: &str, indices: impl Iterator<Item = u64>) -> BTreeSet<String> {
        let mut sample = Sample::new(most, seed);
        for index in indices {
            sample.add(&["c".to_owned(), index.to_string()]);
        }
        sample.chosen().map(|it| it.join("/")).collect()
    }

    #[test]
    fn the_order_does_not_matter_and_the_seed_does() {
        let forward = choose(10, "a", 0..1000);
        assert_eq!(forward.len(), 10);
        assert_eq!(forward, choose(10, "a", (0..1000).rev()));
        assert_ne!(forward, choose(10, "b", 0..1000));
        assert!(choose(0, "a", 0..1000).is_empty());
        assert_eq!(choose(10, "a", 0..3).len(), 3);
    }

    /// A sample of neighbours would miss what went wrong elsewhere.
    #[test]
    fn all_parts_of_a_grid_are_chosen_from() {
        let chosen = choose(100, "a", 0..1000);
        for part in 0..10 {
            let of_part = |it: &&String| it.len() == 5 && it.starts_with(&format!("c/{part}"));
            assert!(chosen.iter().filter(of_part).count() < 40);
        }
        let high = chosen.iter().filter(|it| it.as_str() >= "c/5").count();
        assert!((20..80).contains(&high), "{high}");
    }
}
