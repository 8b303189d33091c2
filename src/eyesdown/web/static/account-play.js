// Play from an account: choose, check, confirm once, see what was bought.
import {
  ask,
  AT,
  change,
  dollars,
  gamesWords,
  keep,
  lineNode,
  make,
  newId,
  onPriced,
  price,
  put,
  refusals,
  remove,
  root,
  sell,
  slip,
  upToDate,
  wipe,
} from "./till.js";
import { forms } from "./till-forms.js";
import { showGame } from "./counter-desk.js";

const $ = (id) => document.getElementById(id);
const screens = [...root.querySelectorAll("[data-screen]")];
let busy = false;
let latest = null;

function go(name) {
  for (const screen of screens) screen.hidden = screen.dataset.screen !== name;
  if (name !== "choose")
    screens
      .find((screen) => screen.dataset.screen === name)
      .querySelector("h2")
      .focus();
  $("wrong").textContent = "";
  scrollTo(0, 0);
}

for (const tab of root.querySelectorAll("[data-form-tab]"))
  tab.addEventListener("click", () => {
    for (const other of root.querySelectorAll("[data-form-tab]"))
      other.setAttribute("aria-pressed", String(other === tab));
    for (const form of root.querySelectorAll("[data-form-page]"))
      form.hidden = form.dataset.formPage !== tab.dataset.formTab;
  });

forms(
  root,
  (words, field) => {
    $("wrong").textContent = words;
    field?.focus();
  },
  () => ($("wrong").textContent = ""),
);

function shownLine(line, at, removable) {
  const node = lineNode(line, at, remove);
  if (!removable) node.querySelector("button").remove();
  return node;
}

onPriced((answer) => {
  latest = answer;
  $("slip-empty").hidden = !answer.empty;
  put($("games"), String(slip.games));
  if (answer.empty) {
    $("lines").replaceChildren();
    put($("cost"), dollars(0));
    $("to-confirm").disabled = true;
    refusals($("refusals"), []);
    return;
  }
  if (answer.status !== 200) {
    $("to-confirm").disabled = $("buy").disabled = true;
    return trouble(answer);
  }
  showGame(answer.game);
  slip.game = answer.game.running ?? null;
  const games = gamesWords(answer.game, slip.games);
  for (const place of ["slip-game", "confirm-game"]) $(place).textContent = games;
  $("lines").replaceChildren(...answer.lines.map((line, at) => shownLine(line, at, true)));
  $("confirm-lines").replaceChildren(...answer.lines.map((line, at) => shownLine(line, at, false)));
  for (const place of ["cost", "confirm-cost"]) put($(place), answer.cost || "–");
  put($("balance"), answer.balance);
  put($("confirm-left"), answer.left || "–");
  refusals($("refusals"), answer.refusals);
  refusals($("confirm-refusals"), answer.refusals);
  $("to-confirm").disabled = $("buy").disabled = answer.refusals.length > 0;
  if (answer.refusals.some((no) => no.code === "play/reality_check")) location.assign("/account/reality");
});

function trouble(answer) {
  if (answer.status === 401) return location.assign("/account/sign-on?next=/account/play");
  $("wrong").textContent = `${answer.title ?? "No answer"}. ${answer.detail ?? ""}`;
}

$("more").addEventListener("click", () => change({ games: Math.min(Number(root.dataset.gamesMost), slip.games + 1) }));
$("fewer").addEventListener("click", () => change({ games: Math.max(1, slip.games - 1) }));
$("wipe").addEventListener("click", wipe);
$("to-confirm").addEventListener("click", () => go("confirm"));
$("back").addEventListener("click", () => go("choose"));
const place = $("location");
if (place) {
  place.value = slip.location ?? "";
  place.addEventListener("change", () => change({ location: place.value }));
}

$("buy").addEventListener("click", async () => {
  if (busy) return;
  busy = true;
  $("buy").setAttribute("aria-busy", "true");
  await upToDate();
  const answer = await sell();
  await outcome(answer);
  busy = false;
  $("buy").removeAttribute("aria-busy");
});

async function outcome(answer) {
  if (answer.status === 200 || answer.sold) return done(answer.sold ?? answer);
  if (answer.status === 0 || answer.status >= 500) return askWhich();
  if (answer.moved) {
    change({ game: answer.game.running ?? null });
    $("wrong").textContent = "That game has just closed; nothing was bought. Confirm again for the next game.";
    return;
  }
  if (answer.refusals) {
    if (answer.refusals.some((no) => no.code === "play/reality_check")) return location.assign("/account/reality");
    return refusals($("confirm-refusals"), answer.refusals, "Nothing was bought; your money is still there.");
  }
  trouble(answer);
}

async function askWhich() {
  // The connection was lost: the site knows whether there is one entry or none (7A(f)).
  $("wrong").textContent = "The connection was lost. Asking the site whether your entry was bought…";
  for (;;) {
    const which = await ask(`${AT}/slip?slip=${slip.slip}`);
    if (which.status === 200) {
      if (which.bought) return done(which.sold);
      $("wrong").textContent = "The connection was lost and nothing was bought. Confirm again if you still want it.";
      return;
    }
    if (which.status === 401) return trouble(which);
    await new Promise((later) => setTimeout(later, 1500));
  }
}

async function done(sold) {
  wipe();
  $("done-title").textContent = "Bought";
  $("done-says").textContent = `${sold.games}, for ${sold.cost}. It is on the central record as ${sold.serial}.`;
  $("done-link").href = `/account/entries/${sold.serial}`;
  root.dataset.sold = sold.serial;
  go("done");
  await ask(`${AT}/acknowledge`, { serial: sold.serial });
}

async function again(serial) {
  const old = await ask(`${AT}/replay?serial=${encodeURIComponent(serial)}`);
  if (old.status !== 200) return trouble(old);
  change({ ...freshSlip(), lines: old.lines, games: old.games, bonus_games: old.bonus_games,
    superplay: old.superplay, method: "replay", replay_of: old.replay_of });
}

function freshSlip() {
  return { slip: newId(), kwikipiks: 0, superplay: "", bonus_games: null, method: "form", replay_of: "" };
}

function favouriteRow(each) {
  const node = make(
    "li",
    { className: "row apart" },
    make("span", {}, make("strong", {}, each.name), " ", make("span", { className: "muted small" }, each.words)),
    make(
      "span",
      { className: "row" },
      make("button", { type: "button", "data-use": "" }, "Use"),
      make("button", { type: "button", className: "plain", "data-forget": "", ariaLabel: `Remove ${each.name}` }, "✕"),
    ),
  );
  Object.assign(node.dataset, { name: each.name, lines: JSON.stringify(each.lines), games: each.games });
  return node;
}

async function saveFavourite(name, lines) {
  const answer = await ask(`${AT}/favourite`, { name, lines, games: slip.games });
  if (answer.status !== 200) return trouble(answer);
  $("favourites").replaceChildren(...answer.favourites.map(favouriteRow));
}

$("save-favourite").addEventListener("click", async () => {
  const name = $("favourite-name").value.trim();
  if (!name || !slip.lines.length)
    return void ($("wrong").textContent = "Add a line and give the favourite a name first.");
  await saveFavourite(name, slip.lines);
  $("favourite-name").value = "";
});
$("favourites").addEventListener("click", (event) => {
  const row = event.target.closest("[data-name]");
  if (event.target.matches("[data-use]"))
    change({ ...freshSlip(), lines: JSON.parse(row.dataset.lines), games: Number(row.dataset.games) });
  if (event.target.matches("[data-forget]")) saveFavourite(row.dataset.name, []);
});

$("clock").addEventListener("game", price);
if (root.dataset.again) {
  history.replaceState(null, "", "/account/play"); // a reload must not fill the slip again
  again(root.dataset.again);
} else {
  keep();
  price();
}
