//! What is rewritten in a model file, and what stays.
//!
//! Never needs the real model.

use super::tensor::LEFT_OF_SILENCE;
use super::*;
use crate::speech::kokoro::protobuf::Field;
use proptest::prelude::*;

fn int_attribute(name: &[u8], value: u64) -> Vec<u8> {
    let value = varint_field(ATTRIBUTE_INT, value);
    record(ATTRIBUTE, &[record(ATTRIBUTE_NAME, name), value].concat())
}

fn test_node(op_type: &[u8], transpose_a: u64) -> Vec<u8> {
    let parts = [
        record(INPUT, b"a"),
        record(INPUT, b"b"),
        record(OUTPUT, b"c"),
        record(NAME, b"node"),
        record(OP_TYPE, op_type),
        int_attribute(b"transA", transpose_a),
    ];
    record(NODE_OF_GRAPH, &parts.concat())
}

fn model(nodes: &[Vec<u8>]) -> Vec<u8> {
    let unknown = record(77, b"a field of another version");
    [
        record(1, b"before"),
        record(GRAPH_OF_MODEL, &[nodes.concat(), unknown].concat()),
        record(14, b"after"),
    ]
    .concat()
}

/// The fields of the graph in a model.
fn graph_of(model: &[u8]) -> Vec<Field> {
    let graphs = fields(model, 0..model.len()).map(Result::unwrap);
    let graph = graphs.filter(|f| f.number == GRAPH_OF_MODEL).last();
    fields(model, graph.unwrap().payload)
        .map(Result::unwrap)
        .collect()
}

fn nodes_of<'a>(model: &'a [u8], graph: &[Field]) -> Vec<Node<'a>> {
    let nodes = graph.iter().filter(|f| f.number == NODE_OF_GRAPH);
    nodes
        .map(|f| Node::read(model, f.payload.clone()).unwrap())
        .collect()
}

#[test]
fn the_fused_node_becomes_two_plain_ones_and_the_rest_stays() {
    let before = model(&[
        test_node(b"Add", 0),
        test_node(b"FusedMatMul", 1),
        test_node(b"Mul", 0),
    ]);
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
    assert!(patched.starts_with(&record(1, b"before")) && patched.ends_with(&record(14, b"after")));
    let kept = b"a field of another version";
    assert!(patched.windows(kept.len()).any(|window| window == kept));
}

fn convolution(padding: &[u64]) -> Vec<u8> {
    let parts = [
        record(INPUT, b"x"),
        record(INPUT, b"w"),
        record(INPUT, b"x_zero"),
        record(INPUT, b"w_zero"),
        record(OUTPUT, b"y"),
        record(OP_TYPE, b"ConvInteger"),
        record(ATTRIBUTE, &ints("dilations", &[3])),
        record(ATTRIBUTE, &ints("pads", padding)),
    ];
    record(NODE_OF_GRAPH, &parts.concat())
}

#[test]
fn a_padded_convolution_is_padded_with_its_zero_point() {
    let before = model(&[
        test_node(b"FusedMatMul", 1),
        convolution(&[2, 2]),
        convolution(&[0, 0]),
    ]);
    let patched = patch(&before).unwrap();
    let all = graph_of(&patched);
    let nodes = nodes_of(&patched, &all);
    let [_, _, pad, padded, plain] = &nodes[..] else {
        panic!("{} nodes", nodes.len())
    };
    assert_eq!(pad.op_type, b"Pad");
    assert_eq!(
        pad.inputs,
        [b"x".as_slice(), b"pingshu/pads_2_2", b"x_zero"]
    );
    assert_eq!(padded.inputs, [pad.outputs[0], b"w", b"x_zero", b"w_zero"]);
    assert_eq!((padded.outputs[0], padded.padding), (b"y".as_slice(), None));
    assert_eq!(padded.attributes, [ints("dilations", &[3])]);
    assert_eq!(
        (plain.inputs[0], plain.padding),
        (b"x".as_slice(), Some([0, 0]))
    );
    let tensors: Vec<_> = all
        .iter()
        .filter(|f| f.number == INITIALIZER_OF_GRAPH)
        .collect();
    assert_eq!(tensors.len(), 1);
    assert_eq!(&patched[tensors[0].payload.clone()], pads_of([2, 2]));
}

#[test]
fn a_spectrum_is_never_without_a_floor() {
    let parts = [
        record(INPUT, b"signal"),
        record(INPUT, b"step"),
        record(OUTPUT, b"spectrum"),
        record(OP_TYPE, b"STFT"),
        int_attribute(b"onesided", 1),
    ];
    let transform = record(NODE_OF_GRAPH, &parts.concat());
    let before = model(&[test_node(b"FusedMatMul", 1), transform]);
    let patched = patch(&before).unwrap();
    let all = graph_of(&patched);
    let nodes = nodes_of(&patched, &all);
    let [_, _, transform, add] = &nodes[..] else {
        panic!("{} nodes", nodes.len())
    };
    assert_eq!(transform.inputs, [b"signal".as_slice(), b"step"]);
    assert_eq!(transform.attributes.len(), 1);
    assert_eq!(add.inputs, [transform.outputs[0], FLOOR]);
    assert_eq!(
        (add.op_type, add.outputs[0]),
        (b"Add".as_slice(), b"spectrum".as_slice())
    );
    let tensor = all.iter().find(|f| f.number == INITIALIZER_OF_GRAPH);
    assert_eq!(&patched[tensor.unwrap().payload.clone()], floor());
}

#[test]
fn the_lowest_band_of_silence_points_the_way_it_was_learnt() {
    let [[_, lowest], ..] = LEFT_OF_SILENCE;
    assert!(
        lowest > 0.0,
        "a negative real number with it has the angle π"
    );
    assert!(LEFT_OF_SILENCE.iter().all(|[x, y]| x.hypot(*y) > 0.0));
}

#[test]
fn a_fused_node_of_another_form_is_refused() {
    assert_eq!(
        patch(&model(&[test_node(b"FusedMatMul", 0)])),
        Err(PatchError::Unexpected)
    );
}

#[test]
fn a_model_without_the_node_is_refused() {
    assert_eq!(
        patch(&model(&[test_node(b"Add", 0)])),
        Err(PatchError::Unexpected)
    );
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = patch(&bytes);
    }
}
