"""A site that stops lets its displays go instead of waiting for lines that never end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import Request

from eyesdown.web.frame.live import Feed, Watcher, watch


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
