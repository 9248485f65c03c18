//! The choices that a case is made of. Whatever makes a part of a case asks a [`Tape`] for numbers, each from 0
//! to some bound, where 0 is the simplest. A tape takes them at random and records them, or replays
//! what was recorded.
//!
//! A [`Record`] is divided into spans, each with choices and spans within it. A choice is found again by its
//! label, and an item of a list by its position. What a record lacks is 0, and what it has too much is not
//! asked for. So whatever is taken out of it, the rest keeps its meaning, and `simpler` can shrink what any
//! maker makes without knowing what it is.

mod simpler;

use fastrand::Rng;

/// Recorded choices: those of a span, and the spans within it, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    numbers: Vec<Numbers>,
    spans: Vec<Span>,
}

/// The choices of a label, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbers {
    label: &'static str,
    order: Order,
    values: Vec<u64>,
}

/// Which numbers are simpler than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// A lower number is simpler.
    Lower,
    /// The same, and so is a lower number where the next length of the span is greater by as much.
    Length,
    /// 0 is simpler than all others, which are alike.
    Seed,
    /// None is simpler than another.
    Alike,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
    label: &'static str,
    key: u64,
    sort: Sort,
    record: Record,
}

/// What a span is within the one around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// A part that is there once.
    Part,
    /// An item of a list; its key is its position. It can be taken out.
    Item,
    /// What is chosen elsewhere of an item of a list, whose label and key it has. It goes with that.
    Of,
}

/// Where choices come from, and what they are recorded on.
#[derive(Debug)]
pub struct Tape {
    /// Chooses where nothing is given; otherwise 0 is chosen.
    rng: Option<Rng>,
    given: Record,
    made: Record,
}

impl Tape {
    /// Chooses at random, the same for the same seed.
    pub fn random(seed: u64) -> Self {
        Self {
            rng: Some(Rng::with_seed(seed)),
            given: Record::default(),
            made: Record::default(),
        }
    }

    /// Chooses as recorded. What is missing is 0, and what is above its bound is the bound.
    pub fn replay(given: Record) -> Self {
        Self {
            rng: None,
            given,
            made: Record::default(),
        }
    }

    /// What was chosen so far.
    pub fn recorded(self) -> Record {
        self.made
    }

    fn choose(
        &mut self,
        label: &'static str,
        order: Order,
        most: u64,
        random: impl FnOnce(&mut Rng) -> u64,
    ) -> u64 {
        let place = self.made.numbers.iter().position(|it| it.label == label);
        let place = place.unwrap_or_else(|| {
            let values = Vec::new();
            self.made.numbers.push(Numbers {
                label,
                order,
                values,
            });
            self.made.numbers.len() - 1
        });
        let values = &mut self.made.numbers[place].values;
        let number = match &mut self.rng {
            Some(rng) => random(rng),
            None => self.given.number(label, values.len()),
        };
        let number = number.min(most);
        values.push(number);
        number
    }

    /// Any number below this one, or 0; the lower, the simpler.
    pub fn below(&mut self, label: &'static str, end: u64) -> u64 {
        let most = end.saturating_sub(1);
        self.drawn(label, most, |rng| rng.u64(..=most))
    }

    /// A number up to `most` that is chosen in a way of its own; the lower, the simpler.
    pub fn drawn(
        &mut self,
        label: &'static str,
        most: u64,
        random: impl FnOnce(&mut Rng) -> u64,
    ) -> u64 {
        self.choose(label, Order::Lower, most, random)
    }

    /// The same of a length. What it lacks may be given to the length that is chosen next in its span, if that keeps what
    /// matters: it counts as simpler.
    pub fn length(
        &mut self,
        label: &'static str,
        most: u64,
        random: impl FnOnce(&mut Rng) -> u64,
    ) -> u64 {
        self.choose(label, Order::Length, most, random)
    }

    /// What chooses many things at once; 0 is the simplest.
    pub fn seed(&mut self, label: &'static str) -> u64 {
        self.choose(label, Order::Seed, u64::MAX, |rng| rng.u64(..))
    }

    /// Whether something is so, `part` times out of `of`; if not, it is simpler.
    pub fn is(&mut self, label: &'static str, part: u64, of: u64) -> bool {
        self.drawn(label, 1, |rng| u64::from(rng.u64(..of) < part)) == 1
    }

    /// One of several, each as often as its weight says, the simplest first. One without weight is not taken, but
    /// a simpler one that has some, or else the first that has.
    pub fn pick(&mut self, label: &'static str, weights: &[u32]) -> usize {
        self.weighted(label, Order::Lower, weights)
    }

    /// The same, where none is simpler than another.
    pub fn kind(&mut self, label: &'static str, weights: &[u32]) -> usize {
        self.weighted(label, Order::Alike, weights)
    }

    fn weighted(&mut self, label: &'static str, order: Order, weights: &[u32]) -> usize {
        let most = weights.len().saturating_sub(1) as u64;
        let at = self.choose(label, order, most, |rng| {
            let mut left = rng.u32(..weights.iter().sum::<u32>().max(1));
            let takes = |weight: &u32| {
                let is_here = left < *weight;
                left = left.saturating_sub(*weight);
                is_here
            };
            weights.iter().position(takes).unwrap_or_default() as u64
        });
        let at = usize::try_from(at).unwrap_or_default();
        let has_weight = |at: &usize| weights[*at] > 0;
        let lower = (0..=at).rev().find(has_weight);
        lower
            .or_else(|| (at..weights.len()).find(has_weight))
            .unwrap_or_default()
    }

    /// One of several, each equally often, the simplest first.
    pub fn one<T: Copy>(&mut self, label: &'static str, of: &[T]) -> T {
        let at = self.below(label, of.len() as u64);
        of[usize::try_from(at).unwrap_or_default()]
    }

    /// A part that is there once.
    pub fn part<T>(&mut self, label: &'static str, make: impl FnOnce(&mut Self) -> T) -> T {
        self.span(Sort::Part, label, 0, make)
    }

    /// What is chosen of the item at a position of a list with this label, which is made elsewhere.
    pub fn of<T>(&mut self, label: &'static str, key: u64, make: impl FnOnce(&mut Self) -> T) -> T {
        self.span(Sort::Of, label, key, make)
    }

    /// A list of at least `least` items; fewer are simpler. A random one has as many as `number` says.
    pub fn list<T>(
        &mut self,
        label: &'static str,
        least: usize,
        number: impl FnOnce(&mut Rng) -> usize,
        mut make: impl FnMut(&mut Self, usize) -> T,
    ) -> Vec<T> {
        let number = match &mut self.rng {
            Some(rng) => number(rng),
            None => self.given.items(label),
        };
        let items = (0..number.max(least))
            .map(|at| self.span(Sort::Item, label, at as u64, |tape| make(tape, at)));
        items.collect()
    }

    fn span<T>(
        &mut self,
        sort: Sort,
        label: &'static str,
        key: u64,
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let given = self.given.taken(sort, label, key);
        let given = std::mem::replace(&mut self.given, given);
        let around = std::mem::take(&mut self.made);
        let it = make(self);
        self.given = given;
        let record = std::mem::replace(&mut self.made, around);
        if sort == Sort::Item || record != Record::default() {
            self.made.spans.push(Span {
                label,
                key,
                sort,
                record,
            });
        }
        it
    }
}

impl Record {
    fn number(&self, label: &str, at: usize) -> u64 {
        let numbers = self.numbers.iter().find(|it| it.label == label);
        numbers
            .and_then(|it| it.values.get(at))
            .copied()
            .unwrap_or_default()
    }

    /// How many items a list has.
    fn items(&self, label: &str) -> usize {
        let is_item = |it: &&Span| it.label == label && it.sort == Sort::Item;
        self.spans.iter().filter(is_item).count()
    }

    /// Takes out a span; an empty one where there is none.
    fn taken(&mut self, sort: Sort, label: &str, key: u64) -> Self {
        let is_it = |it: &Span| it.sort == sort && it.label == label && it.key == key;
        let place = self.spans.iter().position(is_it);
        place.map_or_else(Self::default, |at| {
            std::mem::take(&mut self.spans[at].record)
        })
    }
}
