// What every live page of a hall shares: words, times, cards and patterns as they are drawn.

export const BALLS = 90;

export const byId = (id) => document.getElementById(id);

/** Text into an element, only if it is another: screen readers speak what changes. */
export const put = (element, words) => {
  const text = String(words);
  if (element.textContent !== text) element.textContent = text;
};

/** An element with a class and children. */
export const make = (tag, className = "", ...children) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
};

/** Replace children only where what they show is another. */
export const fill = (element, key, build) => {
  const text = JSON.stringify(key);
  if (element.dataset.key === text) return;
  element.dataset.key = text;
  element.replaceChildren(...build());
};

export const dollars = (cents) =>
  (cents / 100).toLocaleString("en-AU", { style: "currency", currency: "AUD", currencyDisplay: "narrowSymbol" });

export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

export const clockTime = (iso) => (iso ? iso.slice(11, 16) : "");

export const longDay = (iso) =>
  new Date(`${iso.slice(0, 10)}T12:00:00`).toLocaleDateString("en-AU", {
    weekday: "long",
    day: "numeric",
    month: "long",
  });

/** The snapshot that the page came with. */
export const firstSnapshot = () => JSON.parse(byId("snapshot").textContent);

/** A card's grid of three lines, numbers called so far marked; `press` makes every number a button. */
export const cardGrid = (rows, marked, last, press = null) => {
  const grid = make("ol", "ticket");
  for (const row of rows) {
    for (const number of row) {
      const cell = make("li", number ? "" : "blank");
      if (number) {
        const inner = press ? make("button") : make("span");
        inner.textContent = number;
        if (press) {
          inner.type = "button";
          inner.setAttribute("aria-pressed", String(marked.has(number)));
          inner.addEventListener("click", () => press(number));
        }
        cell.append(inner);
        cell.classList.toggle("marked", marked.has(number));
        cell.classList.toggle("last", number === last && marked.has(number));
        if (!press && marked.has(number)) cell.append(make("span", "sr", " marked"));
        cell.dataset.number = number;
      } else {
        cell.ariaHidden = "true";
      }
      grid.append(cell);
    }
  }
  return grid;
};

/** A prize's pattern as small squares; one with several ways shows each of them in turn, side by side. */
export const patternDrawn = (prize) => {
  const holder = make("span", "patterns");
  holder.ariaHidden = "true";
  const counts = prize.at_least;
  if (counts.length) {
    const grid = make("span", "pattern");
    counts.forEach((least) => {
      for (let place = 0; place < 5; place += 1) grid.append(make("i", place < least ? "any" : ""));
    });
    holder.append(grid);
    return holder;
  }
  for (const way of prize.ways.slice(0, 3)) {
    const grid = make("span", "pattern");
    for (let square = 0; square < 15; square += 1) grid.append(make("i", (way >> square) & 1 ? "on" : ""));
    holder.append(grid);
  }
  return holder;
};

/** Squares of a grid that count for a prize: every number's place along the lines, as a mask of fifteen bits. */
export const marksOf = (rows, called) => {
  let mask = 0;
  rows.forEach((row, line) => {
    row
      .filter((number) => number)
      .forEach((number, place) => {
        if (called.has(number)) mask |= 1 << (line * 5 + place);
      });
  });
  return mask;
};
