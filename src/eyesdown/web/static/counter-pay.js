// The Pay page: a stack of tickets, scanned one after another; every one stays in the list.
import { pendingScan } from "./scan.js";

const stack = document.getElementById("stack");
const field = document.getElementById("scan");
const form = field.form;
const customer = form.elements.customer.value;
const csrf = stack.dataset.csrf;
const KEY = `stack/${customer}`;
const rows = read();
let turn = Promise.resolve();

const TAGS = {
  won: ["Won", "yes"],
  lost: ["No prize", ""],
  waits: ["Not all drawn", ""],
  cancelled: ["Cancelled", ""],
  twice: ["Twice", "warn"],
  check: ["Check needed", "warn"],
  paper: ["Not a ticket", "warn"],
  refused: ["Do not pay", "no"],
  unknown: ["Do not pay", "no"],
  unread: ["Not looked at", "no"],
};

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

function make(tag, facts, ...inside) {
  const node = Object.assign(document.createElement(tag), facts);
  node.append(...inside);
  return node;
}

function draw() {
  sessionStorage.setItem(KEY, JSON.stringify(rows));
  stack.hidden = rows.length === 0;
  const won = rows.filter((row) => row.result === "won");
  const cents = won.reduce((sum, row) => sum + row.cents, 0);
  const total = (cents / 100).toLocaleString("en-AU", { style: "currency", currency: "AUD" });
  stack.querySelector("[data-total]").textContent =
    `${rows.length} scanned, ${won.length} won, ${total} in all`;
  stack.querySelector("ol").replaceChildren(
    ...rows.map((row) => {
      const [name, look] = TAGS[row.result] ?? TAGS.unread;
      const page = row.result === "paper" ? "vouchers" : "pay";
      const link = make("a", { href: `/counter/${page}?customer=${customer}&scan=${encodeURIComponent(row.serial)}` },
        row.serial);
      const again = row.result === "unread" ? make("button", { type: "button", className: "small" }, "Try again") : "";
      if (again) again.addEventListener("click", () => retry(row));
      const item = make(
        "li",
        {},
        make("span", { className: `tag ${look}` }, name),
        make("span", { className: "serial small" }, link),
        make("strong", {}, row.amount ?? ""),
        make("small", {}, row.words),
        again,
      );
      item.dataset.result = row.result;
      return item;
    }),
  );
}

function retry(row) {
  rows.splice(rows.indexOf(row), 1);
  enter(row.scan);
}

async function ask(scan, slip) {
  try {
    const answer = await fetch("/till/take", {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json", "x-csrf": csrf },
      body: JSON.stringify({ scan, customer, slip }),
    });
    const body = await answer.json();
    if (answer.ok) return body;
    return { result: "unread", words: body.detail ?? "The site didn’t answer." };
  } catch {
    return { result: "unread", words: "The site can’t be reached. Nothing was paid." };
  }
}

function enter(scan) {
  // Scans wait for one another, so that none is dropped while the one before is being looked at.
  const slip = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
  turn = turn.then(async () => {
    const row = await ask(scan, slip);
    const serial = row.serial ?? scan.slice(-40);
    // The same paper again; another paper with the same serial, such as a forged one, has its own row.
    const before = rows.find((other) => other.serial === serial && other.result !== "check"
      && other.result !== "unread" && (row.result === "twice" || other.verdict === row.words));
    if (before) {
      before.words = "Scanned twice: it is in the list already.";
    } else rows.push({ ...row, serial, scan, verdict: row.words });
    draw();
    const [name] = TAGS[row.result] ?? TAGS.unread;
    stack.querySelector("[data-news]").textContent = before
      ? "Scanned twice: it is in the list already."
      : row.words.startsWith(name) ? row.words : `${name}. ${row.words}`;
    if (row.result === "won") await owed();
  });
  return turn;
}

async function owed() {
  // What this customer is owed, with its form, as the site shows it now.
  const answer = await fetch(`/counter/pay?customer=${customer}`).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("owed-here");
  document.getElementById("owed-here").replaceWith(document.importNode(fresh, true));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const scan = field.value.trim();
  field.value = "";
  field.focus();
  if (scan) enter(scan);
});
document.addEventListener("scan", (event) => {
  event.preventDefault();
  field.focus();
  enter(event.detail);
});
stack.querySelector("[data-clear]").addEventListener("click", () => {
  rows.length = 0;
  draw();
  field.focus();
});
draw();
const pending = pendingScan();
if (pending) enter(pending);
