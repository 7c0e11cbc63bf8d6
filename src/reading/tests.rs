//! Laws of the whole stage.
