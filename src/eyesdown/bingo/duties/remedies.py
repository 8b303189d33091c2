"""Which steps put right what a refusal names. Each is tried on `decide` like any other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TypeAlias

from msgspec.structs import replace

from eyesdown.bingo.claims.commands import CheckClaim, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.verify import missing_steps, undeclared
from eyesdown.bingo.duties.step import (
    CALLER,
    EACH_MAX,
    OFFICE,
    SUPERVISOR,
    VERIFIER,
    Look,
    Step,
)
from eyesdown.bingo.play.commands import (
    CheckBall,
    CorrectDisplay,
    CorrectNumber,
    DrawJackpotNumbers,
    FinishCall,
    HandOverBall,
    ReplaceScorecard,
)
from eyesdown.bingo.play.decide import balls_to_check
from eyesdown.bingo.pools.commands import Contribute, DistributePool
from eyesdown.bingo.sales.commands import EnterSerialRange
from eyesdown.bingo.session.announcements import due_before_close, due_before_number
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    CloseSession,
    ShowClosingSign,
)
from eyesdown.bingo.state.desk import OFFICIALS
from eyesdown.bingo.state.game import Claimed, KnownError
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.bingo_book import Announcement

Steps: TypeAlias = Iterator[Step]
Remedy: TypeAlias = Callable[[Look, int, Refusal], Steps]


def no_remedy(_look: Look, _number: int, _refusal: Refusal) -> Steps:
    """No step: time, or another step, puts it right."""
    yield from ()


def _appoint(look: Look, number: int, refusal: Refusal) -> Steps:
    yield from appointments(look, number, refusal)


def appointments(look: Look, number: int, refusal: Refusal | None = None) -> Steps:
    """The caller or the supervisor that a game, or with 0 the session, still lacks."""
    for duty in OFFICIALS:
        by_game = look.session.appointed.get(duty)
        if look.official(duty, number) or (by_game and not number):
            continue
        step = look.best(
            Step(
                duty=OFFICE,
                person="",
                game=number,
                what=f"Appoint a {duty}.",
                command=AppointPerson(**look.about, person=person, duty=duty),
                clause=refusal.clause if refusal else None,
                lacks=("person",),
            )
            for person in look.crew or ("?",)
        )
        if step is not None:
            yield step


def _announce(look: Look, number: int, refusal: Refusal) -> Steps:
    """The announcement that a refusal misses, by the person who owes it."""
    topic = dict(refusal.facts)["topic"]
    duties = due_before_number(look.book, look.state, look.session, number) if number else ()
    duties += due_before_close(look.book, look.state, look.session)
    for duty in duties:
        if duty.topic == topic:
            step = look.best(_spoken(look, number, duty))
            if step is not None:
                yield step
            return


def _spoken(look: Look, number: int, duty: Announcement) -> Steps:
    """An announcement by each person who might owe it; lacking details have a placeholder."""
    details = tuple((name, "?") for name in duty.lacking)
    for game in dict.fromkeys((0, number)):
        for by in look.staff(number):
            yield Step(
                duty=next((each for each in OFFICIALS if by == look.official(each, number)), ""),
                person=by,
                game=number,
                what=f"Announce: {duty.topic}.",
                command=Announce(
                    **look.about, game=game, by=by, topics=(duty.topic,), details=details
                ),
                clause=look.book.clause(duty.clause),
                words=duty.text,
                lacks=duty.lacking,
            )


def _jackpot_numbers(look: Look, number: int, refusal: Refusal) -> Steps:
    by = look.official(CALLER, number)
    draw = DrawJackpotNumbers(**look.in_game(number), numbers=(1,), by=by)
    step = Step(
        duty=CALLER,
        person=by,
        game=number,
        what="Draw the jackpot numbers.",
        command=draw,
        clause=refusal.clause,
        lacks=("numbers",),
    )
    yield look.tried(step)


def _range(look: Look, number: int, refusal: Refusal) -> Steps:
    by = look.official(CALLER, number)
    for serial in look.session.series:
        if serial in look.session.ranges:
            continue
        first, last = look.state.held(look.session).in_play(number).books.get(serial, (1, 1))
        step = Step(
            duty=CALLER,
            person=by,
            game=number,
            what=f"Enter the first and the last number issued of {serial}.",
            command=EnterSerialRange(**look.about, by=by, serial=serial, first=first, last=last),
            clause=refusal.clause,
            lacks=("first", "last"),
        )
        yield look.tried(step)


def _contribute(look: Look, number: int, refusal: Refusal) -> Steps:
    """Prizes that are too low, or not fixed, are raised by the operator (S11)."""
    cents = int(dict(refusal.facts).get("short_cents", 1))
    offers = look.game(number).offers
    empty = [prize for prize, amount in offers.items() if not amount]
    for prize in empty or [look.game(number).last_prize]:
        give = Contribute(**look.in_game(number), prize=prize, amount_cents=cents)
        step = Step(
            duty=OFFICE,
            person="",
            game=number,
            what=f"Raise the prize for the {prize}.",
            command=give,
            clause=refusal.clause,
            lacks=("amount_cents",),
        )
        yield look.tried(step)


def _finish(look: Look, number: int, refusal: Refusal) -> Steps:
    by = look.official(CALLER, number)
    command = FinishCall(**look.in_game(number), by=by)
    step = Step(
        duty=CALLER,
        person=by,
        game=number,
        what="Finish the announcement.",
        command=command,
        clause=refusal.clause,
    )
    yield look.tried(step)


def _hand_over(look: Look, number: int, refusal: Refusal) -> Steps:
    by = look.official(CALLER, number)
    command = HandOverBall(**look.in_game(number), by=by)
    step = Step(
        duty=CALLER,
        person=by,
        game=number,
        what="Hand the ball to the supervisor.",
        command=command,
        clause=refusal.clause,
    )
    yield look.tried(step)


def _rack(look: Look, number: int, refusal: Refusal) -> Steps:
    """The ball is checked; one that was read and differs is put right first."""
    if look.game(number).correction is None:
        yield from _check_ball(look, number, refusal)


def _check_ball(look: Look, number: int, refusal: Refusal) -> Steps:
    """The placeholder is the number announced, which the supervisor does not see."""
    by = look.official(SUPERVISOR, number)
    for call in balls_to_check(look.game(number))[:1]:
        ball = look.game(number).calls[call - 1].number
        step = Step(
            duty=SUPERVISOR,
            person=by,
            game=number,
            what="Check the ball and rack it.",
            command=CheckBall(**look.in_game(number), by=by, ball=ball),
            clause=refusal.clause,
            lacks=("ball",),
        )
        yield look.tried(step)


def _correct(look: Look, number: int, refusal: Refusal) -> Steps:
    for error in look.game(number).errors:
        step = look.best(_corrections(look, number, error, refusal))
        if step is not None:
            yield step
            if not step.is_open:
                yield from _finish(look, number, refusal)
                yield from _check_ball(look, number, refusal)


def _corrections(look: Look, number: int, error: KnownError, refusal: Refusal) -> Steps:
    """The halves that are missing, by either official; the ball really drawn goes first."""
    halves = {"announced": error.announced_at is None, "displayed": not error.displayed}
    missing = " and ".join(half for half, owed in halves.items() if owed)
    game = look.game(number)
    drawn = [call.drawn for call in game.calls if call.number == error.wrong]
    # What was reported may have become the right number of another call meanwhile.
    other = next((ball for ball in look.balls if ball not in {*game.called, error.wrong}), 0)
    known = (error.right, *drawn)
    rights = (error.right,) if error.error == "display" else (*known, other)
    for right in dict.fromkeys(rights):
        for by in look.staff(number):
            about = {**look.in_game(number), "by": by, "right": right, **halves}
            yield Step(
                duty=next((each for each in OFFICIALS if by == look.official(each, number)), ""),
                person=by,
                game=number,
                what=f"Put {error.wrong} right: it is to be {missing}.",
                command=CorrectDisplay(**about, shown=error.wrong)
                if error.error == "display"
                else CorrectNumber(**about, wrong=error.wrong),
                clause=refusal.clause,
                words=f"Correction: the number is {right}, not {error.wrong}.",
                lacks=() if right in known else ("right",),
            )


def _claims(look: Look, number: int, refusal: Refusal) -> Steps:
    """Claims are checked, confirmed and declared, one after the other."""
    game = look.game(number)
    for claim in game.undecided[:EACH_MAX]:
        if missing_steps(look.book, game, claim):
            step = look.best(_checks(look, number, claim))
        else:
            step = look.best(_confirmations(look, number, claim, refusal))
            if step is not None and not step.is_open:
                again = look.best(_checks(look, number, claim))
                step = again if again and again.is_open else step
        if step is not None:
            yield step
    yield from _by_a_verifier(look, number)
    if undeclared(look.book, look.state, game):
        step = look.best(
            Step(
                duty=SUPERVISOR,
                person=by,
                game=number,
                what="Declare the result.",
                command=DeclareResult(**look.in_game(number), by=by),
                clause=refusal.clause,
            )
            for by in look.staff(number)
        )
        if step is not None:
            yield step


def _by_a_verifier(look: Look, number: int) -> Steps:
    """What a person without a duty of their own may check, where the book lets them."""
    officials = [look.official(duty, number) for duty in OFFICIALS]
    helpers = [name for name in look.crew if name not in officials]
    for claim in look.game(number).undecided[:1] if helpers else ():
        step = look.best(_checks(look, number, claim, helpers))
        if step is not None and step.is_open:
            yield replace(step, person="")


def _duty_in_claims(look: Look, number: int, person: str) -> str:
    duties = {look.official(duty, number): duty for duty in OFFICIALS}
    return duties.get(person, VERIFIER)


def _checks(look: Look, number: int, claim: Claimed, people: Sequence[str] = ()) -> Steps:
    """The next step of the checklist, by each person who might do it: the supervisor first."""
    game = look.game(number)
    witnessed = look.book.traits.witnessed_step
    left = missing_steps(look.book, game, claim) or ((witnessed,) if witnessed else ())
    supervisor = look.official(SUPERVISOR, number)
    for checklist_step in left[:1]:
        watched = checklist_step == witnessed
        lacks = ("witness",) if watched else ("marked",) if look.book.traits.marks_needed else ()
        for by in people or dict.fromkeys((supervisor, *look.staff(number))):
            for witness in _witnesses(look, claim) if watched else ("",):
                yield Step(
                    duty=_duty_in_claims(look, number, by),
                    person=by,
                    game=number,
                    what=f"Check {claim.claim} of {claim.player}: {checklist_step}.",
                    command=CheckClaim(
                        **look.in_game(number),
                        claim=claim.claim,
                        by=by,
                        steps=(checklist_step,),
                        witness=witness,
                        marked=game.called if "marked" in lacks else (),
                    ),
                    clause=look.book.clause(look.book.steps[checklist_step]),
                    lacks=lacks,
                )


def _witnesses(look: Look, claim: Claimed) -> Iterator[str]:
    """Players who might look on: none where no one is independent, else anyone but the claimant."""
    yield ""
    for player in look.state.held(look.session).players:
        if player != claim.player:
            yield player


def _confirmations(look: Look, number: int, claim: Claimed, refusal: Refusal) -> Steps:
    for by in look.staff(number):
        yield Step(
            duty=SUPERVISOR,
            person=by,
            game=number,
            what=f"Confirm {claim.claim} of {claim.player}.",
            command=ConfirmClaim(**look.in_game(number), claim=claim.claim, by=by),
            clause=refusal.clause,
        )


def _replace(look: Look, number: int, refusal: Refusal) -> Steps:
    by = look.official(SUPERVISOR, number)
    for name in look.game(number).faulty[:EACH_MAX]:
        key = look.session.holdings[name].key
        command = ReplaceScorecard(**look.in_game(number), serial=key.serial, card=key.card, by=by)
        step = Step(
            duty=SUPERVISOR,
            person=by,
            game=number,
            what=f"Replace the electronic scorecard {name}.",
            command=command,
            clause=refusal.clause,
        )
        yield look.tried(step)


def _distribute(look: Look, _number: int, refusal: Refusal) -> Steps:
    """Pool money that may not stay goes to the winners of a game that pays it."""
    pool = look.session.plan.pool
    step = look.best(
        Step(
            duty=OFFICE,
            person="",
            game=game,
            what=f"Pay the pool {pool} in game {game}.",
            command=DistributePool(**look.in_game(game), pool=pool),
            clause=refusal.clause,
        )
        for game in reversed(look.session.in_order_of_play())
    )
    if step is not None:
        yield step


def _sign(look: Look, _number: int, refusal: Refusal) -> Steps:
    """The closing sign is put up once; then it has to hang."""
    if look.session.sign_shown_at is not None:
        return
    minutes = look.book.ways.minutes["closing sign"].minutes
    show = ShowClosingSign(**look.about, closes_at=look.at + timedelta(minutes=minutes))
    step = Step(
        duty=OFFICE,
        person="",
        game=0,
        what="Put up the closing sign.",
        command=show,
        clause=refusal.clause,
        words=f"This session closes at {show.closes_at:%H:%M}.",
        lacks=("closes_at",),
    )
    yield look.tried(step)


def closing(look: Look, *, early: bool) -> Steps:
    """The close of the session, by a person who may close it."""
    step = look.best(
        Step(
            duty=SUPERVISOR if by else OFFICE,
            person=by,
            game=0,
            what="Close the session early." if early else "Close the session.",
            command=CloseSession(**look.about, by=by, early=early),
        )
        for by in dict.fromkeys((look.official(SUPERVISOR, 0), *look.staff(0), ""))
    )
    if step is not None:
        yield step


REMEDIES: Mapping[str, Remedy] = {
    "people/missing": _appoint,
    "announcement/missing": _announce,
    "draw/jackpot_numbers_owed": _jackpot_numbers,
    "draw/range_not_entered": _range,
    "prize/amounts_not_fixed": _contribute,
    "return/forecast_too_low": _contribute,
    "draw/announcement_open": _finish,
    "call/still_open": _finish,
    "draw/ball_not_handed_over": _hand_over,
    "draw/ball_not_racked": _rack,
    "draw/correction_owed": _correct,
    "correction/owed": _correct,
    "draw/claims_open": _claims,
    "result/claims_undecided": _claims,
    "draw/scorecard_faulty": _replace,
    "pool/must_go": _distribute,
    "pool/left_over": _distribute,
    "session/closing_sign": _sign,
}
"""What puts a refusal right, by its code."""
