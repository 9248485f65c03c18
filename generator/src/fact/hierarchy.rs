//! Facts on nodes of a hierarchy.

use anyhow::ensure;
use zarr_conform_reference::{Error, Steps};
use zarr_conform_statement::{Found, InStore};
use zarr_conform_vectors::{Claim, Level, NodeStated, Statement};

use super::{Draft, open, refused};

impl Draft<'_> {
    /// A node, and what the reference finds of these besides.
    pub(crate) fn node(self, store: InStore, besides: &[Found]) -> anyhow::Result<()> {
        let stated = self.agreed(|steps| store.state(steps, besides))?;
        self.hierarchy(store, Claim::Holds(stated))
    }

    /// A path at which there is no node, or a change that must not be made.
    pub(crate) fn refused_node(self, store: InStore, why: &str) -> anyhow::Result<()> {
        self.all_refuse(|steps| store.find(steps, &store.changed(steps)?, Found::Node))?;
        self.hierarchy(store, refused(why))
    }

    /// What readings find of this, or nothing where one refuses. The reference, too, must follow one of them.
    pub(crate) fn open_node(
        self,
        store: InStore,
        asked: Found,
        readings: &[(&str, Option<NodeStated>)],
    ) -> anyhow::Result<()> {
        for edition in &self.editions {
            let steps = Steps::literal(*edition);
            let changed = store.changed(&steps)?;
            let found = match store.find(&steps, &changed, asked) {
                Err(Error::Bug(bug)) => anyhow::bail!("{}: {bug}", self.id),
                found => found.ok(),
            };
            ensure!(
                readings.iter().any(|(_, listed)| *listed == found),
                "{}: no outcome is what the reference finds in edition {edition}: {found:?}",
                self.id
            );
        }
        self.level(Level::Open).hierarchy(store, open(readings))
    }

    fn hierarchy(self, store: InStore, claim: Claim<NodeStated>) -> anyhow::Result<()> {
        self.state(Statement::Hierarchy(store.claiming(claim)))
    }
}
