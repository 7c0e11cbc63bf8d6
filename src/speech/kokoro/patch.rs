//! Rewrites the nodes of the model file that the runtime does not know, or gets wrong.
//!
//! Never touches another byte: the file is not parsed into a message and written again, since that
//! would lose what the parser does not know. The graph's length is set anew.
//!
//! - `FusedMatMul(a, b)` with `transA = 1` becomes `MatMul(Transpose(a), b)`: `rten` 0.27 does not
//!   know it with inputs of rank 3.
//! - `ConvInteger` with padding becomes `ConvInteger(Pad(x, zero point))` without: `rten` 0.27 pads
//!   with 128 where ONNX means the input's zero point, which garbles the first and last syllables.
//!   Heard by a recogniser on the second sample chapter: 4.9 % wrong syllables before, 3.2 % in
//!   ONNX Runtime.
//! - `STFT(x)` becomes `STFT(x) + floor`, since the model takes angles of it and `rten` is exact: the
//!   lowest band, a real number, has an imaginary part of 0, and the model's own arc tangent then
//!   gives -π where it learnt π, in 85 % of all frames; in silence it is of 0 / 0, which is no number.
//!   The floor is what the rounding of ONNX Runtime leaves of silence.
//!
//! Field numbers are those of `onnx.proto` (ONNX 1.x).

mod tensor;

use std::collections::BTreeSet;
use std::ops::Range;

use super::protobuf::{
    BYTES, FIXED32, Unreadable, VARINT, fields, put_varint, read_varint, record, varint_field,
};
use tensor::{FLOOR, floor, pads_name, pads_of};

const GRAPH_OF_MODEL: u64 = 7;
const NODE_OF_GRAPH: u64 = 1;
const INITIALIZER_OF_GRAPH: u64 = 5;
const INPUT: u64 = 1;
const OUTPUT: u64 = 2;
const NAME: u64 = 3;
const OP_TYPE: u64 = 4;
const ATTRIBUTE: u64 = 5;
const ATTRIBUTE_NAME: u64 = 1;
const ATTRIBUTE_FLOAT: u64 = 2;
const ATTRIBUTE_INT: u64 = 3;
const ATTRIBUTE_INTS: u64 = 8;
const ATTRIBUTE_TYPE: u64 = 20;
const INTS_TYPE: u64 = 7;

/// Why a model file cannot be rewritten.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PatchError {
    /// The file is not a model, or is cut off.
    #[error("the model file is not readable at byte {offset}")]
    Unreadable {
        /// Where.
        offset: usize,
    },
    /// The nodes to rewrite are not there, or not as expected.
    #[error("the model file has no `FusedMatMul` node of the expected form")]
    Unexpected,
}

impl From<Unreadable> for PatchError {
    fn from(Unreadable { offset }: Unreadable) -> Self {
        Self::Unreadable { offset }
    }
}

/// Gives the model's bytes with its nodes rewritten.
///
/// # Errors
///
/// When the bytes are not a model, or its nodes are not as expected.
pub fn patch(model: &[u8]) -> Result<Vec<u8>, PatchError> {
    let graph = fields(model, 0..model.len())
        .find(|field| matches!(field, Ok(f) if f.number == GRAPH_OF_MODEL && f.wire == BYTES))
        .ok_or(PatchError::Unexpected)??;
    let rewritten = rewrite(model, graph.payload.clone())?;
    let mut patched = Vec::with_capacity(model.len() + model.len() / 100);
    patched.extend_from_slice(&model[..graph.whole.start]);
    put_varint(&mut patched, GRAPH_OF_MODEL << 3 | BYTES);
    put_varint(&mut patched, rewritten.len() as u64);
    patched.extend_from_slice(&rewritten);
    patched.extend_from_slice(&model[graph.whole.end..]);
    Ok(patched)
}

fn rewrite(model: &[u8], graph: Range<usize>) -> Result<Vec<u8>, PatchError> {
    let mut rewritten = Vec::with_capacity(graph.len() + graph.len() / 100);
    let mut paddings = BTreeSet::new();
    let mut n_fused = 0;
    let mut has_spectrum = false;
    for field in fields(model, graph) {
        let field = field?;
        let node = match field.number {
            NODE_OF_GRAPH if field.wire == BYTES => Node::read(model, field.payload)?,
            _ => Node::default(),
        };
        match node.op_type {
            b"FusedMatMul" => {
                n_fused += 1;
                rewritten.extend(node.unfused()?);
            }
            b"ConvInteger" if node.padding.is_some_and(|padding| padding != [0, 0]) => {
                let padding = node.padding.unwrap_or_default();
                paddings.insert(padding);
                rewritten.extend(node.padded(padding)?);
            }
            b"STFT" => {
                has_spectrum = true;
                rewritten.extend(node.floored()?);
            }
            _ => rewritten.extend_from_slice(&model[field.whole]),
        }
    }
    if has_spectrum {
        rewritten.extend(record(INITIALIZER_OF_GRAPH, &floor()));
    }
    for padding in paddings {
        rewritten.extend(record(INITIALIZER_OF_GRAPH, &pads_of(padding)));
    }
    if n_fused == 1 {
        Ok(rewritten)
    } else {
        Err(PatchError::Unexpected)
    }
}

#[derive(Default)]
struct Node<'a> {
    inputs: Vec<&'a [u8]>,
    outputs: Vec<&'a [u8]>,
    name: &'a [u8],
    op_type: &'a [u8],
    transpose_a: u64,
    transpose_b: u64,
    alpha: Option<[u8; 4]>,
    /// Of a convolution along one axis: before and after.
    padding: Option<[u64; 2]>,
    /// The attributes but for the padding, as they stand.
    attributes: Vec<&'a [u8]>,
}

impl<'a> Node<'a> {
    fn read(model: &'a [u8], span: Range<usize>) -> Result<Self, PatchError> {
        let mut node = Self::default();
        for field in fields(model, span) {
            let field = field?;
            let bytes = &model[field.payload.clone()];
            match field.number {
                INPUT => node.inputs.push(bytes),
                OUTPUT => node.outputs.push(bytes),
                NAME => node.name = bytes,
                OP_TYPE => node.op_type = bytes,
                ATTRIBUTE => node.read_attribute(model, field.payload)?,
                _ => {}
            }
        }
        Ok(node)
    }

    fn read_attribute(&mut self, model: &'a [u8], span: Range<usize>) -> Result<(), PatchError> {
        let (mut name, mut int, mut float) = (&model[..0], 0, None);
        let mut ints = Vec::new();
        for field in fields(model, span.clone()) {
            let field = field?;
            match (field.number, field.wire) {
                (ATTRIBUTE_NAME, BYTES) => name = &model[field.payload],
                (ATTRIBUTE_INT, VARINT) => int = read_varint(model, field.payload.start)?.0,
                (ATTRIBUTE_INTS, VARINT) => ints.push(read_varint(model, field.payload.start)?.0),
                (ATTRIBUTE_FLOAT, FIXED32) => float = model[field.payload].try_into().ok(),
                _ => {}
            }
        }
        match name {
            b"transA" => self.transpose_a = int,
            b"transB" => self.transpose_b = int,
            b"alpha" => self.alpha = float,
            b"pads" => return self.take_padding(ints),
            _ => {}
        }
        self.attributes.push(&model[span]);
        Ok(())
    }

    fn take_padding(&mut self, ints: Vec<u64>) -> Result<(), PatchError> {
        let is_conv = self.op_type.is_empty() || self.op_type == b"ConvInteger";
        match <[u64; 2]>::try_from(ints) {
            Ok(padding) => self.padding = Some(padding),
            Err(_) if is_conv => return Err(PatchError::Unexpected),
            Err(_) => {}
        }
        Ok(())
    }

    /// `MatMul(Transpose(a), b)`.
    fn unfused(&self) -> Result<Vec<u8>, PatchError> {
        let as_expected = self.transpose_a == 1
            && self.transpose_b == 0
            && self.alpha.is_none_or(|alpha| alpha == 1f32.to_le_bytes());
        let ([a, b], [output], true) = (&self.inputs[..], &self.outputs[..], as_expected) else {
            return Err(PatchError::Unexpected);
        };
        let turned = [a, b"/turned".as_slice()].concat();
        let transpose = node(
            "Transpose",
            self.name,
            &[a],
            &turned,
            &[&ints("perm", &[0, 2, 1])],
        );
        let product = node("MatMul", self.name, &[&turned, b], output, &[]);
        Ok([transpose, product].concat())
    }

    /// `Add(STFT(…), floor)`.
    fn floored(&self) -> Result<Vec<u8>, PatchError> {
        let [output] = &self.outputs[..] else {
            return Err(PatchError::Unexpected);
        };
        let exact = [output, b"/exact".as_slice()].concat();
        let transform = node("STFT", self.name, &self.inputs, &exact, &self.attributes);
        let add = node("Add", self.name, &[&exact, FLOOR], output, &[]);
        Ok([transform, add].concat())
    }

    /// `ConvInteger(Pad(x, x_zero), w, x_zero, …)` without padding of its own.
    fn padded(&self, padding: [u64; 2]) -> Result<Vec<u8>, PatchError> {
        let ([x, w, x_zero, rest @ ..], [output]) = (&self.inputs[..], &self.outputs[..]) else {
            return Err(PatchError::Unexpected);
        };
        let padded = [output, b"/padded".as_slice()].concat();
        let pads = pads_name(padding);
        let pad = node("Pad", self.name, &[x, &pads, x_zero], &padded, &[]);
        let inputs = [&[&padded, *w, *x_zero], rest].concat();
        Ok([
            pad,
            node("ConvInteger", self.name, &inputs, output, &self.attributes),
        ]
        .concat())
    }
}

fn node(
    op_type: &str,
    name: &[u8],
    inputs: &[&[u8]],
    output: &[u8],
    attributes: &[&[u8]],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    for input in inputs {
        bytes.extend(record(INPUT, input));
    }
    bytes.extend(record(OUTPUT, output));
    bytes.extend(record(NAME, &[name, b"/", op_type.as_bytes()].concat()));
    bytes.extend(record(OP_TYPE, op_type.as_bytes()));
    for attribute in attributes {
        bytes.extend(record(ATTRIBUTE, attribute));
    }
    record(NODE_OF_GRAPH, &bytes)
}

fn ints(name: &str, values: &[u64]) -> Vec<u8> {
    let mut bytes = record(ATTRIBUTE_NAME, name.as_bytes());
    for value in values {
        bytes.extend(varint_field(ATTRIBUTE_INTS, *value));
    }
    bytes.extend(varint_field(ATTRIBUTE_TYPE, INTS_TYPE));
    bytes
}

#[cfg(test)]
mod tests;
