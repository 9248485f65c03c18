# fails transpose/orders/
# An order may have the same entry twice.
s/if sorted\(order\) != list\(range\(rank\)\):/if len(order) != rank or any(not 0 <= axis < rank for axis in order):/
