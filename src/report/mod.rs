//! Reports: consumers of the one stream of events.
