// The board of a hall. Every message is a snapshot; missed ones are shown one after the other, so that no number
// is missed after a network drop, and a board that was just switched on is right at once.
import { follow, followUnseen } from "./feed.js";
import {
  byId, cardGrid, clockTime, dollars, fill, firstSnapshot, longDay, make, patternDrawn, plural, put,
} from "./hall-live.js";

const PACE_MS = 500;
const HURRY_MS = 120;
const WAITING_MAX = 12;
const BEFORE = 5;
const LISTED = 6;
const cells = [...byId("grid").children];
const PHASES = {
  between: "Nothing is on at the moment",
  planned: "Opens soon",
  selling: "Cards on sale",
  eyes_down: "Eyes down",
  calling: "In play",
  checking: "Claim! Please keep your cards",
  correcting: "Wrong number: please wait",
  over: "That was the last game. Thank you!",
};

let board = firstSnapshot();
let shown = [];
let name = null;
let timer = 0;
const waiting = [];

const numbersOf = (snapshot) => (snapshot.board ? snapshot.board.numbers : []);
const nameOf = (snapshot) => (snapshot.board ? `${snapshot.session} ${snapshot.board.game}` : snapshot.session);

// A soft bell when a number falls; browsers allow sound only after a press.
const sound = byId("sound");
let audio = null;
const isHeard = () => audio !== null && sound.getAttribute("aria-pressed") === "true";
followUnseen(isHeard);
const ring = (pitches) => {
  if (!isHeard()) return;
  pitches.forEach((pitch, index) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + index * 0.16;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.22, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.75);
  });
};
sound.addEventListener("click", () => {
  audio = audio || new AudioContext();
  const on = sound.getAttribute("aria-pressed") !== "true";
  sound.setAttribute("aria-pressed", String(on));
  put(sound, on ? "Sound is on" : "Sound");
  ring([880]);
});

const paintNumbers = () => {
  const last = shown[shown.length - 1];
  cells.forEach((cell, index) => {
    const place = shown.indexOf(index + 1);
    cell.classList.toggle("called", place >= 0);
    cell.classList.toggle("last", index + 1 === last);
    cell.classList.toggle("wrong", index + 1 === board.wrong);
    cell.ariaHidden = String(place < 0);
    put(cell.children[0], place < 0 ? "" : ` call ${place + 1}`);
  });
  const ball = byId("ball");
  put(ball, last === undefined ? "–" : last);
  ball.classList.toggle("wrong", last !== undefined && last === board.wrong);
  ball.classList.toggle("none", last === undefined);
  put(byId("count"), shown.length);
  put(byId("count-word"), shown.length === 1 ? "call" : "calls");
  const before = shown.slice(-1 - BEFORE, -1).reverse();
  fill(byId("before"), before, () => before.map((number) => make("li", "", String(number))));
};

const prizeRow = (prize) => {
  const row = make("li", prize.won_on ? "won" : "");
  const words = make("span", "prize-words", make("strong", "", prize.prize));
  const each = prize.winners > 1 ? `${prize.winners} winners, ${dollars(prize.share_cents)} each` : "won";
  if (prize.won_on) words.append(make("small", "", `${each} on ${prize.won_on}`));
  row.append(patternDrawn(prize), words, make("span", "prize-money", dollars(prize.amount_cents)));
  return row;
};

const paintPrizes = () => {
  const box = byId("prizes");
  box.hidden = !board.prizes.length;
  box.classList.toggle("many", board.prizes.length > 5);
  fill(box, [board.prizes, board.version], () => [
    make("p", "eyebrow", board.version || "Prizes"),
    make("ul", "", ...board.prizes.map(prizeRow)),
  ]);
};

const paintChecking = () => {
  const box = byId("checking");
  box.hidden = !board.cards.length;
  const called = new Set(numbersOf(board));
  const last = board.board ? board.board.last_number : 0;
  fill(box, [board.cards, board.claims, numbersOf(board)], () => [
    make("p", "eyebrow", board.claims > 1 ? `Checking ${board.claims} claims` : "Checking a claim"),
    ...board.cards.map((card) =>
      make(
        "div",
        "check-card",
        make("p", "", make("strong", "", card.prizes.join(", ")), ` · ${card.serial} / ${card.card}`),
        cardGrid(card.rows, called, last),
      ),
    ),
  ]);
};

const paintJackpot = () => {
  const box = byId("jackpot");
  const jackpot = board.board && board.board.jackpot;
  box.hidden = !jackpot;
  if (!jackpot) return;
  fill(box, jackpot, () => {
    const amounts = jackpot.amounts.map(([level, money]) =>
      make("p", "jackpot-amount", make("span", "", level), make("strong", "", money)),
    );
    const numbers = jackpot.qualifying_numbers.map((number) => make("li", "", String(number)));
    const drawn = make("ol", "jackpot-numbers", ...numbers);
    const games = jackpot.games.length
      ? `${jackpot.games.length > 1 ? "Games" : "Game"} ${jackpot.games.join(", ")} · `
      : "";
    return [
      make("p", "eyebrow", "Jackpot"),
      make("div", "jackpot-amounts", ...amounts),
      make("p", "jackpot-how jackpot-terms", jackpot.conditions.filter(Boolean).join(" · ")),
      ...(numbers.length ? [make("div", "jackpot-drawn", make("p", "jackpot-how", "Jackpot numbers"), drawn)] : []),
      make("p", "jackpot-how", `${games}${longDay(jackpot.session_date)}, ${jackpot.session_time}`),
    ];
  });
};

const ENDS = {
  exhausted: "Ended: every number was called",
  void: "Void: no result",
  invalidated: "Invalidated: no result",
};

const listed = (game) => {
  const row = make("li", game.phase === "closed" ? "played" : "");
  const prizes = game.prizes.map(([prize, cents]) => `${prize} ${dollars(cents)}`).join(" · ");
  let words = prizes || "–";
  if (game.outcome === "won") {
    words = `Won: ${dollars(game.paid_cents)}, after ${plural(game.calls, "number")}`;
  } else if (game.outcome) words = ENDS[game.outcome];
  const price = game.phase !== "closed" && game.price_cents ? dollars(game.price_cents) : "";
  row.append(make("b", "", String(game.game)), make("span", "", words), make("em", "", price));
  return row;
};

const paintNotices = () => {
  const box = byId("notices");
  const on = board.programme.length > 0 || board.phase === "between";
  box.hidden = !on;
  byId("grid").hidden = on;
  if (!on) return;
  fill(box, [board.programme, board.phase, board.board, board.starts_at], () => {
    if (!board.programme.length) return [make("p", "notice-big", "See you at the next session")];
    const next = board.board && board.programme.find((game) => game.game === board.board.game);
    const at = board.programme.findIndex((game) => game.phase !== "closed");
    const from = Math.max(0, Math.min(at < 0 ? board.programme.length : at - 2, board.programme.length - LISTED));
    const title = next ? `Next: Game ${next.game}` : board.phase === "over" ? "Tonight’s results" : "Programme";
    const when = board.phase === "planned" ? `${longDay(board.starts_at)}, ${clockTime(board.starts_at)}` : "";
    return [
      make("p", "notice-big", title),
      ...(when || board.place ? [make("p", "notice-when", [board.place, when].filter(Boolean).join(" · "))] : []),
      make("ol", "notice-games", ...board.programme.slice(from, from + LISTED).map(listed)),
    ];
  });
};

const paintFrame = () => {
  const game = board.board;
  byId("board").dataset.phase = board.phase;
  const words = game ? `Game ${game.game} of ${game.games_planned}` : "Bingo";
  put(byId("game"), words);
  const colour = game ? game.colour : "";
  byId("colour").hidden = !colour;
  put(byId("colour"), colour);
  byId("colour").dataset.colour = colour.split(" ").pop().toLowerCase();
  let phase = PHASES[board.phase] || board.phase;
  if (board.phase === "calling" && board.waits_for) phase = board.waits_for;
  if (board.phase === "calling" && board.faulty) phase = "A scorecard is being replaced: please wait";
  if (board.phase === "correcting") phase = `${board.wrong} is wrong: please wait`;
  put(byId("phase"), phase);
  const serials = game ? game.series : [];
  const ranges = serials.map((one) => `Serial ${one.serial} · ${one.first_book} to ${one.last_book}`);
  put(byId("serials"), ranges.join("   "));
  byId("sign").hidden = !board.closes_at;
  put(byId("sign"), board.closes_at ? `This session closes at ${clockTime(board.closes_at)}` : "");
  const drawn = board.drawn_by ? `Drawn by ${board.drawn_by}` : "";
  const promise = board.promise ? `Promise ${board.promise}` : "";
  put(byId("draw"), [drawn, promise, board.record ? `Record ${board.record}` : ""].filter(Boolean).join(" · "));
  paintPrizes();
  paintChecking();
  paintJackpot();
  paintNotices();
  fit();
};

// Where the side has not room for all, less important things go first. The jackpot stays: its amount, numbers, date and
// time are shown throughout the game (nsw-casino-bingo 6.3).
const ROOM = ["brief", "dense", "columns", "fewer", "one", "no-prizes"];
const upright = (side) => getComputedStyle(side).display === "flex";
const fit = () => {
  const side = document.querySelector(".board-side");
  const fits = () => side.scrollHeight <= side.clientHeight + 1;
  side.classList.remove("roomy", ...ROOM);
  byId("last").style.removeProperty("--more");
  for (const step of ROOM) {
    if (fits()) break;
    side.classList.add(step);
  }
  // Prizes as large as the numbers, where that takes nothing from the ball: on its side it is beside them.
  if (upright(side) && side.classList.contains("brief")) return grow(side);
  side.classList.add("roomy");
  if (!fits()) side.classList.remove("roomy");
  grow(side);
};

// What room is left is the ball's, beside the count and the numbers before it.
const BALL_SHARE = 0.62;
const grow = (side) => {
  const boxes = [...side.children].filter((box) => box.offsetHeight);
  if (!upright(side) || !boxes.length) return;
  const free = side.getBoundingClientRect().bottom - boxes.at(-1).getBoundingClientRect().bottom;
  const most = BALL_SHARE * side.clientWidth - byId("ball").offsetWidth;
  byId("last").style.setProperty("--more", `${Math.max(0, Math.floor(Math.min(free, most)))}px`);
};
addEventListener("resize", fit);
document.fonts.ready.then(fit);

const announce = () => {
  const last = shown[shown.length - 1];
  put(byId("announced"), last === undefined ? "" : `Number ${last}`);
};

const fallNext = () => {
  timer = 0;
  const numbers = numbersOf(board);
  if (shown.length < numbers.length) {
    const number = numbers[shown.length];
    shown.push(number);
    paintNumbers();
    announce();
    for (const element of [cells[number - 1], byId("ball")]) {
      element.classList.remove("fall");
      void element.offsetWidth;
      element.classList.add("fall");
    }
    ring([660, 880]);
  } else if (waiting.length) {
    adopt(waiting.shift());
  } else {
    return;
  }
  const behind = waiting.length + numbers.length - shown.length;
  timer = setTimeout(fallNext, behind > 1 ? HURRY_MS : PACE_MS);
};

const adopt = (next) => {
  const first = name === null;
  const other = nameOf(next) !== name;
  const claimed = !first && next.claims > board.claims;
  board = next;
  name = nameOf(next);
  const numbers = numbersOf(next);
  const corrected = !other && shown.some((number, place) => numbers[place] !== number);
  if (first || corrected) shown = numbers.slice();
  else if (other) shown = [];
  paintFrame();
  paintNumbers();
  if (corrected) announce();
  if (claimed) ring([523, 659, 784, 1047]);
};

const show = (next) => {
  const unfinished = name !== null && shown.length < numbersOf(board).length;
  if ((unfinished && nameOf(next) !== name) || waiting.length) {
    const newest = waiting[waiting.length - 1];
    if (newest && nameOf(newest) === nameOf(next)) waiting.pop();
    waiting.push(next);
    if (waiting.length > WAITING_MAX) waiting.shift();
  } else {
    adopt(next);
  }
  if (!timer) timer = setTimeout(fallNext, 0);
};

show(board);
let skew = Date.parse(board.now) - Date.now();
follow(byId("board").dataset.feed, "board", {
  hear: show,
  beat: (now) => {
    skew = now - Date.now();
  },
  line: (up) => {
    byId("line").hidden = up;
  },
});
const zone = board.now.slice(-6); // the hall's own time, whatever clock this screen has
const offset = /^[+-]\d\d:\d\d$/.test(zone)
  ? (zone[0] === "-" ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) * 60000
  : 0;
const tick = () => put(byId("clock"), new Date(Date.now() + skew + offset).toISOString().slice(11, 16));
tick();
setInterval(tick, 1000);
