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

/// How far an order changes something.
pub(super) fn words(codec: &Codec, _: usize) -> Vec<String> {
    let Codec::Transpose { order } = codec else {
        return Vec::new();
    };
    let word = if order.iter().copied().eq(0..order.len()) {
        "transpose that changes nothing"
    } else if order.iter().enumerate().all(|(i, &it)| order[it] == i) {
        "transpose"
    } else {
        "transpose that is not its own inverse"
    };
    vec![word.to_owned()]
}
