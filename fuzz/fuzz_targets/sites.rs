#![no_main]

zarr_conform_fuzz::target!(sites);
