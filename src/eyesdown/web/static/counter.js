// The counter: a quick line, forms, a slip that is priced as it grows, and a sale that happens once.
import {
  add,
  arrive,
  ask,
  cents,
  change,
  dollars,
  keep,
  lineNode,
  make,
  onPriced,
  price,
  put,
  refusals,
  remove,
  root,
  sell,
  slip,
  takePaper,
  typed,
  upToDate,
  wipe,
} from "./till.js";
import { forms } from "./till-forms.js";
import { printPapers, showGame } from "./counter-desk.js";
import { TICKET, whatIs } from "./scan.js";

const $ = (id) => document.getElementById(id);
const quick = $("quick");
let selling = false;
let allowed = false;
let looking = 0;

// --- what goes onto the slip ----------------------------------------------------------------------
const typedAs = new WeakMap(); // what was typed for a bet, to be brought back and mended

typed($("quick-form"), quick, async (text) => {
  put($("quick-understood"), "");
  if (TICKET.test(text)) return scanned(text, $("quick-wrong"));
  const given = /^\s*=\s*(.*)$/.exec(text) ?? /^\s*(\$[\d.,]+)\s*$/.exec(text);
  if (given) return cashGiven(given[1]);
  const taken = /^\s*-\s*(\d{1,3})\s*$/.exec(text);
  if (taken) return takeOff(Number(taken[1]));
  const answer = await ask("/till/quick", { text });
  const wrong = answer.status !== 200;
  const word = (wrong || answer.refusals.length) && /^\s*\S{4,}\s*$/.test(text); // no line, but perhaps a card
  if (word && (await whatIs(text.trim())).kind === "card") return scanned(text.trim(), $("quick-wrong"));
  $("quick-wrong").textContent = wrong ? `${quick.value ? `“${text}”: ` : ""}${answer.detail}` : "";
  quick.setAttribute("aria-invalid", String(wrong));
  if (wrong) return false;
  if (answer.refusals.length) {
    // No game has such a bet: the line stays in the field, to be mended.
    const [no] = answer.refusals;
    $("quick-wrong").textContent = `${no.says} ${no.next}`;
    quick.setAttribute("aria-invalid", "true");
    return false;
  }
  for (const bet of answer.bets) typedAs.set(bet, { text, bets: answer.bets });
  add(answer.bets, { games: answer.games > 1 ? answer.games : null, kwikipiks: answer.kwikipiks });
  return true;
});

function takeOff(number) {
  const there = number >= 1 && number <= slip.lines.length;
  $("quick-wrong").textContent = there ? "" : `There is no line ${number} on the slip.`;
  if (there) remove(number - 1);
  return there;
}

function cashGiven(typed) {
  const amount = cents(typed);
  const wrong = amount === undefined || amount === 0; // nothing typed is the exact price
  $("quick-wrong").textContent = wrong ? `“${typed}” isn’t an amount of cash. Type it like =20 or =12.50.` : "";
  if (wrong) return false;
  change({ cash_cents: amount });
  fill();
  return true;
}

async function scanned(text, wrong) {
  // A scan goes where it belongs: a ticket is replayed, a voucher or receipt pays, a card is the player's.
  const { kind, serial, card } = await whatIs(text);
  if (["ticket", "unknown", "away"].includes(kind)) return replay(text, wrong);
  wrong.textContent = "";
  if (kind === "card") {
    $("more").open = true;
    $("card").value = card;
    $("card").dispatchEvent(new Event("change"));
  } else if (!slip.documents.includes(serial)) change({ documents: [...slip.documents, serial] });
  else wrong.textContent = "Scanned twice: this one is on the slip already.";
  return true;
}
const scanHere = (text) => arrive(() => scanned(text, $("quick-wrong")));
document.addEventListener("scan", (event) => {
  event.preventDefault();
  if ($("slip-sold").hidden) scanHere(event.detail);
  else next(event.detail); // it is the next customer's
});

let looked = 0;
quick.addEventListener("input", () => {
  // The line as it is understood, while it is being typed.
  clearTimeout(looked);
  const text = quick.value;
  if (!text.trim() || TICKET.test(text) || /^\s*[=-]/.test(text)) return put($("quick-understood"), "");
  looked = setTimeout(async () => {
    const answer = await ask("/till/quick", { text, look: true });
    if (quick.value !== text) return;
    put($("quick-understood"), answer.status === 200 ? answer.shown : "");
    $("quick-understood").classList.toggle("bad", answer.wrong === true);
  }, 120);
});

quick.addEventListener("keydown", (event) => {
  if (event.key === "Tab" && !event.shiftKey && !event.ctrlKey && !TICKET.test(quick.value)) {
    event.preventDefault();
    $("cash").focus();
    $("cash").select();
  }
  if (event.key === "PageUp" || event.key === "PageDown") {
    event.preventDefault();
    const page = $("lines").clientHeight - 20;
    $("lines").scrollTop += event.key === "PageUp" ? -page : page;
  }
  if (quick.value) return;
  if (event.key === "Backspace" && slip.lines.length) {
    event.preventDefault();
    takeBack(false);
  } else if (event.key === "ArrowUp" && slip.lines.length) {
    event.preventDefault();
    takeBack(true);
  }
});

function takeBack(mend) {
  // The last line comes off the slip, with its Lucky Last; with `mend`, what was typed for it comes back.
  const last = slip.lines.at(-1);
  const { text, bets } = typedAs.get(last) ?? { text: "", bets: [last] };
  if (mend && !text) return;
  const lines = slip.lines.filter((bet) => !bets.includes(bet));
  change({ lines, kwikipiks: Math.min(slip.kwikipiks, lines.length) });
  if (mend) quick.value = text;
}

const NOTES = { F2: 5, F3: 10, F4: 20, F6: 50, F7: 100 };
function note(amount) {
  change({ cash_cents: (slip.cash_cents ?? 0) + amount * 100 });
  fill();
}
for (const button of document.querySelectorAll("[data-note]:not(#till)"))
  button.addEventListener("click", () => note(Number(button.dataset.note)));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !$("slip-sold").hidden) return;
  const action = {
    F1: () => $("change-as").focus(),
    F8: () => $("wipe").click(),
    F9: () => $("games").focus(),
    F10: () => {
      $("more").open = true;
      $("card").focus();
    },
  }[event.key];
  if (!action && !NOTES[event.key]) return;
  event.preventDefault();
  if (action) action();
  else note(NOTES[event.key]);
});
$("add").disabled = false; // until the script ran, Enter would have lost the line

forms(
  root,
  (words, field) => {
    $("quick-wrong").textContent = words;
    field?.focus();
  },
  () => {
    $("quick-wrong").textContent = "";
  },
);

const tabs = [...document.querySelectorAll("[role=tab]")];
function choose(tab) {
  for (const other of tabs) {
    const mine = other === tab;
    other.setAttribute("aria-selected", String(mine));
    other.tabIndex = mine ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !mine;
  }
}
for (const tab of tabs) {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  });
}

// --- the slip's own fields ------------------------------------------------------------------------
const money = (id, name, empty) =>
  $(id)?.addEventListener("input", () => {
    const amount = cents($(id).value);
    $(id).setAttribute("aria-invalid", String(amount === undefined));
    if (amount === undefined) hold();
    else change({ [name]: amount ?? empty });
  });
money("cash", "cash_cents", null);
money("chips", "chip_cents", 0);
money("parlay", "parlay_cents", 0);
const texts = {
  card: "card",
  runner: "runner",
  "runner-note": "runner_note",
  method: "method",
  "change-as": "change_as",
};
for (const [id, name] of Object.entries(texts)) $(id).addEventListener("change", () => change({ [name]: $(id).value }));
$("card").addEventListener("change", async () => {
  // The card's favourite picks, one press each.
  $("favourites").replaceChildren();
  $("card-wrong").textContent = "";
  if (!$("card").value.trim()) return;
  const answer = await ask(`/till/card?card=${encodeURIComponent($("card").value)}`);
  if (answer.status !== 200) return ($("card-wrong").textContent = answer.detail);
  $("favourites").replaceChildren(
    ...answer.favourites.map(({ bet, words }) => {
      const button = make("button", { type: "button", className: "small" }, words);
      button.addEventListener("click", () => add([bet]));
      return button;
    }),
  );
});
const count = (id, name, empty) =>
  $(id).addEventListener("input", () => {
    const { valid } = $(id).validity; // a whole number within the field's own bounds
    $(id).setAttribute("aria-invalid", String(!valid));
    if (!valid) hold();
    else change({ [name]: $(id).value === "" ? empty : Number($(id).value) });
  });
count("games", "games", 1);
count("bonus-games", "bonus_games", null);
$("games").addEventListener("blur", () => {
  if ($("games").value === "" && $("games").validity.valid) $("games").value = slip.games;
});

takePaper($("paper-form"), $("paper"), $("paper-wrong"));
typed($("replay-form"), $("replay"), (text) => replay(text, $("replay-wrong")));

async function replay(text, wrong) {
  // An old ticket, scanned into either field, becomes the slip; it can still be changed.
  const answer = await ask(`/till/replay?serial=${encodeURIComponent(text)}`);
  const ours = answer.status === 200;
  wrong.textContent = ours ? "" : answer.detail;
  if (!ours) return false;
  const { replay_of, lines, games, bonus_games, superplay } = answer;
  change({ replay_of, lines, games, bonus_games, superplay, kwikipiks: 0, method: "replay" });
  fill();
  return true;
}

$("wipe").addEventListener("click", () => {
  wipe();
  fill();
  quick.focus();
});

function fill() {
  // The fields as the slip has them, after a reload, a replay or a new customer.
  for (const id of ["cash", "chips", "parlay", "games", "bonus-games"]) $(id)?.removeAttribute("aria-invalid");
  $("games").value = slip.games;
  $("bonus-games").value = slip.bonus_games ?? "";
  $("cash").value = slip.cash_cents === null ? "" : (slip.cash_cents / 100).toFixed(2);
  if ($("chips")) $("chips").value = slip.chip_cents ? (slip.chip_cents / 100).toFixed(2) : "";
  $("parlay").value = slip.parlay_cents ? (slip.parlay_cents / 100).toFixed(2) : "";
  for (const [id, name] of Object.entries(texts)) $(id).value = slip[name];
}

// --- the site's response to it ---------------------------------------------------------------------
onPriced((answer) => {
  const empty = answer.empty === true;
  $("lines-empty").hidden = !empty;
  if (empty) {
    if ($("lines").contains(document.activeElement)) quick.focus();
    allowed = false;
    $("line-count").textContent = "";
    for (const id of ["lines", "tenders", "refusals"]) $(id).replaceChildren();
    read(false);
    $("read").hidden = true;
    put($("cost"), dollars(0));
    put($("change"), dollars(0));
    put($("change-on-paper"), "");
    $("sell").disabled = true;
    $("slip-says").textContent = "";
    const papers = slip.documents.length;
    const which = papers > 1 ? `${papers} vouchers or receipts are` : "A voucher or receipt is";
    $("lines-empty").lastElementChild.textContent = papers
      ? `${which} scanned, and pay${papers > 1 ? "" : "s"} for the lines you add.`
      : "Type a line and press Enter, or mark a form.";
    return;
  }
  if (answer.status !== 200) return trouble(answer);
  showLines(answer.lines);
  if (answer.wrong_lines) return wrongLines(answer.wrong_lines);
  put($("cost"), answer.cost || "–");
  put($("change"), answer.change);
  put($("change-on-paper"), answer.change_on_paper ? `${answer.change_on_paper} of it as a new cash voucher` : "");
  if (document.activeElement !== $("games")) $("games").value = slip.games;
  $("tenders").replaceChildren(
    ...answer.tenders.filter((paid) => paid.document || answer.tenders.length > 1).map(tenderNode),
  );
  slip.game = answer.game.running ?? null;
  showGame(answer.game);
  $("slip-game").textContent = answer.game.open
    ? slip.games > 1
      ? `Games ${answer.game.number} to ${answer.game.number + slip.games - 1}, ${slip.games} games`
      : `Game ${answer.game.number}`
    : "No game is open";
  allowed = answer.refusals.length === 0;
  const closed = answer.refusals.some((no) => no.code === "entry/no_open_game");
  refusals(
    $("refusals"),
    answer.refusals,
    closed ? "The slip is saved and goes into the next game as soon as it opens." : "",
  );
  reveal();
  clearTimeout(looking);
  if (closed) looking = setTimeout(price, 2000);
  $("sell").disabled = !allowed;
  $("slip-says").textContent = "";
  hold();
});

function wrongLines(numbers) {
  // Lines that can't be sold at all are red on the slip; nothing is sold until they are taken off.
  allowed = false;
  $("sell").disabled = true;
  put($("cost"), "–");
  const which = numbers.length > 1 ? `Lines ${numbers.join(", ")} can’t be sold.` : `Line ${numbers[0]} can’t be sold.`;
  $("refusals").replaceChildren(
    make("div", { className: "note no" }, make("strong", {}, which), make("br"),
      "Take it off with ✕ and type it again."),
  );
  reveal();
}

function reveal() {
  // Refusals scroll into view above the price, which is always in view.
  const unseen =
    $("refusals").getBoundingClientRect().bottom - document.querySelector(".slip-foot").getBoundingClientRect().top;
  if (unseen > 0) $("slip-open").scrollTop += unseen;
}

// Reading back: the fields make room for the whole slip; a new line or the button brings them again.
const reading = () => $("slip-open").classList.contains("reading");
function read(whole) {
  $("slip-open").classList.toggle("reading", whole);
  $("read").setAttribute("aria-pressed", String(whole));
  if (whole) $("lines").scrollTop = 0;
}
$("read").addEventListener("click", () => read(!reading()));

function showLines(lines) {
  // The newest line scrolls into view; a line that has the keyboard focus keeps it.
  const list = $("lines");
  const held = [...list.children].indexOf(document.activeElement?.closest("#lines li"));
  const more = lines.length > list.children.length;
  list.replaceChildren(...lines.map((line, at) => lineNode(line, at, remove)));
  $("line-count").textContent = lines.length > 1 ? `${lines.length} lines` : "";
  list.classList.toggle("many", lines.length > 4);
  $("read").hidden = !reading() && list.scrollHeight <= list.clientHeight + 1;
  if (more) read(false);
  if (more) list.scrollTop = list.lastElementChild.offsetTop - list.offsetTop;
  if (held >= 0) list.children[Math.min(held, lines.length - 1)].querySelector("button").focus();
}

function hold() {
  // Nothing is sold while an amount is not one.
  const wrong = document.querySelector("#slip-open [aria-invalid=true]");
  if (!wrong) return;
  allowed = false;
  $("sell").disabled = true;
  const label = wrong.labels[0].textContent.trim();
  $("slip-says").textContent =
    wrong.type === "number"
      ? `${label}: type a whole number from ${wrong.min} to ${wrong.max}.`
      : `${label}: “${wrong.value}” isn’t an amount. Type it like 20 or 12.50.`;
}

function tenderNode(paid) {
  const words = make("span", {}, `${paid.words} ${paid.amount}`);
  if (!paid.document) return make("li", {}, words);
  const gone = make("button", { type: "button", className: "plain small", ariaLabel: `Take off ${paid.words}` }, "✕");
  gone.addEventListener("click", () => change({ documents: slip.documents.filter((one) => one !== paid.document) }));
  return make("li", {}, words, gone);
}

function trouble(answer, silent = false) {
  // Not refused by a rule: signed off, no connection, or our own mistake. The same sale may be sent again.
  allowed = silent;
  $("sell").disabled = !silent;
  const parts = [make("strong", {}, answer.title ?? "No answer"), make("br")];
  if (answer.status !== 401) parts.push(`${answer.detail ?? ""} `);
  else
    parts.push(
      "Nothing was sold. ",
      make("a", { href: `/sign-on?next=${encodeURIComponent(location.pathname + location.search)}` }, "Sign on again"),
      "; your slip is saved in this window.",
    );
  const old = answer.status === 403; // someone else has signed on in this browser
  const again = make("button", { type: "button", className: "plain small" }, old ? "Load it again" : "Try again");
  again.addEventListener("click", () => (old ? location.reload() : silent ? sale() : price()));
  if (answer.status !== 401) parts.push(again);
  $("refusals").replaceChildren(make("div", { className: "note no" }, ...parts));
  reveal();
}

// Fields that were typed and not added yet would be left out of the sale.
const UNTAKEN = [
  ["quick", "line"],
  ["paper", "voucher or receipt"],
  ["replay", "ticket"],
];

// --- the sale -------------------------------------------------------------------------------------
async function sale() {
  if (selling) return;
  selling = true;
  await upToDate();
  const left = UNTAKEN.find(([id]) => $(id).value.trim() !== "");
  if (left) {
    const [id, what] = left;
    $("more").open ||= id === "replay";
    $(`${id}-wrong`).textContent = `This ${what} isn’t on the slip yet. Press Enter to add it, or clear the field.`;
    $(id).focus();
  }
  selling = allowed && !left;
  if (!selling) return;
  $("sell").setAttribute("aria-busy", "true");
  $("slip-says").textContent = "Selling …";
  const wanted = slip.game;
  const answer = await sell();
  selling = false;
  $("sell").removeAttribute("aria-busy");
  $("slip-says").textContent = "";
  if (answer.status === 200) return sold(answer, wanted);
  if (answer.moved) return moved(answer);
  if (answer.refusals) {
    refusals($("refusals"), answer.refusals, "Nothing was sold and no money was taken.");
    reveal();
    return showGame(answer.game);
  }
  if (answer.serials?.length)
    $("slip-says").append(
      make("a", { href: `${"/till/ticket/"}${answer.serials[0]}.pdf`, target: "_blank" }, "See what was sold"),
    );
  trouble(answer, answer.status === 0);
}

function moved(answer) {
  // The game closed before the sale: say so, and offer the next one.
  const next = answer.game;
  const note = make(
    "div",
    { className: "note warn stack tight", role: "alert" },
    make("strong", {}, "That game has just closed."),
    make(
      "span",
      {},
      next.open
        ? `Nothing was sold. Game ${next.number} is open now.`
        : "Nothing was sold. The next game isn’t open yet; the slip is saved.",
    ),
  );
  if (next.open) {
    const button = make("button", { type: "button", className: "main" }, `Sell into game ${next.number}`);
    button.addEventListener("click", sale);
    keep({ game: next.running });
    note.append(button);
    setTimeout(() => button.focus());
  }
  $("refusals").replaceChildren(note);
  reveal();
  $("slip-game").textContent = next.open ? `Game ${next.number}` : "No game is open";
  showGame(next);
}

function sold(answer, wanted) {
  $("slip-open").hidden = true;
  $("slip-sold").hidden = false;
  document.querySelector(".till-work").inert = true; // what is typed now is the next customer's
  $("sold-title").textContent = `${answer.cost} · ${answer.games}`;
  const change = [
    answer.change_cents && `Change ${answer.change}`,
    answer.change_document && `Change voucher ${answer.change_document_amount}`,
  ];
  $("sold-change").textContent = change.filter(Boolean).join(", ") || "Paid exactly";
  const late = wanted !== null && answer.running !== wanted;
  $("sold-note").hidden = !late;
  $("sold-note").textContent = late
    ? `The game closed at that moment: this ticket is for ${answer.games}. Ask the customer; it can still be cancelled.`
    : "";
  $("sold-paper").dataset.serial = answer.serial;
  $("sold-paper").dataset.check = answer.check;
  papers = [[$("sold-paper"), answer.serial]];
  $("change-paper").hidden = !answer.change_document;
  if (answer.change_document) papers.push([$("change-paper"), answer.change_document]);
  printing = printPapers(papers);
  $("next").focus();
}

let papers = [];
let printing = Promise.resolve();
function printAgain() {
  // Another print is a copy, on record.
  const because = "asked for at the counter";
  printing = printing.then(() => printPapers(papers, because));
}

function next(scan = "") {
  location.assign(scan ? `/counter?scan=${encodeURIComponent(scan)}` : "/counter");
}

$("sell").addEventListener("click", sale);
$("next").addEventListener("click", () => next());
$("print").addEventListener("click", printAgain);
document.addEventListener("keydown", (event) => {
  const done = !$("slip-sold").hidden;
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
  if (event.key === "Enter" && event.ctrlKey) {
    event.preventDefault();
    sale();
  } else if (done && event.key === "Escape") next();
  else if (done && event.key === "p" && !typing && !event.ctrlKey) printAgain();
  else if (!done && event.key === "Escape") {
    quick.focus();
    quick.select();
  } else if (event.key === "/" && !typing) {
    event.preventDefault();
    quick.focus();
  }
});

document.getElementById("clock").addEventListener("game", async ({ detail }) => {
  if (!slip.lines.length || detail.running === slip.game) return;
  await price();
  $("slip-says").textContent = `The game closed; this slip is now for game ${detail.number}.`;
});

const asked = new URLSearchParams(location.search);
const brought = asked.get("scan") ?? asked.get("card");
// The address names the customer, so that a reload or signing on again finds the same slip.
history.replaceState(null, "", `?customer=${encodeURIComponent(root.dataset.customer)}`);
fill();
price();
if (brought) scanHere(brought);
