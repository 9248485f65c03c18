//! How a document declares its steps.

/// Lists each step of a document once: its name, its arguments, what it gives, and the function that takes
/// it literally. Makes the document's `Step`, `Replacement` and `Table`, a constructor of
/// [`Replacement`](crate::steps::Replacement) and a method of [`Steps`](crate::steps::Steps) and of
/// [`Text`](crate::steps::Text) for each.
///
/// A step that is marked `[writes]` changes a store, so no rival of a probe can take it as well:
/// a reading that replaces it counts as answering otherwise.
macro_rules! steps {
    (@take $steps:ident, $document:ident, $step:expr, $name:ident, ($($argument:ident),*)) => {{
        let result = ($steps.table.$document.$name)($steps $(, $argument)*);
        if let Some(probe) = &$steps.probe {
            probe.ask($step, |rival| {
                (rival.table.$document.$name)(rival $(, $argument)*) == result
            });
        }
        result
    }};
    (@take $steps:ident, $document:ident, $step:expr, $name:ident, ($($argument:ident),*) writes) => {{
        if let Some(probe) = &$steps.probe {
            probe.ask($step, |_| false);
        }
        ($steps.table.$document.$name)($steps $(, $argument)*)
    }};
    ($document:ident: $Document:ident; $(
        $(#[$doc:meta])*
        $([$writes:ident])? fn $name:ident($steps:tt $(, $argument:ident: $type:ty)*) -> $result:ty {
            $literal:expr
        }
    )*) => {
        /// The name of a step of this document.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(non_camel_case_types, reason = "a step is called as its method")]
        pub enum Step {
            $($(#[$doc])* $name,)*
        }

        impl Step {
            /// Every step, in the order of the document.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }

        /// A function to be called in place of a literal one of this document.
        #[derive(Clone, Copy, Debug)]
        #[allow(non_camel_case_types, reason = "a step is called as its method")]
        pub enum Replacement {
            $($(#[$doc])* $name(fn(&$crate::steps::Steps $(, $type)*) -> $result),)*
        }

        impl Replacement {
            /// The step that is replaced.
            pub fn step(&self) -> Step {
                match *self {
                    $(Self::$name(_) => Step::$name,)*
                }
            }

            #[allow(unused_variables, reason = "a document may have no steps of its own")]
            pub(crate) const fn put(&self, table: &mut Table) {
                match *self {
                    $(Self::$name(function) => table.$name = function,)*
                }
            }
        }

        /// The function that takes each step of this document.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Table {
            $(pub(crate) $name: fn(&$crate::steps::Steps $(, $type)*) -> $result,)*
        }

        impl Table {
            pub(crate) const LITERAL: Self = Self {
                $($name: |$steps $(, $argument)*| $literal,)*
            };
        }

        impl $crate::steps::Replacement {
            $(
                $(#[$doc])*
                pub const fn $name(function: fn(&$crate::steps::Steps $(, $type)*) -> $result) -> Self {
                    Self::$Document(Replacement::$name(function))
                }
            )*
        }

        #[allow(clippy::missing_errors_doc, reason = "errors are documented at the functions")]
        impl $crate::steps::Text<'_> {
            $(
                $(#[$doc])*
                pub fn $name(&self $(, $argument: $type)*) -> $result {
                    let table = $crate::steps::Table::of(self.0.edition());
                    (table.$document.$name)(self.0 $(, $argument)*)
                }
            )*
        }

        #[allow(clippy::missing_errors_doc, reason = "errors are documented at the functions")]
        impl $crate::steps::Steps {
            $(
                $(#[$doc])*
                pub fn $name(&self $(, $argument: $type)*) -> $result {
                    steps!(
                        @take self, $document, $crate::steps::Step::$Document(Step::$name), $name,
                        ($($argument),*) $($writes)?
                    )
                }
            )*
        }
    };
}
pub(crate) use steps;
