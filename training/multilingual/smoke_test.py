"""Runs the whole recipe on a few invented sentences on the CPU: two steps of training, one of
distillation.

It shows that the scripts fit together, not that the result is any good: bge-small and multilingual
BERT are replaced by random numbers. The tokenizers are those in models/.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

HERE = Path(__file__).resolve().parent
MODELS = HERE.parents[1] / "models"
UNIGRAM = MODELS / "multilingual" / "tokenizer.json"
WORDPIECE = MODELS / "english" / "tokenizer.json"
SENTENCES = [
    ("The weather is nice on the mountain today.", "Das Wetter ist heute auf dem Berg schön."),
    ("The train leaves the station at nine.", "Der Zug verlässt den Bahnhof um neun."),
    ("She reads a long book about the sea.", "Sie liest ein langes Buch über das Meer."),
    # Long enough to be code-switched.
    (
        "My brother works in the garden behind the old station and seldom opens a book.",
        "Mein Bruder arbeitet im Garten hinter dem alten Bahnhof und liest selten ein Buch.",
    ),
]
DICTIONARY = [("train", "Zug"), ("station", "Bahnhof"), ("book", "Buch"), ("garden", "Garten")]


def run(script: str, *arguments: object) -> None:
    print(f"--- {script}", flush=True)
    subprocess.run([sys.executable, HERE / script, *map(str, arguments)], check=True)


def random_bert(layers: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """A BERT of bge-small's shape."""
    shapes = {
        "embeddings.word_embeddings.weight": (30_522, 384),
        "embeddings.position_embeddings.weight": (512, 384),
        "embeddings.token_type_embeddings.weight": (2, 384),
        "embeddings.LayerNorm": (384,),
    }
    for layer in range(layers):
        prefix = f"encoder.layer.{layer}."
        for name, (outputs, inputs) in {
            "attention.self.query": (384, 384),
            "attention.self.key": (384, 384),
            "attention.self.value": (384, 384),
            "attention.output.dense": (384, 384),
            "intermediate.dense": (1536, 384),
            "output.dense": (384, 1536),
        }.items():
            shapes[f"{prefix}{name}.weight"] = (outputs, inputs)
            shapes[f"{prefix}{name}.bias"] = (outputs,)
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes[prefix + name] = (384,)
    weights = {}
    for name, shape in shapes.items():
        if name.endswith("LayerNorm"):
            weights[name + ".weight"] = np.ones(shape, np.float32)
            weights[name + ".bias"] = np.zeros(shape, np.float32)
        else:
            weights[name] = rng.normal(0, 0.05, shape).astype(np.float32)
    return weights


def write_inputs(folder: Path) -> None:
    rng = np.random.default_rng(0)
    lines = [f"de\t{en} {i}\t{de} {i}" for i in range(30) for en, de in SENTENCES]
    (folder / "stories.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    entries = [f"de\t{english}\t{german}" for english, german in DICTIONARY]
    (folder / "omw_lemma.tsv").write_text("\n".join(entries) + "\n", encoding="utf-8")
    (folder / "data" / "tatoeba").mkdir(parents=True)
    pair = json.dumps({"src": "Ein Prüfsatz.", "eng": "A test sentence."})
    (folder / "data" / "tatoeba" / "deu-eng.jsonl").write_text(pair + "\n", encoding="utf-8")
    save_file(random_bert(12, rng), folder / "bge.safetensors")
    words = json.loads(WORDPIECE.read_text(encoding="utf-8"))["model"]["vocab"]
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    unused = [f"[unused{i}]" for i in range(995)]
    known = [word for word in words if word.isascii() and word not in special][1000:4000]
    letters = [prefix + letter for prefix in ("", "##") for letter in "abcdefghijklmnopqrstuvwxyz"]
    vocabulary = list(dict.fromkeys(special + unused + letters + known))
    (folder / "mbert.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
    table = rng.normal(0, 0.05, (len(vocabulary), 768)).astype(np.float32)
    save_file({"embeddings.word_embeddings.weight": table}, folder / "mbert.safetensors")
    calibration = [f"de\t{german}" for _, german in SENTENCES]
    (folder / "calibration.tsv").write_text("\n".join(calibration) + "\n", encoding="utf-8")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_inputs(folder)
        (folder / "packs").mkdir()
        pack = folder / "packs" / "stories.txt.xz"
        tokenizers = ("--unigram", UNIGRAM, "--wordpiece", WORDPIECE)
        run("evaluation_texts.py", folder / "data", folder / "evaluation.npy")
        evaluation = ("--evaluation", folder / "evaluation.npy")
        run("pack_pairs.py", folder / "stories.tsv", pack, "--source", "stories", *evaluation)
        run("code_switch.py", folder / "dictionary.tsv.xz", folder / "omw_lemma.tsv")
        dictionary = ("--dictionary", folder / "dictionary.tsv.xz", "--processes", 1)
        run("tokenise_packs.py", folder / "packs", folder / "data.npz", *tokenizers, *dictionary)
        table = folder / "word-table.npz"
        run(
            "initial_word_table.py",
            *("--mbert", folder / "mbert.safetensors", "--mbert-vocabulary", folder / "mbert.txt"),
            *("--bge", folder / "bge.safetensors", "--output", table, *tokenizers),
        )
        common = [
            *("--data", folder / "data.npz", "--bge", folder / "bge.safetensors"),
            *("--word-table", table, *tokenizers, "--minutes", 60),
            *("--joined", 20, "--tokens-per-step", 1024),
        ]
        run("train.py", *common, "--output", folder / "twelve", "--steps", 2)
        teacher = ("--teacher", folder / "twelve" / "state.pt")
        run("distil.py", *common, *teacher, "--output", folder / "six", "--steps", 1)
        run(
            "export_onnx.py",
            *(folder / "six" / "weights.safetensors", folder / "model_int8.onnx"),
            *("--calibration", folder / "calibration.tsv", *tokenizers),
        )
    print("The recipe runs from end to end.")


if __name__ == "__main__":
    main()
