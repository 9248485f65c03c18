//! Places of elements: an array of places in another array, which is transposed and cut by strides.

use anyhow::{Context, ensure};

/// For each element of an array, where it stands in the array that it was made of.
#[derive(Clone)]
pub(super) struct Places {
    pub(super) shape: Vec<usize>,
    pub(super) places: Vec<usize>,
}

impl Places {
    /// Those of an array of this shape in itself.
    pub(super) fn of_shape(shape: &[u64]) -> anyhow::Result<Self> {
        let lengths = shape.iter().map(|&length| usize::try_from(length));
        let shape: Vec<usize> = lengths.collect::<Result<_, _>>()?;
        let places = (0..shape.iter().product()).collect();
        Ok(Self { shape, places })
    }

    /// With the dimensions in this order.
    pub(super) fn transposed(&self, order: &[usize]) -> anyhow::Result<Self> {
        let strides = strides(&self.shape);
        let of = |lengths: &[usize]| -> anyhow::Result<Vec<usize>> {
            let lengths = order.iter().map(|&d| lengths.get(d).copied());
            lengths.collect::<Option<_>>().context("order is too long")
        };
        Ok(self.walked(0, of(&self.shape)?, &of(&strides)?))
    }

    /// In inner chunks of this shape, in lexicographical order.
    pub(super) fn cut(&self, chunk_shape: &[usize]) -> anyhow::Result<Vec<Self>> {
        let fits = |(length, inner): (&usize, &usize)| *inner > 0 && length % inner == 0;
        let mut dimensions = self.shape.iter().zip(chunk_shape);
        ensure!(
            chunk_shape.len() == self.shape.len() && dimensions.all(fits),
            "chunk_shape {chunk_shape:?} does not divide {:?}",
            self.shape
        );
        let strides = strides(&self.shape);
        let steps: Vec<usize> = strides
            .iter()
            .zip(chunk_shape)
            .map(|(s, n)| s * n)
            .collect();
        let counts = self
            .shape
            .iter()
            .zip(chunk_shape)
            .map(|(s, n)| s / n)
            .collect();
        let firsts = Self {
            shape: self.shape.clone(),
            places: (0..self.places.len()).collect(),
        };
        let firsts = firsts.walked(0, counts, &steps);
        let cut = |first: &usize| self.walked(*first, chunk_shape.to_vec(), &strides);
        Ok(firsts.places.iter().map(cut).collect())
    }

    /// Those from a first one on, of this shape, at these distances.
    fn walked(&self, first: usize, shape: Vec<usize>, strides: &[usize]) -> Self {
        let mut at = vec![first];
        for (&length, stride) in shape.iter().zip(strides) {
            let along = |start: &usize| {
                let start = *start;
                (0..length).map(move |step| start + step * stride)
            };
            at = at.iter().flat_map(along).collect();
        }
        let places = at.into_iter().map(|at| self.places[at]).collect();
        Self { shape, places }
    }
}

/// How far apart neighbours along each dimension are.
fn strides(shape: &[usize]) -> Vec<usize> {
    (0..shape.len())
        .map(|d| shape[d + 1..].iter().product())
        .collect()
}
