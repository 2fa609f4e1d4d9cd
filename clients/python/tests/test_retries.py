"""Requests that fail on the way: what is repeated, how, and what never is."""

import json
import math
import time
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import httpx
import pytest
from conftest import API_KEY, QUICK_RETRIES
from flaky_proxy import FlakyProxy, Refuse

from sextant_client import (
    AsyncSextant,
    NotFoundError,
    RateLimitError,
    RetryPolicy,
    Sextant,
    SextantConnectionError,
    SextantTimeoutError,
    UnavailableError,
)
from sextant_client.errors import api_error
from sextant_client.requests import get, slow
from sextant_client.retries import may_be_done, parse_retry_after
from sextant_client.transport import Settings, as_connection_error

FAULTS: list[Any] = [
    "drop_request",
    "drop_response",
    "cut_response",
    *(Refuse(status) for status in (408, 429, 502, 503, 504)),
    Refuse(200, body=b"<html>Please log in</html>"),
]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_write_that_fails_on_the_way_is_carried_out_once(
    fault: Any, proxy: FlakyProxy, flaky_client: Sextant, client: Sextant
) -> None:
    tenant = f"retries-{FAULTS.index(fault)}"
    proxy.faults.extend([fault, fault])
    document = flaky_client.documents.add(title="A receipt", tenant_id=tenant)
    assert len(proxy.seen) == 3
    assert len({headers["Idempotency-Key"] for _, _, headers in proxy.seen}) == 1
    assert [item["id"] for item in client.documents.browse_all(tenant_id=[tenant])] == [document["id"]]


@pytest.mark.parametrize("fault", FAULTS)
async def test_the_async_client_does_the_same(fault: Any, proxy: FlakyProxy, client: Sextant) -> None:
    tenant = f"async-retries-{FAULTS.index(fault)}"
    proxy.faults.extend([fault, fault])
    async with AsyncSextant(proxy.url, API_KEY, retries=QUICK_RETRIES) as flaky:
        document = await flaky.documents.add(title="A receipt", tenant_id=tenant)
    assert len(proxy.seen) == 3
    assert [item["id"] for item in client.documents.browse_all(tenant_id=[tenant])] == [document["id"]]


def test_an_idempotency_key_of_the_caller_is_used(proxy: FlakyProxy, flaky_client: Sextant) -> None:
    first = flaky_client.documents.add(title="An order", tenant_id="orders", idempotency_key="order-1")
    assert (
        flaky_client.documents.add(title="An order", tenant_id="orders", idempotency_key="order-1")["id"] == first["id"]
    )


def test_reads_are_retried_without_a_key(proxy: FlakyProxy, flaky_client: Sextant) -> None:
    proxy.faults.append("drop_response")
    flaky_client.search("moon", search_type="lexical")
    assert [headers.get("Idempotency-Key") for _, _, headers in proxy.seen] == [None, None]


def test_a_page_in_the_middle_is_retried(proxy: FlakyProxy, flaky_client: Sextant, sea: str) -> None:
    items = flaky_client.documents.browse_all(tenant_id=[sea], limit=2)
    first = next(items)
    proxy.faults.append("cut_response")
    assert len({first["id"], *(item["id"] for item in items)}) == 6
    assert len(proxy.seen) == 4


def test_retries_end(proxy: FlakyProxy) -> None:
    proxy.faults.extend([Refuse(503)] * 9)
    with Sextant(proxy.url, API_KEY, retries=RetryPolicy(max_retries=2, first_wait=0.01)) as client:
        with pytest.raises(UnavailableError) as caught:
            client.versions()
        assert (caught.value.status, len(proxy.seen)) == (503, 3)
        with pytest.raises(UnavailableError):
            client.with_options(retries=0).versions()
        assert len(proxy.seen) == 4


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 409, 413, 500])
def test_lasting_errors_are_not_retried(status: int, proxy: FlakyProxy, flaky_client: Sextant) -> None:
    proxy.faults.append(Refuse(status))
    with pytest.raises(Exception, match=str(status)):
        flaky_client.versions()
    assert len(proxy.seen) == 1


def test_retry_after_is_honoured(proxy: FlakyProxy, flaky_client: Sextant) -> None:
    proxy.faults.append(Refuse(429, headers=(("Retry-After", "1"),)))
    start = time.monotonic()
    flaky_client.versions()
    assert time.monotonic() - start >= 1


def test_a_wait_that_is_too_long_is_left_to_the_caller(proxy: FlakyProxy, flaky_client: Sextant) -> None:
    proxy.faults.append(Refuse(429, headers=(("Retry-After", "3600"),)))
    with pytest.raises(RateLimitError) as caught:
        flaky_client.versions()
    assert caught.value.retry_after == 3600


def test_retry_after_can_be_a_date() -> None:
    assert parse_retry_after("1.5") == 1.5
    assert parse_retry_after("soon") is None
    assert parse_retry_after(None) is None
    later = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=60), usegmt=True)
    assert 50 < (parse_retry_after(later) or 0) <= 60


def test_waits_double_and_have_jitter() -> None:
    policy, error = RetryPolicy(max_retries=99, first_wait=1, longest_wait=10), SextantConnectionError()
    waits = [[policy.wait_after(error, retries) or 0 for _ in range(200)] for retries in (0, 2, 50)]
    assert [max(some) <= most for some, most in zip(waits, (1, 4, 10), strict=True)] == [True] * 3
    assert all(max(some) > most / 2 > min(some) for some, most in zip(waits, (1, 4, 10), strict=True))


def test_what_the_service_can_never_do_is_not_retried() -> None:
    details = {"type": "model_error", "code": "language_model_not_configured", "message": "", "param": None}
    body = json.dumps({"error": {**details, "errors": [], "request_id": ""}}).encode()
    assert RetryPolicy().wait_after(api_error(503, body, None), 0) is None
    assert RetryPolicy().wait_after(api_error(503, body, 2.0), 0) is not None


def test_a_language_model_gets_more_time(service_url: str) -> None:
    with httpx.Client() as http_client:
        usual = Settings.of(service_url, API_KEY, None, 0)
        patient = usual.with_options(math.inf, None)
        for request, seconds in ((get("models"), 60), (slow(get("models")), 300)):
            assert usual.build(http_client, request).extensions["timeout"]["read"] == seconds
            assert patient.build(http_client, request).extensions["timeout"]["read"] is None
            assert patient.build(http_client, request).extensions["timeout"]["connect"] == 5


def test_no_service() -> None:
    with Sextant("http://127.0.0.1:9", API_KEY, retries=1) as client, pytest.raises(SextantConnectionError):
        client.versions()


def test_timeout(proxy: FlakyProxy, flaky_client: Sextant) -> None:
    with pytest.raises(SextantTimeoutError):
        flaky_client.with_options(timeout=0.0001, retries=0).search("moon", search_type="ai_semantic")


def test_a_delete_whose_response_is_lost_succeeds(proxy: FlakyProxy, flaky_client: Sextant, client: Sextant) -> None:
    answered, lost = (client.documents.add(title="Gone", tenant_id="deleted")["id"] for _ in range(2))
    expected = client.documents.delete(answered)
    proxy.faults.append("drop_response")
    assert flaky_client.documents.delete(lost) == {**expected, "id": lost, "url": f"/v20241104/documents/{lost}"}
    assert len(proxy.seen) == 2


async def test_so_does_one_of_the_async_client(proxy: FlakyProxy, client: Sextant) -> None:
    client.synonyms.add(id="lost", equivalent=["sofa", "couch"])
    proxy.faults.append("cut_response")
    async with AsyncSextant(proxy.url, API_KEY, retries=QUICK_RETRIES) as flaky:
        assert (await flaky.synonyms.delete("lost"))["deleted"] is True


STARTING = json.dumps(
    {
        "error": {
            "type": "overloaded_error",
            "code": "starting",
            "message": "",
            "param": None,
            "errors": [],
            "request_id": "",
        }
    }
)


@pytest.mark.parametrize(
    "faults", [[], [Refuse(429)], [Refuse(408)], [Refuse(503, headers=(("Retry-After", "0"),), body=STARTING.encode())]]
)
def test_a_delete_of_what_nobody_has_fails(faults: list[Any], proxy: FlakyProxy, flaky_client: Sextant) -> None:
    proxy.faults.extend(faults)
    with pytest.raises(NotFoundError):
        flaky_client.documents.delete("nobody-has-this")


def test_what_found_no_service_is_not_done() -> None:
    def failed(reason: httpx.HTTPError) -> bool:
        error = as_connection_error(reason)
        error.__cause__ = reason
        return may_be_done(error)

    assert not failed(httpx.ConnectError("refused"))
    assert failed(httpx.ReadError("reset"))
    assert failed(httpx.ReadTimeout("late"))
