// Self-service: choose, confirm, pay, take the ticket. One screen at a time, each with its own heading.
import { ask, change, dollars, draft, lineNode, newId, onPriced, price, refusals, remove, root, sell, slip, wipe, make } from "./till.js";
import { forms } from "./till-forms.js";
import { showGame, showPaper } from "./counter-desk.js";

const $ = (id) => document.getElementById(id);
const screens = [...document.querySelectorAll("[data-screen]")];
let buying = false;
let latest = null;
let here = "home";
if (slip.change_as !== "sst_receipt" || slip.cash_cents === null) Object.assign(slip, { change_as: "sst_receipt", cash_cents: 0 });

function go(name) {
  here = name;
  for (const screen of screens) screen.hidden = screen.dataset.screen !== name;
  screens.find((screen) => screen.dataset.screen === name).querySelector("h1").focus();
  $("wrong").textContent = "";
  basket();
  scrollTo(0, 0);
}

function basket() {
  const count = slip.lines.length;
  $("basket").hidden = !count || ["confirm", "pay", "done"].includes(here);
  $("basket-says").textContent = `${count} ${count === 1 ? "line" : "lines"}`;
  $("basket-cost").textContent = latest?.cost ?? "";
}

for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => go(button.dataset.go));
forms(root, (words, field) => { $("wrong").textContent = words; field?.focus(); }, () => go("confirm"));

$("lucky-dip").addEventListener("click", async () => {
  const found = await ask("/till/pick", { kind: "spots", game: "regular", spots: 10, subscription_cents: 100 });
  if (found.status !== 200) return ($("wrong").textContent = found.detail);
  change({ lines: [...slip.lines, ...found.bets], kwikipiks: slip.kwikipiks + found.kwikipiks });
  go("confirm");
});

$("more").addEventListener("click", () => change({ games: Math.min(100, slip.games + 1) }));
$("fewer").addEventListener("click", () => change({ games: Math.max(1, slip.games - 1) }));

// What is short is no refusal of the entry: the player has not paid yet.
const unpaid = (no) => no.code === "payment/short" || no.code === "tender/amount";

onPriced((answer) => {
  latest = answer;
  basket();
  if (answer.empty) return void ($("to-pay").disabled = $("buy").disabled = true, $("lines").replaceChildren(), $("cost").textContent = dollars(0));
  if (answer.status !== 200) return trouble(answer);
  showGame(answer.game);
  slip.game = answer.game.running ?? null;
  $("slip-game").textContent = answer.game.open ? `Game ${answer.game.number}${slip.games > 1 ? ` and ${slip.games - 1} more` : ""}` : "No game is open";
  $("lines").replaceChildren(...answer.lines.map((line, at) => lineNode(line, at, (place) => { remove(place); if (slip.lines.length === 0) go("home"); })));
  $("games").textContent = slip.games;
  $("cost").textContent = $("pay-cost").textContent = answer.cost || "–";
  const wrong = answer.refusals.filter((no) => !unpaid(no));
  refusals($("refusals"), wrong);
  refusals($("pay-refusals"), wrong);
  $("to-pay").disabled = wrong.length > 0;
  $("buy").disabled = answer.refusals.length > 0;
  $("put-in").textContent = dollars(slip.cash_cents);
  $("tenders").replaceChildren(...answer.tenders.filter((paid) => paid.document).map((paid) => make("li", {}, make("span", {}, `${paid.words} ${paid.amount}`))));
  $("change").textContent = answer.refusals.length ? dollars(0) : answer.change;
});

function trouble(answer) {
  $("wrong").textContent = `${answer.title ?? "No answer"}. ${answer.detail ?? ""} Please ask at the counter if this goes on.`;
  $("to-pay").disabled = $("buy").disabled = true;
}

$("to-pay").addEventListener("click", () => go("pay"));
for (const note of document.querySelectorAll("[data-note]")) note.addEventListener("click", () => change({ cash_cents: slip.cash_cents + Number(note.dataset.note) }));
$("paper-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await ask(`/till/document?serial=${encodeURIComponent($("paper").value)}`);
  $("paper-wrong").textContent = answer.status === 200 ? "" : answer.detail;
  if (answer.status !== 200) return;
  if (!slip.documents.includes(answer.serial)) change({ documents: [...slip.documents, answer.serial] });
  $("paper").value = "";
});

$("buy").addEventListener("click", async () => {
  if (buying) return;
  buying = true;
  $("buy").setAttribute("aria-busy", "true");
  const answer = await sell();
  buying = false;
  $("buy").removeAttribute("aria-busy");
  if (answer.status === 200) return done(answer);
  if (answer.moved) {
    change({ game: answer.game.running ?? null });
    $("wrong").textContent = answer.game.open ? `That game has just closed; nothing was sold. Press Buy again for game ${answer.game.number}.` : "That game has just closed; nothing was sold. The next one opens in a moment.";
    return;
  }
  if (answer.refusals) return refusals($("pay-refusals"), answer.refusals, "Nothing was sold; your money is still here.");
  trouble(answer);
});

function done(answer) {
  showPaper($("sold-paper"), `${answer.ticket}.svg`);
  Object.assign($("sold-paper").dataset, { serial: answer.serial, check: answer.check });
  $("change-paper").hidden = !answer.change_document;
  $("change-paper").dataset.serial = answer.change_document;
  if (answer.change_document) showPaper($("change-paper"), `/till/paper/${answer.change_document}.svg`);
  $("done-title").textContent = `Thank you: ${answer.games}`;
  slip.lines = [];
  go("done");
  $("finish").focus();
}

$("finish").addEventListener("click", () => location.assign("/terminal"));
$("wipe").addEventListener("click", async () => {
  // Notes that bought nothing come back as a receipt before the slip is forgotten.
  if (slip.cash_cents) {
    const back = await ask("/terminal/receipt", { slip: newId(), cents: slip.cash_cents });
    if (back.status !== 200) return ($("wrong").textContent = back.detail ?? "Your notes cannot come back just now. Ask at the counter.");
    $("sold-paper").hidden = true;
    $("change-paper").hidden = false;
    showPaper($("change-paper"), `/till/paper/${back.serial}.svg`);
    $("done-title").textContent = `Your money back: ${back.amount}`;
    wipe();
    slip.lines = [];
    return go("done");
  }
  wipe();
  Object.assign(slip, { change_as: "sst_receipt", cash_cents: 0 });
  go("home");
});
document.getElementById("clock").addEventListener("game", price);

price();
