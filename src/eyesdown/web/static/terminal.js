// Self-service: choose, confirm, pay, take the ticket. One screen at a time, each with its own heading.
import {
  ask,
  cents,
  change,
  dollars,
  gamesWords,
  keep,
  lineNode,
  newId,
  onPriced,
  price,
  put,
  refusals,
  remove,
  root,
  sell,
  slip,
  takePaper,
  upToDate,
  wipe,
  make,
} from "./till.js";
import { forms, pick } from "./till-forms.js";
import { printPapers, showGame, showPaper } from "./counter-desk.js";
import { AWAY, TICKET, UNREAD, whatIs } from "./scan.js";
import { whenLeft } from "./terminal-left.js";
import { withKeypad } from "./keypad.js";

const $ = (id) => document.getElementById(id);
const screens = [...document.querySelectorAll("[data-screen]")];
const NOTES_MOST = Number(root.dataset.notesMost);
let busy = false;
let latest = null;
let here = "home";
if (slip.change_as !== "sst_receipt" || slip.cash_cents === null)
  Object.assign(slip, { change_as: "sst_receipt", cash_cents: 0 });

function blank(cash_cents = 0) {
  // The next customer's slip. Kept by terminal, so that notes put in outlive a reload or another page.
  wipe();
  keep({ change_as: "sst_receipt", cash_cents });
}

function go(name) {
  here = name;
  for (const screen of screens) screen.hidden = screen.dataset.screen !== name;
  screens
    .find((screen) => screen.dataset.screen === name)
    .querySelector("h1")
    .focus();
  $("wrong").textContent = "";
  basket();
  scrollTo(0, 0);
}

function basket() {
  const count = slip.lines.length;
  const notes = slip.cash_cents ? `${dollars(slip.cash_cents)} put in` : "";
  $("basket").hidden = (!count && !notes) || ["confirm", "pay", "done"].includes(here);
  $("basket-says").textContent = [count && `${count} ${count === 1 ? "line" : "lines"}`, notes]
    .filter(Boolean)
    .join(" · ");
  $("basket-cost").textContent = count ? (latest?.cost ?? "") : "";
  $("check-and-pay").hidden = !count;
  $("wipe").textContent = count ? "Start again" : "Give my notes back";
  $("give-back").hidden = !notes;
}

for (const button of document.querySelectorAll("[data-go]"))
  button.addEventListener("click", () => go(button.dataset.go));
forms(
  root,
  (words, field) => {
    $("wrong").textContent = words;
    field?.focus();
  },
  () => go("confirm"),
);

// A terminal has no keyboard: one tap for the usual stakes, and a keypad on the screen for any other figure.
const STAKES = [1, 2, 5, 10, 20]; // times the least stake, so that each can be sold
for (const field of root.querySelectorAll("[data-stake]")) {
  const least = cents(field.defaultValue);
  const chips = make("div", { className: "quick-figures", role: "group", ariaLabel: "Stakes" });
  const paint = () => {
    for (const chip of chips.children) chip.ariaPressed = String(Number(chip.value) === cents(field.value));
  };
  for (const stake of STAKES.map((times) => times * least)) {
    const chip = make("button", { type: "button", value: String(stake) }, `$${stake / 100}`);
    chip.addEventListener("click", () => {
      field.value = (stake / 100).toFixed(2);
      paint();
    });
    chips.append(chip);
  }
  field.addEventListener("input", paint);
  field.closest(".field").append(chips);
  withKeypad(field, "Stake, in dollars", ".");
  paint();
}
for (const field of root.querySelectorAll("[data-pick-count]")) withKeypad(field, "How many tickets?");
for (const field of root.querySelectorAll("[data-sizes]")) withKeypad(field, "Numbers of spots, such as 2 4", " ");

for (const button of root.querySelectorAll("[data-games]"))
  button.addEventListener("click", () => change({ games: Number(button.dataset.games) }));
$("lucky-dip").addEventListener("click", () =>
  pick({ kind: "spots", game: "regular", spots: 10, subscription_cents: 100 }),
);

$("more").addEventListener("click", () => change({ games: Math.min(Number(root.dataset.gamesMost), slip.games + 1) }));
$("fewer").addEventListener("click", () => change({ games: Math.max(1, slip.games - 1) }));

// Too little money is not a refusal: the player has not finished paying.
const unpaid = (no) => no.code === "payment/short" || no.code === "tender/amount";

// What can't be printed is not sold.
let noPaper = false;
document.addEventListener("printer", ({ detail }) => {
  if (noPaper === Boolean(detail)) return;
  noPaper = Boolean(detail);
  price();
});

onPriced((answer) => {
  showPriced(answer);
  if (noPaper) $("to-pay").disabled = $("buy").disabled = true;
});

function showPriced(answer) {
  latest = answer;
  basket();
  if (answer.empty)
    return void (($("to-pay").disabled = $("buy").disabled = true),
    $("lines").replaceChildren(),
    ($("cost").textContent = dollars(0)));
  if (answer.status !== 200) {
    $("to-pay").disabled = $("buy").disabled = true;
    return trouble(answer);
  }
  showGame(answer.game);
  slip.game = answer.game.running ?? null;
  $("slip-game").textContent = gamesWords(answer.game, slip.games);
  $("lines").replaceChildren(
    ...answer.lines.map((line, at) =>
      lineNode(line, at, (place) => {
        remove(place);
        if (slip.lines.length === 0) go("home");
      }),
    ),
  );
  put($("games"), String(slip.games));
  for (const button of root.querySelectorAll("[data-games]"))
    button.ariaPressed = String(Number(button.dataset.games) === slip.games);
  put($("cost"), answer.cost || "–");
  put($("pay-cost"), answer.cost || "–");
  const wrong = answer.refusals.filter((no) => !unpaid(no));
  refusals($("refusals"), wrong);
  refusals($("pay-refusals"), wrong);
  $("to-pay").disabled = wrong.length > 0;
  $("buy").disabled = answer.refusals.length > 0;
  put($("put-in"), dollars(slip.cash_cents));
  $("tenders").replaceChildren(
    ...answer.tenders
      .filter((paid) => paid.document)
      .map((paid) => make("li", {}, make("span", {}, `${paid.words} ${paid.amount}`))),
  );
  $("change").textContent = answer.refusals.length ? dollars(0) : answer.change;
}

function trouble(answer) {
  $("wrong").textContent =
    `${answer.title ?? "No answer"}. ${answer.detail ?? ""} Please ask at the counter if this goes on.`;
}

$("to-pay").addEventListener("click", () => go("pay"));
for (const note of document.querySelectorAll("[data-note]"))
  note.addEventListener("click", () => {
    if (busy || noPaper) return; // the note reader is closed while the site is asked about the notes inside
    const all = slip.cash_cents + Number(note.dataset.note);
    $("wrong").textContent =
      all > NOTES_MOST ? `This terminal takes notes up to ${dollars(NOTES_MOST)} for one entry.` : "";
    if (all <= NOTES_MOST) change({ cash_cents: all });
  });
takePaper($("paper-form"), $("paper"), $("paper-wrong"));
document.addEventListener("scan", async (event) => {
  // A receipt pays for what is on the slip; a ticket is checked. Notes that were put in stay on the slip.
  event.preventDefault();
  const { kind } = await whatIs(event.detail);
  if (kind === "away") return ($("wrong").textContent = AWAY);
  if (kind === "unknown" && !TICKET.test(event.detail)) return ($("wrong").textContent = UNREAD);
  if (["ticket", "card", "unknown"].includes(kind) && here !== "pay")
    return location.assign(`/terminal/check?scan=${encodeURIComponent(event.detail)}`);
  if (here !== "pay" && !slip.lines.length)
    return ($("wrong").textContent = "Choose a game first. Then hold the receipt under the reader to pay with it.");
  if (here !== "pay") go("pay");
  $("paper").value = event.detail;
  $("paper-form").requestSubmit();
});

$("buy").addEventListener("click", async () => {
  if (busy) return;
  busy = true;
  $("buy").setAttribute("aria-busy", "true");
  await upToDate();
  const answer = await sell();
  busy = false;
  $("buy").removeAttribute("aria-busy");
  if (answer.status === 200 || answer.sold) return done(answer.sold ?? answer);
  if (answer.receipt) return givenBack(answer.receipt);
  if (answer.moved) {
    change({ game: answer.game.running ?? null });
    $("wrong").textContent = answer.game.open
      ? `That game has just closed; nothing was sold. Press Buy again for game ${answer.game.number}.`
      : "That game has just closed; nothing was sold. The next one opens in a moment.";
    return;
  }
  if (answer.refusals)
    return refusals($("pay-refusals"), answer.refusals, "Nothing was sold; your money is still here.");
  trouble(answer);
});

function done(answer) {
  showPaper($("sold-paper"), `${answer.ticket}.svg`); // without its code: this screen is public
  out([answer.serial, answer.change_document]);
  Object.assign($("sold-paper").dataset, { serial: answer.serial, check: answer.check });
  $("change-paper").hidden = !answer.change_document;
  $("change-paper").dataset.serial = answer.change_document;
  if (answer.change_document) showPaper($("change-paper"), `/till/paper/${answer.change_document}.svg`);
  $("done-title").textContent = `Thank you: ${answer.games}`;
  blank(Math.max(0, slip.cash_cents - answer.cash_cents)); // notes put in after a lost response
  go("done");
  $("finish").focus();
}

async function out(serials) {
  // Papers are printed from a place that is not seen; the screen never has the code of one.
  const papers = serials.filter(Boolean).map((serial) => {
    const place = document.createElement("div");
    $("print-only").append(place);
    return [place, serial];
  });
  if (!(await printPapers(papers))) $("done-says").textContent = ""; // the page says where to go with it
  $("print-only").replaceChildren();
}

async function giveBack() {
  // Notes that bought nothing come back as a receipt before the slip is forgotten.
  if (busy) return;
  if (!slip.cash_cents) {
    blank();
    return go("home");
  }
  busy = true;
  const back = await ask("/terminal/receipt", { slip: slip.slip, cents: slip.cash_cents });
  busy = false;
  if (back.sold) return done(back.sold);
  if (back.status === 200) return givenBack(back);
  if (back.free) keep({ slip: newId() });
  const no = back.refusals?.[0];
  const why = no ? `${no.says} ${no.next}` : (back.detail ?? "");
  $("wrong").textContent = `${why} Press again for your notes, or ask at the counter.`;
}

function givenBack(receipt) {
  // Here too, notes put in after a lost response are still inside.
  const left = Math.max(0, slip.cash_cents - receipt.cents);
  $("sold-paper").hidden = true;
  $("change-paper").hidden = false;
  $("change-paper").dataset.serial = receipt.serial;
  showPaper($("change-paper"), `/till/paper/${receipt.serial}.svg`);
  out([receipt.serial]);
  $("done-title").textContent = `Your money back: ${receipt.amount}`;
  $("done-says").textContent = "Take your receipt: play with it here, or take it to any counter for cash.";
  blank(left);
  go("done");
  $("finish").focus();
}

$("finish").addEventListener("click", () => location.assign("/terminal"));
for (const button of document.querySelectorAll("[data-give-back]")) button.addEventListener("click", giveBack);
document.getElementById("clock").addEventListener("game", price);

// Nor are the customer's notes left inside.
whenLeft(
  () => (here === "done" ? location.assign("/terminal") : giveBack()),
  () => busy || (here === "home" && !slip.lines.length && !slip.cash_cents),
);

basket();
price();
