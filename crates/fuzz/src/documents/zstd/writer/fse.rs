//! Finite state entropy with the default distributions: RFC 8878, sections 3.1.1.3.2.2 and 4.1.

use std::sync::LazyLock;

use fastrand::Rng;

/// A table by which codes are decoded: for each state its symbol, and how the next state is read.
pub(super) struct Table {
    /// `Accuracy_Log`: the number of bits of a state.
    pub(super) accuracy_log: u32,
    states: Vec<State>,
}

#[derive(Clone, Copy, Default)]
struct State {
    symbol: u8,
    bits: u32,
    baseline: usize,
}

/// Of literal lengths.
pub(super) static LITERAL_LENGTHS: LazyLock<Table> = LazyLock::new(|| {
    Table::of(
        6,
        &[
            4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1,
            1, 1, 1, -1, -1, -1, -1,
        ],
    )
});

/// Of match lengths.
pub(super) static MATCH_LENGTHS: LazyLock<Table> = LazyLock::new(|| {
    Table::of(
        6,
        &[
            1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
        ],
    )
});

/// Of offsets.
pub(super) static OFFSETS: LazyLock<Table> = LazyLock::new(|| {
    Table::of(
        5,
        &[
            1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1,
            -1,
        ],
    )
});

impl Table {
    fn of(accuracy_log: u32, distribution: &[i8]) -> Self {
        let size = 1_usize << accuracy_log;
        let mut states = vec![State::default(); size];
        let mut high = size;
        let mut symbols = Vec::with_capacity(size);
        for (symbol, probability) in (0..).zip(distribution) {
            if *probability == -1 {
                high -= 1;
                states[high].symbol = symbol;
            }
            symbols.extend((0..*probability).map(|_| symbol));
        }
        let step = (size >> 1) + (size >> 3) + 3;
        let mut position = 0;
        for symbol in symbols {
            states[position].symbol = symbol;
            position = (position + step) % size;
            while position >= high {
                position = (position + step) % size;
            }
        }
        let mut next: Vec<usize> = distribution
            .iter()
            .map(|probability| usize::from(probability.unsigned_abs()))
            .collect();
        for state in &mut states {
            let number = &mut next[usize::from(state.symbol)];
            state.bits = accuracy_log - number.ilog2();
            state.baseline = (*number << state.bits) - size;
            *number += 1;
        }
        Self {
            accuracy_log,
            states,
        }
    }

    /// The states that give these symbols one after the other, and for each but the last the number
    /// that is read to come to the next one, with its bits.
    pub(super) fn encode(&self, choices: &mut Rng, symbols: &[u8]) -> (usize, Vec<(u64, u32)>) {
        let mut reads = vec![(0, 0); symbols.len()];
        let mut next: Option<usize> = None;
        for (i, symbol) in symbols.iter().enumerate().rev() {
            let leads_on = |state: &State| match next {
                Some(next) => (state.baseline..state.baseline + (1 << state.bits)).contains(&next),
                None => true,
            };
            let fits = |state: &usize| {
                let state = &self.states[*state];
                state.symbol == *symbol && leads_on(state)
            };
            let some = if next.is_none() {
                choices.usize(..self.states.len())
            } else {
                0
            };
            // Any state for the last symbol; for another one, there is one that leads on.
            let all = (some..self.states.len()).chain(0..some);
            let state = all.into_iter().find(fits).unwrap_or_default();
            if let Some(next) = next {
                let State { bits, baseline, .. } = self.states[state];
                reads[i] = ((next - baseline) as u64, bits);
            }
            next = Some(state);
        }
        reads.pop();
        (next.unwrap_or_default(), reads)
    }
}
