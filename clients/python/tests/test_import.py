"""Imports: in batches, in order, in bounded memory, and never twice."""

import json
from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timezone
from typing import Any

import pytest
from conftest import API_KEY
from flaky_proxy import FlakyProxy, Refuse

from sextant_client import AsyncSextant, Sextant, SextantConnectionError, imports
from sextant_client.types import ImportProgress, NewDocument

BATCH_DOCUMENTS = 20


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "BATCH_DOCUMENTS", BATCH_DOCUMENTS)


def books(tenant: str, count: int) -> Iterator[NewDocument]:
    for number in range(count):
        yield {"id": f"{tenant}-{number}", "title": f"Book {number}", "tenant_id": tenant}


def count_in(client: Sextant, tenant: str) -> int:
    return client.documents.browse(tenant_id=[tenant])["total_number_of_results"]


def test_results_come_in_order_with_lines_that_count_through_batches(client: Sextant) -> None:
    count = BATCH_DOCUMENTS + 5
    results = list(client.documents.import_stream(books("order", count)))
    assert [result["line"] for result in results] == list(range(1, count + 1))
    assert [result["id"] for result in results] == [f"order-{number}" for number in range(count)]
    assert count_in(client, "order") == count


def test_documents_are_taken_as_they_are_sent(client: Sextant) -> None:
    taken = 0

    def endless() -> Iterator[NewDocument]:
        nonlocal taken
        for document in books("endless", 10**9):
            taken += 1
            yield document

    with client.documents.import_stream(endless()) as results:
        for result in results:
            if result["line"] == BATCH_DOCUMENTS + 1:
                break
    assert taken == 2 * BATCH_DOCUMENTS + 1
    assert count_in(client, "endless") == 2 * BATCH_DOCUMENTS


def test_batches_end_at_a_mebibyte(proxy: FlakyProxy, flaky_client: Sextant) -> None:
    large: list[NewDocument] = [
        {
            "title": "Large",
            "tenant_id": "large",
            "source_uri": "x" * 999,
            "metadata": {"k": ["y" * 500] * 500},
        }
        for _ in range(6)
    ]
    flaky_client.documents.import_(large)
    assert [body.count(b"\n") for body in proxy.bodies] == [4, 2]


def test_totals_progress_and_failures(client: Sextant) -> None:
    wrong: list[Any] = [{"id": "totals-0", "titel": "?"}, {"title": "", "tenant_id": "totals"}]
    progress: list[ImportProgress] = []
    documents = [*books("totals", BATCH_DOCUMENTS), *wrong]
    result = client.documents.import_(documents, on_progress=progress.append)
    assert (result["created"], result["updated"], result["failed"]) == (BATCH_DOCUMENTS, 0, 2)
    assert progress == [
        {"created": BATCH_DOCUMENTS, "updated": 0, "failed": 0},
        {"created": BATCH_DOCUMENTS, "updated": 0, "failed": 2},
    ]
    assert [failure["line"] for failure in result["failures"]] == [BATCH_DOCUMENTS + 1, BATCH_DOCUMENTS + 2]
    assert result["failures"][0]["error"] is not None
    assert result["failures"][0]["error"]["code"] == "parameter_missing"
    again = client.documents.import_(books("totals", 3), mode="insert")
    assert again["failed"] == 3
    assert [failure["error"] and failure["error"]["code"] for failure in again["failures"]] == ["document_exists"] * 3


def test_nothing_to_import(client: Sextant) -> None:
    result = client.documents.import_([])
    assert (result["created"], result["updated"], result["failed"]) == (0, 0, 0)


@pytest.mark.parametrize("fault", ["drop_request", "drop_response", "cut_response", Refuse(503)])
def test_a_batch_that_fails_on_the_way_is_stored_once(
    fault: Any, proxy: FlakyProxy, flaky_client: Sextant, client: Sextant
) -> None:
    tenant = f"once-{fault if isinstance(fault, str) else fault.status}"
    proxy.faults.append(fault)
    # Without ids, nothing but the client keeps a document from being stored twice.
    result = flaky_client.documents.import_({"title": "A book", "tenant_id": tenant} for _ in range(3))
    assert (result["created"], result["updated"]) == (3, 0)
    assert count_in(client, tenant) == 3
    first, second = proxy.seen
    assert first[2]["Idempotency-Key"] == second[2]["Idempotency-Key"]
    assert proxy.bodies[0] == proxy.bodies[1]
    # Even a service that has forgotten the key could not store them twice.
    assert len({json.loads(line)["id"] for line in proxy.bodies[0].splitlines()}) == 3


def test_an_import_whose_response_lacks_its_end_is_repeated(proxy: FlakyProxy, flaky_client: Sextant) -> None:
    half = json.dumps({"line": 1, "id": "a", "status": "created", "error": None}).encode()
    proxy.faults.extend([Refuse(200, body=half), Refuse(200, body=b"")])
    assert flaky_client.documents.import_(books("half", 1))["created"] == 1
    assert len(proxy.seen) == 3


def test_an_import_gives_up_in_the_end(proxy: FlakyProxy) -> None:
    proxy.faults.extend(["drop_request"] * 2)
    with Sextant(proxy.url, API_KEY, retries=0) as client, pytest.raises(SextantConnectionError):
        client.documents.import_(books("gone", 1))


def test_line_separators_inside_texts_stay(client: Sextant) -> None:
    title = "One\u2028two\x85three"
    (result,) = client.documents.import_stream([{"id": "separators", "title": title, "tenant_id": "lines"}])
    assert result["status"] == "created"
    assert client.documents.get("separators")["title"] == title


def test_times_are_sent_as_iso_8601(client: Sextant) -> None:
    moment = datetime(2024, 5, 1, 12, 30, 15, 123456, tzinfo=timezone.utc)
    client.documents.import_(
        [
            {
                "id": "timed",
                "title": "Timed",
                "tenant_id": "times",
                "created_at": moment,
                "updated_at": moment.date(),
            }
        ]
    )
    document = client.documents.get("timed")
    assert (document["created_at"], document["updated_at"]) == (
        "2024-05-01T12:30:15.123Z",
        "2024-05-01T00:00:00.000Z",
    )


def test_what_is_not_json_is_refused_before_it_is_sent(client: Sextant) -> None:
    with pytest.raises(ValueError, match="JSON"):
        client.documents.import_([{"title": "NaN", "tenant_id": "nan", "metadata": {"value": float("nan")}}])
    with pytest.raises(TypeError, match="JSON"):
        client.documents.import_([{"title": "Object", "tenant_id": "nan", "metadata": {"value": object()}}])


async def test_async_import_takes_both_kinds_of_iterables(async_client: AsyncSextant) -> None:
    async def slow_books() -> AsyncIterator[NewDocument]:
        for book in books("async", 3):
            yield book

    assert (await async_client.documents.import_(slow_books()))["created"] == 3
    assert (await async_client.documents.import_(books("async", 3)))["updated"] == 3
    lines = [result["line"] async for result in async_client.documents.import_stream(slow_books())]
    assert lines == [1, 2, 3]


def test_the_sync_client_refuses_an_async_iterable(client: Sextant) -> None:
    async def nothing() -> AsyncIterator[NewDocument]:
        return
        yield

    with pytest.raises(TypeError, match="AsyncSextant"):
        client.documents.import_(nothing())
