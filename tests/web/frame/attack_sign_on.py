"""Sign-on under attack, with the real password hash: `make attack`; figures in docs/proof.md.

10,000 guesses come from 1,000 addresses while a till sells. Owners sign on meanwhile with the
browser that they have used before; the attack never finds out which names exist.
"""

from __future__ import annotations

import asyncio
import statistics
from collections import Counter
from time import perf_counter

import httpx
from argon2 import PasswordHasher

from eyesdown.keno.bets.bet import Regular
from eyesdown.web.frame.signing.known_people import set_password
from kit.public_site import ROLES_AT, PublicSite, sign_on, visitor
from kit.served_site import run_scenario

ADDRESSES, GUESSES, AT_ONCE, SALES = 1_000, 10_000, 50, 300
OWNERS = [ROLES_AT["writer"], ROLES_AT["inspector"]]
NAMES = [*ROLES_AT.values(), *(f"nobody {number}" for number in range(5))]
PASSWORD = "the owner's own password"


async def sale_seconds(hall: PublicSite, count: int) -> list[float]:
    """How long each of a till's sales took, one after the other."""
    taken = []
    for _ in range(count):
        began = perf_counter()
        await hall.sell(Regular((1, 2, 3), 100))
        taken.append(perf_counter() - began)
        await asyncio.sleep(0.01)
    return taken


async def guess(hall: PublicSite, number: int, answers: Counter[int]) -> None:
    place = number % ADDRESSES
    transport = httpx.ASGITransport(hall.app, client=(f"10.{place // 250}.{place % 250}.9", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://hall") as http:
        name = NAMES[(number + number // ADDRESSES) % len(NAMES)]
        answers[(await sign_on(http, name, f"guess {number}")).status_code] += 1


def words(name: str, taken: list[float]) -> str:
    """The median, the 99th percentile and the worst of some durations."""
    ordered = sorted(taken)
    middle, high = statistics.median(ordered), ordered[int(0.99 * len(ordered))]
    return (
        f"{name}: median {middle * 1e3:.1f} ms, p99 {high * 1e3:.1f}, worst {ordered[-1] * 1e3:.1f}"
    )


def test_owners_get_in_and_sales_go_on_under_ten_thousand_guesses() -> None:
    async def scenario(hall: PublicSite) -> None:
        people = hall.hosted.people
        people.hasher = PasswordHasher()
        people._decoy = people.hasher.hash("the password of no one")
        for name in NAMES[: len(ROLES_AT)]:
            await set_password(hall.web, people, name, PASSWORD)
        async with visitor(hall) as first, visitor(hall) as second:
            browsers = list(zip(OWNERS, (first, second), strict=True))
            for name, http in browsers:
                assert (await sign_on(http, name, PASSWORD)).status_code == 303
            print("\n" + words("sales before", await sale_seconds(hall, SALES)))  # noqa: T201 -- figures for docs/proof.md
            answers: Counter[int] = Counter()
            gate, began = asyncio.Semaphore(AT_ONCE), perf_counter()

            async def attack(number: int) -> None:
                async with gate:
                    await guess(hall, number, answers)

            guesses = [asyncio.create_task(attack(number)) for number in range(GUESSES)]
            selling = asyncio.create_task(sale_seconds(hall, SALES))
            waits = []
            for name, http in browsers * 5:
                asked = perf_counter()
                assert (await sign_on(http, name, PASSWORD)).status_code == 303
                assert (await http.get("/me")).status_code == 200
                waits.append(perf_counter() - asked)
            print(words("sales during", await selling))  # noqa: T201 -- figures for docs/proof.md
            await asyncio.gather(*guesses)
            seconds = perf_counter() - began
            print(f"{GUESSES:,} guesses in {seconds:.1f} s: {dict(sorted(answers.items()))}")  # noqa: T201 -- figures for docs/proof.md
            print(words("owners sign on", waits))  # noqa: T201 -- figures for docs/proof.md
            assert set(answers) <= {401, 429, 503}

    run_scenario(PublicSite(), scenario)
