//! Any hierarchy, by a tape on which 0 is the simplest choice at each place.

use std::collections::BTreeMap;

use zarr_conform_terms::{Edition, Through};

use super::mistakes::Mistake;
use super::node::{Node, SmallArray, ascii};
use super::{Act, Create, HierarchyCase, ROOT, attributes, child_path, key, names};
use crate::Choices;
use crate::tape::Tape;

/// The most nodes of a hierarchy.
const MOST_NODES: usize = 12;
/// The most names of a path, apart from that of a new node.
const DEEPEST: usize = 3;
/// Files beside metadata documents, and what they hold.
const FILES: [(&str, &str); 5] = [
    ("README", "text"),
    (".zgroup", r#"{"zarr_format": 2}"#),
    (".zarray", "{}"),
    (".zattrs", "{}"),
    ("zarr.json.old", "{}"),
];

/// What is done, before it is known with what.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Find,
    CreateGroup,
    CreateArray,
    SetAttributes,
    Delete,
    Write,
    Consolidate,
}

/// A node and what is below it.
struct Tree {
    node: Node,
    below: Vec<(String, Tree)>,
}

impl HierarchyCase {
    /// The case that a tape chooses of these choices, with this mistake.
    pub fn random(tape: &mut Tape, mistake: Option<&'static Mistake>, choices: &Choices) -> Self {
        let kind = kind(tape, mistake, choices);
        let least = usize::from(kind == Kind::Delete);
        // The names of the path, each with what is there and beside it.
        let levels = tape.list(
            "level",
            least,
            |rng| rng.usize(..=DEEPEST),
            |tape, _| {
                let name = names::name(tape);
                let group = Node::group(tape, choices);
                let beside = trees(tape, "beside", choices, 1, |tape| {
                    names::beside(tape, &name)
                });
                (name, group, beside)
            },
        );
        let depth = levels.len();
        let mut case = Self {
            nodes: BTreeMap::new(),
            files: BTreeMap::new(),
            path: ROOT.to_owned(),
            through: None,
            act: Act::Find,
            mistake: None,
        };
        let root = tape.part("root", |tape| Node::group(tape, choices));
        case.nodes.insert(ROOT.to_owned(), root);
        let mut all_beside = Vec::new();
        for (name, group, beside) in levels {
            let path = child_path(&case.path, &name);
            all_beside.push((std::mem::replace(&mut case.path, path.clone()), beside));
            case.nodes.insert(path, group);
        }
        let is_array = match (mistake.map(Mistake::is_of_array), kind) {
            (Some(is_array), _) => is_array,
            (None, Kind::Write) => true,
            (None, Kind::Find | Kind::Delete) => tape.is("array", 1, 3),
            // What else a library writes into the attributes of an array is seen from the root, which is a group.
            (None, Kind::SetAttributes) => depth > 0 && tape.is("array", 1, 3),
            (None, _) => false,
        };
        if is_array {
            let array = tape.part("array", |tape| SmallArray::random(tape, choices));
            if let Some(node) = case.nodes.get_mut(&case.path) {
                node.array = Some(array);
            }
        } else {
            let below = trees(tape, "below", choices, depth, names::name);
            all_beside.push((case.path.clone(), below));
        }
        for (path, trees) in all_beside {
            case.add(&path, trees);
        }
        case.add_files(tape);
        let may_be_through = kind == Kind::Find && depth > 0 && choices.offers("through");
        case.through = (may_be_through && tape.is("through", 1, 3)).then_some(Through::Root);
        case.act = tape.part("act", |tape| case.act(tape, kind, choices));
        // Mistakes of a kind begin with the plainest.
        let which = mistake.map(|_| tape.below("which", 1 << 16));
        let which = usize::try_from(which.unwrap_or(0)).unwrap_or(0);
        case.mistake = mistake.map(|it| (it, which));
        if let Some(node) = case.nodes.get_mut(&case.path) {
            node.has_unknown |= mistake.is_some_and(Mistake::is_of_a_mark);
        }
        case
    }

    /// Adds nodes below one, as far as there is room and no node of the same path.
    fn add(&mut self, path: &str, trees: Vec<(String, Tree)>) {
        for (name, tree) in trees {
            let path = child_path(path, &name);
            if self.nodes.len() < MOST_NODES && !self.nodes.contains_key(&path) {
                self.nodes.insert(path.clone(), tree.node);
                self.add(&path, tree.below);
            }
        }
    }

    fn add_files(&mut self, tape: &mut Tape) {
        // Beside the node that is asked for is the simplest.
        let others = self.nodes.keys().filter(|it| **it != self.path);
        let places: Vec<String> = std::iter::once(&self.path).chain(others).cloned().collect();
        let most = places.len() as u64 - 1;
        let files = tape.list(
            "file",
            0,
            |rng| rng.usize(..4).saturating_sub(1),
            |tape, _| {
                let place =
                    tape.drawn(
                        "place",
                        most,
                        |rng| if rng.bool() { 0 } else { rng.u64(..=most) },
                    );
                let file = tape.one("file", &FILES);
                (usize::try_from(place).unwrap_or(0), file)
            },
        );
        for (place, (name, text)) in files {
            let Some(path) = places.get(place) else {
                continue;
            };
            if !self.is_taken(&child_path(path, name)) {
                self.files.insert(key(path, name), text.to_owned());
            }
        }
    }

    /// Whether there is anything at a path or below it.
    fn is_taken(&self, path: &str) -> bool {
        let key = &path[1..];
        let below = format!("{key}/");
        let mut files = self.files.keys();
        self.nodes.contains_key(path) || files.any(|it| it == key || it.starts_with(&below))
    }

    /// The name, or the first that no child and no file has.
    pub(super) fn free_name(&self, name: &str) -> String {
        let others = (0..).map(|number: u64| format!("n{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(others);
        let is_free = |it: &String| !self.is_taken(&child_path(&self.path, it));
        names.find(is_free).unwrap_or_default()
    }

    fn act(&self, tape: &mut Tape, kind: Kind, choices: &Choices) -> Act {
        let create = |tape: &mut Tape| Create {
            path: child_path(&self.path, &self.free_name(&names::name(tape))),
            from_the_root: tape.is("from the root", 1, 2),
        };
        match kind {
            Kind::Find => Act::Find,
            Kind::CreateGroup => {
                let attributes = attributes::optional(tape).unwrap_or_default();
                Act::CreateGroup(create(tape), attributes)
            }
            Kind::CreateArray => {
                let array = SmallArray::random(tape, choices);
                Act::CreateArray(create(tape), array)
            }
            Kind::SetAttributes => {
                Act::SetAttributes(attributes::optional(tape).unwrap_or_default())
            }
            Kind::Delete => Act::Delete,
            Kind::Write => {
                let array = self.target().array.as_ref();
                let elements = array.map_or(0, SmallArray::elements);
                Act::Write((0..elements).map(|_| ascii(tape)).collect())
            }
            Kind::Consolidate => Act::Consolidate,
        }
    }
}

/// What is done, of what the implementation offers.
fn kind(tape: &mut Tape, mistake: Option<&'static Mistake>, choices: &Choices) -> Kind {
    match mistake {
        Some(it) if it.is_of_a_new_node() => return Kind::CreateGroup,
        Some(_) => return Kind::Find,
        None => {}
    }
    let offers = |needed: &[&str]| u32::from(needed.iter().all(|it| choices.offers(it)));
    let is_current = u32::from(choices.edition >= Edition::V3_1);
    let kinds = [
        (Kind::Find, 14),
        (Kind::CreateGroup, 2 * offers(&["create_group"])),
        (Kind::CreateArray, 2 * offers(&["create", "path"])),
        (Kind::SetAttributes, 2 * offers(&["set_attributes"])),
        (Kind::Delete, 2 * offers(&["delete"])),
        (Kind::Write, 2 * offers(&["write", "path"])),
        (Kind::Consolidate, is_current * offers(&["consolidate"])),
    ];
    let weights = kinds.map(|(_, weight)| weight);
    kinds[tape.pick("kind of act", &weights)].0
}

/// Nodes with what is below them.
fn trees(
    tape: &mut Tape,
    label: &'static str,
    choices: &Choices,
    depth: usize,
    name: impl Fn(&mut Tape) -> String,
) -> Vec<(String, Tree)> {
    tape.list(
        label,
        0,
        |rng| rng.usize(..4),
        |tape, _| {
            let name = name(tape);
            if tape.is("array", 2, 5) {
                let node = Node::array(tape, choices);
                let below = Vec::new();
                return (name, Tree { node, below });
            }
            let node = Node::group(tape, choices);
            let below = if depth + 1 < DEEPEST {
                trees(tape, "below", choices, depth + 1, names::name)
            } else {
                Vec::new()
            };
            (name, Tree { node, below })
        },
    )
}
