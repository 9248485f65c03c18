//! The files that the generator writes, and whether they are up to date.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use zarr_conform_reference::misreading;
use zarr_conform_requirements::Registry;
use zarr_conform_spec_map::coverage::Coverage;
use zarr_conform_spec_map::{self as map, Misreadings};
use zarr_conform_vectors::{Fact, Topic as File, pretty};

use crate::topic::Topic;
use crate::{folder, functions};

/// The folder of the vectors below the root.
const VECTORS: &str = "vectors";

/// Which function of the reference carries out which requirement, below the root.
const FUNCTIONS: &str = "crates/requirements/src/data/functions.toml";

/// Files below the root, by path.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// All files of these topics, and what they still lack: requirements and open places without facts, and tested
/// requirements without a function, a line each.
pub(crate) fn files(
    topics: Vec<Topic>,
    registry: &Registry,
) -> anyhow::Result<(Files, Vec<String>)> {
    let mut files = Files::new();
    let (pages, gaps) = spec_map(&topics, registry)?;
    files.extend(
        pages
            .into_iter()
            .map(|(path, text)| (path, text.into_bytes())),
    );
    let functions = functions::data(&registry.functions)?;
    files.insert(FUNCTIONS.to_owned(), functions.into_bytes());
    for topic in topics {
        let folder = topic.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (path, bytes) in topic.stores {
            files.insert(format!("{VECTORS}/{folder}/{path}"), bytes);
        }
        let file = File {
            format: 1,
            about: topic.about,
            facts: topic.facts,
        };
        let text = pretty(&serde_json::to_value(&file)?);
        files.insert(format!("{VECTORS}/{}.json", topic.path), text.into_bytes());
    }
    Ok((files, gaps))
}

/// The pages of the map of the specification: its sentences, and the functions, facts and misreadings of each.
/// Beside them, the gaps.
fn spec_map(
    topics: &[Topic],
    registry: &Registry,
) -> anyhow::Result<(BTreeMap<String, String>, Vec<String>)> {
    let facts: Vec<Fact> = topics
        .iter()
        .flat_map(|topic| topic.facts.iter().cloned())
        .collect();
    let coverage = Coverage::new(&facts);
    let mut gaps = coverage.gaps(registry);
    let mut problems = coverage.problems(registry);
    // Requirements are written before their facts.
    problems.retain(|it| !gaps.contains(it));
    ensure!(
        problems.is_empty(),
        "{} problems:\n{}",
        problems.len(),
        problems.join("\n")
    );
    let mut misreadings = Misreadings::new();
    for misreading in misreading::all() {
        for &requirement in misreading.requirements {
            let known = registry.requirement(requirement).is_some();
            ensure!(
                known,
                "misreading {} breaks an unknown requirement {requirement}",
                misreading.name
            );
            misreadings
                .entry(requirement.to_owned())
                .or_default()
                .push(misreading.name.to_owned());
        }
    }
    gaps.extend(registry.problems_of_functions());
    let pages = map::render(registry, &facts, &misreadings);
    Ok((pages, gaps))
}

/// Writes the files, and removes those that the generator no longer writes.
pub(crate) fn write(root: &Path, files: &Files) -> anyhow::Result<()> {
    for path in superfluous(root, files)? {
        fs::remove_file(root.join(&path)).with_context(|| format!("failed to remove {path}"))?;
        remove_empty_folders(root, Path::new(&path));
    }
    for (path, bytes) in files {
        let path = root.join(path);
        if fs::read(&path).is_ok_and(|found| found == *bytes) {
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("failed to create {}", folder.display()))?;
        }
        fs::write(&path, bytes).with_context(|| format!("failed to write {}", path.display()))?;
    }
    Ok(())
}

/// Removes the folders of a file that hold nothing any more: a chunk may get the name of one.
fn remove_empty_folders(root: &Path, path: &Path) {
    for folder in path.ancestors().skip(1) {
        if fs::remove_dir(root.join(folder)).is_err() {
            return;
        }
    }
}

/// Says what is still without facts.
#[expect(clippy::print_stderr, reason = "the report of a command-line tool")]
pub(crate) fn tell(gaps: &[String]) {
    for gap in gaps {
        eprintln!("{gap}");
    }
}

/// Says which files would change and what is still without facts; exits with 1 if there is any of these.
#[expect(clippy::print_stderr, reason = "the report of a command-line tool")]
pub(crate) fn check(root: &Path, files: &Files, gaps: &[String]) -> anyhow::Result<ExitCode> {
    let mut changes = gaps.to_vec();
    let removed = superfluous(root, files)?.into_iter();
    changes.extend(removed.map(|path| format!("{path} would be removed")));
    for (path, bytes) in files {
        match fs::read(root.join(path)) {
            Ok(found) if found == *bytes => {}
            Ok(_) => changes.push(format!("{path} would change")),
            Err(_) => changes.push(format!("{path} would be added")),
        }
    }
    for change in &changes {
        eprintln!("{change}");
    }
    if changes.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("run `cargo run -p generator` and commit what it writes");
    Ok(ExitCode::FAILURE)
}

/// Files of the vectors and pages of the map that are there and that the generator does not write. The schemas
/// and the version are written by hand.
fn superfluous(root: &Path, files: &Files) -> anyhow::Result<BTreeSet<String>> {
    let mut found = folder::files(root, VECTORS)?;
    found.extend(folder::files(root, map::FOLDER)?);
    let by_hand = |path: &str| path.starts_with("vectors/schema/") || path == "vectors/VERSION";
    found.retain(|path| !files.contains_key(path) && !by_hand(path));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_can_take_the_name_of_a_folder() {
        let root = tempfile::tempdir().unwrap();
        let earlier = Files::from([("vectors/a/c/0".to_owned(), vec![0])]);
        write(root.path(), &earlier).unwrap();
        let files = Files::from([("vectors/a/c".to_owned(), vec![1])]);
        write(root.path(), &files).unwrap();
        assert_eq!(fs::read(root.path().join("vectors/a/c")).unwrap(), [1]);
        assert!(superfluous(root.path(), &files).unwrap().is_empty());
    }
}
