"""Converts the weights of g2pM 0.1.2.5 (Apache-2.0) to the three files beside this script.

Usage: convert.py FOLDER, where the folder holds np_ckpt.pkl, char2idx.pkl and class2idx.pkl of the
package `g2pM`. Needs numpy. The order of the numbers is the order in which network.rs reads them;
the matrices of the layers that run for each character are transposed, so that one input's weights
for all outputs lie together.
"""

import pathlib
import pickle
import sys

import numpy


def load(folder, name):
    return pickle.loads((folder / name).read_bytes())


def names(indices):
    """The names in the order of their indices."""
    ordered = sorted(indices, key=indices.get)
    assert [indices[name] for name in ordered] == list(range(len(ordered)))
    return ordered


def direction(weights, suffix):
    """Input weights, recurrent weights, and the sum of both biases."""
    biases = weights[f"lstm.bias_ih_l0{suffix}"] + weights[f"lstm.bias_hh_l0{suffix}"]
    return [weights[f"lstm.weight_ih_l0{suffix}"].T, weights[f"lstm.weight_hh_l0{suffix}"].T, biases]


def main():
    source, here = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).parent
    weights = load(source, "np_ckpt.pkl")
    arrays = [
        weights["embedding.weight"],
        *direction(weights, ""),
        *direction(weights, "_reverse"),
        weights["logit_layer.0.weight"].T,
        weights["logit_layer.0.bias"],
        weights["logit_layer.2.weight"],
        weights["logit_layer.2.bias"],
    ]
    with open(here / "weights.bin", "wb") as file:
        for array in arrays:
            file.write(numpy.ascontiguousarray(array, dtype="<f4").tobytes())
    # The first two are no characters: padding and the unknown.
    characters = names(load(source, "char2idx.pkl"))[2:]
    (here / "characters.txt").write_text("".join(characters) + "\n", encoding="utf-8")
    classes = [name.replace("u:", "v") for name in names(load(source, "class2idx.pkl"))]
    (here / "classes.txt").write_text("\n".join(classes) + "\n", encoding="utf-8")


main()
