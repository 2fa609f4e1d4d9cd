"""The classifier: the encoder's layers, and on top of them the mean and the maximum over the tokens, one hidden layer, three classes
(negative, neutral, positive). Word and position embeddings are the encoder's and are not trained: they are shared with it."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

HIDDEN, HEADS = 384, 12


class Layer(nn.Module):
    def __init__(self, w, p, dropout):
        super().__init__()
        def linear(*names):
            l = nn.Linear(1, 1)
            l.weight = nn.Parameter(torch.cat([w[p + n + ".weight"] for n in names])); l.bias = nn.Parameter(torch.cat([w[p + n + ".bias"] for n in names]))
            return l
        def norm(name):
            n = nn.LayerNorm(HIDDEN, eps=1e-12)
            n.weight = nn.Parameter(w[p + name + ".weight"]); n.bias = nn.Parameter(w[p + name + ".bias"])
            return n
        self.qkv = linear(*("attention.self." + n for n in ("query", "key", "value")))
        self.o, self.ln1 = linear("attention.output.dense"), norm("attention.output.LayerNorm")
        self.up, self.down, self.ln2 = linear("intermediate.dense"), linear("output.dense"), norm("output.LayerNorm")
        self.p = dropout

    def forward(self, x, mask):
        b, s, _ = x.shape
        q, k, v = self.qkv(x).view(b, s, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=self.p if self.training else 0.0)
        drop = lambda t: F.dropout(t, self.p, self.training)
        x = self.ln1(x + drop(self.o(a.transpose(1, 2).reshape(b, s, HIDDEN))))
        return self.ln2(x + drop(self.down(F.gelu(self.up(x)))))


class SentimentModel(nn.Module):
    def __init__(self, trunk, layers=6, dropout=0.1):
        """trunk: the arrays that trunk.py writes."""
        super().__init__()
        w = {k: torch.from_numpy(np.asarray(v).astype(np.float32)) for k, v in trunk.items()}
        self.register_buffer("word", w["word_embeddings_int8"] * w["word_scales"], persistent=False)
        self.register_buffer("pos", w["embeddings.position_embeddings.weight"] + w["embeddings.token_type_embeddings.weight"][0], persistent=False)
        self.register_buffer("ln_w", w["embeddings.LayerNorm.weight"], persistent=False); self.register_buffer("ln_b", w["embeddings.LayerNorm.bias"], persistent=False)
        self.layers = nn.ModuleList(Layer(w, f"encoder.layer.{i}.", dropout) for i in range(layers))
        self.hidden = nn.Linear(2 * HIDDEN, HIDDEN); self.out = nn.Linear(HIDDEN, 3); self.p = dropout

    def forward(self, ids, mask):
        """ids, mask: [batch, tokens] -> logits [batch, 3]"""
        x = F.layer_norm(self.word[ids] + self.pos[: ids.shape[1]], (HIDDEN,), self.ln_w, self.ln_b, 1e-12)
        x = F.dropout(x, self.p, self.training)
        attend = mask[:, None, None, :].bool()
        for layer in self.layers: x = layer(x, attend)
        m = mask[:, :, None].to(x.dtype)
        mean = (x * m).sum(1) / m.sum(1)
        top = (x - (1 - m) * 1e4).amax(1)
        h = F.dropout(torch.tanh(self.hidden(torch.cat([mean, top], 1))), self.p, self.training)
        return self.out(h).float()
