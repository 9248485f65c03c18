//! The reference in the same process, as an implementation that a run starts.

use zarr_conform_protocol::subject::{InProcess, Launcher, StartError, Subject};
use zarr_conform_reference::misreading::Misreading;
use zarr_conform_terms::Edition;

use super::Reference;

/// The reference in the same process, as often as it is asked for.
pub struct ReferenceLauncher {
    /// The edition that it reads.
    pub edition: Edition,
    /// The wrong steps, if any.
    pub misreading: Option<&'static Misreading>,
    /// The operations that it offers; all where empty.
    pub ops: Vec<&'static str>,
}

impl Launcher for ReferenceLauncher {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        let reference = match self.misreading {
            Some(misreading) => Reference::misread(misreading, self.edition),
            None => Reference::new(self.edition),
        };
        let reference = match self.ops.as_slice() {
            [] => reference,
            ops => reference.offering(ops),
        };
        Ok(Box::new(InProcess::new(reference)))
    }
}
