//! What `conform fuzz` found in real implementations: `docs/fuzz-libraries.md` says what `docs/hunts.toml`
//! says. No adapter runs here.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use zarr_conform::findings::Findings;

use crate::findings::FINDINGS;
use crate::generated::{Files, read};

/// What was found.
const HUNTS: &str = "docs/hunts.toml";
/// The page about it.
const PAGE: &str = "docs/fuzz-libraries.md";

/// Fuzz runs over all adapters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hunts {
    seed: u64,
    minutes: u64,
    /// One for each adapter.
    pub hunt: Vec<Hunt>,
}

/// A fuzz run over one adapter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hunt {
    /// The folder of the adapter.
    pub adapter: String,
    version: String,
    /// Cases that were asked.
    cases: u64,
    /// Cases that were left out, since they are about nothing but what fails already.
    left_out: u64,
    checks: u64,
    /// Cases that failed, and passed when they were asked by themselves.
    #[serde(default)]
    fleeting: u64,
    /// What failed.
    #[serde(default)]
    pub cause: Vec<Cause>,
}

/// What several failing cases have in common.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    verdict: String,
    operation: String,
    /// What the reduced case has beyond the plainest one.
    about: String,
    /// Number of the first case.
    pub case: u64,
    /// How many cases failed so.
    count: u64,
    /// The finding that it belongs to; nothing where it was a mistake of zarr-conform.
    pub finding: Option<String>,
    /// What that mistake was, which is fixed.
    pub ours: Option<String>,
    /// For what was not known before: a golden check that shows it since.
    pub new: Option<String>,
}

impl Hunt {
    fn news(&self) -> usize {
        self.cause.iter().filter(|it| it.new.is_some()).count()
    }
}

impl Hunts {
    /// Reads what stands below a root.
    pub fn load(root: &Path) -> anyhow::Result<Self> {
        toml::from_str(&read(root, HUNTS)?).context(HUNTS)
    }
}

/// What the page should be.
pub fn files(root: &Path) -> anyhow::Result<Files> {
    let findings = Findings::load(&root.join(FINDINGS))?;
    let page = render(&Hunts::load(root)?, &findings);
    Ok(Files::from([(PAGE.to_owned(), page)]))
}

fn render(hunts: &Hunts, findings: &Findings) -> String {
    let causes: usize = hunts.hunt.iter().map(|it| it.cause.len()).sum();
    let new: usize = hunts.hunt.iter().map(Hunt::news).sum();
    let all = || hunts.hunt.iter().flat_map(|it| &it.cause);
    let ours = all().filter(|it| it.ours.is_some()).count();
    let mut page = format!(
        "# What random cases found in libraries

<!-- Written by `cargo xtask fuzz-libraries` from hunts.toml. -->

Each adapter was fuzzed for {minutes} minutes by one process:

```text
conform fuzz --impl adapters/NAME/run --seed {seed} --time {minutes}m --jobs 1 --timeout 30
```

Of {causes} causes, {known} were [findings](findings.md) already, {new} were new and have a golden check by now, and
{ours} was a mistake of zarr-conform, which is fixed. A cause is what failing cases have in common, so several can belong
to one finding. `conform fuzz --case NUMBER --seed {seed}`
runs only that case, with the version that was used; later versions make other cases of a seed.

| library | cases asked | left out | checks | failing cases | only once | causes | of them new |
|---|---|---|---|---|---|---|---|
",
        minutes = hunts.minutes,
        seed = hunts.seed,
        known = causes - new - ours,
    );
    for hunt in &hunts.hunt {
        let failing: u64 = hunt.cause.iter().map(|it| it.count).sum();
        let _ = writeln!(
            page,
            "| {} {} | {} | {} | {} | {failing} | {} | {} | {} |",
            hunt.adapter,
            hunt.version,
            hunt.cases,
            hunt.left_out,
            hunt.checks,
            hunt.fleeting,
            hunt.cause.len(),
            hunt.news()
        );
    }
    page.push_str(
        "\nCases about nothing but what fails already are mostly left out, so that others are seen. Those that failed\nonly once passed when they were asked by themselves. cpp-zarr returns bytes that were never written, which differ each time: some of\nits causes are one, which failed in several ways by chance.\n",
    );
    for hunt in hunts.hunt.iter().filter(|it| !it.cause.is_empty()) {
        let _ = write!(
            page,
            "\n## {}\n\n| verdict | reduced to | first case | cases | finding |\n|---|---|---|---|---|\n",
            hunt.adapter
        );
        for cause in &hunt.cause {
            let all = findings.group.iter().flat_map(|it| &it.finding);
            let id = cause.finding.as_deref().unwrap_or_default();
            let title = all.clone().find(|it| it.id == id);
            let title = title.map_or(id, |it| it.title.as_str());
            let ours = cause.ours.as_ref();
            let ours = ours.map_or_else(String::new, |it| format!("ours, fixed: {it}"));
            let new = cause.new.as_ref();
            let new = new.map_or_else(String::new, |it| format!("; new: `{it}`"));
            let _ = writeln!(
                page,
                "| {} | {}: {} | {} | {} | {title}{ours}{new} |",
                cause.verdict, cause.operation, cause.about, cause.case, cause.count
            );
        }
    }
    page
}
