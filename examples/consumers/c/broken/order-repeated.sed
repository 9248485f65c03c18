# fails transpose/orders/
# An order may have the same entry twice.
s/seen\[axis\] = true/seen[axis] = false/
