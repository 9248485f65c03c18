//! Multi-dimensional arrays of elements, and the lexicographical order of their positions.
//!
//! - Specification: core, [Concepts and terminology], *Shape* and *Element*; [Chunk encoding],
//!   "Codecs", where the representation of a chunk is "a multi-dimensional array of some shape and
//!   data type".
//!
//! [Concepts and terminology]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#concepts-and-terminology
//! [Chunk encoding]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#chunk-encoding

use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{Error, Result};

/// An array: a chunk, or a region of a Zarr array.
///
/// `elements.len() == shape[0] * shape[1] * …`; elements are in lexicographical order of their
/// positions, the last dimension varying fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkArray {
    /// The data type of every element.
    pub data_type: DataType,
    /// Length of each dimension; empty for a scalar.
    pub shape: Vec<u64>,
    /// The elements.
    pub elements: Vec<Element>,
}

impl ChunkArray {
    /// An array of these elements.
    ///
    /// # Errors
    /// [`Error::Codec`] where the number of elements is not the product of the shape.
    pub fn new(data_type: DataType, shape: Vec<u64>, elements: Vec<Element>) -> Result<Self> {
        match number_of_elements(&shape) {
            Some(expected) if expected == elements.len() as u64 => Ok(Self {
                data_type,
                shape,
                elements,
            }),
            _ => Err(Error::Codec(format!(
                "found {} elements for shape {shape:?}",
                elements.len()
            ))),
        }
    }

    /// An array of which every element is `element`.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where that many elements do not fit into memory.
    pub fn filled(data_type: DataType, shape: Vec<u64>, element: &Element) -> Result<Self> {
        let too_large = || {
            Error::Unsupported(format!(
                "an array of shape {shape:?} is too large for the reference"
            ))
        };
        let number = number_of_elements(&shape).ok_or_else(too_large)?;
        if number > MAX_ELEMENTS {
            return Err(too_large());
        }
        let elements = (0..number).map(|_| element.clone()).collect();
        Ok(Self {
            data_type,
            shape,
            elements,
        })
    }

    /// The element at a position; `position[d] < shape[d]`.
    ///
    /// # Errors
    /// [`Error::Bug`] where the position lies outside.
    pub fn get(&self, position: &[u64]) -> Result<&Element> {
        index(&self.shape, position)
            .and_then(|index| self.elements.get(index))
            .ok_or_else(|| {
                Error::Bug(format!(
                    "position {position:?} outside of shape {:?}",
                    self.shape
                ))
            })
    }

    /// Replaces the element at a position; `position[d] < shape[d]`.
    ///
    /// # Errors
    /// [`Error::Bug`] where the position lies outside.
    pub fn set(&mut self, position: &[u64], element: Element) -> Result<()> {
        let place = index(&self.shape, position).and_then(|index| self.elements.get_mut(index));
        *place.ok_or_else(|| Error::Bug(format!("position {position:?} outside of an array")))? =
            element;
        Ok(())
    }
}

/// The most elements that the reference holds at once.
pub const MAX_ELEMENTS: u64 = 1 << 28;

/// The product of the lengths, or nothing where it exceeds `u64::MAX`. The product of no lengths is
/// 1.
///
/// Requirements: `array-metadata.element-count`, `regular-grid.chunk-size`.
pub fn number_of_elements(shape: &[u64]) -> Option<u64> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape
        .iter()
        .try_fold(1_u64, |product, length| product.checked_mul(*length))
}

/// All positions of a shape in lexicographical order: `(0, 0), (0, 1), …, (1, 0), …`. A shape of no
/// dimensions has one position, `()`; a shape with a zero has none.
///
/// Requirement: `array-metadata.element-coordinates`.
pub fn positions(shape: &[u64]) -> impl Iterator<Item = Vec<u64>> + use<> {
    let mut positions = Positions::of(shape);
    std::iter::from_fn(move || positions.advance().map(<[u64]>::to_vec))
}

/// The positions that [`positions`] gives, each of them lent until the next: for loops over all elements,
/// most of whose time would go into making room for positions.
#[derive(Clone, Debug)]
pub struct Positions {
    shape: Vec<u64>,
    /// The position that was given last; nothing before the first.
    position: Option<Vec<u64>>,
}

impl Positions {
    /// Those of a shape.
    pub fn of(shape: &[u64]) -> Self {
        Self {
            shape: shape.to_vec(),
            position: None,
        }
    }

    /// The first position, and then the one after the last that was given; nothing after the last of all.
    pub fn advance(&mut self) -> Option<&[u64]> {
        match &mut self.position {
            None if self.shape.contains(&0) => return None,
            None => self.position = Some(vec![0; self.shape.len()]),
            Some(position) => {
                let d = (0..self.shape.len()).rfind(|&d| position[d] + 1 < self.shape[d])?;
                position[d] += 1;
                position[d + 1..].fill(0);
            }
        }
        self.position.as_deref()
    }
}

/// How many positions come before this one in lexicographical order.
fn index(shape: &[u64], position: &[u64]) -> Option<usize> {
    if position.len() != shape.len() || position.iter().zip(shape).any(|(p, length)| p >= length) {
        return None;
    }
    let index = position
        .iter()
        .zip(shape)
        .fold(0, |index, (p, length)| index * length + p);
    usize::try_from(index).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_in_lexicographical_order() {
        let all: Vec<_> = positions(&[2, 1, 3]).collect();
        assert_eq!(
            all,
            [
                [0, 0, 0],
                [0, 0, 1],
                [0, 0, 2],
                [1, 0, 0],
                [1, 0, 1],
                [1, 0, 2]
            ]
        );
        assert!(all.is_sorted());
    }

    #[test]
    fn scalars_have_one_position_and_empty_shapes_none() {
        assert_eq!(positions(&[]).collect::<Vec<_>>(), [Vec::<u64>::new()]);
        assert_eq!(positions(&[2, 0]).count(), 0);
    }

    #[test]
    fn no_position_comes_after_the_last() {
        for shape in [&[][..], &[0], &[1, 1], &[2, 2]] {
            let mut all = Positions::of(shape);
            while all.advance().is_some() {}
            assert_eq!(all.advance(), None, "{shape:?}");
        }
    }

    #[test]
    fn positions_and_indices_agree() {
        let shape = [2, 3, 4];
        for (i, position) in positions(&shape).enumerate() {
            assert_eq!(index(&shape, &position), Some(i));
        }
        assert_eq!(index(&shape, &[0, 3, 0]), None);
    }
}
