//! Laws of lists: what is blessed is exact, and nothing that a person wrote gets lost.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use zarr_conform_runner::{
    CheckResult, Consumer as _, Event, Expectations, Failure, FailureKind, Header, Implementation,
    ListComparison, Listed, Operation, Verdict,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Level;

/// Ids of all checks of these tests.
fn ids() -> Vec<String> {
    let mut ids = Vec::new();
    for fact in ["a/b/x", "a/b/x-y", "a/b/z", "a/bc/x", "a/bc/z", "d/x"] {
        for operation in ["open", "read", "write"] {
            ids.push(format!("{fact}#{operation}"));
        }
    }
    ids
}

const GLOBS: [&str; 12] = [
    "*",
    "a/*",
    "a/b/*#open",
    "*#read",
    "a/b/x",
    "a/b/x#read",
    "a/{b,bc}/z#{open,write}",
    "d/x#*",
    "a/b/{x,z}#*",
    "nothing/*",
    "d/x#open",
    "a/bc/x{,-y}#write",
];
const VERDICTS: [&str; 5] = [
    "wrong-data",
    "accepted-invalid",
    "crash",
    "flaky",
    "unsupported",
];
const VERSIONS: [&str; 4] = ["", "<2", ">=2", "=2.1"];

/// Numbers that make an entry: glob, verdict, range of versions, comment.
type Numbers = (usize, usize, usize, u8);

/// A list of entries of which each has a reason and perhaps comments of its own.
fn text(entries: &[Numbers], with_offers: bool) -> String {
    let mut text = "# A heading.\n\n".to_owned();
    if with_offers {
        text += "offers = ['read'] # as of today\n";
    }
    for (at, (glob, verdict, version, comment)) in entries.iter().enumerate() {
        let verdict = VERDICTS[*verdict];
        if comment % 2 == 1 {
            write!(text, "\n# comment {at}\n").unwrap();
        }
        let check = GLOBS[*glob];
        if verdict == "unsupported" {
            write!(text, "[[unsupported]]\ncheck = '{check}'\n").unwrap();
        } else {
            write!(
                text,
                "[[failure]]\ncheck = '{check}'   # glob {at}\nverdict = '{verdict}'\n"
            )
            .unwrap();
        }
        writeln!(text, "reason = \"\"\"reason {at}\"\"\"").unwrap();
        match VERSIONS[*version] {
            "" => {}
            range => writeln!(text, "version = '{range}'").unwrap(),
        }
    }
    text + "# The end.\n"
}

fn verdict(number: u8) -> Option<Verdict> {
    let fail = |kind| Verdict::Fail(Box::new(Failure::new(kind, "", "")));
    Some(match number {
        0 | 1 => Verdict::passed(),
        2 => fail(FailureKind::WrongData),
        3 => fail(FailureKind::AcceptedInvalid),
        4 => Verdict::Unsupported {
            message: String::new(),
        },
        5 => Verdict::Skipped {
            reason: String::new().into(),
        },
        6 => Verdict::Flaky {
            seen: Vec::new(),
            why: None,
        },
        // Not judged.
        _ => return None,
    })
}

/// The run of an implementation of version 2.1 in which the checks come to these verdicts; each
/// skipped check is so because of the first one.
fn compared(list: &str, verdicts: &[(u8, bool)]) -> ListComparison {
    let mut comparison = ListComparison::new(Expectations::parse(list).unwrap());
    let header = Header {
        format: 1,
        suite: String::new(),
        vectors: String::new(),
        edition: Edition::default(),
        implementation: Implementation {
            name: String::new(),
            version: "2.1".to_owned(),
            language: String::new(),
            ops: vec!["read".to_owned(), "grid".to_owned(), "hello".to_owned()],
            ..Implementation::default()
        },
        vectors_sha256: String::new(),
        selection: zarr_conform_runner::Selected::default(),
        checks: 0,
        seed: 0,
    };
    comparison.event(&Event::Started(header)).unwrap();
    let mut causes = BTreeMap::new();
    for (check, (number, is_required)) in ids().into_iter().zip(verdicts) {
        let Some(verdict) = verdict(*number) else {
            continue;
        };
        if *is_required && matches!(verdict, Verdict::Skipped { .. }) {
            causes.insert(check.clone(), vec![ids().remove(0)]);
        }
        let result = CheckResult {
            check: check.into(),
            operation: Operation::Open,
            level: if *is_required {
                Level::Must
            } else {
                Level::Should
            },
            concern: zarr_conform_runner::Concern::RightData,
            requirements: Vec::new(),
            premise: None,
            comment: String::new(),
            verdict,
            input: None,
        };
        let event = Event::CheckFinished(Box::new(result));
        comparison.event(&event).unwrap();
    }
    comparison.conclude(ids(), causes);
    comparison
}

/// What a list says of a check, and why.
fn said<'a>(list: &'a Expectations, check: &str) -> Option<(Listed, &'a str)> {
    let active = list.active("2.1");
    let mut entries = active.into_iter().map(|at| &list.entries[at]);
    let entry = entries.find(|entry| entry.filter.matches(check))?;
    Some((entry.listed, &entry.reason))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_blessed_list_is_exact(
        entries in prop::collection::vec((0..12_usize, 0..5_usize, 0..4_usize, any::<u8>()), 0..6),
        verdicts in prop::collection::vec((0..9_u8, prop::bool::weighted(0.8)), 18),
        with_offers in any::<bool>(),
    ) {
        let before = text(&entries, with_offers);
        let comparison = compared(&before, &verdicts);
        let blessed = bless(&before, &comparison).unwrap();
        prop_assert_eq!(blessed.is_unchanged(), comparison.deviations().is_empty());

        // A person gives the new entries their reasons.
        let after = blessed.text.replace("reason = \"\"\n", "reason = 'new'\n");
        let comparison = compared(&after, &verdicts);
        prop_assert!(comparison.deviations().is_empty(), "{:?}\n{}", comparison.deviations(), after);
        prop_assert_eq!(&bless(&after, &comparison).unwrap().text, &after);

        let [old, new] = [&before, &after].map(|text| Expectations::parse(text).unwrap());
        for (check, (number, _)) in ids().iter().zip(&verdicts) {
            let [old, new] = [said(&old, check), said(&new, check)];
            let is_judged = verdict(*number).is_some();
            prop_assert!(is_judged || old == new, "{}: {:?} became {:?}", check, old, new);
            if let (Some((listed, reason)), Some((now, reason_now))) = (old, new)
                && listed == now
            {
                prop_assert!(reason == reason_now, "{}: {} became {}", check, reason, reason_now);
            }
        }
        for (at, (_, _, version, comment)) in entries.iter().enumerate() {
            if comment % 2 == 1 {
                prop_assert!(after.contains(&format!("# comment {at}\n")), "{}", after);
            }
            if VERSIONS[*version] == "<2" {
                prop_assert!(after.contains(&format!("reason {at}\"")), "{}", after);
            }
        }
        prop_assert!(after.starts_with("# A heading.\n\n"), "{}", after);
        prop_assert!(after.contains("# The end.\n"), "{}", after);
    }
}
