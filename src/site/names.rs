//! Names of the site's files: safe on every platform, whatever an implementation calls itself.

use sha2::{Digest as _, Sha256};

/// Longest name made of an id or of the words of an implementation.
const LONGEST: usize = 120;

/// Names that Windows keeps for devices, and folders of the site itself.
const TAKEN: [&str; 8] = [
    "aux", "con", "nul", "prn", "checks", "assets", "findings", "matrix",
];

/// Where a check stands, below the root: `checks/transpose_chains.html#three.read`, on the page of its topic.
/// Ids that are not spelled like those of this suite are named by their hash, so no id leaves the folder.
pub(super) fn of_check(id: &str) -> String {
    let (page, anchor) = topic_and_anchor(id);
    format!("{page}#{anchor}")
}

/// The page of the topic of a check, below the root, and where on it the check stands.
pub(super) fn topic_and_anchor(id: &str) -> (String, String) {
    let parts = id
        .split_once('#')
        .filter(|_| is_plain(id) && id.len() <= LONGEST);
    let Some((fact, operation)) = parts else {
        return (format!("checks/{}.html", hashed(id)), "check".to_owned());
    };
    let (topic, name) = fact.rsplit_once('/').unwrap_or((fact, fact));
    let page = format!("checks/{}.html", topic.replace('/', "_"));
    (page, format!("{name}.{operation}"))
}

fn hashed(text: &str) -> String {
    let hash = hex::encode(Sha256::digest(text.as_bytes()));
    format!("other-{}", &hash[..32])
}

/// The page of a finding, below the root.
pub(super) fn of_finding(id: &str) -> String {
    format!("findings/{}.html", of_word(id))
}

/// An id, such as that of a codec, a document or a finding, as part of a name. One that is not spelled like
/// those of the specification, such as a URL, is named by its hash.
pub(super) fn of_word(word: &str) -> String {
    let is_letter =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
    if !word.is_empty() && word.len() <= LONGEST && word.bytes().all(is_letter) {
        word.to_owned()
    } else {
        hashed(word)
    }
}

/// `<word>/<word>…#<word>`, at least two parts before the operation: words of lower-case letters,
/// digits and `-`.
fn is_plain(id: &str) -> bool {
    let is_word = |word: &str| {
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !word.is_empty() && word.bytes().all(|byte| is_letter(byte) || byte == b'-')
    };
    match id.split_once('#') {
        Some((fact, operation)) => {
            fact.contains('/') && fact.split('/').all(is_word) && is_word(operation)
        }
        None => false,
    }
}

/// One name for each implementation, of its own words where these can be kept: distinct, lower
/// case, of letters, digits and `-`.
pub(super) fn of_implementations<'a>(
    implementations: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, version) in implementations {
        let wanted = words(&format!("{name} {version}"));
        let is_free = !wanted.is_empty() && !is_taken(&wanted) && !names.contains(&wanted);
        names.push(if is_free {
            wanted
        } else {
            unused(&wanted, &names)
        });
    }
    names
}

fn is_taken(name: &str) -> bool {
    let is_port = name.len() == 4 && (name.starts_with("com") || name.starts_with("lpt"));
    is_port || TAKEN.contains(&name)
}

/// The name with the first number behind it that makes it a new one.
fn unused(wanted: &str, names: &[String]) -> String {
    let stem = if wanted.is_empty() {
        "implementation"
    } else {
        wanted
    };
    let mut number = names.len() + 1;
    loop {
        let name = format!("{stem}-{number}");
        if !names.contains(&name) {
            return name;
        }
        number += 1;
    }
}

/// Letters and digits of the text in lower case, with `-` for whatever is between them.
fn words(text: &str) -> String {
    let mut words = String::new();
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            words.push(character.to_ascii_lowercase());
        } else if !words.is_empty() && !words.ends_with('-') {
            words.push('-');
        }
        if words.len() >= LONGEST / 2 {
            break;
        }
    }
    words.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::check(
        "transpose/chains/three#read",
        "checks/transpose_chains.html#three.read"
    )]
    #[case::deeper("a/b/c/d#read", "checks/a_b_c.html#d.read")]
    #[case::without_a_topic("honesty/ops#hello", "checks/honesty.html#ops.hello")]
    #[case::parent_folders("../../../etc/passwd#read", "checks/other-")]
    #[case::reserved_by_a_system("con#read", "checks/other-")]
    #[case::without_operation("a/b", "checks/other-")]
    #[case::capital_letter("a/B#read", "checks/other-")]
    #[case::underscore("a_b/c#read", "checks/other-")]
    #[case::empty("", "checks/other-")]
    fn pages_of_checks_stay_in_their_folder(#[case] id: &str, #[case] start: &str) {
        let name = of_check(id);
        assert!(name.starts_with(start), "{name}");
        assert_eq!(name.matches('/').count(), 1);
        assert!(name.contains(".html#"));
    }

    #[test]
    fn names_of_implementations_are_distinct_and_harmless() {
        let given = [
            ("zarr-python", "3.1.6"),
            ("zarr-python", "3.1.6"),
            ("../..", ""),
            ("CON", ""),
            ("checks", ""),
            ("matrix", ""),
            ("com1", ""),
            ("漢", ""),
            ("<script>alert(1)</script>", "0"),
        ];
        assert_eq!(
            of_implementations(given.into_iter()),
            [
                "zarr-python-3-1-6",
                "zarr-python-3-1-6-2",
                "implementation-3",
                "con-4",
                "checks-5",
                "matrix-6",
                "com1-7",
                "implementation-8",
                "script-alert-1-script-0",
            ]
        );
        let long = "x".repeat(5000);
        assert_eq!(of_implementations([(&*long, "")].into_iter())[0].len(), 60);
    }
}
