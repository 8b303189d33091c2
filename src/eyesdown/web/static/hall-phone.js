// A player's phone. Numbers come by the public feed, the own cards once a game by the slip. Under nsw-casino-bingo
// it is the scorecard that was issued; elsewhere it follows the paper cards (S02, S03).
import { follow } from "./feed.js";
import {
  byId, cardGrid, dollars, fill, firstSnapshot, make, marksOf, patternDrawn, plural, put,
} from "./hall-live.js";

const phone = byId("phone");
const slip = phone.dataset.slip;
const JITTER_MS = 900;
const RETRY_MS = 1500;
const BEFORE = 6;
const PHASES = {
  between: "Nothing is on at the moment",
  planned: "The session opens soon",
  selling: "Cards on sale",
  eyes_down: "Eyes down: the first number is next",
  calling: "In play",
  checking: "A claim is being checked",
  correcting: "Wrong number: please wait",
  over: "That was the last game",
};
const KINDS = {
  board: "This slip is for paper scorecards. Mark them by hand; this page shows the public board only.",
  fee: "This slip is the receipt of your entry fee. Scan the slip of your scorecards to play.",
  taken_back: "This sale was taken back. Its cards are not in play.",
  over: "This session has ended. Thank you for playing.",
};

let board = firstSnapshot();
let own = JSON.parse(byId("own").textContent);
let pending = false;
let claimedOn = 0;

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (b) => b.toString(16).padStart(2, "0")).join("");
const numbers = () => (board.board && board.session === own.session ? board.board.numbers : []);
const isScorecard = () => own.kind === "scorecard";
const running = () => ["eyes_down", "calling", "checking", "correcting"].includes(board.phase);

const say = (...nodes) => {
  const box = byId("say");
  box.hidden = !nodes.length;
  box.replaceChildren(...nodes);
};

/** Send a press until it is answered; under its own id it is done once. */
const send = async (press) => {
  for (;;) {
    try {
      const reply = await fetch(`${slip}/press`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(press),
      });
      if (reply.status !== 503) return { status: reply.status, ...(await reply.json()) };
    } catch {
      // no connection: what was sent may have been done, and is not done twice
    }
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
};

const refused = (answer) => {
  const no = answer.refusals && answer.refusals[0];
  const words = no ? no.says : answer.detail;
  const nodes = [make("strong", "", words)];
  if (no && no.next) nodes.push(make("p", "", no.next));
  const book = no && no.book === "central-site" ? "Site rule" : "Rule";
  if (no) nodes.push(make("p", "cite", `${book} ${no.clause}`));
  say(...nodes);
};

const fetchOwn = async () => {
  try {
    const reply = await fetch(`${slip}/own`, { headers: { accept: "application/json" } });
    if (reply.ok) own = await reply.json();
  } catch {
    return; // the next message tries again
  }
  paint();
};

const markedOn = (card) => {
  const called = new Set(numbers());
  if (!card.electronic || card.auto_play) return called;
  return new Set(card.marked.filter((number) => called.has(number)));
};

const press = async (card, number) => {
  if (!numbers().includes(number)) {
    const cell = byId("cards").querySelector(`[data-card="${card.card}"] [data-number="${number}"]`);
    cell.classList.remove("nudge");
    void cell.offsetWidth;
    cell.classList.add("nudge");
    return;
  }
  if (card.marked.includes(number)) return;
  card.marked = [...card.marked, number]; // shown at once; the site decides whether it counts
  paintCards();
  const where = { game: own.game, serial: card.serial, card: card.card };
  const answer = await send({ id: newId(), what: "press", ...where, number });
  if (answer.status !== 200 || answer.refusals.length) refused(answer);
  if (answer.own && answer.own.game === own.game) {
    const fresh = answer.own.cards.find((other) => other.card === card.card);
    if (fresh) card.marked = [...new Set([...card.marked, ...fresh.marked])];
  }
  paintCards();
};

/** How many numbers the nearest open prize still wants of a box; where the phone may show it (S02). */
const toGo = (rows, called) => {
  const mask = marksOf(rows, called);
  let best = 99;
  for (const prize of board.prizes) {
    if (prize.won_on) continue;
    for (const way of prize.ways) {
      let missing = way & ~mask;
      let count = 0;
      for (; missing; missing &= missing - 1) count += 1;
      best = Math.min(best, count);
    }
  }
  return best;
};

const boxTitle = (card, box, rows, marked) => {
  const place = card.boxes.length > 1 ? ` · ${box + 1}` : "";
  const title = make("p", "phone-title", make("span", "", `${card.serial} / ${card.card}${place}`));
  if (own.nearness && running()) {
    const left = toGo(rows, marked);
    const call = own.kind === "paper" ? "Complete: call out!" : "Complete: claim!";
    if (left === 0) title.append(make("strong", "tag warn", call));
    else if (left < 4) title.append(make("span", "tag accent", `${left} to go`));
  }
  if (card.faulty) title.append(make("strong", "tag no", "Being replaced"));
  return title;
};

const paintCards = () => {
  const list = byId("cards");
  const last = board.board ? board.board.last_number : 0;
  const manual = own.cards.some((card) => card.electronic && !card.auto_play);
  list.classList.toggle("small", !manual && own.cards.reduce((sum, card) => sum + card.boxes.length, 0) > 6);
  fill(list, [own.cards, numbers(), board.prizes, own.kind, running()], () =>
    own.cards.map((card) => {
      const marked = markedOn(card);
      const hand = card.electronic && !card.auto_play && !card.returned ? (number) => press(card, number) : null;
      const boxes = card.boxes.map((rows, box) =>
        make("div", "phone-box", boxTitle(card, box, rows, marked), cardGrid(rows, marked, last, hand)),
      );
      const page = make("div", "phone-page", ...boxes);
      page.dataset.card = card.card;
      return page;
    }),
  );
};

const claimWords = (claim) => {
  const on = claim.number ? `laim on ${claim.number}` : "laim";
  if (claim.status === "allowed") return ["note yes", `C${on} confirmed: ${claim.prizes.join(", ")}.`];
  if (claim.status === "open") return ["note warn", `Your c${on} is being checked. Stay seated, please.`];
  return ["note no", `Your c${on} was not accepted. ${claim.next}`];
};

const paintWon = () => {
  const back = `You get ${dollars(own.refund_cents)}`;
  const last = numbers().at(-1);
  // A claim that was not accepted is shown once, until the next number.
  const shown = !byId("say").hidden;
  const claims = own.claims.filter((claim) => claim.status !== "refused" || (!shown && claim.number === last));
  fill(byId("won"), [claims, own.awards, own.refund_cents], () => [
    ...claims.slice(-2).map((claim) => {
      const [look, words] = claimWords(claim);
      return make("p", look, words);
    }),
    ...own.awards.map((award) => {
      const words = `You won ${dollars(award.amount_cents)}: ${award.prize}, game ${award.game}. `;
      return make("p", "note yes", words, award.paid ? "Paid." : "Bring this slip to a seller to be paid.");
    }),
    ...(own.refund_cents ? [make("p", "note warn", `${back} back. Bring this slip to a seller.`)] : []),
  ]);
};

const prizeChip = (prize) => {
  const money = make("b", "", dollars(prize.amount_cents));
  return make("li", prize.won_on ? "won" : "", patternDrawn(prize), make("span", "", prize.prize), money);
};

const paintClaim = () => {
  const open = (isScorecard() || own.bell) && running() && board.calls > 0 && !own.returned;
  byId("claim-bar").hidden = !open;
  byId("more").hidden = !isScorecard() || !running() || own.returned;
  const waiting = own.claims.some((claim) => claim.status === "open");
  const button = byId("claim");
  const window = board.phase === "calling" || board.phase === "checking";
  button.disabled = pending || waiting || board.announcing || !window || claimedOn === board.calls;
  let words = own.bell ? "Ring: I have it!" : "Bingo! Claim now";
  if (pending) words = "Sending your claim";
  else if (waiting) words = "Your claim is being checked";
  else if (board.announcing) words = "Number is being called";
  else if (!window) words = "Please wait";
  put(button, words);
};

const paint = () => {
  const called = numbers();
  const last = called[called.length - 1];
  put(byId("ball"), last === undefined ? "–" : last);
  byId("ball").classList.toggle("none", last === undefined);
  byId("ball").classList.toggle("wrong", last !== undefined && last === board.wrong);
  put(byId("announced"), last === undefined ? "" : `Number ${last}`);
  put(byId("game"), board.board ? `· Game ${board.board.game} of ${board.board.games_planned}` : "");
  let phase = PHASES[board.phase] || board.phase;
  if (board.faulty && running()) phase = "A scorecard is being replaced: please wait";
  if (board.phase === "correcting") phase = `${board.wrong} is wrong: please wait`;
  if (board.phase === "calling" && board.calls) phase = `${phase} · ${plural(board.calls, "number")}`;
  put(byId("phase"), phase);
  const before = called.slice(-1 - BEFORE, -1).reverse();
  fill(byId("before"), before, () => before.map((number) => make("li", "", String(number))));
  fill(byId("prizes"), board.prizes, () => board.prizes.map(prizeChip));
  let words = KINDS[own.kind] || "";
  if (own.kind === "paper") words = own.bell ? "Ring or call out when a card is complete. Your paper card is checked." :
    "Your paper cards count. Call out yourself when one is complete.";
  if (own.returned) words = "Your scorecard has been returned. Thank you.";
  const plays = ["paper", "scorecard"].includes(own.kind);
  if (own.game && !own.cards.length && plays) words = "None of your cards is in this game.";
  put(byId("words"), words);
  paintCards();
  paintWon();
  paintClaim();
};

byId("claim").addEventListener("click", async () => {
  if (pending) return;
  pending = true;
  const on = board.calls;
  say();
  paintClaim();
  const answer = await send({ id: `claim${own.game}x${on}x${board.board.last_number}`, what: "claim", game: own.game });
  pending = false;
  claimedOn = on;
  if (answer.own) own = answer.own;
  if (answer.status !== 200 || answer.refusals.length) refused(answer);
  paint();
});

byId("faulty").addEventListener("click", async () => {
  for (const card of own.cards) {
    const where = { game: own.game, serial: card.serial, card: card.card };
    const answer = await send({ id: newId(), what: "malfunction", ...where });
    if (answer.own) own = answer.own;
    if (answer.status !== 200 || answer.refusals.length) refused(answer);
  }
  byId("more").open = false;
  paint();
});

// The own cards are fetched again when the game is another, and once after claims were decided, a prize was won or a
// scorecard replaced: at a moment of each phone's own, so that a hall of phones does not ask at once.
const key = (one) => [one.session, one.board && one.board.game, one.phase === "checking", one.faulty, one.wrong,
  one.prizes.map((prize) => prize.won_on)].join("/");
let asked = 0;
follow(phone.dataset.feed, "board", {
  hear: (next) => {
    const other = key(next) !== key(board);
    if (next.calls !== board.calls) say();
    board = next;
    if (other) {
      clearTimeout(asked);
      asked = setTimeout(fetchOwn, Math.random() * JITTER_MS);
    }
    paint();
  },
  line: (up) => {
    byId("line").hidden = up;
  },
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) fetchOwn();
});
paint();
