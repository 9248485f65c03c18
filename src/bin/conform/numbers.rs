//! Whole numbers on the command line: each argument says which it takes.

use std::str::FromStr;

/// What parses a whole number with `least <= number <= most`. Negative ones get the same error, where the
/// argument has `allow_negative_numbers`.
pub(crate) fn whole<T: FromStr>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u64>().ok();
        let number = number.filter(|it| (least..=most).contains(it));
        let number = number.and_then(|it| it.to_string().parse().ok());
        number.ok_or_else(|| expected(least, most))
    }
}

fn expected(least: u64, most: u64) -> String {
    match most {
        u64::MAX => format!("expected a whole number, {least} or more, below 2^64"),
        most => format!("expected a whole number from {least} to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    #[test]
    fn a_number_outside_of_the_range_is_refused_with_the_range() {
        let depth = whole::<usize>(0, 200);
        assert_eq!((depth("0"), depth("200")), (Ok(0), Ok(200)));
        let told = "expected a whole number from 0 to 200";
        for text in ["201", "-1", "1.5", "x", "", "99999999999999999999"] {
            assert_eq!(depth(text), Err(told.to_owned()), "{text}");
        }
        let jobs = whole::<NonZeroUsize>(1, u64::MAX);
        assert_eq!(jobs("2"), Ok(NonZeroUsize::MIN.saturating_add(1)));
        let told = "expected a whole number, 1 or more, below 2^64";
        assert_eq!(jobs("0"), Err(told.to_owned()));
    }
}
