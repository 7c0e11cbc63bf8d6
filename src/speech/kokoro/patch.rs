//! Rewrites the one node of the model file that the runtime does not know.
//!
//! Never touches another byte: the file is not parsed into a message and written again, since that
//! would lose what the parser does not know. `FusedMatMul(a, b)` with `transA = 1` becomes
//! `MatMul(Transpose(a), b)`, and the graph's length is set anew.
//!
//! Field numbers are those of `onnx.proto` (ONNX 1.x).

use std::ops::Range;

const GRAPH_OF_MODEL: u64 = 7;
const NODE_OF_GRAPH: u64 = 1;
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

const VARINT: u64 = 0;
const FIXED64: u64 = 1;
const BYTES: u64 = 2;
const FIXED32: u64 = 5;

/// Why a model file cannot be rewritten.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PatchError {
    /// The file is not a model, or is cut off.
    #[error("the model file is not readable at byte {offset}")]
    Unreadable {
        /// Where.
        offset: usize,
    },
    /// There is not exactly one such node, or it is not as expected.
    #[error("the model file has no `FusedMatMul` node of the expected form")]
    Unexpected,
}

/// A field of a message: its number, its wire type, the span of all of it and of its payload.
struct Field {
    number: u64,
    wire: u64,
    whole: Range<usize>,
    payload: Range<usize>,
}

/// Gives the model's bytes with the one fused node replaced.
///
/// # Errors
///
/// When the bytes are not a model or hold no such node.
pub fn patch(model: &[u8]) -> Result<Vec<u8>, PatchError> {
    let graph = fields(model, 0..model.len())
        .find(|field| matches!(field, Ok(f) if f.number == GRAPH_OF_MODEL && f.wire == BYTES))
        .ok_or(PatchError::Unexpected)??;
    let (node, replacement) = fused_node(model, graph.payload.clone())?;
    let length = graph.payload.len() - node.len() + replacement.len();
    let mut patched = Vec::with_capacity(model.len() + replacement.len());
    patched.extend_from_slice(&model[..graph.whole.start]);
    put_varint(&mut patched, GRAPH_OF_MODEL << 3 | BYTES);
    put_varint(&mut patched, length as u64);
    patched.extend_from_slice(&model[graph.payload.start..node.start]);
    patched.extend_from_slice(&replacement);
    patched.extend_from_slice(&model[node.end..]);
    Ok(patched)
}

fn fused_node(model: &[u8], graph: Range<usize>) -> Result<(Range<usize>, Vec<u8>), PatchError> {
    for field in fields(model, graph) {
        let field = field?;
        if field.number == NODE_OF_GRAPH && field.wire == BYTES {
            let node = Node::read(model, field.payload)?;
            if node.op_type == b"FusedMatMul" {
                return Ok((field.whole, node.replacement()?));
            }
        }
    }
    Err(PatchError::Unexpected)
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
        for field in fields(model, span) {
            let field = field?;
            match (field.number, field.wire) {
                (ATTRIBUTE_NAME, BYTES) => name = &model[field.payload],
                (ATTRIBUTE_INT, VARINT) => int = read_varint(model, field.payload.start)?.0,
                (ATTRIBUTE_FLOAT, FIXED32) => float = model[field.payload].try_into().ok(),
                _ => {}
            }
        }
        match name {
            b"transA" => self.transpose_a = int,
            b"transB" => self.transpose_b = int,
            b"alpha" => self.alpha = float,
            _ => {}
        }
        Ok(())
    }

    fn replacement(&self) -> Result<Vec<u8>, PatchError> {
        let as_expected = self.transpose_a == 1
            && self.transpose_b == 0
            && self.alpha.is_none_or(|alpha| alpha == 1f32.to_le_bytes());
        let ([a, b], [output], true) = (&self.inputs[..], &self.outputs[..], as_expected) else {
            return Err(PatchError::Unexpected);
        };
        let turned = [a, b"/turned".as_slice()].concat();
        let mut bytes = Vec::new();
        let transpose = [
            text(INPUT, a),
            text(OUTPUT, &turned),
            text(NAME, &[self.name, b"/Transpose"].concat()),
            text(OP_TYPE, b"Transpose"),
            text(ATTRIBUTE, &permutation(&[0, 2, 1])),
        ];
        let product = [
            text(INPUT, &turned),
            text(INPUT, b),
            text(OUTPUT, output),
            text(NAME, &[self.name, b"/MatMul"].concat()),
            text(OP_TYPE, b"MatMul"),
        ];
        bytes.extend(text(NODE_OF_GRAPH, &transpose.concat()));
        bytes.extend(text(NODE_OF_GRAPH, &product.concat()));
        Ok(bytes)
    }
}

fn permutation(axes: &[u64]) -> Vec<u8> {
    let mut bytes = text(ATTRIBUTE_NAME, b"perm");
    for axis in axes {
        put_varint(&mut bytes, ATTRIBUTE_INTS << 3 | VARINT);
        put_varint(&mut bytes, *axis);
    }
    put_varint(&mut bytes, ATTRIBUTE_TYPE << 3 | VARINT);
    put_varint(&mut bytes, INTS_TYPE);
    bytes
}

fn text(number: u64, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(payload.len() + 6);
    put_varint(&mut bytes, number << 3 | BYTES);
    put_varint(&mut bytes, payload.len() as u64);
    bytes.extend_from_slice(payload);
    bytes
}

fn put_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push((value as u8 & 0x7f) | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// The fields of the message in `span`, in order, ending at the first that cannot be read.
fn fields(
    model: &[u8],
    span: Range<usize>,
) -> impl Iterator<Item = Result<Field, PatchError>> + '_ {
    let mut at = span.start;
    let mut broken = false;
    std::iter::from_fn(move || {
        if broken || at >= span.end {
            return None;
        }
        let field = read_field(model, at, span.end);
        match &field {
            Ok(field) => at = field.whole.end,
            Err(_) => broken = true,
        }
        Some(field)
    })
}

fn read_field(model: &[u8], start: usize, end: usize) -> Result<Field, PatchError> {
    let (key, at) = read_varint(model, start)?;
    let payload = match key & 7 {
        VARINT => at..read_varint(model, at)?.1,
        FIXED64 => at..at + 8,
        FIXED32 => at..at + 4,
        BYTES => {
            let (length, from) = read_varint(model, at)?;
            from..from.saturating_add(usize::try_from(length).unwrap_or(usize::MAX))
        }
        _ => return Err(PatchError::Unreadable { offset: start }),
    };
    if payload.end > end {
        return Err(PatchError::Unreadable { offset: start });
    }
    Ok(Field {
        number: key >> 3,
        wire: key & 7,
        whole: start..payload.end,
        payload,
    })
}

fn read_varint(model: &[u8], start: usize) -> Result<(u64, usize), PatchError> {
    let mut value = 0u64;
    for (i, byte) in model.iter().skip(start).take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * i as u32).min(63);
        if byte & 0x80 == 0 {
            return Ok((value, start + i + 1));
        }
    }
    Err(PatchError::Unreadable { offset: start })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn int_attribute(name: &[u8], value: u64) -> Vec<u8> {
        let mut bytes = text(ATTRIBUTE_NAME, name);
        put_varint(&mut bytes, ATTRIBUTE_INT << 3 | VARINT);
        put_varint(&mut bytes, value);
        text(ATTRIBUTE, &bytes)
    }

    fn node(op_type: &[u8], transpose_a: u64) -> Vec<u8> {
        let parts = [
            text(INPUT, b"a"),
            text(INPUT, b"b"),
            text(OUTPUT, b"c"),
            text(NAME, b"node"),
            text(OP_TYPE, op_type),
            int_attribute(b"transA", transpose_a),
        ];
        text(NODE_OF_GRAPH, &parts.concat())
    }

    fn model(nodes: &[Vec<u8>]) -> Vec<u8> {
        let unknown = text(77, b"a field of another version");
        [
            text(1, b"before"),
            text(GRAPH_OF_MODEL, &[nodes.concat(), unknown].concat()),
            text(14, b"after"),
        ]
        .concat()
    }

    #[test]
    fn the_fused_node_becomes_two_plain_ones_and_the_rest_stays() {
        let before = model(&[node(b"Add", 0), node(b"FusedMatMul", 1), node(b"Mul", 0)]);
        let patched = patch(&before).unwrap();
        let graph = fields(&patched, 0..patched.len())
            .map(Result::unwrap)
            .find(|f| f.number == GRAPH_OF_MODEL)
            .unwrap();
        let nodes: Vec<_> = fields(&patched, graph.payload)
            .map(Result::unwrap)
            .filter(|f| f.number == NODE_OF_GRAPH)
            .map(|f| Node::read(&patched, f.payload).unwrap())
            .collect();
        let kinds: Vec<_> = nodes.iter().map(|n| n.op_type).collect();
        assert_eq!(kinds, [b"Add".as_slice(), b"Transpose", b"MatMul", b"Mul"]);
        assert_eq!(nodes[1].inputs, [b"a"]);
        assert_eq!(nodes[2].inputs, [nodes[1].outputs[0], b"b".as_slice()]);
        assert_eq!(nodes[2].outputs, [b"c"]);
        assert!(patched.starts_with(&text(1, b"before")) && patched.ends_with(&text(14, b"after")));
        let kept = b"a field of another version";
        assert!(patched.windows(kept.len()).any(|window| window == kept));
    }

    #[test]
    fn a_fused_node_of_another_form_is_refused() {
        assert_eq!(
            patch(&model(&[node(b"FusedMatMul", 0)])),
            Err(PatchError::Unexpected)
        );
    }

    #[test]
    fn a_model_without_the_node_is_refused() {
        assert_eq!(
            patch(&model(&[node(b"Add", 0)])),
            Err(PatchError::Unexpected)
        );
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = patch(&bytes);
        }
    }
}
