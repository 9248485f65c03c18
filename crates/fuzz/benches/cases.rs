//! What a random case costs with the reference in the same process: chosen, stated as a fact, and asked and
//! judged. The last of these includes the others. Once of small arrays, and once of those of a fuzz run.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "a benchmark that fails says as much"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use zarr_conform_diagnosis::Reference;
use zarr_conform_fuzz::{AnyCase, Choices, Hunt, InProcess};
use zarr_conform_protocol::subject::Operations as _;
use zarr_conform_runner::{ReferenceReader, Within};
use zarr_conform_terms::Edition;

/// Cases in one measurement.
const CASES: u64 = 2000;

/// The most elements of a small array.
const SMALL: u64 = 16;

fn cases(criterion: &mut Criterion) {
    let all = Choices::all(Edition::V3_1);
    let small = Choices {
        most_elements: SMALL,
        ..all.clone()
    };
    of(criterion, "small", &small);
    of(criterion, "all", &all);
}

fn of(criterion: &mut Criterion, name: &str, choices: &Choices) {
    let edition = choices.edition;
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(CASES));
    group.sample_size(20);
    let each = |of: &dyn Fn(AnyCase)| {
        for number in 0..CASES {
            of(AnyCase::nth(1, number, choices));
        }
    };
    group.bench_function("chosen", |it| {
        it.iter(|| each(&|case| drop(black_box(case))));
    });
    group.bench_function("stated", |it| {
        it.iter(|| each(&|case| drop(black_box(case.facts(edition, "case").unwrap()))));
    });
    group.bench_function("derived", |it| {
        it.iter(|| each(&|case| drop(black_box(case.checks(edition).unwrap()))));
    });
    let within = Within {
        hello: Reference::new(edition).hello(),
        reader: &ReferenceReader,
        edition,
    };
    let inside = Reference::new(edition);
    group.bench_function("judged", |it| {
        it.iter(|| {
            let hunt = Hunt::new(choices, 1);
            let mut ask = InProcess {
                within: &within,
                inside: &inside,
            };
            let mut numbers = 0..CASES;
            hunt.run(&mut ask, &mut || numbers.next()).unwrap();
            assert!(hunt.finds().causes.is_empty());
        });
    });
    group.finish();
}

criterion_group!(benches, cases);
criterion_main!(benches);
