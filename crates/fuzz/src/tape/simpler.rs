//! Simpler records: what shrinking tries, the boldest first.
//!
//! | change | for example |
//! |---|---|
//! | the items of a list taken out, all or one, with all that is chosen of them elsewhere | a dimension, a codec, a region |
//! | a span replaced by one within it that has the same label | a shard by its inner codecs |
//! | a span made all zero | the header of a gzip member |
//! | all lengths of an item lowered | those of an array and of its regions along a dimension |
//! | a length lowered, and the next one greater by as much | an array shorter than its chunk |
//! | an item moved in the place of a simpler one | a long dimension and one of length 1 |
//! | choices of one label taken out | elements |
//! | a choice lowered | a level |

use std::cmp::Ordering;

use super::{Numbers, Order, Record, Sort, Span};

/// Of more choices with one label, none is taken out or lowered by itself: there would be as many records.
const MOST_ONE_BY_ONE: usize = 256;
/// Of so many choices, each is lowered in every way.
const FEW: usize = 4;

/// How simple a record is, the simplest first: how many items of lists there are and choices that are not 0, their
/// sum, and the choices.
type Measure = (usize, u128, Vec<u64>);

impl Record {
    /// Records that are simpler in one way, the boldest first. Replayed, not each of them is different.
    pub fn simpler(&self) -> Vec<Self> {
        let mut simpler = Vec::new();
        let paths = self.paths();
        for path in &paths {
            self.with_fewer_items(path, &mut simpler);
        }
        for path in &paths[1..] {
            simpler.extend(self.with_inner(path));
            simpler.extend(self.with_zeros(path));
        }
        for path in &paths {
            self.with_shorter_items(path, &mut simpler);
            self.with_lengths_given(path, &mut simpler);
            self.with_moved_items(path, &mut simpler);
        }
        for path in &paths {
            self.with_lower_choices(path, &mut simpler);
        }
        simpler
    }

    /// Compares how simple two records are. Steps to simpler ones come to an end.
    pub fn is_simpler_than(&self, other: &Self) -> bool {
        self.measure().cmp(&other.measure()) == Ordering::Less
    }

    fn measure(&self) -> Measure {
        let mut measure = (0, 0, Vec::new());
        self.add_to(&mut measure);
        measure
    }

    fn add_to(&self, measure: &mut Measure) {
        for value in self.numbers.iter().flat_map(|it| &it.values) {
            measure.0 += usize::from(*value > 0);
            measure.1 += u128::from(*value);
            measure.2.push(*value);
        }
        for span in &self.spans {
            measure.0 += usize::from(span.sort == Sort::Item);
            span.record.add_to(measure);
        }
    }

    /// Whether nothing is chosen but what is simplest.
    fn is_zero(&self) -> bool {
        self.measure().1 == 0
    }

    /// The way to every span, outer ones first; the empty one leads to the record itself.
    fn paths(&self) -> Vec<Vec<usize>> {
        let mut paths = vec![Vec::new()];
        for (at, span) in self.spans.iter().enumerate() {
            let inner = span.record.paths().into_iter();
            paths.extend(inner.map(|it| [vec![at], it].concat()));
        }
        paths
    }

    fn at(&self, path: &[usize]) -> &Self {
        path.iter()
            .fold(self, |record, at| &record.spans[*at].record)
    }

    fn at_mut(&mut self, path: &[usize]) -> &mut Self {
        path.iter()
            .fold(self, |record, at| &mut record.spans[*at].record)
    }

    fn with(&self, path: &[usize], change: impl FnOnce(&mut Self)) -> Self {
        let mut record = self.clone();
        change(record.at_mut(path));
        record
    }

    /// The lists of a span, as the labels and numbers of their items.
    fn lists(&self) -> Vec<(&'static str, u64)> {
        let mut lists: Vec<(&'static str, u64)> = Vec::new();
        for span in self.spans.iter().filter(|it| it.sort == Sort::Item) {
            match lists.iter_mut().find(|(label, _)| *label == span.label) {
                Some((_, number)) => *number += 1,
                None => lists.push((span.label, 1)),
            }
        }
        lists
    }

    fn with_fewer_items(&self, path: &[usize], simpler: &mut Vec<Self>) {
        for (label, number) in self.at(path).lists() {
            if number > 1 {
                let is_item = |it: &Span| it.label == label && it.sort == Sort::Item;
                simpler.push(self.with(path, |it| it.spans.retain(|it| !is_item(it))));
            }
            simpler.extend((0..number).rev().map(|key| self.without(path, label, key)));
        }
    }

    /// Without an item of a list, and what is chosen of it elsewhere.
    fn without(&self, path: &[usize], label: &str, key: u64) -> Self {
        let mut record = self.with(path, |it| it.take_out(Sort::Item, label, key));
        record.take_out_everywhere(label, key);
        record
    }

    fn take_out(&mut self, sort: Sort, label: &str, key: u64) {
        let is_it = |it: &Span| it.sort == sort && it.label == label;
        self.spans.retain(|it| !is_it(it) || it.key != key);
        for span in self.spans.iter_mut().filter(|it| is_it(it) && it.key > key) {
            span.key -= 1;
        }
    }

    fn take_out_everywhere(&mut self, label: &str, key: u64) {
        self.take_out(Sort::Of, label, key);
        for span in &mut self.spans {
            span.record.take_out_everywhere(label, key);
        }
    }

    /// A span replaced by each of those within it that have its label.
    fn with_inner(&self, path: &[usize]) -> Vec<Self> {
        let Some((last, parent)) = path.split_last() else {
            return Vec::new();
        };
        let label = self.at(parent).spans[*last].label;
        let here = self.at(path);
        let inner = here.paths().into_iter().filter(|it| {
            it.split_last()
                .is_some_and(|(last, parent)| here.at(parent).spans[*last].label == label)
        });
        inner
            .map(|it| self.with(path, |record| *record = here.at(&it).clone()))
            .collect()
    }

    fn with_zeros(&self, path: &[usize]) -> Option<Self> {
        (!self.at(path).is_zero()).then(|| self.with(path, |it| *it = Self::default()))
    }

    fn with_lower_choices(&self, path: &[usize], simpler: &mut Vec<Self>) {
        for (at, numbers) in self.at(path).numbers.iter().enumerate() {
            let lists = numbers.shorter().into_iter().chain(numbers.lower());
            simpler
                .extend(lists.map(|values| self.with(path, |it| it.numbers[at].values = values)));
        }
    }

    /// All lengths of an item, and those that are chosen of it elsewhere, half as long or one less.
    fn with_shorter_items(&self, path: &[usize], simpler: &mut Vec<Self>) {
        for (label, number) in self.at(path).lists() {
            for key in 0..number {
                for shorter in [
                    |length: u64| length / 2,
                    |length: u64| length.saturating_sub(1),
                ] {
                    let mut record = self.clone();
                    record.at_mut(path).shorten(Sort::Item, label, key, shorter);
                    record.shorten_everywhere(label, key, shorter);
                    if record != *self {
                        simpler.push(record);
                    }
                }
            }
        }
    }

    fn shorten(&mut self, sort: Sort, label: &str, key: u64, shorter: fn(u64) -> u64) {
        let is_it = |it: &&mut Span| it.sort == sort && it.label == label && it.key == key;
        for span in self.spans.iter_mut().filter(is_it) {
            let lengths = span.record.numbers.iter_mut();
            for numbers in lengths.filter(|it| it.order == Order::Length) {
                numbers.values.iter_mut().for_each(|it| *it = shorter(*it));
            }
        }
    }

    fn shorten_everywhere(&mut self, label: &str, key: u64, shorter: fn(u64) -> u64) {
        self.shorten(Sort::Of, label, key, shorter);
        for span in &mut self.spans {
            span.record.shorten_everywhere(label, key, shorter);
        }
    }

    /// A length lowered, and the next one of its span greater by as much.
    fn with_lengths_given(&self, path: &[usize], simpler: &mut Vec<Self>) {
        let numbers = self.at(path).numbers.iter().enumerate();
        let lengths = numbers.filter(|(_, it)| it.order == Order::Length);
        let lengths: Vec<(usize, u64)> = lengths.map(|(at, it)| (at, it.values[0])).collect();
        for pair in lengths.windows(2) {
            let [(from, length), (to, other)] = [pair[0], pair[1]];
            for by in [length, length / 2, 1] {
                if 0 < by && by <= length {
                    simpler.push(self.with(path, |it| {
                        it.numbers[from].values[0] = length - by;
                        it.numbers[to].values[0] = other.saturating_add(by);
                    }));
                }
            }
        }
    }

    /// An item in the place of one that is all zero, which is taken out in its stead with what is chosen of the first
    /// elsewhere.
    fn with_moved_items(&self, path: &[usize], simpler: &mut Vec<Self>) {
        let here = self.at(path);
        for from in here
            .spans
            .iter()
            .filter(|it| it.sort == Sort::Item && !it.record.is_zero())
        {
            let is_other = |it: &&Span| it.sort == Sort::Item && it.label == from.label;
            for to in here
                .spans
                .iter()
                .filter(is_other)
                .filter(|it| it.record.is_zero())
            {
                let moved = self.with(path, |it| {
                    let to = it.spans.iter_mut().find(|it| *it == to);
                    if let Some(to) = to {
                        to.record = from.record.clone();
                    }
                });
                simpler.push(moved.without(path, from.label, from.key));
            }
        }
    }
}

impl Numbers {
    /// Fewer of several values: none, or without a part, from halves to single ones.
    fn shorter(&self) -> Vec<Vec<u64>> {
        let number = self.values.len();
        if number < 2 || self.values.iter().all(|it| *it == 0) {
            return Vec::new();
        }
        let mut shorter = vec![Vec::new()];
        let mut part = number / 2;
        while part > 0 && (part > 1 || number <= MOST_ONE_BY_ONE) {
            for start in (0..number).step_by(part) {
                let mut values = self.values.clone();
                values.drain(start..number.min(start + part));
                shorter.push(values);
            }
            part /= 2;
        }
        shorter
    }

    /// One value lowered.
    fn lower(&self) -> Vec<Vec<u64>> {
        let mut lists = Vec::new();
        if self.order == Order::Alike || self.values.len() > MOST_ONE_BY_ONE {
            return lists;
        }
        for (at, value) in self.values.iter().enumerate() {
            let mut lower = match self.order {
                Order::Lower | Order::Length if self.values.len() <= FEW => lower(*value),
                Order::Lower | Order::Length => vec![0, 1, value / 2],
                Order::Seed | Order::Alike => vec![0],
            };
            lower.retain(|it| it < value);
            lower.dedup();
            lists.extend(lower.into_iter().map(|it| {
                let mut values = self.values.clone();
                values[at] = it;
                values
            }));
        }
        lists
    }
}

/// Numbers below one, from 0 in steps that become half as long.
fn lower(value: u64) -> Vec<u64> {
    let mut lower = vec![0, 1];
    let mut step = value / 2;
    while step > 0 {
        lower.push(value - step);
        step /= 2;
    }
    lower
}
