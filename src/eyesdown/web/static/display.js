// The wall. Every message is the whole board, so a dropped line heals itself with the next one;
// balls that came meanwhile fall one by one, in order, so none is missed.
"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const cells = [...document.querySelectorAll(".hall-grid .grid > li")];
  const dollars = (cents) => (cents / 100).toLocaleString("en-AU", { style: "currency", currency: "AUD" }).replace("A$", "$");
  const PACE = 450;
  let board = JSON.parse(at("board").textContent);
  let shown = [];
  let game = null;
  let skew = 0;
  let timer = 0;

  const paint = () => {
    const last = shown[shown.length - 1];
    cells.forEach((cell, index) => {
      const number = index + 1;
      const drawn = shown.includes(number);
      cell.classList.toggle("drawn", drawn);
      cell.classList.toggle("last", number === last);
      cell.classList.toggle("wrong", board.wrong !== null && number === last);
    });
    at("latest").textContent = last === undefined ? "–" : last;
    at("count").textContent = shown.length;
    const step = board.steps[shown.length];
    at("heads").textContent = step.heads;
    at("tails").textContent = step.tails;
    at("roulette").textContent = step.roulette || "–";
    at("race").replaceChildren(...step.race.map(([row, count]) => {
      const item = document.createElement("li");
      const small = document.createElement("small");
      item.append(String(row));
      small.textContent = count;
      item.append(small);
      return item;
    }));
    const whole = shown.length === board.drawn_count;
    at("heads-or-tails").textContent = whole && board.heads_or_tails ? board.heads_or_tails : "";
    at("multiplier").textContent = whole && board.multiplier ? `${board.multiplier}×` : "–";
  };

  const fallNext = () => {
    timer = 0;
    if (shown.length >= board.drawn.length) return;
    const number = board.drawn[shown.length];
    shown.push(number);
    paint();
    const cell = cells[number - 1];
    cell.classList.remove("fall");
    void cell.offsetWidth;
    cell.classList.add("fall");
    timer = setTimeout(fallNext, PACE);
  };

  const show = (next) => {
    board = next;
    skew = Date.parse(board.now) - Date.now();
    const name = `${board.day} ${board.game}`;
    const corrected = shown.some((number, place) => board.drawn[place] !== number);
    if (name !== game || corrected) {
      // A wall that has just been switched on shows what is there; balls fall only when they are news.
      shown = game === null || corrected ? board.drawn.slice() : [];
      game = name;
    }
    at("game").textContent = board.game;
    at("phase").textContent = board.phase_words;
    at("clock-name").textContent = board.clock_words;
    at("jackpots").replaceChildren(...board.jackpots.map((jackpot) => {
      const item = document.createElement("span");
      const amount = document.createElement("strong");
      amount.textContent = dollars(jackpot.cents);
      item.append(jackpot.name, amount);
      return item;
    }));
    paint();
    if (!timer) timer = setTimeout(fallNext, 0);
  };

  const tick = () => {
    if (!board.clock_at) { at("clock").textContent = "–:––"; return; }
    const left = Math.max(0, Math.round((Date.parse(board.clock_at) - Date.now() - skew) / 1000));
    at("clock").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  };

  show(board);
  tick();
  setInterval(tick, 250);
  const feed = new EventSource(at("hall").dataset.feed);
  feed.addEventListener("board", (message) => { at("line").hidden = true; show(JSON.parse(message.data)); });
  feed.addEventListener("open", () => { at("line").hidden = true; });
  feed.addEventListener("error", () => { at("line").hidden = false; });
})();
