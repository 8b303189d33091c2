// The programme's table: checked by the site while it is typed, kept in this browser until it is fixed.
import { make, refusalNodes } from "./hall.js";

const form = document.getElementById("programme");
const games = document.getElementById("games");
const verdict = document.getElementById("verdict");
const KEY = `draft/${form.dataset.keep}`;
let asked = 0;
let timer = 0;
let last = games.querySelector("[name$=prizes]");

async function check() {
  const turn = ++asked;
  let answer;
  try {
    const reply = await fetch(form.dataset.check, {
      method: "POST",
      headers: { accept: "application/json", "x-csrf": form.elements.csrf.value },
      body: new URLSearchParams([...new FormData(form)]),
    });
    answer = await reply.json();
  } catch {
    return;
  }
  if (turn !== asked) return;
  const rows = [...games.querySelectorAll("[data-row]")];
  const typed = rows.filter((row) => [...row.querySelectorAll("[name$=prizes], [name$=price]")].some((f) => f.value));
  for (const row of rows) row.querySelector("[data-says]").textContent = "";
  for (const game of answer.games ?? []) {
    const row = typed[game.game - 1];
    if (row) row.querySelector("[data-says]").textContent = game.says;
  }
  const refused = answer.refusals?.length || answer.detail;
  const good = make("p", { className: "note yes" }, make("strong", {}, "The rules allow this programme."));
  const bad = make("div", { className: "note warn stack tight" }, ...(refused ? refusalNodes(answer) : []));
  verdict.replaceChildren(refused ? bad : good);
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(check, 150);
  localStorage.setItem(KEY, JSON.stringify([...new FormData(form)].filter(([name]) => !/csrf|id|next/.test(name))));
}

function addRow(copy) {
  const rows = [...games.querySelectorAll("[data-row]")];
  const row = rows.at(-1).cloneNode(true);
  const number = rows.length + 1;
  row.querySelector("th").textContent = number;
  for (const field of row.querySelectorAll("input")) {
    field.name = field.name.replace(/^g\d+/, `g${number}`);
    field.setAttribute("aria-label", field.getAttribute("aria-label").replace(/\d+$/, number));
    if (!copy) field.value = "";
  }
  games.append(row);
  return row;
}

function rowOf(field) {
  return field?.closest("[data-row]");
}

function sameAsAbove() {
  const row = rowOf(last);
  const above = row?.previousElementSibling;
  if (!above) return;
  for (const field of row.querySelectorAll("input")) {
    const name = field.name.replace(/^g\d+/, "");
    field.value = above.querySelector(`[name$="${name}"]`).value;
  }
  changed();
}

function restore() {
  // A draft survives a reload and a new sign-on in this browser.
  if (new URLSearchParams(location.search).size) return;
  let draft;
  try {
    draft = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return;
  }
  for (const [name, value] of draft) {
    while (/^g\d+-/.test(name) && !form.elements[name] && games.children.length < 60) addRow(false);
    const field = form.elements[name];
    if (field?.type === "checkbox") field.checked = true;
    else if (field) field.value = value;
  }
}

form.addEventListener("input", changed);
form.addEventListener("done", () => localStorage.removeItem(KEY));
games.addEventListener("focusin", (event) => {
  last = event.target;
});
document.getElementById("add-game").addEventListener("click", () => addRow(false).querySelector("input").focus());
document.getElementById("same-below").addEventListener("click", sameAsAbove);
document.addEventListener("keydown", (event) => {
  if (!event.ctrlKey || !rowOf(event.target)) return;
  if (event.key === "ArrowDown") {
    event.preventDefault();
    (rowOf(event.target).nextElementSibling ?? addRow(false)).querySelector("input").focus();
  }
  if (event.key === "d") {
    event.preventDefault();
    sameAsAbove();
  }
});
for (const button of document.querySelectorAll("[data-pattern]")) {
  button.addEventListener("click", () => {
    const field = rowOf(last)?.querySelector("[name$=prizes]");
    if (!field) return;
    field.value = [field.value.trim().replace(/,$/, ""), `${button.dataset.pattern} `].filter(Boolean).join(", ");
    field.focus();
    changed();
  });
}
restore();
if (form.elements.session.value) check();
