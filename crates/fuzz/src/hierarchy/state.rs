//! What must come of a case, as a fact: from how the case was made, and compared with the reference.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use zarr_conform_reference::{Error, Steps};
use zarr_conform_statement::{Found, InStore};
use zarr_conform_terms::{Edition, NodeType};
use zarr_conform_vectors::{Binds, Change, Claim, Fact, Level, NodeStated, Statement, WholeArray};

use super::node::Node;
use super::{Act, HierarchyCase, Mistake, ROOT, is_below, key, parent};
use crate::invalid::premise::{grounds, level};
use crate::state::TOPIC;
use crate::{NoFact, Stated};

impl HierarchyCase {
    /// The fact of the case under the last part of an id; after the fact of what must be refused, that of its twin.
    ///
    /// # Errors
    /// Where the case has what the edition leaves open, or the reference contradicts the case.
    pub fn state(&self, edition: Edition, name: &str) -> Result<Vec<Stated>, NoFact> {
        let is_current = edition >= Edition::V3_1;
        if !is_current && self.is_current() {
            let message = format!("edition {edition} does not say what comes of it");
            return Err(NoFact::Refused(Error::Unsupported(message)));
        }
        let Some((mistake, which)) = self.mistake else {
            return Ok(vec![self.valid(edition, name)?]);
        };
        let twin = self.valid(edition, &format!("{name}-twin"))?;
        let refused = self.refused(mistake, which, edition, name, &twin.fact.id)?;
        Ok(vec![refused, twin])
    }

    /// Whether it has what only the text of 3.1 decides.
    fn is_current(&self) -> bool {
        let mut nodes = self.nodes.iter();
        self.act == Act::Consolidate
            || self.mistake.is_some_and(|(it, _)| !it.is_in(Edition::V3_0))
            || nodes.any(|(path, it)| it.has_unknown || self.is_consolidated(path))
    }

    fn valid(&self, edition: Edition, name: &str) -> Result<Stated, NoFact> {
        let after = self.after();
        let path = self.seen_from();
        let (stated, besides) = stated(&after, &path, self.elements_after());
        let change = self.change();
        let store = self.in_store(self.documents(), path, change);
        let found = store.state(&Steps::literal(edition), &besides)?;
        if found != stated {
            return Err(NoFact::Bug(format!(
                "the reference finds {found:?}, expected {stated:?}"
            )));
        }
        Ok(fact(
            format!("{TOPIC}/{name}"),
            format!("fails with a random hierarchy: {}", self.in_words()),
            self.requirements(),
            edition,
            store,
            Claim::Holds(stated),
        ))
    }

    fn refused(
        &self,
        mistake: &'static Mistake,
        which: usize,
        edition: Edition,
        name: &str,
        twin: &str,
    ) -> Result<Stated, NoFact> {
        let mistaken = self.mistaken(mistake, which, edition);
        let store = self.in_store(mistaken.documents, mistaken.path, mistaken.change);
        match store.state(&Steps::literal(edition), &[]) {
            Err(Error::Bug(bug)) => return Err(NoFact::Bug(bug)),
            Err(_) => {}
            Ok(found) => {
                return Err(NoFact::Bug(format!(
                    "the reference accepts {}: {found:?}",
                    mistake.name
                )));
            }
        }
        let requirements = mistake.requirements.iter();
        let requirements: Vec<String> = requirements.map(|&it| it.to_owned()).collect();
        let grounds = grounds(&requirements)?;
        let level = level(&requirements)?;
        let why = mistake.why.to_owned();
        let mut stated = fact(
            format!("{TOPIC}/{name}"),
            mistake.comment.to_owned(),
            requirements,
            edition,
            store,
            Claim::Refused { why },
        );
        stated.fact.level = level;
        stated.fact.twin = Some(twin.to_owned());
        stated.fact.premise = grounds.premise;
        stated.fact.binds = grounds.binds;
        Ok(stated)
    }

    fn in_store(
        &self,
        documents: BTreeMap<String, String>,
        path: String,
        change: Option<Change>,
    ) -> InStore {
        InStore {
            documents,
            change,
            path,
            through: self.through,
            consolidated: None,
        }
    }

    /// The members of the document of a node.
    pub(super) fn document(&self, path: &str) -> Map<String, Value> {
        let mut members = self.nodes.get(path).map_or_else(Map::new, Node::members);
        if self.is_consolidated(path) {
            let none = json!({"kind": "inline", "must_understand": false, "metadata": {}});
            members.insert("consolidated_metadata".to_owned(), none);
        }
        members
    }

    /// What is in the store, by keys.
    pub(super) fn documents(&self) -> BTreeMap<String, String> {
        let mut documents = self.files.clone();
        for (path, node) in &self.nodes {
            let text = node.text(self.document(path));
            documents.insert(key(path, "zarr.json"), text);
            for (chunk, elements) in node.array.iter().flat_map(super::node::SmallArray::stored) {
                documents.insert(key(path, &chunk), elements);
            }
        }
        documents
    }

    /// The change that is made, if any.
    pub(super) fn change(&self) -> Option<Change> {
        let path = self.asked_path();
        Some(match &self.act {
            Act::Find => return None,
            Act::CreateGroup(_, attributes) => Change::CreateGroup {
                path,
                attributes: attributes.clone(),
            },
            Act::CreateArray(_, array) => Change::Create {
                path,
                metadata: array.metadata(),
                elements: array.whole().elements,
            },
            Act::SetAttributes(attributes) => Change::SetAttributes {
                path,
                attributes: attributes.clone(),
            },
            Act::Delete => Change::Delete { path },
            Act::Write(elements) => Change::Write {
                path,
                elements: elements.clone().into(),
            },
            Act::Consolidate => Change::Consolidate { path },
        })
    }

    /// The nodes after the change.
    fn after(&self) -> BTreeMap<String, Node> {
        let mut nodes = self.nodes.clone();
        let mut create = |path: &str, node: Node| {
            nodes.insert(path.to_owned(), node);
        };
        match &self.act {
            Act::Find | Act::Write(_) | Act::Consolidate => {}
            Act::CreateGroup(it, attributes) => {
                let attributes = Some(attributes.clone());
                let group = Node {
                    attributes,
                    ..Node::BARE
                };
                create(&it.path, group);
            }
            Act::CreateArray(it, array) => {
                let array = Some(array.clone());
                create(
                    &it.path,
                    Node {
                        array,
                        ..Node::BARE
                    },
                );
            }
            Act::SetAttributes(attributes) => {
                if let Some(node) = nodes.get_mut(&self.path) {
                    node.attributes = Some(attributes.clone());
                }
            }
            Act::Delete => {
                nodes.retain(|path, _| *path != self.path && !is_below(path, &self.path));
            }
        }
        nodes
    }

    /// The path of the node that is looked at after the change. What a library writes into the attributes of an array
    /// is not.
    fn seen_from(&self) -> String {
        let from_the_root = match &self.act {
            Act::Find | Act::Consolidate | Act::Write(_) => false,
            Act::CreateGroup(it, _) | Act::CreateArray(it, _) => it.from_the_root,
            Act::SetAttributes(_) => self.target().array.is_some(),
            Act::Delete => true,
        };
        if from_the_root {
            ROOT.to_owned()
        } else {
            self.asked_path()
        }
    }

    /// The elements of the array that is looked at, where they were written.
    fn elements_after(&self) -> Option<WholeArray> {
        match (&self.act, &self.target().array) {
            (Act::Write(elements), Some(array)) => Some(array.with(elements.clone())),
            _ => None,
        }
    }
}

/// A fact of a random hierarchy.
fn fact(
    id: String,
    comment: String,
    requirements: Vec<String>,
    edition: Edition,
    store: InStore,
    claim: Claim<NodeStated>,
) -> Stated {
    let fact = Fact {
        id,
        comment,
        requirements,
        level: Level::Must,
        editions: vec![edition],
        twin: None,
        premise: None,
        binds: Binds::default(),
        open: None,
        statement: Statement::Hierarchy(store.claiming(claim)),
    };
    Stated { fact, store: None }
}

/// What is stated of the node at a path, and what of it is more than the node. `written` are the elements of the array,
/// where they are not those of its chunks.
fn stated(
    nodes: &BTreeMap<String, Node>,
    path: &str,
    written: Option<WholeArray>,
) -> (NodeStated, Vec<Found>) {
    let node = nodes.get(path).unwrap_or(&const { Node::BARE });
    let of = |it: &Node| it.node_type();
    let children = || {
        let children = nodes.iter().filter_map(|(it, node)| {
            let (above, name) = parent(it)?;
            (above == path).then(|| (name.to_owned(), of(node)))
        });
        children.collect()
    };
    let nodes_of_root = || {
        let all = nodes.iter().map(|(path, it)| (path.clone(), of(it)));
        all.collect::<BTreeMap<String, NodeType>>()
    };
    let array = node.array.as_ref();
    let array = array.map(|it| written.unwrap_or_else(|| it.whole()));
    let stated = NodeStated {
        node_type: node.node_type(),
        attributes: node.attributes.clone().unwrap_or_default(),
        children: array.is_none().then(children),
        nodes: (path == ROOT).then(nodes_of_root),
        array,
    };
    let besides = [
        (stated.array.is_some(), Found::Elements),
        (stated.children.is_some(), Found::Children),
        (stated.nodes.is_some(), Found::Nodes),
    ];
    let besides = besides.into_iter().filter(|(is_so, _)| *is_so);
    (stated, besides.map(|(_, found)| found).collect())
}
