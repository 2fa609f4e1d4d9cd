"""A proxy in front of the service that fails as it is told to."""

import http.client
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal
from urllib.parse import urlsplit

from typing_extensions import Self

Forward = Callable[[], http.client.HTTPResponse]


@dataclass(frozen=True)
class Refuse:
    """Answers by itself; the service does not see the request."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b"<h1>Bad gateway</h1>"


Fault = Refuse | Literal["drop_request", "drop_response", "cut_response"]


class FlakyProxy:
    """Each fault of `faults` befalls one request; those after them pass."""

    def __init__(self, target: str) -> None:
        self.faults: deque[Fault] = deque()
        self.seen: list[tuple[str, str, dict[str, str]]] = []
        self.bodies: list[bytes] = []
        self._target = urlsplit(target).netloc
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                proxy.seen.append((self.command, self.path, dict(self.headers)))
                proxy.bodies.append(body)
                fault = proxy.faults.popleft() if proxy.faults else None
                if fault == "drop_request":
                    self.close_connection = True
                elif isinstance(fault, Refuse):
                    self.answer(fault.status, list(fault.headers), fault.body)
                else:
                    self.forward(body, fault)

            def forward(self, body: bytes, fault: Fault | None) -> None:
                connection = http.client.HTTPConnection(proxy._target)
                headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
                connection.request(self.command, self.path, body or None, headers)
                response = connection.getresponse()
                content = response.read()
                connection.close()
                if fault == "drop_response":
                    self.close_connection = True
                    return
                own = ("transfer-encoding", "content-length", "connection", "keep-alive")
                kept = [(name, value) for name, value in response.getheaders() if name.lower() not in own]
                self.answer(response.status, kept, content, cut=fault == "cut_response")

            def answer(self, status: int, headers: list[tuple[str, str]], body: bytes, *, cut: bool = False) -> None:
                self.send_response(status)
                for name, value in [*headers, ("Content-Length", str(len(body)))]:
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body[: len(body) // 2] if cut else body)
                self.close_connection = cut

            do_GET = do_POST = do_DELETE = do  # noqa: N815 (names of the base class)

            def log_message(self, *_: object) -> None:
                pass

        return Handler
