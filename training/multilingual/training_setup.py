"""What train.py and distil.py prepare alike: arguments, texts and their targets, validation."""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer

from batch_stream import BatchStream
from batches import TrainingPacker, encode_ids, encode_texts
from benchmarks import validate
from corpus import Corpus
from joined_passages import join_passages
from mixed_tokenizer import MixedTokenizer
from packed_bert import PackedBert, compile_layers, load_bert
from training_loop import Targets
from training_texts import TrainingTexts

# Languages are sampled by their amount of text to this power: below 1, small ones count more.
LANGUAGE_EXPONENT = 0.5
# The share of Unigram pieces that are read by their second cuts.
CUT_SHARE = 0.05
# Second cuts make texts longer: a batch leaves room for that.
FILLED = 0.93


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, nargs="+", required=True, help="from tokenise_packs.py, .npz"
    )
    parser.add_argument("--bge", type=Path, required=True, help="bge-small, .safetensors")
    parser.add_argument("--word-table", type=Path, required=True, help="initial_word_table.py's")
    parser.add_argument("--unigram", type=Path, required=True, help="tokenizer.json, multilingual")
    parser.add_argument("--wordpiece", type=Path, required=True, help="tokenizer.json, bge-small")
    parser.add_argument("--source-weights", type=Path, help="source-weights-*.json")
    parser.add_argument("--validation", type=Path, help="folder of evaluation sets (README.md)")
    parser.add_argument("--output", type=Path, required=True, help="folder to write to")
    parser.add_argument("--minutes", type=float, required=True, help="how long to train")
    parser.add_argument("--steps", type=int, default=10**9, help="end earlier, for a trial")
    parser.add_argument(
        "--joined", type=int, default=400_000, help="passages (default: %(default)s)"
    )
    parser.add_argument("--tokens-per-step", type=int, default=196_608, help="default: %(default)s")
    parser.add_argument("--dropout", type=float, default=0.1, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)


class TrainingSetup:
    def __init__(self, arguments: argparse.Namespace):
        self._arguments = arguments
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(arguments.seed)
        torch.set_float32_matmul_precision("high")
        arguments.output.mkdir(parents=True, exist_ok=True)
        rng = np.random.default_rng(arguments.seed)
        weights = {}
        if arguments.source_weights:
            weights = json.loads(arguments.source_weights.read_text(encoding="utf-8"))
        corpus = Corpus(arguments.data)
        joined = join_passages(corpus, arguments.joined, LANGUAGE_EXPONENT, rng)
        texts = TrainingTexts(corpus, joined, weights, LANGUAGE_EXPONENT, rng)
        self._groups = texts.groups
        for group in texts.groups:
            print(f"{group.name}: {len(group.starts)} texts", flush=True)

        self.bge_weights = load_file(arguments.bge)
        self.bge = PackedBert().to(self.device)
        load_bert(self.bge, self.bge_weights)
        tokens = self._tensor(texts.tokens)
        starts, lengths = self._tensor(texts.target_starts), self._tensor(texts.target_lengths)
        vectors = encode_texts(self.bge, tokens, starts, lengths)
        self.targets = Targets(vectors, self._tensor(texts.target_hashes))

        with np.load(arguments.word_table) as file:
            self.word_table = {name: file[name] for name in file.files}
        self.packer = TrainingPacker(
            tokens,
            arguments.tokens_per_step,
            self._tensor(self.word_table["cuts"].astype(np.int64)),
            self._tensor(self.word_table["cut_lengths"].astype(np.int64)),
            CUT_SHARE,
        )
        if self.device == "cuda":
            compile_layers()

    def new_model(self, layers: int) -> PackedBert:
        """Without weights, but with the frozen part of the word table (E)."""
        pieces = len(self.word_table["vectors"])
        model = PackedBert(layers, pieces, self._arguments.dropout).to(self.device)
        vectors = self._tensor(self.word_table["vectors"]).float()
        vectors *= self._tensor(self.word_table["vector_scales"])[:, None]
        # Half the memory traffic; the sums of training stay in 32 bits.
        model.mbert_vectors = vectors.to(torch.bfloat16) if self.device == "cuda" else vectors
        return model

    def stream(self, seed: int) -> BatchStream:
        budget = int(self._arguments.tokens_per_step * FILLED)
        return BatchStream(self._groups, budget, self._arguments.seed + seed, self.device)

    def validator(self) -> Callable[[PackedBert], dict] | None:
        """Validates by the evaluation sets; keeps bge-small's vectors, which never change."""
        data = self._arguments.validation
        if data is None:
            return None
        wordpiece = Tokenizer.from_file(str(self._arguments.wordpiece))
        wordpiece.no_padding()
        mixed = MixedTokenizer(self._arguments.unigram, self._arguments.wordpiece)
        kept: dict[tuple, np.ndarray] = {}

        def read_english(texts: Sequence[str], max_tokens: int) -> np.ndarray:
            key = (hash(tuple(texts)), max_tokens)
            if key not in kept:
                wordpiece.enable_truncation(max_tokens)
                ids = [encoding.ids for encoding in wordpiece.encode_batch(list(texts))]
                kept[key] = encode_ids(self.bge, ids, self.device)
            return kept[key]

        def run(model: PackedBert) -> dict:
            def encode(texts: Sequence[str], max_tokens: int, language: str) -> np.ndarray:
                if language == "en":
                    return read_english(texts, max_tokens)
                return encode_ids(model, mixed.encode_batch(texts, max_tokens), self.device)

            return validate(encode, data)

        return run

    def _tensor(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)
