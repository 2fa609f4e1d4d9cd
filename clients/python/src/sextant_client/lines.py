"""Lines of a body that arrives in chunks."""


class LineSplitter:
    """Splits at line feeds alone.

    `str.splitlines`, and with it `httpx.Response.iter_lines`, also splits at characters such as U+2028, which stand
    unescaped in JSON.
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that this chunk completes."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return [line.removesuffix(b"\r") for line in lines]
