//! `complex{64,128}` of the core; `complex_` and the name of a floating point data type in the registry of extensions.

use std::fmt;

use serde_json::{Value, json};

use super::{DataType, Description, ElementLayout, Float};

/// Two floating point numbers, the real and the imaginary component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Complex {
    /// Whether the registry of extensions has it, and not the core.
    pub is_registered: bool,
    /// What each component is.
    pub component: Float,
}

/// Makes a constant for each name, and the list of all: those of the core, then those of the registry.
macro_rules! named {
    ($($name:ident = $is_registered:literal, $component:ident;)*) => {
        impl DataType {
            $(
                #[doc = concat!("Two numbers: `", stringify!($component), "`.")]
                pub const $name: Self = Self::Complex(Complex {
                    is_registered: $is_registered,
                    component: Float::$component,
                });
            )*
        }

        const NAMED: &[DataType] = &[$(DataType::$name,)*];
    };
}

named! {
    COMPLEX64 = false, FLOAT32;
    COMPLEX128 = false, FLOAT64;
    COMPLEX_FLOAT16 = true, FLOAT16;
    COMPLEX_FLOAT32 = true, FLOAT32;
    COMPLEX_FLOAT64 = true, FLOAT64;
    COMPLEX_BFLOAT16 = true, BFLOAT16;
    COMPLEX_FLOAT4_E2M1FN = true, FLOAT4_E2M1FN;
    COMPLEX_FLOAT6_E2M3FN = true, FLOAT6_E2M3FN;
    COMPLEX_FLOAT6_E3M2FN = true, FLOAT6_E3M2FN;
    COMPLEX_FLOAT8_E3M4 = true, FLOAT8_E3M4;
    COMPLEX_FLOAT8_E4M3 = true, FLOAT8_E4M3;
    COMPLEX_FLOAT8_E4M3B11FNUZ = true, FLOAT8_E4M3B11FNUZ;
    COMPLEX_FLOAT8_E4M3FNUZ = true, FLOAT8_E4M3FNUZ;
    COMPLEX_FLOAT8_E5M2 = true, FLOAT8_E5M2;
    COMPLEX_FLOAT8_E5M2FNUZ = true, FLOAT8_E5M2FNUZ;
    COMPLEX_FLOAT8_E8M0FNU = true, FLOAT8_E8M0FNU;
}

impl Complex {
    /// Whether the core has the same data type by another name.
    pub fn is_alias(self) -> bool {
        self.is_registered && matches!(self.component, Float::FLOAT32 | Float::FLOAT64)
    }
}

impl fmt::Display for Complex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_registered {
            write!(f, "complex_{}", self.component)
        } else {
            write!(f, "complex{}", 2 * self.component.bits())
        }
    }
}

impl Description for Complex {
    fn named() -> &'static [DataType] {
        NAMED
    }

    fn layout(&self) -> Option<ElementLayout> {
        Some(ElementLayout::numbers_of_bits(
            2,
            self.component.bits() as usize,
        ))
    }

    fn is_optional(&self) -> bool {
        self.is_registered
    }

    fn is_registered(&self) -> bool {
        self.is_registered
    }

    fn plain_fill_value(&self) -> Value {
        let component = self.component.plain_fill_value();
        json!([component, component])
    }

    fn words(&self) -> &'static str {
        "complex numbers"
    }

    fn letter(&self) -> char {
        let is_known = !self.is_registered || self.is_alias();
        if is_known { 'c' } else { 'V' }
    }
}
