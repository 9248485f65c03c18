//! What an implementation may offer in `hello`.

/// The operations of this protocol, apart from `hello`.
pub const OPERATIONS: [&str; 14] = [
    "open",
    "read",
    "write",
    "create",
    "encode",
    "decode",
    "grid",
    "node",
    "children",
    "walk",
    "create_group",
    "set_attributes",
    "delete",
    "consolidate",
];

/// Optional members of requests, which an implementation could overlook.
pub const OPTIONAL_MEMBERS: [&str; 3] = ["path", "through", "consolidated"];

/// The operations, and the optional members of requests.
pub fn offers() -> impl Iterator<Item = &'static str> {
    OPERATIONS.into_iter().chain(OPTIONAL_MEMBERS)
}

/// Whether a request has the name of an operation that this protocol knows.
pub(crate) fn is_known(op: &str) -> bool {
    op == "hello" || OPERATIONS.contains(&op)
}
