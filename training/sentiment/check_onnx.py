"""Measures an exported file as it will be used: check_onnx.py MODEL.onnx ENCODER.onnx TOKENIZER.json DATA_DIR [EVERY]
Writes the logits of the held-out texts, and of the sentences of our own, to logits.npz for calibrate.py."""
import gzip, json, glob, sys
import numpy as np
import os
os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # before the library is loaded
import onnxruntime as ort
import onnx
from tokenizers import Tokenizer
from clean_text import clean
from export_onnx import SHARED
from prepare_data import HERE, LABELS


def joined(model, encoder):
    m = onnx.load(model); m.graph.initializer.extend(i for i in onnx.load(encoder).graph.initializer if i.name in SHARED)
    o = ort.SessionOptions(); o.intra_op_num_threads = 1
    return ort.InferenceSession(m.SerializeToString(), o, providers=["CPUExecutionProvider"])


def main():
    model, encoder, tokenizer, data = sys.argv[1:5]; every = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    s = joined(model, encoder); t = Tokenizer.from_file(tokenizer); t.enable_truncation(256); t.no_padding(); out = {}
    sets = {path.removeprefix(data + "/"): [json.loads(l) for l in gzip.open(path, "rt", encoding="utf-8")] for path in (f"{data}/sst2/dev.jsonl.gz", *sorted(glob.glob(f"{data}/umsab/*.val.jsonl.gz")))}
    for name in ("other-languages", "everyday-sentences"): sets["own/" + name] = [dict(zip(("language", "label", "text"), l.rstrip("\n").split("\t"))) for l in open(f"{HERE}/{name}.tsv", encoding="utf-8")]
    for name, rows in sets.items():
        rows = rows[::every]
        logits = np.concatenate([s.run(None, {"input_ids": np.array([t.encode(clean(r["text"])).ids], np.int64)})[0] for r in rows])
        y = np.array([LABELS[r["label"]] for r in rows]); p = logits.argmax(1)
        f1 = np.mean([2 * ((p == c) & (y == c)).sum() / max(1, (p == c).sum() + (y == c).sum()) for c in range(3)])
        out[name + ":logits"] = logits; out[name + ":label"] = y
        print(name, len(rows), "accuracy %.4f macro F1 %.4f" % ((p == y).mean(), f1), flush=True)
    np.savez("logits.npz", **out)


if __name__ == "__main__":
    main()
