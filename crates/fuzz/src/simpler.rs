//! Simpler cases: what shrinking tries, the boldest first.

use zarr_conform_reference::{DataType, Element, vector_form};
use zarr_conform_vectors::Presentation;

use crate::case::codec::{self, Blosc, Codec, Endian, Sharding, Spelling};
use crate::case::part::{Region, Write};
use crate::case::value::{self, FillValue};
use crate::case::{Act, Case, Keys};

/// Of more elements, none is tried by itself: there would be as many cases as elements.
const MOST_ONE_BY_ONE: usize = 256;

impl Case {
    /// Cases that are simpler in one way, the boldest first. Not each of them is one that the reference
    /// accepts.
    pub fn simpler(&self) -> Vec<Self> {
        let mut simpler = Vec::new();
        self.with_fewer_parts(&mut simpler);
        self.with_fewer_dimensions(&mut simpler);
        self.with_simpler_codecs(&mut simpler);
        self.with_smaller_lengths(&mut simpler);
        self.with_simpler_metadata(&mut simpler);
        self.with_plainer_elements(&mut simpler);
        simpler.retain(|it| it != self);
        simpler
    }

    fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut case = self.clone();
        change(&mut case);
        case
    }

    /// The case with other shapes, and everything else made to fit them.
    fn fitted(mut self) -> Self {
        codec::fit(&mut self.codecs, self.data_type, &self.chunk_shape);
        if matches!(self.act, Act::Chunk) {
            self.shape.clone_from(&self.chunk_shape);
        }
        let shape = self.shape.clone();
        self.stored = within(&self.stored, &shape);
        match &mut self.act {
            Act::Read(regions) => {
                *regions = regions.iter().filter_map(|it| it.within(&shape)).collect();
            }
            Act::Update(writes) => *writes = within(writes, &shape),
            Act::Write | Act::Chunk | Act::Grid | Act::Open => {}
        }
        if matches!(self.act, Act::Write | Act::Chunk) {
            // All of it has to be there.
            self.stored.retain(|it| it.region.shape == shape);
        }
        let grid_shape = self.grid_shape();
        let is_chunk = |index: &Vec<u64>| {
            index.len() == grid_shape.len() && index.iter().zip(&grid_shape).all(|(i, n)| i < n)
        };
        self.missing.retain(is_chunk);
        self.writers.retain(|(index, _)| is_chunk(index));
        self
    }

    fn with_fewer_parts(&self, simpler: &mut Vec<Self>) {
        match &self.act {
            Act::Read(regions) if !regions.is_empty() => {
                simpler.push(self.with(|it| it.act = Act::Read(Vec::new())));
                let fewer = (0..regions.len()).map(|at| {
                    let mut regions = regions.clone();
                    regions.remove(at);
                    self.with(|it| it.act = Act::Read(regions))
                });
                simpler.extend(fewer.filter(|_| regions.len() > 1));
            }
            Act::Update(writes) => {
                simpler.push(self.with(|it| it.act = Act::Read(Vec::new())));
                let fewer = (0..writes.len()).map(|at| {
                    let mut writes = writes.clone();
                    writes.remove(at);
                    self.with(|it| it.act = Act::Update(writes))
                });
                simpler.extend(fewer.filter(|_| writes.len() > 1));
            }
            Act::Write => simpler.push(self.with(|it| it.act = Act::Read(Vec::new()))),
            _ => {}
        }
        if !self.writers.is_empty() {
            simpler.push(self.with(|it| it.writers.clear()));
        }
        if !self.missing.is_empty() {
            simpler.push(self.with(|it| it.missing.clear()));
        }
        let whole = Region::whole(&self.shape);
        let is_whole = |it: &Write| it.region == whole;
        if matches!(self.act, Act::Read(_) | Act::Update(_)) && self.elements() > 0 {
            // What is stored whole is plainer than what is missing.
            if !self.stored.iter().any(is_whole) {
                let zeros = Write {
                    elements: vec![Element::zero(self.data_type); to_usize(self.elements())],
                    region: whole.clone(),
                };
                simpler.push(self.with(|it| it.stored = vec![zeros]));
            }
            for at in 0..self.stored.len() {
                if self.stored.len() == 1 && is_whole(&self.stored[at]) {
                    continue;
                }
                simpler.push(self.with(|it| {
                    it.stored.remove(at);
                }));
            }
        }
        for at in 0..self.missing.len() {
            simpler.push(self.with(|it| {
                it.missing.remove(at);
            }));
        }
        for (at, (_, writer)) in self.writers.iter().enumerate() {
            simpler.push(self.with(|it| {
                it.writers.remove(at);
            }));
            for plainer in writer.simpler() {
                simpler.push(self.with(|it| it.writers[at].1 = plainer));
            }
        }
    }

    /// An array without dimensions is not simpler than one of one dimension, but another kind.
    fn with_fewer_dimensions(&self, simpler: &mut Vec<Self>) {
        if self.shape.len() < 2 {
            return;
        }
        for d in 0..self.shape.len() {
            let mut case = self.clone();
            case.shape.remove(d);
            case.chunk_shape.remove(d);
            case.codecs = codec::without_dimension(&self.codecs, d);
            let without = |writes: &[Write]| -> Vec<Write> {
                let writes = writes.iter();
                writes.filter_map(|it| it.without_dimension(d)).collect()
            };
            case.stored = without(&self.stored);
            match &self.act {
                Act::Read(regions) => {
                    let regions = regions.iter().map(|it| it.without_dimension(d));
                    case.act = Act::Read(regions.collect());
                }
                Act::Update(writes) => case.act = Act::Update(without(writes)),
                _ => {}
            }
            let index = |index: &mut Vec<u64>| {
                index.remove(d);
            };
            case.missing.iter_mut().for_each(index);
            case.writers.iter_mut().for_each(|(it, _)| index(it));
            simpler.extend(self.with_longer_dimension(&case, d));
            simpler.push(case.fitted());
        }
    }

    /// The case without dimension `d`, with its length in another one's place: what needs so many dimensions
    /// of several elements may need no more of them.
    fn with_longer_dimension(&self, without: &Self, d: usize) -> Vec<Self> {
        let (length, chunk) = (self.shape[d], self.chunk_shape[d]);
        let [write] = self.stored.as_slice() else {
            return Vec::new();
        };
        if length < 2 || write.region.shape != self.shape {
            return Vec::new();
        }
        let shorter = (0..without.shape.len()).filter(|&to| without.shape[to] == 1);
        let longer = shorter.map(|to| {
            let mut case = without.clone();
            case.shape[to] = length;
            case.chunk_shape[to] = chunk;
            // The same elements: their number is the same.
            case.stored = vec![Write {
                region: Region::whole(&case.shape),
                elements: write.elements.clone(),
            }];
            case.fitted()
        });
        longer.collect()
    }

    fn with_simpler_codecs(&self, simpler: &mut Vec<Self>) {
        let plainest = vec![codec::plainest(self.data_type)];
        for codecs in std::iter::once(plainest).chain(simpler_lists(&self.codecs)) {
            simpler.push(self.with(|it| it.codecs = codecs).fitted());
        }
    }

    fn with_smaller_lengths(&self, simpler: &mut Vec<Self>) {
        let smaller = |length: u64| {
            let mut smaller = vec![1, 2, length / 2, length.saturating_sub(1)];
            smaller.retain(|it| *it < length && *it > 0);
            smaller.dedup();
            smaller
        };
        // All in one chunk.
        if !self.shape.contains(&0) {
            simpler.push(
                self.with(|it| it.chunk_shape.clone_from(&it.shape))
                    .fitted(),
            );
        }
        for d in 0..self.shape.len() {
            if !matches!(self.act, Act::Chunk) {
                for length in smaller(self.shape[d]) {
                    simpler.push(self.with(|it| it.shape[d] = length).fitted());
                    let both = |it: &mut Self| {
                        it.shape[d] = length;
                        it.chunk_shape[d] = it.chunk_shape[d].min(length);
                    };
                    simpler.push(self.with(both).fitted());
                }
            }
            // Shorter chunks are simpler where there are no more of them.
            let chunks = |length: u64| self.shape[d].div_ceil(length);
            for length in smaller(self.chunk_shape[d]) {
                if chunks(length) == chunks(self.chunk_shape[d]) || matches!(self.act, Act::Chunk) {
                    simpler.push(self.with(|it| it.chunk_shape[d] = length).fitted());
                }
            }
            for by in [self.shape[d] / 2, self.chunk_shape[d], 1] {
                if by > 0 && by < self.shape[d] {
                    simpler.push(self.shifted(d, by));
                }
            }
        }
        simpler.extend(self.of_larger_elements());
        // Parts that begin earlier and are smaller.
        let parts = self.stored.len();
        for at in 0..parts {
            // What is stored whole is plainer than what is missing.
            let is_whole = self.stored[at].region.shape == self.shape;
            for write in smaller_writes(&self.stored[at]) {
                if !is_whole && !matches!(self.act, Act::Write | Act::Chunk) {
                    simpler.push(self.with(|it| it.stored[at] = write));
                }
            }
        }
        match &self.act {
            Act::Read(regions) => {
                for (at, region) in regions.iter().enumerate() {
                    for region in smaller_regions(region) {
                        let mut regions = regions.clone();
                        regions[at] = region;
                        simpler.push(self.with(|it| it.act = Act::Read(regions)));
                    }
                }
            }
            Act::Update(writes) => {
                for (at, write) in writes.iter().enumerate() {
                    for write in smaller_writes(write) {
                        let mut writes = writes.clone();
                        writes[at] = write;
                        simpler.push(self.with(|it| it.act = Act::Update(writes)));
                    }
                }
            }
            _ => {}
        }
    }

    /// The same bytes in fewer and larger elements, of an array of one dimension that is written whole:
    /// a matter of so many bytes needs fewer elements.
    fn of_larger_elements(&self) -> Option<Self> {
        let (&[length], [write]) = (self.shape.as_slice(), self.stored.as_slice()) else {
            return None;
        };
        let to = DataType::Uint64;
        let size = self.data_type.size();
        let is_one = matches!(self.act, Act::Read(_) | Act::Write | Act::Chunk);
        if !is_one || size >= to.size() || length < 2 || write.region.shape != self.shape {
            return None;
        }
        let mut bytes = vector_form::to_bytes(self.data_type, &write.elements);
        bytes.resize(bytes.len().next_multiple_of(to.size()), 0);
        let elements = vector_form::from_bytes(to, &bytes).ok()?;
        let fewer = |length: u64| (length * size as u64).div_ceil(to.size() as u64);
        let mut case = self.of_type(to);
        case.shape = vec![fewer(length)];
        case.chunk_shape = vec![fewer(self.chunk_shape[0])];
        if let Act::Read(regions) = &mut case.act {
            regions.clear();
        }
        case.stored = vec![Write {
            region: Region::whole(&case.shape),
            elements,
        }];
        Some(case.fitted())
    }

    /// Without the first `by` positions along dimension `d`; `by < shape[d]`.
    fn shifted(&self, d: usize, by: u64) -> Self {
        let mut case = self.clone();
        case.shape[d] -= by;
        if matches!(self.act, Act::Chunk) {
            case.chunk_shape[d] -= by;
        }
        let shifted = |writes: &[Write]| -> Vec<Write> {
            let writes = writes.iter();
            writes.filter_map(|it| it.shifted(d, by)).collect()
        };
        case.stored = shifted(&self.stored);
        match &self.act {
            Act::Read(regions) => {
                let regions = regions.iter().filter_map(|it| it.shifted(d, by));
                case.act = Act::Read(regions.collect());
            }
            Act::Update(writes) => case.act = Act::Update(shifted(writes)),
            _ => {}
        }
        let chunks = by / self.chunk_shape[d];
        let index = |index: &mut Vec<u64>| index[d] = index[d].saturating_sub(chunks);
        case.missing.iter_mut().for_each(index);
        case.writers.iter_mut().for_each(|(it, _)| index(it));
        case.fitted()
    }

    fn with_simpler_metadata(&self, simpler: &mut Vec<Self>) {
        simpler.push(self.with(|it| it.presentation = Presentation::PLAIN));
        simpler.push(self.with(|it| it.keys = Keys::PLAIN));
        if self.keys.is_v2 {
            let separator = Some('.');
            simpler.push(self.with(|it| {
                it.keys = Keys {
                    is_v2: true,
                    separator,
                    spelling: Spelling::Object,
                };
            }));
        }
        let data_types = [
            DataType::Uint8,
            DataType::Uint16,
            DataType::Int16,
            DataType::Float32,
            DataType::Complex64,
            DataType::Raw { bits: 16 },
        ];
        for data_type in data_types
            .into_iter()
            .take_while(|it| *it != self.data_type)
        {
            if data_type.size() <= self.data_type.size() {
                simpler.push(self.of_type(data_type).fitted());
            }
        }
        simpler.push(self.with(|it| it.fill_value = FillValue::zero(it.data_type)));
        let element = self.fill_value.element.clone();
        simpler.push(self.with(|it| it.fill_value = FillValue::plain(it.data_type, element)));
        for element in value::plainer(self.data_type, &self.fill_value.element) {
            simpler.push(self.with(|it| it.fill_value = FillValue::plain(it.data_type, element)));
        }
    }

    fn of_type(&self, data_type: DataType) -> Self {
        let mut case = self.clone();
        let converted = |it: &mut Element| *it = value::converted(it, self.data_type, data_type);
        case.data_type = data_type;
        converted(&mut case.fill_value.element);
        case.fill_value = FillValue::plain(data_type, case.fill_value.element);
        let updates = match &mut case.act {
            Act::Update(writes) => writes.as_mut_slice(),
            _ => &mut [],
        };
        for write in case.stored.iter_mut().chain(updates) {
            write.elements.iter_mut().for_each(converted);
        }
        case
    }

    fn with_plainer_elements(&self, simpler: &mut Vec<Self>) {
        for at in 0..self.stored.len() {
            for elements in plainer(self.data_type, &self.stored[at].elements) {
                simpler.push(self.with(|it| it.stored[at].elements = elements));
            }
        }
        if let Act::Update(writes) = &self.act {
            for (at, write) in writes.iter().enumerate() {
                for elements in plainer(self.data_type, &write.elements) {
                    let mut writes = writes.clone();
                    writes[at].elements = elements;
                    simpler.push(self.with(|it| it.act = Act::Update(writes)));
                }
            }
        }
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

fn within(writes: &[Write], shape: &[u64]) -> Vec<Write> {
    writes.iter().filter_map(|it| it.within(shape)).collect()
}

/// All elements plainer, then each by itself.
fn plainer(data_type: DataType, elements: &[Element]) -> Vec<Vec<Element>> {
    let mut all = Vec::new();
    let zero = Element::zero(data_type);
    let one = value::plain_one(data_type);
    if elements.iter().any(|it| *it != zero) {
        all.push(vec![zero.clone(); elements.len()]);
        if elements.iter().any(|it| *it != one) {
            all.push(vec![one; elements.len()]);
        }
    }
    // Halves of many, smaller parts of very many, then one after the other.
    let is_many = elements.len() > MOST_ONE_BY_ONE;
    let parts = if is_many { 8 } else { 2 };
    if elements.len() > 2 {
        for part in 0..parts {
            let end = |part: usize| elements.len() * part / parts;
            let mut plain = elements.to_vec();
            plain[end(part)..end(part + 1)].fill(zero.clone());
            all.push(plain);
        }
    }
    for at in 0..if is_many { 0 } else { elements.len() } {
        for element in value::plainer(data_type, &elements[at]) {
            let mut plain = elements.to_vec();
            plain[at] = element;
            all.push(plain);
        }
    }
    all.retain(|it| it != elements);
    all
}

fn smaller_regions(region: &Region) -> Vec<Region> {
    let mut smaller = Vec::new();
    for d in 0..region.shape.len() {
        let length = region.shape[d];
        for fewer in [1, length / 2, length.saturating_sub(1)] {
            if fewer > 0 && fewer < length {
                let mut shape = region.shape.clone();
                shape[d] = fewer;
                let start = region.start.clone();
                smaller.push(Region { start, shape });
            }
        }
        if region.start[d] > 0 {
            let mut start = region.start.clone();
            start[d] = 0;
            let shape = region.shape.clone();
            smaller.push(Region { start, shape });
        }
    }
    smaller
}

fn smaller_writes(write: &Write) -> Vec<Write> {
    let regions = smaller_regions(&write.region).into_iter();
    let kept = regions.map(|region| {
        let number = to_usize(region.elements());
        let elements = write.elements.iter().take(number).cloned().collect();
        Write { region, elements }
    });
    kept.collect()
}

/// Lists that are simpler in one place.
fn simpler_lists(codecs: &[Codec]) -> Vec<Vec<Codec>> {
    let mut lists = Vec::new();
    for (at, codec) in codecs.iter().enumerate() {
        let with = |replaced: Vec<Codec>| {
            let mut list = codecs.to_vec();
            list.splice(at..=at, replaced);
            list
        };
        match codec {
            Codec::Bytes { endian, .. } => {
                let little = Codec::bytes(endian.map(|_| Endian::Little));
                if *codec != little {
                    lists.push(with(vec![little]));
                }
            }
            Codec::Sharding(it) => {
                // The inner codecs in place of the shard, then simpler shards.
                lists.push(with(it.codecs.clone()));
                let shards = simpler_shards(it).into_iter();
                lists.extend(shards.map(|it| with(vec![Codec::Sharding(Box::new(it))])));
            }
            Codec::Transpose { order } => {
                lists.push(with(Vec::new()));
                let n = order.len();
                if n > 2 {
                    let mut swapped: Vec<usize> = (0..n).collect();
                    swapped.swap(n - 2, n - 1);
                    let rotated = (1..n).chain([0]).collect();
                    let plainer = [swapped, rotated].into_iter();
                    let plainer = plainer.take_while(|it| it != order);
                    lists.extend(plainer.map(|order| with(vec![Codec::Transpose { order }])));
                }
            }
            other => {
                lists.push(with(Vec::new()));
                lists.extend(plainer_codecs(other).into_iter().map(|it| with(vec![it])));
            }
        }
    }
    lists
}

fn plainer_codecs(codec: &Codec) -> Vec<Codec> {
    let plainer = match codec {
        Codec::Gzip { .. } => vec![Codec::Gzip { level: 1 }],
        Codec::Zstd { level, checksum } => vec![
            Codec::Zstd {
                level: 0,
                checksum: *checksum,
            },
            Codec::Zstd {
                level: *level,
                checksum: None,
            },
        ],
        Codec::Blosc(it) => {
            let with = |change: &dyn Fn(&mut Blosc)| {
                let mut it = it.clone();
                change(&mut it);
                Codec::Blosc(it)
            };
            vec![
                with(&|it| it.cname = "lz4"),
                with(&|it| it.shuffle = "noshuffle"),
                with(&|it| it.clevel = 5),
                with(&|it| it.blocksize = 0),
                with(&|it| it.typesize = Some(1)),
            ]
        }
        Codec::Crc32c { .. } => vec![Codec::Crc32c { short: false }],
        Codec::Transpose { .. } | Codec::Bytes { .. } | Codec::Sharding(_) => Vec::new(),
    };
    plainer.into_iter().filter(|it| it != codec).collect()
}

fn simpler_shards(shards: &Sharding) -> Vec<Sharding> {
    let with = |change: &dyn Fn(&mut Sharding)| {
        let mut it = shards.clone();
        change(&mut it);
        it
    };
    let plain_index = Codec::bytes(Some(Endian::Little));
    let mut simpler = vec![
        with(&|it| it.index_codecs = vec![plain_index.clone()]),
        with(&|it| {
            it.index_codecs
                .retain(|it| matches!(it, Codec::Bytes { .. }));
        }),
        with(&|it| {
            it.index_codecs
                .retain(|it| !matches!(it, Codec::Transpose { .. }));
        }),
        with(&|it| {
            it.index_codecs
                .retain(|it| !matches!(it, Codec::Crc32c { .. }));
        }),
        with(&|it| it.at_start = None),
    ];
    let inner = simpler_lists(&shards.codecs).into_iter();
    simpler.extend(inner.map(|codecs| with(&|it| it.codecs.clone_from(&codecs))));
    let index = simpler_lists(&shards.index_codecs).into_iter();
    simpler.extend(index.map(|codecs| with(&|it| it.index_codecs.clone_from(&codecs))));
    simpler.retain(|it| it != shards);
    simpler
}
