//! Speech to the bytes that the store keeps, and back.
