"""A site that stops lets its displays go instead of waiting for lines that never end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import Request

from eyesdown.web.frame.live import MESSAGES_STORED, Feed, Watcher, watch


class Line:
    """One display's connection, which nobody hangs up."""

    def __init__(self, feed: Feed) -> None:
        self.sent: list[Any] = []
        self.task = asyncio.create_task(Watcher(feed, "")({"type": "http"}, self.never, self.send))

    async def never(self) -> Any:
        await asyncio.Event().wait()

    async def send(self, message: Any) -> None:
        self.sent.append(message)


def test_everybody_is_let_go_with_a_whole_answer() -> None:
    async def scenario() -> None:
        feed = Feed("board", lambda: "now")
        lines = [Line(feed) for _ in range(3)]
        await asyncio.sleep(0)
        assert feed.watching == len(lines)
        feed.end()
        for line in lines:
            await line.task
            assert not line.sent[-1].get("more_body", False)
        assert feed.watching == 0

    asyncio.run(scenario())


def test_a_line_that_is_cut_otherwise_is_cut() -> None:
    async def scenario() -> None:
        feed = Feed("board", lambda: "now")
        line = Line(feed)
        await asyncio.sleep(0)
        assert feed.watching
        line.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await line.task
        assert feed.watching == 0

    asyncio.run(scenario())


@pytest.mark.parametrize(("method", "watches"), [("GET", True), ("HEAD", False)])
def test_whoever_asks_for_the_head_alone_does_not_watch(method: str, watches: bool) -> None:
    """He would hear no end, nor the site that he left."""
    asked = Request({"type": "http", "method": method, "headers": [], "query_string": b""})
    answer = watch(asked, Feed("board", lambda: "now"))
    assert isinstance(answer, Watcher) is watches
    assert answer.headers["content-type"].startswith("text/event-stream")


def test_the_feed_gives_back_what_a_dropped_line_missed() -> None:
    async def scenario() -> None:
        feed = Feed("board", lambda: "now")
        for number in range(MESSAGES_STORED + 10):
            feed.publish(b"%d" % number)
        feed.publish(b"%d" % number)  # the same again is no news
        assert feed.number == MESSAGES_STORED + 10
        newest = feed.since("")
        assert [message.split(b"data: ")[1] for _, message in newest] == [b"%d\n\n" % number]
        mark = newest[0][1].split(b"\n")[0].removeprefix(b"id: ").decode()
        assert feed.since(mark) == []
        life = mark.partition("-")[0]
        missed = feed.since(f"{life}-{feed.number - 3}")
        assert [number for number, _ in missed] == [feed.number - 2, feed.number - 1, feed.number]
        for odd in (
            f"{life}-1",
            "other-3",
            f"{life}-{10**30}",
            f"{life}-{feed.number + 1}",
            "-",
            "é",
        ):
            assert feed.since(odd) == newest

    asyncio.run(scenario())


def test_the_feed_forgets_a_watcher_who_leaves() -> None:
    async def scenario() -> None:
        feed = Feed("board", lambda: "now")
        watcher = Watcher(feed, "")
        gone = asyncio.Event()
        lines: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            await lines.put(message)

        watching = asyncio.create_task(watcher({"type": "http"}, receive, send))
        head = await lines.get()
        assert dict(head["headers"])[b"content-type"].startswith(b"text/event-stream")
        assert b"event: beat" in (await lines.get())["body"]
        assert feed.watching == 1
        for number in range(3):
            feed.publish(b"%d" % number)
        assert (await lines.get())["body"].count(b"data:") == 3
        feed.publish(b"last")
        assert b"data: last" in (await lines.get())["body"]
        gone.set()
        await watching
        assert feed.watching == 0

    asyncio.run(scenario())
