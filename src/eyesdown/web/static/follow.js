// Follows the draw on a phone or a desk: balls light up with the wall, the clock counts down by the site's clock, and
// the page is fetched again when a game ends. A phone that has slept shows the state of the moment at once.
import { follow } from "./feed.js";

const RETRY = 15000;
const live = () => document.querySelector("[data-live]");
let skew = 0;
let last = "";
let newest = null;
let up = false;
let stale = false; // the page could not be fetched again when it should have been

const show = (node, words) => {
  if (node && node.textContent !== words) node.textContent = words;
};
const number = (name) => Number(live().dataset[name] ?? NaN);

const readClock = () => {
  const clock = document.querySelector("[data-clock]");
  if (clock) skew = Date.parse(clock.dataset.now) - Date.now();
};
const tick = () => {
  const clock = document.querySelector("[data-clock]");
  if (!clock) return;
  const left = Math.max(0, Math.round((Date.parse(clock.dataset.clock) - Date.now() - skew) / 1000));
  show(clock, `in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
};

const again = async () => {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-live]");
    const old = live();
    stale = answer.status >= 500;
    if (!answer.ok || !fresh || !old) return;
    const address = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    const sameAddress = (part) => [...part.querySelectorAll(`[href="${CSS.escape(address)}"]`)];
    const place = address ? sameAddress(old).indexOf(document.activeElement) : 0;
    const opened = [...old.querySelectorAll("details")].map((each) => each.open);
    old.replaceWith(fresh);
    const details = fresh.querySelectorAll("details");
    if (details.length === opened.length) details.forEach((each, index) => (each.open = opened[index]));
    document.title = page.title;
    if (address) {
      const links = sameAddress(fresh);
      (links[place] ?? links[0])?.focus({ preventScroll: true });
    }
    readClock();
    tick();
    if (newest) light(newest);
  } catch {
    stale = true; // no connection: tried again until there is one
  }
};
let waiting = 0;
const soon = (most) => {
  clearTimeout(waiting); // spread over time, for all phones hear of it at once
  waiting = setTimeout(again, Math.random() * most);
};

const light = (wall) => {
  const falling = wall.drawn.length < wall.drawn_count && wall.phase_words === "Eyes down";
  const game = (wall.result ?? -1) + (falling ? 1 : 0);
  const ours = !(game < number("first") || game >= number("end")); // a page without a ticket follows every game
  const drawn = new Set(ours ? wall.drawn : []);
  for (const spot of document.querySelectorAll("[data-n]")) {
    spot.classList.toggle("hit", drawn.has(Number(spot.dataset.n)));
  }
  for (const words of document.querySelectorAll("[data-caught]")) {
    const hits = words.closest("li").querySelectorAll(".hit").length;
    show(words, drawn.size ? `${hits} of ${words.dataset.of}` : "");
  }
  show(
    document.querySelector("[data-now-words]"),
    drawn.size ? `Game ${wall.game}: ${wall.drawn.length} of ${wall.drawn_count} balls` : "",
  );
  const step = wall.steps[wall.steps.length - 1];
  const side = [`Heads ${step.heads}, tails ${step.tails}`, `roulette ${step.roulette ?? "–"}`];
  if (drawn.size) side.push(`row ${step.race[0][0]} in front with ${step.race[0][1]}`);
  show(document.querySelector("[data-side-games]"), drawn.size ? side.join(" · ") : "");
  const cells = document.querySelectorAll("[data-grid] > li");
  const ball = wall.drawn[wall.drawn.length - 1];
  cells.forEach((cell, index) => {
    const place = wall.drawn.indexOf(index + 1);
    cell.classList.toggle("drawn", place >= 0);
    cell.classList.toggle("last", index + 1 === ball);
    cell.ariaHidden = String(place < 0);
  });
  show(document.querySelector("[data-shown-game]"), wall.game === null ? "" : `Game ${wall.game}`);
  show(document.querySelector("[data-phase]"), falling ? `${wall.drawn.length} of ${wall.drawn_count}` : "result");
};

const heed = (wall) => {
  newest = wall;
  light(wall);
  const falling = wall.drawn.length < wall.drawn_count;
  const now = [wall.result, wall.clock_at, wall.late, wall.wrong, wall.on_top.length, falling && wall.game].join(" ");
  if (last && now !== last) soon(1500);
  last = now;
};
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) again();
});
setInterval(() => {
  if (!document.hidden && (stale || !up)) again(); // also where the site has no room for another display
}, RETRY);
addEventListener("online", () => stale && again());
readClock();
tick();
setInterval(tick, 250);
follow(live().dataset.feed, "wall", {
  hear: heed,
  beat: (now) => {
    skew = now - Date.now();
  },
  line: (is) => {
    up = is;
  },
});
