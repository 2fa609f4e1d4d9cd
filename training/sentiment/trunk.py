"""The encoder as the classifier starts from it: its layers in fp16 (Hugging Face BERT names), its word embeddings in 8 bits with a
scale per row, exactly as they ship, because they stay as they are and are shared. trunk.py model.safetensors OUT.npz [encoder.onnx]"""
import sys
import numpy as np


def embeddings_of(path):
    import onnx
    from onnx import numpy_helper
    return {i.name: numpy_helper.to_array(i) for i in onnx.load(path).graph.initializer if i.name in ("word_embeddings_int8", "word_scales")}


def rows_in_8_bits(emb):
    scale = np.maximum(np.abs(emb).max(1, keepdims=True), 1e-8) / 127
    return {"word_embeddings_int8": np.clip(np.rint(emb / scale), -127, 127).astype(np.int8), "word_scales": scale.astype(np.float32)}


def main():
    from safetensors.numpy import load_file
    w = {k.removeprefix("bert."): v for k, v in load_file(sys.argv[1]).items()}
    emb = w.pop("embeddings.word_embeddings.weight")
    w.update(embeddings_of(sys.argv[3]) if len(sys.argv) > 3 else rows_in_8_bits(emb.astype(np.float32)))
    np.savez(sys.argv[2], **{k: v for k, v in w.items() if "pooler" not in k and "position_ids" not in k})


if __name__ == "__main__":
    main()
