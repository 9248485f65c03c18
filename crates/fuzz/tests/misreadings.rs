//! Every misreading that changes data of valid arrays is found, and shrunk.

#![expect(clippy::print_stderr, reason = "exploration")]

use zarr_conform_diagnosis::Reference;
use zarr_conform_fuzz::{Choices, Hunt, InProcess};
use zarr_conform_protocol::subject::Operations as _;
use zarr_conform_reference::misreading;
use zarr_conform_runner::{ReferenceReader, Within};
use zarr_conform_terms::Edition;

#[test]
#[ignore = "exploration"]
fn all() {
    let edition = Edition::V3_1;
    let choices = Choices::all(edition);
    let within = Within {
        hello: Reference::new(edition).hello(),
        reader: &ReferenceReader,
        edition,
    };
    let most: u64 = std::env::var("CASES")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(2000);
    for misreading in misreading::all().filter(|it| it.editions.contains(&edition)) {
        let inside = Reference::misread(misreading, edition);
        let hunt = Hunt::new(&choices, 1);
        let mut ask = InProcess {
            within: &within,
            inside: &inside,
        };
        let mut number = 0;
        let began = std::time::Instant::now();
        let done = hunt.run(&mut ask, &mut || {
            number += 1;
            (number <= most && hunt.finds().causes.is_empty()).then_some(number)
        });
        let finds = hunt.finds();
        match finds.causes.first() {
            Some(cause) => eprintln!(
                "{} FOUND {} {} {:?} {:?} {:?} {:?}",
                misreading.name,
                cause.number,
                cause.case.elements(),
                cause.signature.kind,
                cause.check.to_string(),
                cause.features,
                began.elapsed()
            ),
            None => eprintln!(
                "{} NONE {:?} {:?}",
                misreading.name,
                done.err(),
                began.elapsed()
            ),
        }
    }
}

/// Nobody is blamed who reads the text as it is written.
#[test]
fn the_reference_fails_nothing() {
    for edition in [Edition::V3_0, Edition::V3_1] {
        let choices = Choices::all(edition);
        let within = Within {
            hello: Reference::new(edition).hello(),
            reader: &ReferenceReader,
            edition,
        };
        let inside = Reference::new(edition);
        let mut ask = InProcess {
            within: &within,
            inside: &inside,
        };
        let hunt = Hunt::new(&choices, 1);
        let mut numbers = 0..5000;
        let done = hunt.run(&mut ask, &mut || numbers.next());
        assert!(done.is_ok(), "{done:?}");
        let finds = hunt.finds();
        assert_eq!(finds.cases, 5000);
        assert!(finds.causes.is_empty(), "{:#?}", finds.causes);
    }
}
