//! Every sequence that may be mistaken for an order of few dimensions.

use anyhow::Context;

use crate::given::{Given, Members, Value};

/// One fact for each sequence over -1, 0, …, n of a length from 0 to n + 1, where n is the number of
/// dimensions of `shape`. Permutations of 0, …, n - 1 hold; `refused` says what is wrong with others.
pub(super) fn sequences(given: &Members, line: usize) -> anyhow::Result<Vec<Members>> {
    let shape = given.iter().find(|(name, _)| name == "shape");
    let Some((
        _,
        Given {
            value: Value::List(shape),
            ..
        },
    )) = shape
    else {
        anyhow::bail!("expected a list as shape");
    };
    let rank = i64::try_from(shape.len()).context("too many dimensions")?;
    let mut facts = Vec::new();
    for length in 0..=rank + 1 {
        for order in of_length(length, rank) {
            facts.push(fact(&order, rank, line));
        }
    }
    Ok(facts)
}

/// Every sequence of a length over -1, 0, …, `rank`.
fn of_length(length: i64, rank: i64) -> Vec<Vec<i64>> {
    let mut sequences = vec![Vec::new()];
    for _ in 0..length {
        let longer = sequences.iter().flat_map(|sequence| {
            (-1..=rank).map(move |entry| [sequence.as_slice(), &[entry]].concat())
        });
        sequences = longer.collect();
    }
    sequences
}

fn fact(order: &[i64], rank: i64, line: usize) -> Members {
    let words: Vec<String> = order.iter().map(|entry| word(*entry)).collect();
    let words = if words.is_empty() {
        "empty".to_owned()
    } else {
        words.join("-")
    };
    let mut members = vec![("name", format!("rank-{rank}-{words}"))];
    let codecs = format!(
        r#"[{{"name": "transpose", "configuration": {{"order": {order:?}}}}}, {{"name": "bytes", "configuration": {{"endian": "little"}}}}]"#
    );
    members.push(("codecs", codecs));
    let dimensions = dimensions(rank);
    if let Some(why) = mistake(order, rank) {
        let comment = format!("accepts the order {order:?} for {dimensions} although {why}");
        members.extend([("refused", why), ("comment", comment)]);
        // No order of one entry moves an element of one dimension.
        if rank == 1 && order.len() == 1 {
            members.push(("binds", "writer".to_owned()));
        }
    } else {
        let comment = format!("refuses the order {order:?}, a permutation of {dimensions}");
        members.push(("comment", comment));
    }
    let texts = members.into_iter();
    texts
        .map(|(name, text)| (name.to_owned(), Given::text(text, line)))
        .collect()
}

fn word(entry: i64) -> String {
    match entry {
        -1 => "minus-1".to_owned(),
        _ => entry.to_string(),
    }
}

fn dimensions(rank: i64) -> String {
    match rank {
        1 => "1 dimension".to_owned(),
        _ => format!("{rank} dimensions"),
    }
}

/// Why a sequence is not a permutation of 0, …, `rank` - 1; nothing where it is one.
fn mistake(order: &[i64], rank: i64) -> Option<String> {
    if order.contains(&-1) {
        return Some("-1 is not a dimension".to_owned());
    }
    if order.contains(&rank) {
        let highest = match rank {
            0 => "there is none".to_owned(),
            _ => format!("the last one is {}", rank - 1),
        };
        return Some(format!("{rank} is not a dimension: {highest}"));
    }
    let repeated = (0..rank).find(|entry| order.iter().filter(|it| *it == entry).count() > 1);
    let missing = (0..rank).find(|entry| !order.contains(entry));
    match (repeated, missing) {
        (Some(repeated), _) => Some(format!("dimension {repeated} occurs more than once")),
        (None, Some(missing)) => Some(format!("dimension {missing} is missing")),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many sequences there are for a rank, and how many of them are permutations.
    #[test]
    fn the_space_is_complete() {
        for (rank, sequences, permutations) in [(0, 3, 1), (1, 13, 1), (2, 85, 2), (3, 781, 6)] {
            let all: Vec<Vec<i64>> = (0..=rank + 1)
                .flat_map(|length| of_length(length, rank))
                .collect();
            let mut distinct = all.clone();
            distinct.sort();
            distinct.dedup();
            assert_eq!(distinct.len(), sequences, "{rank}");
            assert_eq!(all.len(), sequences, "{rank}");
            let right = all.iter().filter(|order| mistake(order, rank).is_none());
            assert_eq!(right.count(), permutations, "{rank}");
        }
    }
}
