module example.com/zarr-vectors-consumer

go 1.23
