//! A static site of what several implementations do: a matrix, and from each cell to the checks
//! behind it. Everything is in the pages; they ask the network for nothing.
//!
//! | part | what |
//! |---|---|
//! | `judged`, `standing` | the events of a run by check, and what a result means to a reader |
//! | `cause` | what a run failed, by cause |
//! | `question`, `answer`, `damage`, `words` | the questions of the front page, and what a run says to each |
//! | `comparison`, `given`, `document` | bytes side by side, what an implementation was given, and `zarr.json` of it |
//! | `subject` | which failures say something of what is asked about |
//! | `uses` | data types, codecs, grids and what else an array uses, and who reads and writes each and each two of them |
//! | `known` | failures that a list has |
//! | `published`, `names` | links to the specification, and names of files |
//! | `page` | the pages |
//! | `markdown`, `badge` | the same answers for a README |

mod answer;
mod badge;
mod cause;
mod damage;
mod document;
mod given;
mod known;
mod markdown;
mod names;
mod page;
pub mod published;
mod question;
mod side_by_side;
mod site_run;
mod standing;
mod subject;
mod uses;
mod words;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

pub use badge::badges;
pub use markdown::markdown;
pub use question::QuestionsError;
pub use site_run::SiteRun;

use crate::findings::{Catalogue, Finding};
use crate::fuzz::differences::Differences;
use crate::history::{Release, Since, Timeline};
use crate::matrix::Matrix;
use crate::report::{CodecUse, Codecs};
use answer::Answer;
use cause::{Cause, Shared};
use damage::Damaged;
use known::Known;
use question::{Question, Questions};
use standing::Standing;
use subject::{Asked, CauseOf};
use uses::Uses;
use words::Misreadings;
use zarr_conform_requirements::Registry;
use zarr_conform_runner::text::escape;
use zarr_conform_runner::{Check, CheckId, CheckResult, Derivation, Expectations, Plan, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

/// The files of a site by path, parts joined by `/`.
pub type Files = BTreeMap<String, String>;

/// Why no site can be made of runs.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// There is nothing to show.
    #[error("found no run")]
    NoRuns,
    /// A run was about other facts than those given.
    #[error(
        "{implementation} was judged by other vectors than {vectors}: found the hash {found}, \
         expected {expected}; name the same with --vectors, or judge it again"
    )]
    OtherVectors {
        /// Who was judged.
        implementation: String,
        /// Where the vectors at hand come from.
        vectors: String,
        /// The hash of the run's vectors.
        found: String,
        /// The hash of those at hand.
        expected: String,
    },
    /// A result is of no check of the vectors, or ascribes it to other requirements.
    #[error("{implementation}: found a result of {check:?}, which no run of these vectors has")]
    OtherCheck {
        /// Who was judged.
        implementation: String,
        /// The check.
        check: String,
    },
    /// A matrix was made of other facts than those given.
    #[error(
        "the matrix was made of other vectors than {vectors}: found the hash {found}, expected \
         {expected}; make it again"
    )]
    OtherMatrix {
        /// Where the vectors at hand come from.
        vectors: String,
        /// The hash of the matrix's vectors.
        found: String,
        /// The hash of those at hand.
        expected: String,
    },
    /// A matrix has a fact that the vectors do not have.
    #[error("the matrix: found the fact {0:?}, which is none of these vectors")]
    OtherFact(String),
    /// The questions of the front page cannot be read.
    #[error(transparent)]
    Questions(#[from] QuestionsError),
}

/// What all pages are made of.
pub struct Site<'a> {
    runs: &'a [SiteRun],
    names: Vec<String>,
    vectors: &'a Vectors,
    registry: &'a Registry,
    questions: Questions,
    damaged: Damaged,
    misreadings: Vec<Misreadings<'a>>,
    /// What each run shows of codecs.
    codecs: Vec<Codecs>,
    plans: BTreeMap<Edition, Checks<'a>>,
    matrix: Option<&'a Matrix>,
    /// What libraries do in random variants of open facts.
    differences: Option<&'a Differences>,
    /// Whether some run shows what happens when consolidated metadata are stale, once it was asked for.
    shows_stale: OnceCell<bool>,
    /// What releases came to, by the names of the implementations' folders.
    histories: BTreeMap<String, Timeline>,
    /// From which release on each run has what right, where it is the newest of releases that were judged by the same vectors.
    since: Vec<Option<Since>>,
    /// How each run compares with its list of known failures, where it has one.
    known: Vec<Option<Known>>,
    catalogue: Option<&'a Catalogue>,
    /// The finding that each failure of each run belongs to, where it belongs to one.
    found: Vec<BTreeMap<CheckId, &'a Finding>>,
    /// What each run failed, by cause, the worst first.
    causes: Vec<Vec<Cause<'a>>>,
    /// The cause of each failure of each run.
    cause_of: Vec<CauseOf>,
    /// What the arrays of facts use.
    uses: Uses,
}

/// The findings that results of a run belong to.
fn found<'a>(run: &SiteRun, catalogue: &'a Catalogue) -> BTreeMap<CheckId, &'a Finding> {
    let who = &run.header.implementation;
    let found = run.results.iter().filter_map(|result| {
        let verdict = listed(&result.verdict)?;
        let finding = catalogue.finding_of(&who.name, &who.version, verdict, &result.check)?;
        Some((result.check.clone(), finding))
    });
    found.collect()
}

/// The name of a verdict in lists of known failures; none, where it is not listed.
fn listed(verdict: &Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Fail(failure) => Some(failure.kind.name()),
        Verdict::Flaky { .. } => Some("flaky"),
        Verdict::Unsupported { .. } => Some("unsupported"),
        _ => None,
    }
}

/// The checks of an edition by id.
struct Checks<'a> {
    plan: Plan<'a>,
    positions: BTreeMap<CheckId, usize>,
}

impl<'a> Checks<'a> {
    fn new(vectors: &'a Vectors, edition: Edition) -> Self {
        let plan = Plan::new(Derivation { vectors, edition });
        let positions = plan.ids().cloned().zip(0..).collect();
        Self { plan, positions }
    }
}

impl<'a> Site<'a> {
    /// Takes the runs in the order in which they are shown.
    ///
    /// # Errors
    /// Where there is no run, or one was judged by other vectors.
    pub fn new(
        runs: &'a [SiteRun],
        vectors: &'a Vectors,
        registry: &'a Registry,
    ) -> Result<Self, SiteError> {
        if runs.is_empty() {
            return Err(SiteError::NoRuns);
        }
        let mut plans = BTreeMap::new();
        for run in runs {
            let edition = run.header.edition;
            plans
                .entry(edition)
                .or_insert_with(|| Checks::new(vectors, edition));
        }
        let implementations = runs.iter().map(|run| {
            let it = &run.header.implementation;
            (it.name.as_str(), it.version.as_str())
        });
        let codecs = Codecs::of(vectors);
        let shown_by = |run: &SiteRun| {
            let mut codecs = codecs.clone();
            run.results.iter().for_each(|it| codecs.note(it));
            codecs
        };
        let checks = runs.iter().flat_map(|run| &run.results);
        let checks = checks.map(|it| &it.check);
        let damaged = Damaged::of(vectors);
        let causes = runs
            .iter()
            .map(|it| cause::causes(it, None, &BTreeMap::new(), &damaged));
        let causes: Vec<Vec<Cause<'a>>> = causes.collect();
        let site = Self {
            runs,
            codecs: runs.iter().map(shown_by).collect(),
            names: names::of_implementations(implementations),
            vectors,
            registry,
            questions: Questions::new(checks, vectors)?,
            misreadings: runs.iter().map(words::misreadings).collect(),
            plans,
            matrix: None,
            differences: None,
            shows_stale: OnceCell::new(),
            histories: BTreeMap::new(),
            since: runs.iter().map(|_| None).collect(),
            known: runs.iter().map(|_| None).collect(),
            catalogue: None,
            found: vec![BTreeMap::new(); runs.len()],
            cause_of: causes.iter().map(|it| CauseOf::new(it)).collect(),
            causes,
            uses: Uses::of(vectors),
            damaged,
        };
        runs.iter().try_for_each(|run| site.holds(run))?;
        Ok(site)
    }

    /// The same, with pages about who reads whose data.
    ///
    /// # Errors
    /// Where the matrix was made of other vectors.
    pub fn with_matrix(self, matrix: &'a Matrix) -> Result<Self, SiteError> {
        let expected = zarr_conform_lock::sha256(self.vectors);
        if matrix.vectors_sha256 != expected {
            return Err(SiteError::OtherMatrix {
                vectors: self.vectors.source().to_owned(),
                found: escape(&matrix.vectors_sha256),
                expected,
            });
        }
        let is_unknown = |it: &&String| self.vectors.fact(it).is_none();
        match matrix.facts.iter().find(is_unknown) {
            Some(fact) => Err(SiteError::OtherFact(escape(fact))),
            None => Ok(Self {
                matrix: Some(matrix),
                ..self
            }),
        }
    }

    /// The same, with what libraries do in random variants of open facts. These may be others than those of
    /// the runs.
    #[must_use]
    pub fn with_differences(self, differences: &'a Differences) -> Self {
        Self {
            differences: Some(differences),
            ..self
        }
    }

    /// The same, with a page for each of these implementations about its releases, by name, and with the release since
    /// which the newest one has something right. The catalogue says to which finding a failure belongs.
    #[must_use]
    pub fn with_histories(
        self,
        histories: &[(String, Vec<Release>)],
        catalogue: Option<&Catalogue>,
    ) -> Self {
        let since = self.runs.iter().map(|run| {
            let who = &run.header.implementation;
            let newest = |releases: &[Release]| {
                let newest = releases.last();
                newest.is_some_and(|it| (&it.name, &it.version) == (&who.name, &who.version))
            };
            let releases = histories.iter().map(|(_, releases)| releases);
            releases
                .clone()
                .find(|it| newest(it))
                .map(|it| Since::of(it))
        });
        let since = since.collect();
        let timelines = histories.iter().map(|(name, releases)| {
            let timeline = Timeline::of(name, releases, catalogue, &|_| true);
            (name.clone(), timeline)
        });
        Self {
            histories: timelines.collect(),
            since,
            ..self
        }
    }

    /// The same, with failures told apart that these lists have: one for each run, where it has one.
    #[must_use]
    pub fn with_lists(self, lists: &[Option<Expectations>]) -> Self {
        let lists = lists.iter().cloned().chain(std::iter::repeat(None));
        let known = self.runs.iter().zip(lists);
        let known = known.map(|(run, list)| Some(Known::new(list?, run, self.vectors)));
        Self {
            known: known.collect(),
            ..self
        }
    }

    /// The same, with what was found by cause.
    #[must_use]
    pub fn with_findings(self, catalogue: &'a Catalogue) -> Self {
        let found: Vec<_> = self.runs.iter().map(|run| found(run, catalogue)).collect();
        let runs = self.runs.iter().zip(&found);
        let causes =
            runs.map(|(run, found)| cause::causes(run, Some(catalogue), found, &self.damaged));
        let causes: Vec<Vec<Cause<'a>>> = causes.collect();
        Self {
            cause_of: causes.iter().map(|it| CauseOf::new(it)).collect(),
            causes,
            found,
            catalogue: Some(catalogue),
            ..self
        }
    }

    /// The finding that what a run came to in a check belongs to, where it belongs to one.
    fn finding(&self, run: usize, check: &str) -> Option<&'a Finding> {
        self.found[run].get(check).copied()
    }

    /// What a run failed, by cause, the worst first.
    fn causes(&self, run: usize) -> &[Cause<'a>] {
        &self.causes[run]
    }

    /// What the runs failed, by cause, the worst first.
    fn shared_causes(&self) -> Vec<Shared<'a>> {
        cause::shared(&self.causes, self.catalogue, &self.damaged)
    }

    /// How many checks a run failed.
    fn failed(&self, run: usize) -> usize {
        self.causes(run).iter().map(|it| it.results.len()).sum()
    }

    /// How many checks of a topic some run was asked.
    fn checks_of(&self, topic: &str) -> usize {
        let results = self.runs.iter().flat_map(|it| &it.results);
        let checks = results.map(|it| &it.check);
        let checks = checks.filter(|it| it.fact().topic() == topic);
        checks.collect::<BTreeSet<_>>().len()
    }

    /// What a run failed among these results, by cause, the worst first.
    fn causes_of(&self, run: usize, results: &[&CheckResult]) -> Vec<Cause<'a>> {
        let checks: BTreeSet<&CheckId> = results.iter().map(|it| &it.check).collect();
        let causes = self.causes(run).iter().filter_map(|it| it.of(&checks));
        let mut causes: Vec<Cause<'_>> = causes.collect();
        cause::sort(&mut causes, self.catalogue, &self.damaged);
        causes
    }

    /// Whether the run was about the facts at hand.
    fn holds(&self, run: &SiteRun) -> Result<(), SiteError> {
        let found = &run.header.vectors_sha256;
        let expected = zarr_conform_lock::sha256(self.vectors);
        if *found != expected {
            return Err(SiteError::OtherVectors {
                implementation: run.name(),
                vectors: self.vectors.source().to_owned(),
                found: escape(found),
                expected,
            });
        }
        let edition = run.header.edition;
        let is_of_these = |it: &CheckResult| {
            // Checks of what an implementation says of itself are about no fact.
            let fact = self.vectors.fact(it.check.fact().as_str());
            fact.is_none_or(|fact| fact.requirements == it.requirements)
                && self.plans[&edition].positions.contains_key(&it.check)
        };
        match run.results.iter().find(|it| !is_of_these(it)) {
            None => Ok(()),
            Some(other) => Err(SiteError::OtherCheck {
                implementation: run.name(),
                check: escape(&other.check),
            }),
        }
    }

    /// A check of an edition that some run was judged by.
    fn check(&self, edition: Edition, id: &str) -> Option<Check> {
        let checks = self.plans.get(&edition)?;
        let at = *checks.positions.get(id)?;
        Some(checks.plan.check(at))
    }

    /// The check that gives the valid twin of what this one gives, which differs in the one thing under test.
    fn twin(&self, edition: Edition, id: &str) -> Option<Check> {
        let id = CheckId::from(id);
        let twin = self.vectors.fact(id.fact().as_str())?.twin.as_deref()?;
        let same = id.operation().unwrap_or_default();
        let mut operations = [same, "open", "read", "write"].into_iter();
        operations.find_map(|it| self.check(edition, &format!("{twin}#{it}")))
    }

    /// Each codec of which a run shows something, by name, and what each run shows of it.
    fn codecs(&self) -> BTreeMap<String, Vec<Option<CodecUse>>> {
        let mut rows: BTreeMap<String, Vec<Option<CodecUse>>> = BTreeMap::new();
        for (at, codecs) in self.codecs.iter().enumerate() {
            for used in codecs.table() {
                let row = rows.entry(used.name.clone()).or_default();
                row.resize(self.runs.len(), None);
                row[at] = Some(used);
            }
        }
        rows
    }

    /// The questions, in their order.
    fn questions(&self) -> &[Question] {
        &self.questions.all
    }

    /// The results of a run that answer a question, by their positions.
    fn answering(&self, run: usize, question: usize) -> Asked<'a> {
        let results = &self.runs[run].results;
        let results = self.questions.results(question, results).collect();
        if self.questions.is_of_refusals(question) {
            return Asked {
                own: results,
                elsewhere: Vec::new(),
            };
        }
        let mut asked = self.asked(run, results, |fact| {
            self.questions.is_subject(question, fact)
        });
        let of_another = |it: &&CheckResult| {
            Standing::of(it).is_told() && self.questions()[question].is_elsewhere(&it.check)
        };
        let (elsewhere, own) = asked.own.into_iter().partition(of_another);
        asked.own = own;
        asked.elsewhere = [asked.elsewhere, elsewhere].concat();
        asked
    }

    /// Tells results of a run apart by whether their causes are about a subject, of which some facts are.
    fn asked(
        &self,
        run: usize,
        results: Vec<&'a CheckResult>,
        is_subject: impl Fn(&str) -> bool,
    ) -> Asked<'a> {
        let causes = self.causes(run);
        self.cause_of[run].split(results, causes, |at| {
            let facts = causes[at].results.iter().map(|it| it.check.fact());
            facts.filter(|it| is_subject(it.as_str())).count()
        })
    }

    /// What results of a run come to.
    fn answer<'r>(&self, results: impl IntoIterator<Item = &'r CheckResult>) -> Answer {
        Answer::of(results.into_iter(), &self.damaged)
    }

    /// What is wrong, in few words, with the results of a run that come to this answer.
    fn words_for(&self, run: usize, answer: &Answer, results: &[&CheckResult]) -> Vec<String> {
        words::words(self, run, answer, results)
    }

    /// The results of a run that show something of a codec.
    fn about_codec(&self, run: usize, codec: &str) -> Vec<&'a CheckResult> {
        let results = self.runs[run].results.iter();
        let is_about = |it: &&CheckResult| self.codecs[run].is_about(it, codec);
        results.filter(is_about).collect()
    }

    /// Those of them that the codec's own document is about: of the others, another codec may be why they fail.
    fn of_codec(&self, run: usize, codec: &str) -> Asked<'a> {
        let document = codec.replace('_', "-");
        let mut results = self.about_codec(run, codec);
        results.retain(|it| it.document() == document);
        let codecs = &self.codecs[run];
        self.asked(run, results, |fact| codecs.is_used(fact, codec))
    }

    /// The folder with the releases of the implementation of a run, where they are known.
    fn history_of(&self, run: usize) -> Option<&str> {
        let name = &self.runs[run].header.implementation.name;
        let mut histories = self.histories.iter();
        histories
            .find(|(_, it)| it.name == *name)
            .map(|(folder, _)| folder.as_str())
    }

    /// Runs with the names of their folders.
    fn named(&self) -> impl Iterator<Item = (&'a SiteRun, &str)> {
        self.runs.iter().zip(self.names.iter().map(String::as_str))
    }

    /// A run, and its folder in the site.
    fn nth(&self, at: usize) -> (&'a SiteRun, &str) {
        (&self.runs[at], &self.names[at])
    }

    /// The positions of all runs.
    fn all(&self) -> Vec<usize> {
        (0..self.runs.len()).collect()
    }

    /// The positions of the runs whose answers about elements are compared: those of implementations that do
    /// more than open arrays, or all, where none does.
    fn compared(&self) -> Vec<usize> {
        let does_more = |at: &usize| !self.runs[*at].only_opens();
        let compared: Vec<usize> = self.all().into_iter().filter(does_more).collect();
        if compared.is_empty() {
            self.all()
        } else {
            compared
        }
    }

    /// Every file of the site. The same runs give the same bytes.
    pub fn files(&self) -> Files {
        page::files(self)
    }
}
