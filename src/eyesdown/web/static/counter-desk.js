// Every counter page: the clock of the open game, and the tabs by keyboard.
import "./scan.js";

const clock = document.getElementById("clock");
let ends = Date.now() + 1000 * Number(clock?.dataset.seconds ?? 0);
let open = clock?.dataset.open === "true";
let looking = false;

export function showGame(game) {
  // The open game by the last response of the site; in between the page counts down itself.
  if (!clock) return;
  open = game.open;
  ends = Date.now() + 1000 * (game.seconds ?? 0);
  clock.dataset.running = game.running ?? "";
  clock.firstElementChild.textContent = open ? `Game ${game.number} closes in` : "No game is open";
  tick();
}

function tick() {
  if (!clock) return;
  const left = Math.max(0, Math.round((ends - Date.now()) / 1000));
  const shown = clock.querySelector("[data-left]");
  shown.textContent = open ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "";
  clock.classList.toggle("soon", open && left <= 15);
  if (!left) look();
}

async function look() {
  // The game closed, or none is open: ask until the next one is, then tell the writer.
  if (looking) return;
  looking = true;
  try {
    const answer = await fetch(clock.dataset.now ?? "/till/now", { headers: { accept: "application/json" } });
    if (answer.ok) {
      const { game } = await answer.json();
      const news = game.open && String(game.running) !== clock.dataset.running;
      showGame(game);
      if (news) clock.dispatchEvent(new CustomEvent("game", { detail: game }));
    }
  } catch {
    // No connection; the next request may get through.
  }
  setTimeout(() => {
    looking = false;
  }, 2000);
}

setInterval(tick, 1000);
tick();

document.addEventListener("keydown", (event) => {
  const main = event.key === "Enter" && event.ctrlKey && document.querySelector("[data-ctrl-enter]:enabled");
  if (main) {
    event.preventDefault();
    return main.click();
  }
  if (!event.altKey || event.ctrlKey || event.metaKey) return;
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  const tab = digit && document.querySelector(`.till-tabs [data-key="${digit}"]`);
  if (!tab) return;
  event.preventDefault();
  tab.click();
});

// Back to the form with what was typed in it, to be mended.
document.querySelector("[data-back]")?.addEventListener("click", (event) => {
  if (history.length < 2) return;
  event.preventDefault();
  history.back();
});
// A form shows at once that it was sent; the site itself does it only once.
for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", () => {
    for (const button of form.querySelectorAll("button")) button.setAttribute("aria-busy", "true");
  });
}
// A till with a printer of its own says what is wrong with it before the next paper is due.
const PRINTER_LOOK = 20000;
const printer = document.querySelector("[data-printer]");
async function lookAtPrinter() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/till/printer", { headers: { accept: "application/json" } });
    if (answer.ok) printerSays((await answer.json()).trouble);
  } catch {
    // No connection: the sale itself will say so.
  }
}

function printerSays(trouble) {
  if (!printer) return;
  const says = printer.querySelector("[data-printer-says]");
  const words = trouble && (printer.dataset.words ?? `: ${trouble[0].toLowerCase()}${trouble.slice(1)}`);
  if (says.textContent !== words) says.textContent = words;
  printer.classList.toggle("bad", Boolean(trouble));
  document.dispatchEvent(new CustomEvent("printer", { detail: trouble }));
}
if (printer) {
  setInterval(lookAtPrinter, PRINTER_LOOK);
  setTimeout(lookAtPrinter); // after the page's own script listens
}

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "Australia/Sydney" };
const rolls = new CSSStyleSheet(),
  cut = new Set(); // a terminal shows papers for months
document.adoptedStyleSheets.push(rolls);
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
const waiting = [...document.querySelectorAll("[data-print-paper]")];
if (waiting.length) printPapers(waiting.map((place) => [place, place.dataset.printPaper]));
else for (const says of document.querySelectorAll("[data-print-says]:not(#print-says)")) says.textContent = "";
for (const place of document.querySelectorAll("[data-paper]")) showPaper(place, place.dataset.paper);

function cutToLength(place) {
  // The printer's roll is cut where this paper ends, however many lines it has.
  const { width, height } = place.firstElementChild.viewBox.baseVal;
  const length = Math.ceil((80 * height) / width) + 1,
    name = `roll-${length}`;
  if (!cut.has(length)) rolls.insertRule(`@page ${name} { size: 80mm ${length}mm; margin: 0; }`);
  cut.add(length);
  place.style.setProperty("page", name);
}

function failed(words, at = new Date().toLocaleTimeString("en-AU", CLOCK)) {
  // At a terminal the customer is sent to the counter, which has a list of these papers with their times.
  const says = document.querySelector("[data-print-says]");
  const terminal = document.querySelector("[data-terminal]")?.dataset.terminal;
  const go = `Your paper did not come out. It is on record: go to the counter now and say “${terminal}, ${at}”.`;
  if (says) says.textContent = terminal ? go : words;
  says?.classList.add("note", "no");
}

async function printPaper(place, serial, because) {
  // Prints a paper once; a later print is a copy with a reason. A printer that fails undoes no sale.
  const csrf = document.querySelector("[data-csrf]").dataset.csrf;
  const says = document.querySelector("[data-print-says]");
  const tell = (words) => says && (says.textContent = words);
  const slip = because ? crypto.randomUUID() : serial;
  const out = { done: false, byBrowser: false };
  let answer;
  try {
    const response = await fetch(`/till/print/${serial}`, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json", "x-csrf": csrf },
      body: JSON.stringify({ slip: `print-${slip}`, because }),
    });
    answer = await response.json();
    if (!response.ok) {
      failed(`${answer.detail} Nothing was printed.`);
      return out;
    }
  } catch {
    failed("The site can’t be reached, so nothing was printed. The sale is done; print a copy later.");
    return out;
  }
  const name = answer.copy ? `Copy ${answer.copy}` : "The paper";
  if (!answer.browser) {
    printerSays(answer.trouble);
    const right = "The sale is done. Put the printer right, then print a copy.";
    if (answer.trouble) failed(`${answer.trouble}. ${right}`, answer.at);
    else tell(document.querySelector("[data-terminal]") ? "Your paper was printed." : `${name} was printed.`);
    if (!place.closest(".print-only")) await showPaper(place, `/till/${place.dataset.kind ?? "paper"}/${serial}.svg`);
    return { ...out, done: answer.printed };
  }
  const drawn = new DOMParser().parseFromString(answer.svg, "image/svg+xml");
  const paper = document.importNode(drawn.documentElement, true);
  paper.setAttribute("role", "group");
  place.replaceChildren(paper);
  cutToLength(place);
  place.removeAttribute("aria-busy");
  const terminal = document.querySelector("[data-terminal]");
  tell(terminal ? "Your paper is being printed." : `${name} was sent to the browser’s printer.`);
  return { done: true, byBrowser: true };
}

export async function printPapers(papers, because = "") {
  // Papers of one sale come out together; the browser prints once for all of them. Says whether all came out.
  document.querySelector("[data-print-says]")?.classList.remove("note", "no");
  const outs = [];
  for (const [place, serial] of papers) outs.push(await printPaper(place, serial, because));
  if (outs.some((out) => out.byBrowser)) print();
  for (const [place] of papers) if (place.closest(".print-only")) place.replaceChildren(); // no code stays on a screen
  return outs.every((out) => out.done);
}

for (const button of document.querySelectorAll("[data-print-missing]"))
  button.addEventListener("click", async () => {
    const { printMissing, because } = button.dataset;
    button.setAttribute("aria-busy", "true");
    const came = await printPapers([[document.getElementById("missing-paper"), printMissing]], because);
    button.removeAttribute("aria-busy");
    if (came) button.closest("li").remove();
  });

export async function showPaper(place, address) {
  // The paper itself, drawn as it is printed, so that what is seen is what is handed over.
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.status);
    const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    const paper = document.importNode(drawn.documentElement, true);
    paper.setAttribute("role", "group"); // a picture's words are not read out; a ticket's are
    place.replaceChildren(paper);
    cutToLength(place);
  } catch {
    place.textContent = "The paper can’t be shown just now. Open the PDF instead.";
  }
  place.removeAttribute("aria-busy");
}
