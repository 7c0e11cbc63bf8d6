//! Speech over HTTP.
