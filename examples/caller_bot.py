"""A bot that calls the numbers of a hall's game over its API, as a caller's device would.

python caller_bot.py http://127.0.0.1:8000 dome tue 1 TOKEN
"""

import asyncio
import sys
from uuid import uuid4

import httpx


async def call_next(http: httpx.AsyncClient, hall: str, session: str, game: int, ball: int) -> str:
    """Announce one ball; what the site answers, or why the rules refuse it."""
    command = {"type": "CallNumber", "session": session, "game": game, "number": ball}
    body = {"id": str(uuid4()), "command": command}  # sent again with this id, it is done once
    reply = await http.post(f"/api/halls/{hall}/commands", json=body)
    answer = reply.json()
    if reply.status_code != 200:
        return f"refused: {answer['title']}. {answer['next']}"
    return "called: " + ", ".join(event["type"] for event in answer["events"])


async def main(address: str, hall: str, session: str, game: str, token: str) -> None:
    """Call the balls that are typed, one a line."""
    headers = {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=address, headers=headers) as http:
        for ball in sys.stdin:
            print(await call_next(http, hall, session, int(game), int(ball)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
