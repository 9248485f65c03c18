//! The site of runs: whole, the same every time, without requests, and harmless whatever an
//! implementation calls itself.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use serde_json::json;
use zarr_conform::Edition;
use zarr_conform::diagnosis::{ByMisreadings, ReferenceLauncher};
use zarr_conform::fuzz::differences::Differences;
use zarr_conform::matrix::{Labelled, Matrix, MatrixRun};
use zarr_conform::misreading;
use zarr_conform::recorded::Recording;
use zarr_conform::report::JsonLines;
use zarr_conform::requirement::Registry;
use zarr_conform::runner::{
    CheckResult, Failure, FailureKind, Filter, Kept, NotKept, ReferenceReader, Run, Selection,
    Verdict,
};
use zarr_conform::site::{Files, Site, SiteError, SiteRun, badges, markdown};
use zarr_conform::subject::Stop;
use zarr_conform::vector::Vectors;

const HOSTILE: &str = "<script>alert('n')</script>\"'&\u{202e}../..|[x](https://x)";

fn launcher(misread: Option<&str>, ops: &[&'static str]) -> ReferenceLauncher {
    ReferenceLauncher {
        edition: Edition::default(),
        misreading: misread.map(|name| misreading::named(name).unwrap()),
        ops: ops.to_vec(),
    }
}

/// Who reads whose data of a part of the arrays: the reference, a misreading that reads its own data
/// as if they were right, and one of hostile name that writes nothing.
fn matrix(vectors: &Vectors) -> Matrix {
    let (right, inverted) = (launcher(None, &[]), launcher(Some("order-inverted"), &[]));
    let only_reads = launcher(Some("order-inverted"), &["open", "read"]);
    let participants = [
        Labelled {
            label: "reference",
            launcher: &right,
        },
        Labelled {
            label: "inverted",
            launcher: &inverted,
        },
        Labelled {
            label: HOSTILE,
            launcher: &only_reads,
        },
    ];
    let run = MatrixRun {
        vectors,
        participants: &participants,
        reader: &ReferenceReader,
        edition: Edition::default(),
        filters: &[Filter::parse("regular-grid/stores-of-codecs/*").unwrap()],
        jobs: NonZeroUsize::MIN,
        timeout: Duration::from_secs(60),
        stop: Stop::default(),
        progress: &|_| (),
    };
    let mut matrix = run.run().unwrap();
    let who = &mut matrix.implementations[2];
    HOSTILE.clone_into(&mut who.implementation.name);
    who.gave_up_reading = Some(HOSTILE.to_owned());
    for pair in matrix.pairs.iter_mut().filter(|it| it.reader == HOSTILE) {
        for problem in &mut pair.problems {
            (problem.found, problem.log) = (HOSTILE.to_owned(), HOSTILE.to_owned());
            if let Some(difference) = &mut problem.difference {
                HOSTILE.clone_into(&mut difference.found);
            }
        }
    }
    matrix
}

/// A run of the reference, or of a misreading of it, over a part of the checks.
pub(super) fn run(vectors: &Vectors, misread: Option<&str>) -> Recording {
    let launcher = launcher(misread, &[]);
    let filters = [
        "regular-grid/stores-of-codecs/*",
        "bytes/configuration/*",
        "core/consolidated-metadata/*",
        "honesty/*",
    ];
    let run = Run {
        vectors,
        launcher: &launcher,
        reader: &ReferenceReader,
        edition: None,
        selection: Selection {
            filters: filters
                .iter()
                .map(|it| Filter::parse(it).unwrap())
                .collect(),
            ..Selection::default()
        },
        jobs: NonZeroUsize::MIN,
        keep: None,
        isolated: Vec::new(),
        timeout: Duration::from_secs(60),
        explain: misread.is_some().then_some(&ByMisreadings),
        describe_passes: false,
        vectors_sha256: zarr_conform::lock::sha256(vectors),
        seed: 7,
        memory: zarr_conform::memory::find(),
        stop: Stop::default(),
    };
    let mut events = Vec::new();
    run.run(&mut [&mut JsonLines::new(&mut events)]).unwrap();
    Recording::read(events.as_slice()).unwrap()
}

fn hostile(mut recording: Recording) -> Recording {
    let who = &mut recording.header.implementation;
    (who.name, who.version) = (HOSTILE.to_owned(), HOSTILE.to_owned());
    (who.language, who.ops) = (HOSTILE.to_owned(), vec![HOSTILE.to_owned()]);
    HOSTILE.clone_into(&mut recording.header.suite);
    for result in &mut recording.results {
        result.input = Some(HOSTILE.to_owned());
        match &mut result.verdict {
            Verdict::Fail(failure) => {
                HOSTILE.clone_into(&mut failure.expected);
                HOSTILE.clone_into(&mut failure.found);
                HOSTILE.clone_into(&mut failure.log);
                if let Some(difference) = &mut failure.difference {
                    HOSTILE.clone_into(&mut difference.found);
                    HOSTILE.clone_into(&mut difference.expected);
                }
            }
            Verdict::Behaviour { readings, .. } => {
                readings.push(HOSTILE.to_owned());
            }
            Verdict::Pass { not_kept, .. } if result.check.ends_with("#write") => {
                not_kept.push(NotKept {
                    what: Kept::Codecs,
                    given: HOSTILE.to_owned(),
                    found: HOSTILE.to_owned(),
                });
            }
            _ => {}
        }
    }
    for explanation in recording
        .diagnosis
        .iter_mut()
        .flat_map(|it| &mut it.explanations)
    {
        HOSTILE.clone_into(&mut explanation.misreading);
        HOSTILE.clone_into(&mut explanation.when);
    }
    for refusals in recording
        .diagnosis
        .iter_mut()
        .flat_map(|it| &mut it.refusals)
    {
        HOSTILE.clone_into(&mut refusals.message);
    }
    recording
}

pub(super) struct Fixture {
    pub(super) vectors: Vectors,
    registry: Registry,
    /// The reference, one that inverts orders, and the same with hostile text.
    pub(super) runs: Vec<SiteRun>,
    matrix: Matrix,
}

/// Made once for all tests.
pub(super) fn fixture() -> &'static Fixture {
    static FIXTURE: LazyLock<Fixture> = LazyLock::new(Fixture::new);
    &FIXTURE
}

impl Fixture {
    fn new() -> Self {
        let vectors = zarr_conform::embedded::vectors().unwrap();
        let inverted = run(&vectors, Some("order-inverted"));
        let runs = vec![
            SiteRun::new(run(&vectors, None)),
            SiteRun::new(inverted.clone()),
            SiteRun::new(hostile(inverted)),
        ];
        Self {
            matrix: matrix(&vectors),
            vectors,
            registry: Registry::load().unwrap(),
            runs,
        }
    }

    fn site(&self) -> Site<'_> {
        let site = Site::new(&self.runs, &self.vectors, &self.registry).unwrap();
        site.with_matrix(&self.matrix).unwrap()
    }

    /// The files of the site, made once for all tests.
    fn files(&'static self) -> &'static Files {
        static FILES: OnceLock<Files> = OnceLock::new();
        FILES.get_or_init(|| self.site().files())
    }
}

/// The values of an attribute in a page.
pub(super) fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    let after = page.split(&*start).skip(1);
    after.map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The path that a link of a page leads to, without its fragment.
fn target(from: &str, link: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split(['#', '?']).next().unwrap().split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{link} in {from} leaves the site"),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

pub(super) fn pages(files: &Files) -> impl Iterator<Item = (&String, &String)> {
    files
        .iter()
        .filter(|(path, _)| path.strip_suffix(".html").is_some())
}

#[test]
fn the_same_runs_give_the_same_bytes() {
    let fixture = fixture();
    let (one, two) = (fixture.files(), fixture.site().files());
    assert!(one.keys().any(|path| path.starts_with("checks/")));
    assert!(*one == two);
}

#[test]
fn every_link_leads_to_a_page_of_the_site_or_to_the_specification() {
    let fixture = fixture();
    assert_links(fixture.files(), |_, link| {
        link.starts_with("https://zarr-specs.readthedocs.io/en/latest/v3/")
    });
}

/// Holds that links lead to places of the site, or outside where that may be, and that some link leads to
/// each page.
pub(super) fn assert_links(files: &Files, may_lead_outside: impl Fn(&str, &str) -> bool) {
    let mut reached = BTreeSet::from(["index.html".to_owned()]);
    let ids: BTreeMap<&str, BTreeSet<&str>> = pages(files)
        .map(|(path, page)| (path.as_str(), values(page, "id").into_iter().collect()))
        .collect();
    for (path, page) in pages(files) {
        let mut links = values(page, "href");
        links.extend(values(page, "src"));
        for link in links {
            if link == "data:," || may_lead_outside(path, link) {
                continue;
            }
            let target = if link.starts_with('#') {
                path.clone()
            } else {
                target(path, link)
            };
            assert!(files.contains_key(&target), "{link} in {path}");
            if let Some((_, fragment)) = link.split_once('#') {
                assert!(ids[&*target].contains(fragment), "{link} in {path}");
            }
            reached.insert(target);
        }
    }
    let unreached: Vec<&String> = files.keys().filter(|it| !reached.contains(*it)).collect();
    assert!(unreached.is_empty(), "nothing leads to {unreached:?}");
}

#[test]
fn nothing_is_asked_of_the_network_and_nothing_hostile_is_markup() {
    let fixture = fixture();
    let files = fixture.files();
    for (path, page) in pages(files) {
        assert!(page.contains("default-src 'none'"), "{path}");
        assert!(!page.contains("<script>"), "{path}");
        assert!(!page.contains('\u{202e}'), "{path}");
        assert!(!page.contains(" style=\""), "{path} has a style of its own");
        for source in values(page, "src") {
            assert!(!source.contains(':'), "{source} in {path}");
        }
    }
    let hostile = "&lt;script&gt;alert('n')&lt;/script&gt;\"'&amp;\\u{202e}../..|[x](https://x)";
    assert!(files["index.html"].contains(hostile));
}

#[test]
fn names_of_files_are_safe_everywhere() {
    let fixture = fixture();
    let mut seen = BTreeSet::new();
    for path in fixture.files().keys() {
        let is_safe = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        assert!(path.chars().all(is_safe), "{path}");
        assert!(
            path.split('/')
                .all(|part| !part.starts_with('.') && part.len() < 200)
        );
        assert!(seen.insert(path.to_lowercase()), "{path} twice");
    }
}

#[test]
fn the_pages_say_what_the_run_found() {
    let fixture = fixture();
    let files = fixture.files();
    let page = &files["checks/regular-grid_stores-of-codecs.html"];
    let check = "checks/regular-grid_stores-of-codecs.html#cycle-big-endian.read";
    for told in [
        "coordinate <code>i</code>",
        "https://zarr-specs.readthedocs.io/en/latest/v3/codecs/transpose/index.html#format-and-algorithm",
        "the first element that differs is the one at <code>[0, 0, 1]</code>",
        "<mark class=\"first\">08070605</mark>",
        "<mark class=\"first\">14131211</mark>",
        "A_pos[i] = B_pos[order[i]]",
        "<section class=\"check\" id=\"cycle-big-endian.read\">",
        "conform --impl ADAPTER --check 'ID'",
    ] {
        assert!(page.contains(told), "{told}");
    }
    let question = "question-transposed-big-endian.html";
    let folder = "zarr-conform-reference-misread-order-inverted-0-1-0";
    let cell = |folder: &str| {
        let (_, cell) = files["index.html"]
            .split_once(&format!("<a href=\"{folder}/{question}\">"))
            .unwrap();
        cell.split_once("</a>").unwrap().0
    };
    let wrong = "<b>Wrong</b> <span>5 of 9</span> <span class=\"what\">";
    assert!(cell(folder).contains(wrong), "{}", cell(folder));
    // What goes wrong, and not the name that we have for it.
    assert!(!files["index.html"].contains("\"what\">order-inverted"));
    let right = "<b>Yes</b> <span>all 9</span>";
    assert!(cell("zarr-conform-reference-0-1-0").ends_with(right));
    assert!(files[&format!("{folder}/{question}")].contains(check));
    assert!(files["open.html"].contains("<code>codecs-changed-by-write</code>"));
    assert!(!files["open.html"].contains("attributes-not-kept"));
}

#[test]
fn what_libraries_do_in_random_variants_stands_with_the_open_places() {
    let fixture = fixture();
    let who = |name: &str| json!({"name": name, "version": "1", "language": "C"});
    let place = |id: &str, differ: u64| {
        json!({"id": id, "question": "Is `x` read?", "cases": 8, "random": 6, "differ": differ,
            "does": [[{"what": HOSTILE, "cases": 5}, {"what": "it is", "cases": 3}], []]})
    };
    let differences = json!({"format": 1, "suite": "0.1.0", "edition": "3.1", "seed": 7,
        "implementations": [who("one"), who(HOSTILE)],
        "places": [place("x-read", 5), place("y-read", 0)]});
    let differences = Differences::read(differences.to_string().as_bytes()).unwrap();
    let files = fixture.site().with_differences(&differences).files();
    let page = &files["open.html"];
    assert!(page.contains("They differ in 1 place of 2."), "{page}");
    assert!(page.contains("Is <code>x</code> read?"), "{page}");
    assert!(
        page.contains("differ in 5 of 8 cases, 6 of them random"),
        "{page}"
    );
    assert!(
        page.contains("(5), it is (3)") && page.contains("nothing seen"),
        "{page}"
    );
    assert!(
        !page.contains("y-read") && !page.contains("<script>alert"),
        "{page}"
    );
    let without = &fixture.files()["open.html"];
    assert!(!without.contains("random variants"));
}

#[test]
fn stale_consolidated_metadata_have_a_page_by_situation_and_by_library() {
    let fixture = fixture();
    let files = fixture.files();
    let page = &files["stale.html"];
    let (_, section) = page.split_once("<h2 id=\"attributes-differ\">").unwrap();
    let (section, _) = section.split_once("</section>").unwrap();
    for told in [
        "Attributes differ</h2>",
        "Whether a node is read from its document or from consolidated metadata.",
        "Through the root, by default",
        "Only consolidated metadata used",
        "Opened by its path",
        "zarr-conform reference, zarr-conform reference, misread: order-inverted</b>: the document counts",
        "What is in the store",
        "<code>a/zarr.json</code>",
    ] {
        assert!(section.contains(told), "{told}: {section}");
    }
    let (_, libraries) = page.split_once("<h2 id=\"libraries\">").unwrap();
    let one = libraries.split("</details>").next().unwrap();
    assert!(one.contains("<a href=\"#types-differ\">"), "{one}");
    let told = "<b>By default, Consolidated metadata never used</b>: the document counts";
    assert!(one.contains(told), "{one}");
    // The page of open places leads there instead of showing the same.
    assert!(files["open.html"].contains("<a href=\"stale.html\">"));
    assert!(!files["open.html"].contains("attributes-differ"));
}

#[test]
fn who_reads_whose_data_is_told_down_to_the_array() {
    let fixture = fixture();
    let files = fixture.files();
    assert!(files["index.html"].contains("<a href=\"matrix.html\">"));
    let table = &files["matrix.html"];
    let right = "<td class=\"answer passed\"><b>15 of 15</b></td>";
    assert!(table.contains(right), "{table}");
    let wrong = "<td class=\"answer failed much-3\">\
                 <a href=\"matrix/inverted/read-by-reference.html\">\
                 <b>8 of 15</b> <span>7 silently wrong</span></a></td>";
    assert!(table.contains(wrong), "{table}");
    let cancelled = "<td class=\"answer advice\">\
                     <a href=\"matrix/inverted/read-by-inverted.html\">\
                     <b>15 of 15</b> <span>7 by mistakes that cancel out</span></a></td>";
    assert!(table.contains(cancelled), "{table}");
    let lacking = "<b>0 of 15</b> <span>15 not supported</span>";
    assert!(table.contains(lacking), "{table}");
    let check = |operation: &str| {
        format!("<a href=\"../../checks/regular-grid_stores-of-codecs.html#cycle.{operation}\">")
    };
    let by_writer = &files["matrix/inverted/read-by-reference.html"];
    let by_reader = &files["matrix/reference/read-by-inverted.html"];
    assert!(by_writer.contains(&check("create")) && by_writer.contains("The writer is at fault"));
    assert!(by_reader.contains(&check("read")) && by_reader.contains("The reader is at fault"));
    assert!(!by_writer.contains("The reader is") && !by_reader.contains("The writer is"));
    assert!(by_reader.contains("<code>0x14131211</code>, expected <code>0x08070605</code>"));
    let both = &files["matrix/inverted/read-by-inverted.html"];
    assert!(both.contains("Mistakes that cancel out") && both.contains(&check("create")));
    // Without a matrix nothing is said of it.
    let files = Site::new(&fixture.runs, &fixture.vectors, &fixture.registry)
        .unwrap()
        .files();
    assert!(files.keys().all(|it| !it.contains("matrix")));
    assert!(!files["index.html"].contains("matrix"));
}

#[test]
fn readmes_and_badges_say_the_same() {
    let fixture = fixture();
    let site = fixture.site();
    let table = markdown(&site);
    let row = "| Reads transposed big-endian arrays right? | ✓ Yes (all 9) | ✕ **Wrong** (5 of 9; ";
    assert!(table.contains(row), "{table}");
    assert!(!table.contains('<') && !table.contains("]("), "{table}");
    let row = "| inverted | 8 of 15, **7 silently wrong** | 15 of 15, 7 by mistakes that cancel out | 15 of 15, 7 by mistakes that cancel out |";
    assert!(table.contains(row), "{table}");
    let is_row = |line: &&str| line.starts_with('|');
    let others: Vec<&str> = table.lines().filter(|it| !is_row(it)).collect();
    let title = "Arrays that are read right, by writer (rows) and reader:";
    assert_eq!(others, ["", title, ""]);
    let badges = badges(&site).unwrap();
    assert_eq!(badges.len(), 3);
    for badge in badges.values() {
        let badge: serde_json::Value = serde_json::from_str(badge).unwrap();
        assert_eq!(badge["schemaVersion"], 1);
        assert_eq!(badge["label"], "Zarr 3.1");
    }
}

/// Documents by implementations, each cell with its number as text and a way to its checks.
#[test]
fn a_picture_shows_where_each_implementation_stands() {
    let fixture = fixture();
    let files = fixture.files();
    let front = &files["index.html"];
    let page = |folder: &str| format!("{folder}/document-regular-grid.html");
    let wrong = page("zarr-conform-reference-misread-order-inverted-0-1-0");
    let (before, cell) = front.split_once(&format!("<a href=\"{wrong}\"")).unwrap();
    assert!(before.ends_with("<td class=\"failed much-3\">"), "{before}");
    let cell = cell.split_once("</td>").unwrap().0;
    assert!(
        cell.contains("<span aria-hidden=\"true\">✕<span class=\"number\"> 28<span class=\"of\">/"),
        "{cell}"
    );
    assert!(
        cell.contains("<span class=\"hidden\">Wrong 28 of "),
        "{cell}"
    );
    assert!(files[&wrong].contains("<h1>Regular chunk grid</h1>"));
    let right = page("zarr-conform-reference-0-1-0");
    let (before, cell) = front.split_once(&format!("<a href=\"{right}\"")).unwrap();
    assert!(before.ends_with("<td class=\"passed\">"), "{before}");
    assert!(cell.split_once("</td>").unwrap().0.contains("Right all "));
    // What is refused in part is neither right nor wrong.
    let mut refusing = (*fixture.runs[0]).clone();
    let read = |it: &&mut CheckResult| {
        it.check.starts_with("regular-grid/") && it.check.ends_with("#read")
    };
    let first = refusing.results.iter_mut().find(read).unwrap();
    first.verdict = Verdict::Fail(Box::new(Failure::new(FailureKind::RejectedValid, "1", "2")));
    let runs = [SiteRun::new(refusing)];
    let site = Site::new(&runs, &fixture.vectors, &fixture.registry).unwrap();
    let front = &site.files()["index.html"];
    assert!(front.contains("<td class=\"partly much-1\"><a href=\"zarr-conform-reference-0-1-0/document-regular-grid.html\""));
    assert!(front.contains("<b>Refuses</b> <span>1 of "), "{front}");
    assert!(markdown(&site).contains("! Refuses (1 of "));
}

#[test]
fn every_page_leads_to_who_reads_whose_data() {
    let fixture = fixture();
    for (path, page) in pages(fixture.files()) {
        let navigation = page.split_once("</nav>").unwrap().0;
        let root = "../".repeat(path.matches('/').count());
        let link = format!("<a href=\"{root}matrix.html\">Who reads whose data</a>");
        assert!(navigation.contains(&link), "{path}");
    }
}

/// The whole first row of a table, of the row with this beginning.
fn row_of<'a>(page: &'a str, beginning: &str) -> &'a str {
    let (_, rest) = page.split_once(beginning).unwrap();
    rest.split_once("</tr>").unwrap().0
}

/// A reader ticks what their data use; without scripts, the same stands in tables.
#[test]
fn who_reads_what_is_seen_by_what_arrays_use() {
    let fixture = fixture();
    let files = fixture.files();
    assert!(files["index.html"].contains("<a href=\"pick.html\">"));
    let page = &files["pick.html"];
    for told in [
        "value=\"int16\"",
        "value=\"transpose\"",
        "value=\"big-endian\"",
    ] {
        assert!(page.contains(told), "{told}");
    }
    let cells = |uses: &str| -> Vec<&str> {
        let row = row_of(page, &format!("data-uses=\"{uses}\""));
        row.split("<td>").skip(1).collect()
    };
    let behind = "<a class=\"cell\" href=\"zarr-conform-reference-0-1-0/uses.html#transpose.with.big-endian\">";
    assert!(cells("transpose big-endian")[0].contains(behind), "{page}");
    let (_, part) = files["zarr-conform-reference-misread-order-inverted-0-1-0/uses.html"]
        .split_once("<section class=\"uses\" id=\"transpose\">")
        .unwrap();
    let part = part.split_once("</section>").unwrap().0;
    assert!(
        part.contains("<a href=\"../checks/regular-grid_stores-of-codecs.html#"),
        "{part}"
    );
    let reads = |cell: &str| cell.contains("<span class=\"way passed\">reads: all ");
    let [right, inverted, _] = cells("transpose")[..] else {
        panic!("{page}")
    };
    assert!(reads(right) && !reads(inverted), "{inverted}");
    assert!(
        inverted.contains("<span class=\"way failed\">reads wrong: ") && inverted.contains(" of ")
    );
    // Without what is asked for nothing is wrong.
    let usual = cells("")[..2].concat();
    assert!(!usual.contains("wrong"), "{usual}");
    assert_eq!(cells("transpose big-endian").len(), 3);
    let library = &files["zarr-conform-reference-0-1-0/index.html"];
    let (_, types) = library.split_once("<h2 id=\"types\">").unwrap();
    assert!(
        types.contains("<a class=\"cell\" href=\"uses.html#int16.with.transpose\">"),
        "{types}"
    );
    assert!(
        library.contains("in zarr-conform reference 0.1.0. Each cell leads"),
        "{library}"
    );
}

/// Where all is refused, nothing is read; where some is, the rest is.
#[test]
fn what_reads_nothing_is_not_said_to_read() {
    let fixture = fixture();
    let row = |refused: &str| {
        let mut refusing = (*fixture.runs[0]).clone();
        let reads = refusing.results.iter_mut();
        for result in reads.filter(|it| it.check.ends_with(refused)) {
            let failure = Failure::new(FailureKind::RejectedValid, "1", "2");
            result.verdict = Verdict::Fail(Box::new(failure));
        }
        let runs = [SiteRun::new(refusing)];
        let site = Site::new(&runs, &fixture.vectors, &fixture.registry).unwrap();
        let files = site.files();
        row_of(&files["pick.html"], "data-uses=\"transpose big-endian\"").to_owned()
    };
    let (none, some) = (row("#read"), row("/cycle-big-endian#read"));
    assert!(
        none.contains("<span class=\"way partly\">does not read: "),
        "{none}"
    );
    assert!(
        some.contains("<span class=\"way partly\">reads, but refuses: 1 of "),
        "{some}"
    );
    // Writing is another matter.
    assert!(
        none.contains("<span class=\"way passed\">writes: all "),
        "{none}"
    );
}

/// How many checks fail says nothing without how many there are.
#[test]
fn counts_stand_beside_what_they_are_a_part_of() {
    let fixture = fixture();
    let files = fixture.files();
    let all = &files["failures.html"];
    assert!(
        all.contains(" checks that at least one library fails"),
        "{all}"
    );
    let who: Vec<&str> = all.split("<ul class=\"who\">").skip(1).collect();
    for list in &who {
        let list = list.split_once("</ul>").unwrap().0;
        assert_eq!(
            list.matches("</a> ").count(),
            list.matches(" of ").count(),
            "{list}"
        );
    }
    let marks: Vec<&str> = all.split("data-verdict=\"").skip(1).collect();
    let is_part = |it: &&&str| it.split_once("</span>").unwrap().0.contains(" of ");
    assert!(!who.is_empty() && !marks.is_empty());
    assert_eq!(marks.iter().filter(is_part).count(), marks.len(), "{all}");
    let folder = "zarr-conform-reference-misread-order-inverted-0-1-0";
    assert!(files[&format!("{folder}/index.html")].contains(" checks that were judged."));
    let uses = &files[&format!("{folder}/uses.html")];
    let (_, fails) = uses.split_once("<p class=\"about\">Fails <a").unwrap();
    assert!(
        fails.split_once("</p>").unwrap().0.contains(" of "),
        "{fails}"
    );
}

/// The first page of a library says what each check is there for; pages beside it only name checks.
#[test]
fn what_a_check_is_for_stands_once_for_each_library() {
    let fixture = fixture();
    let files = fixture.files();
    let folder = "zarr-conform-reference-misread-order-inverted-0-1-0";
    let check = "stores-of-codecs.html#cycle-big-endian.read\">";
    let page = |name: &str| &files[&format!("{folder}/{name}.html")];
    let purposes = |name: &str| {
        page(name)
            .matches("</a><p>Looks for a library that ")
            .count()
    };
    assert!(purposes("index") > 0 && page("index").contains(check));
    for beside in [
        "question-transposed",
        "document-regular-grid",
        "codec-transpose",
        "group-transpose",
    ] {
        assert!(
            purposes(beside) == 0 && page(beside).contains(check),
            "{beside}"
        );
    }
    // A store that several checks of a topic give stands once on its page.
    let topic = &files["checks/regular-grid_stores-of-codecs.html"];
    assert!(topic.contains("<p class=\"about\">As in <a href=\"#"));
}

/// A codec that is there and does not work is not a green "Yes".
#[test]
fn a_codec_says_what_its_own_checks_come_to() {
    let fixture = fixture();
    let mut refusing = (*fixture.runs[0]).clone();
    for result in &mut refusing.results {
        if result.check.starts_with("bytes/") && !result.check.ends_with("#open") {
            let failure = Failure::new(FailureKind::RejectedValid, "1", "2");
            result.verdict = Verdict::Fail(Box::new(failure));
        }
    }
    let runs = [fixture.runs[0].clone(), SiteRun::new(refusing)];
    let site = Site::new(&runs, &fixture.vectors, &fixture.registry).unwrap();
    let files = site.files();
    let row = row_of(&files["index.html"], "<th scope=\"row\"><code>bytes</code>");
    let cells: Vec<&str> = row.split("<td").skip(1).collect();
    assert!(cells[0].contains("<b>Yes</b>"), "{row}");
    assert!(cells[1].contains("<b>Refuses</b>"), "{row}");
    let table = markdown(&site);
    let row = table
        .lines()
        .find(|it| it.starts_with("| Has the codec bytes?"));
    assert!(row.unwrap().contains("! Refuses ("), "{table}");
}

/// Every array has the codec `bytes`, so that what fails for the order of bytes is its.
#[test]
fn what_fails_for_the_byte_order_is_the_codec_bytes() {
    let Fixture {
        vectors, registry, ..
    } = fixture();
    let runs = [SiteRun::new(run(vectors, Some("endian-ignored")))];
    let site = Site::new(&runs, vectors, registry).unwrap();
    let files = site.files();
    let row = row_of(&files["index.html"], "<th scope=\"row\"><code>bytes</code>");
    assert!(row.contains("<b>Wrong</b>"), "{row}");
}

/// A number of causes compares before a number of checks does.
#[test]
fn totals_begin_with_causes() {
    let fixture = fixture();
    let site = fixture.site();
    let table = markdown(&site);
    let causes = table.find("| Causes of what fails | 0 | ").unwrap();
    assert!(causes < table.find("| Right data | ").unwrap(), "{table}");
    let front = &site.files()["index.html"];
    let causes = front.find("<th scope=\"row\">Causes").unwrap();
    assert!(causes < front.find("<th scope=\"row\">Right data").unwrap());
}

/// No implementation has to offer a codec, so that a table says who has which.
#[test]
fn each_codec_has_a_row() {
    let fixture = fixture();
    let mut lacking = (*fixture.runs[0]).clone();
    for result in &mut lacking.results {
        result.verdict = Verdict::Unsupported {
            message: "hello: codec transpose is not supported".to_owned(),
        };
    }
    let runs = [fixture.runs[0].clone(), SiteRun::new(lacking)];
    let site = Site::new(&runs, &fixture.vectors, &fixture.registry).unwrap();
    let files = site.files();
    let front = &files["index.html"];
    let named = front.matches("codec-transpose.html").count();
    assert_eq!(named, 2, "a cell of each leads to its checks");
    let pages: Vec<&String> = files
        .keys()
        .filter(|it| it.ends_with("/codec-transpose.html"))
        .collect();
    assert_eq!(pages.len(), 2);
    assert!(files[pages[0]].contains("Has the codec transpose?"));
    let table = markdown(&site);
    let row = |codec: &str| {
        let head = format!("| Has the codec {codec}? | Yes (");
        let mut rows = table.lines().filter_map(|it| it.strip_prefix(&head));
        rows.next().unwrap_or_default().to_owned()
    };
    assert!(row("transpose").ends_with(" checks judged) | No (says so) |"));
    let bytes = row("bytes");
    assert!(bytes.contains(" | No (refuses ") && bytes.ends_with(" checks as unsupported) |"));
}

#[test]
fn who_offers_nothing_is_said_to_offer_nothing() {
    let Fixture {
        vectors,
        registry,
        runs,
        ..
    } = fixture();
    let mut recording = (*runs[0]).clone();
    recording.header.implementation.ops.clear();
    let runs = [SiteRun::new(recording)];
    let files = Site::new(&runs, vectors, registry).unwrap().files();
    let telling = |words: &str| {
        pages(&files)
            .filter(|(_, page)| page.contains(words))
            .count()
    };
    assert_eq!(telling(", offering nothing."), 1);
    assert_eq!(telling("<td>nothing</td>"), 1);
}

#[test]
fn who_only_opens_arrays_has_no_column_of_answers_about_elements() {
    let fixture = fixture();
    let mut opening = (*fixture.runs[0]).clone();
    opening.header.implementation.name = "a model of metadata".to_owned();
    opening.header.implementation.ops = vec!["open".to_owned()];
    opening.results.retain(|it| it.check.ends_with("#open"));
    let runs = [SiteRun::new(opening.clone()), fixture.runs[1].clone()];
    let site = Site::new(&runs, &fixture.vectors, &fixture.registry).unwrap();
    let front = &site.files()["index.html"];
    let (tables, judged) = front.split_once("<h2 id=\"judged\">").unwrap();
    assert!(judged.contains("a model of metadata"));
    assert!(!tables.contains("a model of metadata</a> <span class=\"version\">"));
    let alone = "since they read and write no elements: <a href=";
    assert!(tables.contains(alone), "{tables}");
    assert!(!markdown(&site).contains("a model of metadata"));
    // Where nobody does more, there is nothing else to compare.
    let runs = [SiteRun::new(opening)];
    let site = Site::new(&runs, &fixture.vectors, &fixture.registry).unwrap();
    let front = &site.files()["index.html"];
    assert!(front.contains("a model of metadata</a> <span class=\"version\">"));
    assert!(!front.contains(alone));
}

#[test]
fn runs_of_other_vectors_are_refused() {
    let Fixture {
        vectors,
        registry,
        runs,
        matrix,
    } = fixture();
    let site = || Site::new(runs, vectors, registry).unwrap();
    let mut other = matrix.clone();
    other.vectors_sha256 = "0".to_owned();
    assert!(matches!(
        site().with_matrix(&other).err(),
        Some(SiteError::OtherMatrix { .. })
    ));
    other = matrix.clone();
    other.facts[0] = "x/y".to_owned();
    assert!(matches!(
        site().with_matrix(&other).err(),
        Some(SiteError::OtherFact(_))
    ));
    let refusal = |change: &dyn Fn(&mut Recording)| {
        let mut recording = (*runs[0]).clone();
        change(&mut recording);
        Site::new(&[SiteRun::new(recording)], vectors, registry).err()
    };
    assert!(refusal(&|_| ()).is_none());
    assert!(matches!(
        refusal(&|it| it.header.vectors_sha256 = "0".to_owned()),
        Some(SiteError::OtherVectors { .. })
    ));
    let renamed = |it: &mut Recording| it.results[0].check = "../x#read".into();
    assert!(matches!(
        refusal(&renamed),
        Some(SiteError::OtherCheck { .. })
    ));
    let reascribed = |it: &mut Recording| it.results[0].requirements.clear();
    assert!(matches!(
        refusal(&reascribed),
        Some(SiteError::OtherCheck { .. })
    ));
    assert!(matches!(
        Site::new(&[], vectors, registry).err(),
        Some(SiteError::NoRuns)
    ));
}
