"""An answer that arrives piece by piece, as server-sent events."""

from typing import Any, cast

from .errors import SextantConnectionError, error_in_stream
from .flows import END, Emit, ItemFlow, Read, open_response
from .lines import LineSplitter
from .requests import Request, parse_json
from .retries import RetryPolicy
from .types.answers import AnswerEvent


def answer_events(request: Request[Any], retries: RetryPolicy) -> ItemFlow[AnswerEvent, None]:
    """Emits the events of an answer, `done` last. An answer that has begun is not asked for again."""
    opened = yield from open_response(request, retries)
    lines, events = LineSplitter(), EventParser()
    complete = False
    # Reads to the end of the body, after the last event too: only then the connection can be used again.
    while (chunk := (yield Read(opened))) is not END:
        for line in lines.feed(chunk):
            event = events.feed(line)
            if event is not None:
                yield Emit(event)
                complete = event["event"] == "done"
    if not complete:
        raise SextantConnectionError("The answer ended before it was complete.")


class EventParser:
    """Reads server-sent events line by line, as far as the service uses the format."""

    def __init__(self) -> None:
        self._name = ""
        self._data: list[bytes] = []

    def feed(self, line: bytes) -> AnswerEvent | None:
        """The event that this line completes. Comments and unknown events are skipped."""
        if line:
            field, _, value = line.partition(b":")
            value = value.removeprefix(b" ")
            if field == b"event":
                self._name = value.decode()
            elif field == b"data":
                self._data.append(value)
            return None
        name, data = self._name, b"\n".join(self._data)
        self._name, self._data = "", []
        return _event(name, data) if data else None


def _event(name: str, data: bytes) -> AnswerEvent | None:
    body = parse_json(data)
    if name == "error":
        raise error_in_stream(body)
    # A newer service may send events that this client does not know.
    return cast("AnswerEvent", {"event": name, "data": body}) if name in ("sources", "delta", "done") else None
