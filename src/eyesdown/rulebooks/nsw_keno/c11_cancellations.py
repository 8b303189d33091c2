"""Rule 11: until when, where and by whom an Entry may be cancelled, and what comes back."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_draw import CancelFacts
from eyesdown.rulebooks.nsw_keno.figures import Figures

VENUE_CANCELS: Chapter[CancelFacts, Figures] = Chapter("nsw-keno", "Rule 11(a) - Venue")
WEB_CANCELS: Chapter[CancelFacts, Figures] = Chapter("nsw-keno", "Rule 11(b) - Internet")


@VENUE_CANCELS.enforces("11(a)(i)", "cancel/other_venue")
def cancelled_where_it_was_accepted(ask: CancelFacts) -> Breach | None:
    if not ask.through_internet and ask.at_venue == ask.accepted_at_venue:
        return None
    return breach("cancel/other_venue", at=ask.at_venue, accepted_at=ask.accepted_at_venue)


@VENUE_CANCELS.enforces("11(a)(ii)", "cancel/other_day")
@WEB_CANCELS.enforces("11(b)(iii)", "cancel/other_day")
def cancelled_on_its_keno_day(ask: CancelFacts) -> Breach | None:
    """Later games of the Entry may fall on the next Keno Day; cancelling may not (T07)."""
    if ask.day_now == ask.day_accepted:
        return None
    now = "none" if ask.day_now is None else ask.day_now.isoformat()
    return breach("cancel/other_day", accepted=ask.day_accepted.isoformat(), now=now)


@VENUE_CANCELS.enforces("11(a)(iii)", "cancel/outside_hours")
def cancelled_in_trading_hours(ask: CancelFacts) -> Breach | None:
    return None if ask.trading else breach("cancel/outside_hours", venue=ask.accepted_at_venue)


@VENUE_CANCELS.enforces("11(a)(iv)", "cancel/not_live")
def cancelled_while_live(ask: CancelFacts) -> Breach | None:
    """A disqualified or already cancelled Entry has nothing left to cancel."""
    return None if ask.live else breach("cancel/not_live")


@VENUE_CANCELS.enforces("11(a)(v)", "cancel/game_closed")
def cancelled_before_close(ask: CancelFacts) -> Breach | None:
    """Only games still open can be cancelled; the instant of closing is too late (T03)."""
    over = ask.closed_games or (ask.drawn_games and not _several_are_drawn(ask))
    return breach("cancel/game_closed") if over and not ask.any_open else None


def _several_are_drawn(ask: CancelFacts) -> bool:
    """Whether every game of a Multi-Game Entry so far was drawn: that is for 11(c)."""
    return ask.games > 1 and ask.drawn_games > 0 and not ask.closed_games


@WEB_CANCELS.enforces("11(b)(i)", "cancel/not_by_internet")
def web_entry_is_cancelled_on_the_web(ask: CancelFacts) -> Breach | None:
    return None if ask.through_internet else breach("cancel/not_by_internet", at=ask.at_venue)


@WEB_CANCELS.enforces("11(b)(ii)", "cancel/outside_permitted_area")
def web_player_is_in_the_permitted_area(ask: CancelFacts) -> Breach | None:
    if ask.in_permitted_area:
        return None
    return breach("cancel/outside_permitted_area", venue=ask.accepted_at_venue)


@WEB_CANCELS.enforces("11(b)(iv)", "cancel/outside_hours")
def web_cancelled_in_trading_hours(ask: CancelFacts) -> Breach | None:
    return cancelled_in_trading_hours(ask)


@WEB_CANCELS.enforces("11(b)(v)", "cancel/not_live")
def web_cancelled_while_live(ask: CancelFacts) -> Breach | None:
    return cancelled_while_live(ask)


@WEB_CANCELS.enforces("11(b)(vi)", "cancel/game_closed")
def web_cancelled_before_close(ask: CancelFacts) -> Breach | None:
    return cancelled_before_close(ask)


@VENUE_CANCELS.enforces("11(c)", "cancel/all_drawn")
@WEB_CANCELS.enforces("11(c)", "cancel/all_drawn")
def drawn_games_stay(ask: CancelFacts) -> Breach | None:
    """All remaining games go together and drawn ones stay (T03, T04)."""
    if ask.any_open or not _several_are_drawn(ask):
        return None
    return breach("cancel/all_drawn", drawn_games=ask.drawn_games)


@VENUE_CANCELS.computes("11(d)", "11(e):gross")
def gross_after_cancelling(gross_cents: int, returned_cents: int) -> int:
    """What an Entry's Gross Subscription falls to once something was given back.

    >>> gross_after_cancelling(500, 200)
    300
    """
    assert 0 <= returned_cents <= gross_cents
    return gross_cents - returned_cents


@VENUE_CANCELS.computes("11(e):replace")
def returned_by_voucher(drawn_cents: int, voucher_cents: int, other_cents: int) -> tuple[int, int]:
    """The part that comes back as a voucher, and the part that comes back as money.

    Drawn games use up vouchers first, so no voucher is turned into cash (M24).

    >>> returned_by_voucher(300, 500, 0)
    (200, 0)
    """
    assert 0 <= drawn_cents <= voucher_cents + other_cents
    voucher_left = max(0, voucher_cents - drawn_cents)
    return voucher_left, voucher_cents + other_cents - drawn_cents - voucher_left
