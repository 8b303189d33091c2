// The wall. Every message is a snapshot, and a connection that comes back gets the snapshots it
// missed; they are shown one after the other and their balls fall in order, so no ball is missed.
import { follow } from "./feed.js";
import { announce, betweenDraws, clearScenes, renewScenes } from "./wall-show.js";

const at = (id) => document.getElementById(id);
const cells = [...document.querySelectorAll(".hall-grid .grid > li")];
const dollars = (cents) =>
  (cents / 100).toLocaleString("en-AU", {
    style: "currency",
    currency: "AUD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: cents % 100 ? 2 : 0,
  });
const PACE = 450;
const HURRY = 150;
const WAITING_MAX = 3;
let wall = JSON.parse(at("snapshot").textContent);
let shown = [];
let name = null;
let skew = Date.parse(wall.now) - Date.now();
let timer = 0;
const waiting = [];

const put = (id, words) => {
  const text = String(words);
  if (at(id).textContent !== text) at(id).textContent = text;
};
const RED = new Set("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split(" "));
const colourOf = (pocket) => (!pocket ? "" : /^0+$/.test(pocket) ? "green" : RED.has(pocket) ? "red" : "black");
const nameOf = (one) => `${one.day} ${one.game}`;

const paintRace = (race) => {
  const list = at("race");
  race.forEach(([row, count], place) => {
    list.children[place].classList.toggle("leads", place === 0 && count > 0);
    const [front, , behind] = list.children[place].children;
    front.textContent = `Row ${row}`;
    behind.textContent = count;
  });
};

const paint = () => {
  const last = shown[shown.length - 1];
  const whole = shown.length === wall.drawn_count;
  const flashing = wall.wrong !== null && shown.length === wall.drawn.length;
  cells.forEach((cell, index) => {
    const number = index + 1;
    const place = shown.indexOf(number);
    cell.classList.toggle("drawn", place >= 0);
    cell.classList.toggle("last", number === last);
    cell.ariaHidden = String(place < 0); // a screen reader reads the drawn numbers, not the whole wall
    cell.classList.toggle("wrong", flashing && number === last);
    const words = place < 0 ? "" : ` drawn ${place + 1}`;
    if (cell.children[0].textContent !== words) cell.children[0].textContent = words;
  });
  put("latest", last === undefined ? "–" : last);
  at("latest").classList.toggle("wrong", flashing);
  put("count", shown.length);
  const step = wall.steps[shown.length];
  put("heads", step.heads);
  put("tails", step.tails);
  put("roulette", step.roulette || "–");
  at("roulette").className = colourOf(step.roulette);
  [...at("order").children].forEach((slot, place) => {
    const ball = shown[place] === undefined ? "" : String(shown[place]);
    if (slot.textContent !== ball) slot.textContent = ball;
    slot.classList.toggle("last", place === shown.length - 1);
  });
  paintRace(step.race);
  put("heads-or-tails", whole && wall.heads_or_tails ? wall.heads_or_tails : "");
  put("multiplier", whole && wall.multiplier ? `${wall.multiplier}×` : "–");
  const falling = shown.length && shown.length < wall.drawn.length;
  put("phase", flashing ? "A number is being corrected" : falling ? "Eyes down" : wall.late || wall.phase_words);
};

const paintFrame = () => {
  put("game", wall.game === null ? "–" : wall.game);
  put("clock-name", wall.clock_words);
  const pooled = (one) => (one.pool_cents === null ? "" : ` · ${dollars(one.pool_cents)} pooled`);
  const jackpots = wall.jackpots.slice(0, 5).map((one) => [one.name + pooled(one), dollars(one.cents)]);
  for (const extra of wall.on_top) jackpots.unshift([`${extra.name} · ${extra.words}`, dollars(extra.cents)]);
  const list = at("jackpots");
  const key = JSON.stringify(jackpots);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(
    ...jackpots.map(([words, money]) => {
      const item = document.createElement("span");
      const amount = document.createElement("strong");
      amount.textContent = money;
      item.append(words, amount);
      return item;
    }),
  );
};

const fallNext = () => {
  timer = 0;
  if (shown.length < wall.drawn.length) {
    const number = wall.drawn[shown.length];
    shown.push(number);
    clearScenes();
    paint();
    if (!waiting.length) announce(number);
    if (shown.length === wall.drawn_count) betweenDraws();
    const cell = cells[number - 1];
    cell.classList.remove("fall");
    void cell.offsetWidth;
    cell.classList.add("fall");
  } else if (waiting.length) {
    adopt(waiting.shift());
  } else {
    return;
  }
  timer = setTimeout(fallNext, waiting.length ? HURRY : PACE);
};

const adopt = (next) => {
  const first = name === null;
  const other = nameOf(next) !== name;
  wall = next;
  name = nameOf(next);
  const corrected = !other && shown.some((number, place) => wall.drawn[place] !== number);
  // A wall that was just switched on shows the snapshot at once; only new balls fall.
  if (first || corrected) shown = wall.drawn.slice();
  else if (other) shown = [];
  if (other && !first) clearScenes();
  if (first && shown.length === wall.drawn_count) betweenDraws();
  paintFrame();
  paint();
};

const show = (next) => {
  const unfinished = name !== null && shown.length < wall.drawn.length;
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

const timeOfDay = new Intl.DateTimeFormat("en-AU", {
  hour: "numeric",
  minute: "2-digit",
  timeZone: "Australia/Sydney",
});
const tick = () => {
  put("time", timeOfDay.format(Date.now() + skew));
  const newest = waiting[waiting.length - 1] || wall;
  if (!newest.clock_at) {
    put("clock", "");
    return;
  }
  const left = Math.max(0, Math.round((Date.parse(newest.clock_at) - Date.now() - skew) / 1000));
  put("clock", `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
};

let down = false;
show(wall);
tick();
setInterval(tick, 250);
follow(at("hall").dataset.feed, "wall", {
  hear: show,
  beat: (now) => {
    skew = now - Date.now();
  },
  line: (up) => {
    at("line").hidden = up;
    if (up && down) renewScenes(); // the site may have come back as a new version
    down = !up;
  },
});
