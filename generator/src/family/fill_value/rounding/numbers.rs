//! Numbers, and the bits that they round to.
//!
//! The bits are worked out by hand from the ties named beside them.

/// Name, number, bits, what goes wrong.
pub(super) type Row = (&'static str, &'static str, &'static str, &'static str);

/// The values next to 1 are multiples of 2^-10: ties at 1 + 2^-11 = 1.00048828125, where the even
/// value is below, and at 1 + 3 * 2^-11 = 1.00146484375, where it is above.
pub(super) const FLOAT16: [Row; 29] = [
    ("tenth", "0.1", "2e66", "cuts off instead of rounding"),
    ("tie-below", "1.00048828125", "3c00", "rounds ties up"),
    ("tie-above", "1.00146484375", "3c02", "rounds ties down"),
    (
        "negative-tie-below",
        "-1.00048828125",
        "bc00",
        "rounds ties away from zero",
    ),
    (
        "above-tie-beyond-single",
        "1.000488281250001",
        "3c01",
        "rounds by way of binary32",
    ),
    (
        "above-tie-beyond-double",
        "1.00048828125000000000000000001",
        "3c01",
        "rounds by way of binary64",
    ),
    (
        "negative-above-tie-beyond-double",
        "-1.00048828125000000000000000001",
        "bc01",
        "rounds by way of binary64",
    ),
    (
        "below-tie-beyond-single",
        "1.001464843749999",
        "3c01",
        "rounds by way of binary32",
    ),
    (
        "below-tie-beyond-double",
        "1.00146484374999999999999999999",
        "3c01",
        "rounds by way of binary64",
    ),
    // Numbers that binary64 holds exactly, 2^-40 away from the ties.
    (
        "above-tie-within-double",
        "1.0004882812509094947017729282379150390625",
        "3c01",
        "rounds by way of binary32",
    ),
    (
        "negative-above-tie-within-double",
        "-1.0004882812509094947017729282379150390625",
        "bc01",
        "rounds by way of binary32",
    ),
    (
        "below-tie-within-double",
        "1.0014648437490905052982270717620849609375",
        "3c01",
        "rounds by way of binary32",
    ),
    // The same, 2^-20 away.
    (
        "integer-above-tie-within-double",
        "2049.00000095367431640625",
        "6801",
        "rounds by way of binary32",
    ),
    (
        "integer-below-tie-within-double",
        "2050.99999904632568359375",
        "6801",
        "rounds by way of binary32",
    ),
    (
        "below-overflow-within-double",
        "65519.99999904632568359375",
        "7bff",
        "rounds by way of binary32, and so to infinity",
    ),
    // The same, 2^-60 away from the ties of subnormal values.
    (
        "subnormal-above-tie-within-double",
        "2.9802322388562674237988403547205962240695953369140625e-8",
        "0001",
        "rounds by way of binary32",
    ),
    (
        "subnormal-below-tie-within-double",
        "8.9406967162218575762011596452794037759304046630859375e-8",
        "0001",
        "rounds by way of binary32",
    ),
    // From 2048 on the values are multiples of 2.
    ("integer-tie-below", "2049", "6800", "rounds ties up"),
    ("integer-tie-above", "2051", "6802", "rounds ties down"),
    (
        "integer-above-tie",
        "2049.00000000000000000000001",
        "6801",
        "rounds by way of binary64",
    ),
    // The largest value is 65504; the next multiple would be 65536, with a tie at 65520.
    (
        "below-overflow",
        "65519.99",
        "7bff",
        "takes what rounds to the largest value for infinity, or refuses it",
    ),
    (
        "below-overflow-beyond-double",
        "65519.99999999999999999999999",
        "7bff",
        "rounds by way of binary64",
    ),
    // The least value is 2^-24: ties at 2^-25 and at 3 * 2^-25.
    (
        "subnormal-tie-below",
        "2.98023223876953125e-8",
        "0000",
        "rounds ties up",
    ),
    (
        "subnormal-tie-above",
        "8.94069671630859375e-8",
        "0002",
        "rounds ties down",
    ),
    (
        "subnormal-above-tie",
        "2.980232238769531250000000001e-8",
        "0001",
        "rounds by way of binary64",
    ),
    (
        "subnormal-below-tie",
        "8.940696716308593749999999999e-8",
        "0001",
        "rounds by way of binary64",
    ),
    // 1023.5 * 2^-24 lies between the greatest subnormal value and the least normal one.
    (
        "tie-at-least-normal",
        "6.10053539276123046875e-5",
        "0400",
        "does not carry from the mantissa into the exponent",
    ),
    (
        "underflow",
        "1e-30",
        "0000",
        "refuses what is nearest to zero",
    ),
    (
        "underflow-beyond-double",
        "1e-400",
        "0000",
        "refuses what is nearest to zero",
    ),
];

/// The values next to 1 are multiples of 2^-23: ties at 1 + 2^-24 = 1.000000059604644775390625 and
/// at 1 + 3 * 2^-24 = 1.000000178813934326171875.
pub(super) const FLOAT32: [Row; 20] = [
    ("tenth", "0.1", "3dcccccd", "cuts off instead of rounding"),
    (
        "nine-digits",
        "123456789",
        "4ceb79a3",
        "refuses integers that are not exact",
    ),
    (
        "tie-below",
        "1.000000059604644775390625",
        "3f800000",
        "rounds ties up",
    ),
    (
        "tie-above",
        "1.000000178813934326171875",
        "3f800002",
        "rounds ties down",
    ),
    (
        "negative-tie-below",
        "-1.000000059604644775390625",
        "bf800000",
        "rounds ties away from zero",
    ),
    (
        "above-tie-beyond-double",
        "1.00000005960464477539062500001",
        "3f800001",
        "rounds by way of binary64",
    ),
    (
        "below-tie-beyond-double",
        "1.00000017881393432617187499999",
        "3f800001",
        "rounds by way of binary64",
    ),
    (
        "negative-above-tie-beyond-double",
        "-1.00000005960464477539062500001",
        "bf800001",
        "rounds by way of binary64",
    ),
    // From 2^24 on the values are multiples of 2.
    (
        "integer-tie-below",
        "16777217",
        "4b800000",
        "rounds ties up",
    ),
    (
        "integer-tie-above",
        "16777219",
        "4b800002",
        "rounds ties down",
    ),
    (
        "integer-above-tie",
        "16777217.0000000000000001",
        "4b800001",
        "rounds by way of binary64",
    ),
    // The largest value is 2^128 - 2^104, with a tie at 2^128 - 2^103 = 3.40282356779733661637…e38.
    (
        "largest",
        "3.4028235e38",
        "7f7fffff",
        "takes the largest value for infinity",
    ),
    (
        "below-overflow-beyond-double",
        "3.4028235677973366163e38",
        "7f7fffff",
        "rounds by way of binary64",
    ),
    // The least value is 2^-149: ties at 2^-150 = 7.00649232162408535461…e-46 and at
    // 3 * 2^-150 = 2.10194769648722560638…e-45.
    (
        "least",
        "1e-45",
        "00000001",
        "flushes subnormal numbers to zero",
    ),
    (
        "subnormal-tie-below",
        "7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319094181060791015625e-46",
        "00000000",
        "rounds ties up, or does not read every digit",
    ),
    (
        "subnormal-above-tie",
        "7.0064923216240854e-46",
        "00000001",
        "rounds by way of binary64",
    ),
    (
        "subnormal-tie-above",
        "2.101947696487225606385594374934874196920392912814773657635602425834686624028790902229957282543182373046875e-45",
        "00000002",
        "rounds ties down, or does not read every digit",
    ),
    (
        "subnormal-below-tie",
        "2.1019476964872256e-45",
        "00000001",
        "rounds by way of binary64",
    ),
    (
        "underflow",
        "1e-60",
        "00000000",
        "refuses what is nearest to zero",
    ),
    (
        "underflow-beyond-double",
        "1e-400",
        "00000000",
        "refuses what is nearest to zero",
    ),
];

/// 2^-1075, a half of the least value, to its last digit.
pub(super) const HALF_OF_LEAST: &str = "2.4703282292062327208828439643411068618252990130716238221279284125033775363510437593264991818081799618989828234772285886546332835517796989819938739800539093906315035659515570226392290858392449105184435931802849936536152500319370457678249219365623669863658480757001585769269903706311928279558551332927834338409351978015531246597263579574622766465272827220056374006485499977096599470454020828166226237857393450736339007967761930577506740176324673600968951340535537458516661134223766678604162159680461914467291840300530057530849048765391711386591646239524912623653881879636239373280423891018672348497668235089863388587925628302755995657524455507255189313690836254779186948667994968324049705821028513185451396213837722826145437693412532098591327667236328125e-324";

/// The values next to 1 are multiples of 2^-52: ties at
/// 1 + 2^-53 = 1.00000000000000011102230246251565404236316680908203125 and at
/// 1 + 3 * 2^-53 = 1.00000000000000033306690738754696212708950042724609375.
pub(super) const FLOAT64: [Row; 27] = [
    (
        "tenth",
        "0.1",
        "3fb999999999999a",
        "goes by way of binary32",
    ),
    (
        "three-tenths",
        "0.3",
        "3fd3333333333333",
        "multiplies a rounded tenth",
    ),
    (
        "1e23",
        "1e23",
        "44b52d02c7e14af6",
        "multiplies by a rounded power of ten",
    ),
    (
        "thirty-digits",
        "123456789012345678901234567890",
        "45f8ee90ff6c373e",
        "refuses integers beyond 64 bits, or saturates them",
    ),
    (
        "tie-below",
        "1.00000000000000011102230246251565404236316680908203125",
        "3ff0000000000000",
        "rounds ties up",
    ),
    (
        "tie-above",
        "1.00000000000000033306690738754696212708950042724609375",
        "3ff0000000000002",
        "rounds ties down",
    ),
    (
        "above-tie",
        "1.00000000000000011102230246251565404236316680908203125000000000000001",
        "3ff0000000000001",
        "reads the first digits only, or rounds by way of a wider format",
    ),
    (
        "below-tie",
        "1.00000000000000033306690738754696212708950042724609374999999999999999",
        "3ff0000000000001",
        "reads the first digits only, or rounds by way of a wider format",
    ),
    // From 2^53 on the values are multiples of 2.
    (
        "integer-tie-below",
        "9007199254740993",
        "4340000000000000",
        "rounds ties up",
    ),
    (
        "integer-tie-above",
        "9007199254740995",
        "4340000000000002",
        "rounds ties down",
    ),
    (
        "integer-above-tie",
        "9007199254740993.00000000000000000000000000001",
        "4340000000000001",
        "reads the first digits only",
    ),
    (
        "largest",
        "1.7976931348623157e308",
        "7fefffffffffffff",
        "takes the largest value for infinity",
    ),
    // The tie above the largest value is at 1.79769313486231580793…e308.
    (
        "below-overflow",
        "1.7976931348623158079e308",
        "7fefffffffffffff",
        "takes what rounds to the largest value for infinity",
    ),
    // The least normal value is 2.22507385850720138309…e-308, the tie below it 2.22507385850720113605…e-308.
    (
        "below-least-normal",
        "2.2250738585072011e-308",
        "000fffffffffffff",
        "never ends, or goes wrong, at the edge of the subnormal numbers",
    ),
    (
        "at-least-normal",
        "2.2250738585072012e-308",
        "0010000000000000",
        "never ends, or goes wrong, at the edge of the subnormal numbers",
    ),
    (
        "least",
        "5e-324",
        "0000000000000001",
        "flushes subnormal numbers to zero",
    ),
    (
        "subnormal-below-tie",
        "2.4703282292062327e-324",
        "0000000000000000",
        "rounds up what is below a half of the least value",
    ),
    (
        "subnormal-above-tie",
        "2.4703282292062328e-324",
        "0000000000000001",
        "refuses or flushes what is above a half of the least value",
    ),
    (
        "subnormal-tie",
        HALF_OF_LEAST,
        "0000000000000000",
        "rounds ties up, or does not read every digit",
    ),
    (
        "seventeen-digits",
        "0.30000000000000004",
        "3fd3333333333334",
        "reads fewer than 17 digits",
    ),
    (
        "sixteen-nines",
        "0.9999999999999999",
        "3fefffffffffffff",
        "rounds the digits to a number before it divides by a power of ten",
    ),
    (
        "seventeen-digits-as-integer",
        "1.5777777777770001",
        "3ff93e93e93e863b",
        "rounds the digits to a number before it divides by a power of ten",
    ),
    (
        "inexact-power-of-ten",
        "7.038531e-26",
        "3ab5c87fb0000000",
        "multiplies or divides by a power of ten that no binary64 holds",
    ),
    (
        "zeros-before-digits",
        "0.00000000000000000000000000000000000000001e41",
        "3ff0000000000000",
        "rounds before it applies the exponent",
    ),
    (
        "zeros-after-digits",
        "10000000000000000000000000000000000000000e-40",
        "3ff0000000000000",
        "rounds before it applies the exponent",
    ),
    (
        "large-and-small-exponent",
        "0.0000000001e318",
        "7fe1ccf385ebc8a0",
        "takes a number for too large by its exponent alone",
    ),
    (
        "underflow",
        "1e-400",
        "0000000000000000",
        "refuses what is nearest to zero",
    ),
];
