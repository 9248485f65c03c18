//! What fits on a page: every part is shown in short or at length, or left out.

/// Something that can be reported in short or at length; both are whole lines.
pub(super) struct Part {
    short: String,
    long: String,
    told: Told,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Told {
    Not,
    Short,
    Long,
}

impl Part {
    /// Not told yet.
    pub(super) fn new(short: String, long: String) -> Self {
        let told = Told::Not;
        Self { short, long, told }
    }

    /// What is reported of it: nothing where it is left out.
    pub(super) fn text(&self) -> &str {
        match self.told {
            Told::Not => "",
            Told::Short => &self.short,
            Told::Long => &self.long,
        }
    }

    /// Whether it is left out.
    pub(super) fn is_left_out(&self) -> bool {
        self.told == Told::Not
    }

    /// Whether it is reported in short.
    pub(super) fn is_short(&self) -> bool {
        self.told == Told::Short
    }
}

/// The lines of a page that are not used yet.
pub(super) struct Page {
    left: usize,
}

impl Page {
    /// A page of so many lines.
    pub(super) fn new(lines: usize) -> Self {
        Self { left: lines }
    }

    /// A page of more lines than anybody writes.
    pub(super) fn endless() -> Self {
        Self::new(usize::MAX / 2)
    }

    /// Keeps room for text that is reported in any case.
    pub(super) fn reserve(&mut self, text: &str) {
        self.left = self.left.saturating_sub(lines(text));
    }

    /// Reports parts in short as far as there is room, in their order.
    pub(super) fn tell_in_short<'a>(&mut self, parts: impl IntoIterator<Item = &'a mut Part>) {
        self.tell(parts, Told::Short);
    }

    /// Reports parts at length as far as there is room, in their order.
    pub(super) fn tell_at_length<'a>(&mut self, parts: impl IntoIterator<Item = &'a mut Part>) {
        self.tell(parts, Told::Long);
    }

    fn tell<'a>(&mut self, parts: impl IntoIterator<Item = &'a mut Part>, how: Told) {
        for part in parts {
            if part.told >= how {
                continue;
            }
            let (told, used) = (part.told, lines(part.text()));
            part.told = how;
            let Some(left) = (self.left + used).checked_sub(lines(part.text())) else {
                part.told = told;
                return;
            };
            self.left = left;
        }
    }
}

fn lines(text: &str) -> usize {
    text.matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(short: usize, long: usize) -> Part {
        Part::new("s\n".repeat(short), "l\n".repeat(long))
    }

    fn told(parts: &[Part]) -> String {
        let told = parts.iter().map(|it| it.text().chars().next());
        told.map(|it| it.unwrap_or('-')).collect()
    }

    #[test]
    fn parts_are_told_in_order_as_far_as_there_is_room() {
        let mut parts = [part(1, 5), part(1, 4), part(1, 2)];
        let mut page = Page::new(8);
        page.reserve("title\n");
        page.tell_at_length(&mut parts[..1]);
        assert_eq!(told(&parts), "l--");
        page.tell_in_short(&mut parts);
        assert_eq!(told(&parts), "lss");
        // There is room for the third at length, but the second comes first.
        page.tell_at_length(&mut parts);
        assert_eq!(told(&parts), "lss");
        assert_eq!(page.left, 0);
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let mut parts = [part(2, 3), part(2, 3)];
        Page::new(3).tell_in_short(&mut parts);
        assert_eq!(told(&parts), "s-");
        assert!(parts[0].is_short() && parts[1].is_left_out());
        let mut page = Page::new(3);
        page.reserve("1\n2\n3\n4\n");
        page.tell_in_short(&mut parts[1..]);
        assert!(parts[1].is_left_out());
    }
}
