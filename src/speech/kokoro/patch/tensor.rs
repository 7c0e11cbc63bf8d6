//! The tensors that a rewritten model needs besides its own.
//!
//! Never depends on the model: the same bytes for each.

use super::super::protobuf::{record, varint_field};

const TENSOR_DIMS: u64 = 1;
const TENSOR_TYPE: u64 = 2;
const TENSOR_NAME: u64 = 8;
const TENSOR_RAW_DATA: u64 = 9;
const FLOAT: u64 = 1;
const INT64: u64 = 7;

/// Name of the tensor that [`floor`] gives.
pub const FLOOR: &[u8] = b"pingshu/floor";

/// What ONNX Runtime's transform leaves of a silent frame, band by band: real and imaginary, in
/// billionths. The angles are what the model hears of it.
pub(super) const LEFT_OF_SILENCE: [[f32; 2]; 11] = [
    [18.6, 133.6],
    [5.6, -156.5],
    [-22.2, 16.9],
    [-21.8, -35.2],
    [45.7, 46.4],
    [-39.2, -62.7],
    [83.4, 14.6],
    [-74.3, 16.2],
    [2.7, -11.8],
    [-78.7, 33.8],
    [3.1, -130.8],
];

/// A few times what is left, so that the rounding of `rten` does not turn the angles; still
/// thousands of times below the quietest sound.
const FLOOR_UNIT: f32 = 4e-9;

/// The tensor that is added to every frame of a spectrum.
pub fn floor() -> Vec<u8> {
    let values = LEFT_OF_SILENCE.as_flattened().iter();
    let raw: Vec<u8> = values
        .flat_map(|value| (value * FLOOR_UNIT).to_le_bytes())
        .collect();
    [
        varint_field(TENSOR_DIMS, LEFT_OF_SILENCE.len() as u64),
        varint_field(TENSOR_DIMS, 2),
        varint_field(TENSOR_TYPE, FLOAT),
        record(TENSOR_NAME, FLOOR),
        record(TENSOR_RAW_DATA, &raw),
    ]
    .concat()
}

/// The tensor that tells `Pad` how much to add along the last of three axes.
pub fn pads_of([before, after]: [u64; 2]) -> Vec<u8> {
    let values = [0, 0, before, 0, 0, after];
    let raw: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    [
        varint_field(TENSOR_DIMS, values.len() as u64),
        varint_field(TENSOR_TYPE, INT64),
        record(TENSOR_NAME, &pads_name([before, after])),
        record(TENSOR_RAW_DATA, &raw),
    ]
    .concat()
}

/// Name of the tensor that [`pads_of`] gives.
pub fn pads_name([before, after]: [u64; 2]) -> Vec<u8> {
    format!("pingshu/pads_{before}_{after}").into_bytes()
}
