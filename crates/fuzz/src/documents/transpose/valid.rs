//! Any order.

use crate::case::codec::Codec;
use crate::case::list::{Axis, Place};
use crate::tape::Tape;

pub(super) fn choose(tape: &mut Tape, place: &mut Place<'_>) -> Codec {
    order(tape, &mut place.axes)
}

/// Any order, of which the axes are then: each has a rank, and those of equal rank stay in their order.
pub(in super::super) fn order(tape: &mut Tape, axes: &mut Vec<Axis>) -> Codec {
    let most = 4 * axes.len() as u64;
    let rank = |axis: &Axis| axis.choose(tape, |tape| tape.below("rank", most));
    let ranks: Vec<u64> = axes.iter().map(rank).collect();
    let mut order: Vec<usize> = (0..axes.len()).collect();
    order.sort_by_key(|at| ranks[*at]);
    *axes = order.iter().map(|&from| axes[from]).collect();
    Codec::Transpose { order }
}
