// A player's phone: the card, the counters, BINGO, and the numbers called back.
import { Family } from "./family.js";

const { at, ask, ball, celebrate, connect, face, make, people, put, read, roundWords, show, text } = Family;
const code = at("phone").dataset.code;
let me = read("me");
let table = null;
let series = null;
let chosen = null; // the squares tapped while numbers are called back, by hand
let news = null;
const covered = new Map(); // by hand: what has a counter here, before the site has answered

const key = (square) => square.join(",");
const seat = () => table.seats.find((person) => person.id === me.seat);
let crying = "";

const refresh = async () => {
  try {
    const reply = await fetch(`/family/${code}/me`, { headers: { accept: "application/json" } });
    const fresh = await reply.json();
    if (!fresh.seat) {
      location.reload();
      return;
    }
    me = fresh;
    covered.clear();
    put("who", me.name);
    paint(table);
  } catch {
    // the feed says when the site is back
  }
};

const isCovered = (hand, square) => {
  const name = key(square);
  if (covered.has(`${hand.hand}/${name}`)) return true;
  if (hand.covered.some((one) => key(one) === name)) return true;
  const gone = hand.removed.some((one) => key(one) === name);
  const number = hand.rows[square[0]][square[1]];
  return table.auto_cover && !gone && number > 0 && table.called.includes(number);
};

const tap = async (hand, square, cell) => {
  const number = hand.rows[square[0]][square[1]];
  if (crying === hand.hand) {
    const name = key(square);
    if (chosen.has(name)) chosen.delete(name);
    else chosen.add(name);
    paintCards();
    return;
  }
  if (!number || isCovered(hand, square) || table.phase !== "playing") return;
  covered.set(`${hand.hand}/${key(square)}`, true);
  paintCards();
  const reply = await ask(code, { do: "cover", hand: hand.hand, number });
  if (!reply.ok) {
    covered.delete(`${hand.hand}/${key(square)}`);
    say(reply.text, "warn");
    cell.classList.add("shake");
    setTimeout(() => paintCards(), 500);
  }
};

const say = (words, kind = "") => {
  put("answer", words);
  at("answer").className = `ph-answer ${kind}`;
  show("answer", Boolean(words));
};

const cell = (hand, line, column) => {
  const number = hand.rows[line][column];
  const isFree = !number && table.balls !== 90;
  if (!number && !isFree) return make("span", "", "sq blank");
  const square = [line, column];
  const label = table.words.length ? hand.labels[line][column] : number;
  const free = table.free || text("free");
  const button = face(make("button", "", "sq"), table, number, isFree ? free : label);
  button.type = "button";
  const on = isCovered(hand, square) || (isFree && table.phase !== "playing");
  button.classList.toggle("free", isFree);
  button.classList.toggle("on", on);
  if (isFree || table.words.length) {
    const longest = Math.max(...String(button.textContent).split(" ").map((word) => word.length));
    button.classList.add(longest < 5 ? "w4" : longest < 7 ? "w6" : longest < 9 ? "w8" : "w12");
  }
  if (crying === hand.hand) button.classList.toggle("picked", chosen.has(key(square)));
  button.ariaLabel = `${isFree ? free : hand.labels[line][column]}${on ? ` ${text("covered")}` : ""}`;
  if (crying === hand.hand) button.ariaPressed = String(chosen.has(key(square)));
  button.dataset.number = number;
  button.addEventListener("click", () => tap(hand, square, button));
  return button;
};

const paintCards = () => {
  const focus = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset : {};
  const held = { number: focus.number, hand: focus.hand };
  at("cards").replaceChildren(
    ...me.hands.map((hand) => {
      const card = make("section", "", `bingo-card${table.balls === 90 ? " ninety" : ""}`);
      card.classList.toggle("calling", crying === hand.hand);
      card.dataset.hand = hand.hand;
      if (table.balls !== 90) {
        [..."BINGO"].forEach((letter) => card.append(make("b", letter, `head ${letter.toLowerCase()}`)));
      }
      hand.rows.forEach((row, line) => row.forEach((_, column) => card.append(cell(hand, line, column))));
      for (const square of card.querySelectorAll("button")) square.dataset.hand = hand.hand;
      if (me.hands.length > 1 && table.phase === "playing") {
        const cry = make("button", text("bingo"), "fam-bingo slim");
        cry.disabled = !table.called.length || Boolean(crying);
        cry.addEventListener("click", () => cryBingo(hand));
        card.append(cry);
      }
      return card;
    }),
  );
  if (held.number) {
    const back = `[data-hand="${held.hand}"][data-number="${held.number}"]`;
    const again = at("cards").querySelector(back);
    if (again) again.focus();
  }
  const count = crying ? chosen.size : 0;
  put("back", crying ? text("back_send", { count }) : "");
  at("back").disabled = count < 3;
};

const cryBingo = async (hand) => {
  const reply = await ask(code, { do: "cry", hand: hand.hand });
  if (!reply.ok) return say(reply.text, "warn");
  crying = hand.hand;
  chosen = new Set();
  say(text("back_lead"));
  if (navigator.vibrate) navigator.vibrate(120);
  return paint(table);
};

const callBack = async () => {
  const hand = me.hands.find((one) => one.hand === crying);
  const numbers = [...chosen].map((name) => {
    const [line, column] = name.split(",").map(Number);
    return hand.rows[line][column];
  });
  const reply = await ask(code, { do: "read", hand: hand.hand, numbers });
  if (!reply.ok) return say(reply.text, "warn");
  return undefined;
};

const hear = () => {
  const row = table.call_back.find((one) => one.who === me.seat);
  const mine = row ? `${table.round}/${table.called.length}/${row.right}/${row.labels}` : "";
  const first = hear.last === undefined; // what was decided before this page was loaded is no news
  if (mine === hear.last) return;
  hear.last = mine;
  if (first || !row) return;
  crying = "";
  chosen = null;
  const total = table.words.length ? "" : row.total;
  say(row.right ? `${text("right")} ${total}` : text("wrong"), row.right ? "yes" : "no");
  if (row.right) celebrate();
  refresh();
};

const paintFoot = () => {
  const playing = table.phase === "playing" && me.hands.length > 0;
  const banking = table.banker === me.seat;
  show("bingo", playing && me.hands.length === 1 && !crying);
  at("bingo").disabled = !table.called.length || (seat() || {}).cry === "right";
  show("back", playing && Boolean(crying));
  show("bank", banking && table.phase !== "lobby" && !me.hands.length);
  const right = table.seats.some((person) => person.cry === "right");
  show("bank-next", table.phase === "playing" && !right && !table.real_discs);
  at("bank-next").disabled = table.cries_open > 0;
  show("bank-award", table.phase === "playing" && right);
  at("bank-award").disabled = table.cries_open > 0;
  show("bank-round", table.phase === "between");
  const words = banking && table.phase !== "lobby" ? text("you_bank")
    : table.phase === "lobby" ? text("lobby")
      : table.phase === "playing" && !me.hands.length ? text("late")
        : table.phase === "between" ? text("between") : "";
  show("hero", table.phase === "lobby");
  put("note", words);
  show("note", Boolean(words));
};

const paint = (next) => {
  const before = table;
  table = next;
  const moved = before && (before.round !== table.round || before.called.length !== table.called.length);
  if (moved) {
    say("");
    if (before.round !== table.round) hear.last = "";
  }
  const again = me.hands.find((hand) => hand.cried) || (me.hands.length === 1 ? me.hands[0] : null);
  if (!crying && again && (seat() || {}).cry === "open") {
    crying = again.hand; // this phone was loaded again after its cry
    chosen = new Set();
  }
  if (crying && (table.phase !== "playing" || moved)) crying = "";
  if (series !== null && series !== table.series) refresh();
  series = table.series;
  if (!seat()) refresh();
  put("round", roundWords(table));
  ball(table);
  put("say", table.say[Family.language] || "");
  hear();
  paintCards();
  paintFoot();
  people(table, me.seat);
  if (news !== null && news !== table.news && table.winners.includes(me.seat)) celebrate();
  news = table.news;
};

at("bingo").addEventListener("click", () => cryBingo(me.hands[0]));
at("back").addEventListener("click", callBack);
const bank = (id, action) => at(id).addEventListener("click", async () => {
  const reply = await ask(code, action());
  if (!reply.ok) say(reply.text, "warn");
});
bank("bank-next", () => ({ do: "turn", call: table.called.length + 1 }));
bank("bank-award", () => ({ do: "award" }));
bank("bank-round", () => ({ do: "play" }));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && table) refresh();
});
connect(code, paint);
