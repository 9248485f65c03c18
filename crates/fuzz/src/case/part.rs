//! Regions of an array, and elements that are written there.

use fastrand::Rng;
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::{ChunkArray, DataType, Element};

/// A part of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Coordinates of the first element.
    pub start: Vec<u64>,
    /// Number of elements along each dimension.
    pub shape: Vec<u64>,
}

/// Elements that are written into a region.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// Where.
    pub region: Region,
    /// The elements in lexicographical order.
    pub elements: Vec<Element>,
}

impl Region {
    /// The whole array.
    pub fn whole(shape: &[u64]) -> Self {
        Self {
            start: vec![0; shape.len()],
            shape: shape.to_vec(),
        }
    }

    /// Any part of an array that has elements.
    pub fn random(rng: &mut Rng, shape: &[u64]) -> Self {
        let ranges = shape.iter().map(|&length| {
            let start = rng.u64(..length);
            (start, rng.u64(1..=length - start))
        });
        let (start, shape) = ranges.unzip();
        Self { start, shape }
    }

    /// Number of elements.
    pub fn elements(&self) -> u64 {
        self.shape.iter().product()
    }

    /// The part of it that lies in an array of this shape; nothing where none does.
    pub fn within(&self, array_shape: &[u64]) -> Option<Self> {
        let mut region = self.clone();
        for ((start, length), end) in region.start.iter().zip(&mut region.shape).zip(array_shape) {
            *length = (*length).min(end.checked_sub(*start)?);
        }
        (region.elements() > 0).then_some(region)
    }

    /// Where it lies when the first `by` positions along dimension `d` are gone.
    pub fn shifted(&self, d: usize, by: u64) -> Option<Self> {
        let mut region = self.clone();
        let end = (region.start[d] + region.shape[d]).checked_sub(by)?;
        region.start[d] = region.start[d].saturating_sub(by);
        region.shape[d] = end - region.start[d];
        (region.elements() > 0).then_some(region)
    }

    /// Without dimension `d`.
    #[must_use]
    pub fn without_dimension(&self, d: usize) -> Self {
        let mut region = self.clone();
        region.start.remove(d);
        region.shape.remove(d);
        region
    }
}

impl Write {
    /// As an array of the reference; nothing where the numbers do not match.
    pub fn array(&self, data_type: DataType) -> Option<ChunkArray> {
        ChunkArray::new(data_type, self.region.shape.clone(), self.elements.clone()).ok()
    }

    /// What of it lies in an array of this shape.
    pub fn within(&self, array_shape: &[u64]) -> Option<Self> {
        let region = self.region.within(array_shape)?;
        self.at(&region)
    }

    /// What is left of it when the first `by` positions of the array along dimension `d` are gone.
    pub fn shifted(&self, d: usize, by: u64) -> Option<Self> {
        let region = self.region.shifted(d, by)?;
        let cut = self.region.shape[d] - region.shape[d];
        let all = positions(&self.region.shape).zip(&self.elements);
        let kept = all.filter(|(position, _)| position[d] >= cut);
        let elements = kept.map(|(_, element)| element.clone()).collect();
        Some(Self { region, elements })
    }

    /// The first part along dimension `d`, without it.
    pub fn without_dimension(&self, d: usize) -> Option<Self> {
        let mut first = self.region.clone();
        first.shape[d] = first.shape[d].min(1);
        let kept = self.at(&first)?;
        Some(Self {
            region: kept.region.without_dimension(d),
            elements: kept.elements,
        })
    }

    /// The part of it in a region that begins where it begins.
    fn at(&self, region: &Region) -> Option<Self> {
        let all = positions(&self.region.shape).zip(&self.elements);
        let is_kept = |position: &[u64]| {
            let inside = position.iter().zip(&region.shape);
            inside.into_iter().all(|(at, length)| at < length)
        };
        let kept = all.filter(|(position, _)| is_kept(position));
        let elements: Vec<Element> = kept.map(|(_, element)| element.clone()).collect();
        (!elements.is_empty()).then(|| Self {
            region: region.clone(),
            elements,
        })
    }
}
