//! Wrong readings of fill values: what becomes of a fill value that is ignored.

use super::{of_netcdf, or_else};
use crate::Element;
use crate::fill_value::fill_value;
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::Replacement;

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "fill-value-of-netcdf",
        when: "the fill value is the default of netCDF whatever the metadata says",
        requirements: &[
            "storage.missing-chunk-is-fill-value",
            "fill-value.integer",
            "fill-value.bool",
            "fill-value.float-forms",
            "fill-value.complex",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            fill_value(value, data_type)?;
            of_netcdf(data_type)
        })],
    },
    Misreading {
        name: "unreadable-fill-value-is-zero",
        when: "a fill value of a form that is not permitted is treated as zero",
        requirements: &[
            "fill-value.integer",
            "fill-value.integer-spelling",
            "fill-value.bool",
            "fill-value.float-forms",
            "fill-value.complex",
            "fill-value.raw",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || Some(Element::zero(data_type)))
        })],
    },
    Misreading {
        name: "fill-value-ignored",
        when: "the fill value is zero whatever the metadata says",
        requirements: &[
            "storage.missing-chunk-is-fill-value",
            "fill-value.integer",
            "fill-value.bool",
            "fill-value.float-forms",
            "fill-value.complex",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            fill_value(value, data_type).map(|_| Element::zero(data_type))
        })],
    },
];
