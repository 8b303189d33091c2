// The seller's pages: price and change while typing, the slip shown and printed, the till counted.
import { cents, dollars, refusalNodes } from "./hall.js";
import { showPaper } from "./hall-paper.js";

const sale = document.getElementById("sale");
const toPay = document.getElementById("to-pay");
const change = document.getElementById("change");
let asked = 0;
let timer = 0;
let stale = true; // the price on the page is not yet that of what is typed
let selling = false; // Sell was pressed and waits for its price
let due = Number(document.querySelector("[data-due]")?.value ?? Number.NaN);

function showChange() {
  const given = document.getElementById("tendered");
  if (!change || !given) return;
  const card = given.form.elements.tender.value === "card";
  given.disabled = card;
  const amount = cents(given.value);
  const back = card || amount == null || Number.isNaN(due) ? 0 : amount - due;
  change.textContent = amount === undefined ? "not an amount" : back < 0 ? `${dollars(-back)} short` : dollars(back);
  change.parentElement.classList.toggle("short", back < 0);
}

async function price() {
  if (!toPay) return; // the last sale is shown; the next begins with the next customer
  const turn = ++asked;
  const body = new URLSearchParams([...new FormData(sale)].filter(([name]) => name !== "paid_cents"));
  let answer;
  try {
    const reply = await fetch(sale.dataset.price, {
      method: "POST",
      headers: { accept: "application/json", "x-csrf": sale.elements.csrf.value },
      body,
    });
    answer = await reply.json();
  } catch {
    stale = false;
    sale.elements.paid_cents.value = ""; // the site prices the sale, which is sent until it is answered
    return;
  }
  if (turn !== asked) return;
  stale = false;
  due = (answer.refusals?.length && answer.price_cents === 0 ? null : answer.price_cents) ?? Number.NaN;
  sale.elements.paid_cents.value = Number.isNaN(due) ? "" : due;
  toPay.textContent = Number.isNaN(due) ? "–" : dollars(due);
  const event = answer.events?.[0];
  document.getElementById("sale-cards").textContent = event
    ? `${event.cards.length === 1 ? "Card" : "Cards"} ${event.cards.join(", ")} of ${event.serial}`
    : "";
  const place = sale.querySelector("[data-answer]");
  const wrong = answer.wrong ? { detail: `${answer.wrong.field}: ${answer.wrong.says}` } : answer;
  const tells = answer.refusals?.length || answer.wrong || answer.detail;
  place.replaceChildren();
  if (tells) {
    const note = Object.assign(document.createElement("div"), { className: "note warn stack tight" });
    note.append(...refusalNodes(wrong));
    place.append(note);
  }
  showChange();
}

function priceSoon() {
  stale = true;
  asked += 1; // a price that is on its way is of what was typed before
  clearTimeout(timer);
  timer = setTimeout(price, 90);
}

if (sale) {
  const fit = () => {
    document.getElementById("cards-field").hidden = sale.elements.by.value !== "numbers";
  };
  sale.addEventListener("change", fit);
  fit();
  sale.addEventListener("input", (event) => (event.target.id === "tendered" ? showChange() : priceSoon()));
  document.addEventListener("fresh", (event) => event.target.id === "offers" && priceSoon());
  sale.addEventListener("submit", async (event) => {
    // Enter right after a change: what is sold is what was typed, at its own price.
    if (!stale) return;
    event.preventDefault();
    if (selling || !toPay) return;
    selling = true;
    do {
      clearTimeout(timer);
      await price(); // again if another counter's sale changed the offers meanwhile
    } while (stale);
    selling = false;
    sale.requestSubmit();
  });
  price();
  document.getElementById("count").addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const games = [...sale.elements.game].filter((game) => !game.disabled);
    const at = games.findIndex((game) => game.checked);
    const next = games[(at + step + games.length) % games.length];
    next.checked = true;
    next.closest("tr").scrollIntoView({ block: "nearest" }); // a long programme scrolls
    priceSoon();
  });
} else if (change) {
  document.getElementById("tendered").form.addEventListener("input", showChange);
  showChange();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const typing = event.target.matches("input:not([inputmode=numeric]):not([type=radio]), select, textarea");
  if (event.key.toLowerCase() === "c" && !typing && sale) {
    const [cash, card] = sale.elements.tender;
    (card.checked ? cash : card).checked = true;
    showChange();
    event.preventDefault();
  }
  if (event.key.toLowerCase() === "p" && !event.target.matches("input, select, textarea")) {
    document.querySelector("#sold [data-print]")?.click();
  }
});

const paper = document.querySelector("#sold [data-paper]");
if (paper) {
  // Printed at once the first time it is shown; a reload does not print it again.
  const mark = `printed${new URLSearchParams(location.search).get("done")}`;
  showPaper(paper, paper.dataset.paper).then(() => {
    if (sessionStorage.getItem(mark)) return;
    sessionStorage.setItem(mark, "1");
    print();
  });
}

const counting = document.getElementById("count-form");
if (counting) {
  const add = () => {
    let sum = cents(counting.elements.loose.value) ?? 0;
    for (const field of counting.querySelectorAll("[data-coin]")) {
      const worth = Number(field.value || 0) * Number(field.dataset.coin);
      field.nextElementSibling.textContent = worth ? dollars(worth) : "";
      sum += worth;
    }
    document.getElementById("counted-sum").textContent = Number.isFinite(sum) ? dollars(sum) : "–";
  };
  counting.addEventListener("input", add);
  counting.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.dataset.coin || event.ctrlKey) return;
    event.preventDefault();
    const fields = [...counting.querySelectorAll("input:not([type=hidden])")];
    fields[fields.indexOf(event.target) + 1]?.focus();
  });
  add();
}
