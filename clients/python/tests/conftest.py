"""One real service for all tests, with its own data folder."""

import json
import os
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from flaky_proxy import FlakyProxy

from sextant_client import AsyncSextant, RetryPolicy, Sextant

REPOSITORY = Path(__file__).parents[3]
API_KEY = "sk_live_" + "py7" * 8

# Short, so that tests of retries don't wait.
QUICK_RETRIES = RetryPolicy(first_wait=0.01)


@pytest.fixture(scope="session")
def service_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("service")
    url = f"http://127.0.0.1:{free_port()}"
    environment = {
        **os.environ,
        "SEXTANT_PORT": url.rpartition(":")[2],
        "SEXTANT_DATA_DIR": str(folder / "data"),
        "SEXTANT_API_KEY": API_KEY,
    }
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            ["node", "bin/sextant.js", "serve"], cwd=REPOSITORY, env=environment, stdout=log, stderr=log
        )
        try:
            wait_until_ready(url, process, folder / "log")
            yield url
        finally:
            process.terminate()
            process.wait(30)


def wait_until_ready(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(600):
        assert process.poll() is None, f"The service did not start. Is it built?\n{log.read_text()}"
        try:
            if httpx.get(f"{url}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    raise AssertionError("The service is not ready after two minutes.")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def client(service_url: str) -> Iterator[Sextant]:
    with Sextant(service_url, API_KEY) as client:
        yield client


@pytest.fixture
async def async_client(service_url: str) -> AsyncIterator[AsyncSextant]:
    async with AsyncSextant(service_url, API_KEY) as client:
        yield client


@pytest.fixture
def sea(client: Sextant) -> str:
    """Six texts about tides and harbours, in the tenant that is returned."""
    lines = (REPOSITORY / "docs/examples/sea.ndjson").read_text().splitlines()
    client.documents.import_(json.loads(line) for line in lines)
    return "sea"


@pytest.fixture
def proxy(service_url: str) -> Iterator[FlakyProxy]:
    with FlakyProxy(service_url) as proxy:
        yield proxy


@pytest.fixture
def flaky_client(proxy: FlakyProxy) -> Iterator[Sextant]:
    with Sextant(proxy.url, API_KEY, retries=QUICK_RETRIES) as client:
        yield client
