// Every page of a hall: a press is sent once and repeated under its own id until it is answered;
// what others do shows by itself; the next thing and the tabs have keys.
import { follow } from "./feed.js";

const bar = document.querySelector("[data-hall]");
const offline = document.getElementById("offline");
const PENDING = `pending${location.pathname}`;
const NEXT_READ_MS = 8000; // what is next has changed meanwhile
const READ_MS = 30000; // how long a refusal stays, even if the page has something newer
const LEAVING_MS = 30000; // how long the next page may take; a file to save never comes as a page
const RETRY_MS = [400, 1000, 2000, 4000];

export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
}

export function dollars(amount) {
  return `$${(amount / 100).toLocaleString("en-AU", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export function cents(typed) {
  // "12.50" is 1250, an empty field is null, anything that is not an amount is undefined.
  const text = typed.trim().replace(/^\$\s*/, "");
  if (text === "") return null;
  const parts = /^(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?:\.(\d{1,2}))?$/.exec(text); // a comma parts thousands only
  return parts ? Number(parts[1].replaceAll(",", "")) * 100 + Number((parts[2] ?? "").padEnd(2, "0")) : undefined;
}

export function make(tag, facts = {}, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (name in node && name !== "list") node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...inside);
  return node;
}

function notReached(words) {
  if (!offline) return;
  offline.hidden = !words;
  if (offline.textContent !== words) offline.textContent = words;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export async function send(address, body) {
  // The site's answer. Without one the same body, with the same id, is sent again until there is.
  for (let turn = 0; ; turn += 1) {
    try {
      const answer = await fetch(address, {
        method: "POST",
        headers: { accept: "application/json", "x-csrf": bar.dataset.csrf },
        body: new URLSearchParams(body),
      });
      if (answer.status !== 503) {
        notReached("");
        return { status: answer.status, ...(await answer.json()) };
      }
    } catch {
      // No connection; what was sent may have been done, and is not done twice.
    }
    notReached("No answer from the site yet. What you pressed is being sent again; it is done once.");
    await pause(RETRY_MS[Math.min(turn, RETRY_MS.length - 1)]);
  }
}

// The site's own rules are no book's: a cashier must not look for 7.6 in the hall's.
export const ruleName = (no) => `${no.book === "central-site" ? "Site rule" : "Rule"} ${no.clause}`;

export function refusalNodes(answer) {
  // What happened, then what to do and the facts that decided; the rule is small and last.
  if (!answer.refusals?.length) return [make("p", {}, make("strong", {}, answer.detail || answer.title))];
  return answer.refusals.map((no) => {
    const facts = Object.entries(no.facts_shown).map(([name, value]) => `${name} ${value}`);
    return make(
      "p",
      { "data-code": no.code },
      make("strong", {}, no.says),
      ` ${no.next}`,
      make("br"),
      facts.length ? `${facts.join(" · ")}. ` : "",
      make("span", { className: "cite" }, `${ruleName(no)}: ${no.rule}`),
    );
  });
}

export function showAnswer(place, answer) {
  place.dataset.since = Date.now();
  place.replaceChildren(make("div", { className: "note no stack tight" }, ...refusalNodes(answer)));
}

function busy(form, on) {
  for (const button of form.querySelectorAll("button")) button.toggleAttribute("disabled", on);
  form.toggleAttribute("aria-busy", on);
}

async function act(form, pressed) {
  const data = new FormData(form, pressed?.name ? pressed : undefined);
  const body = [...data].map(([name, value]) => [name, String(value)]);
  const place = form.querySelector("[data-answer]");
  place?.replaceChildren();
  sessionStorage.setItem(PENDING, JSON.stringify({ address: form.action, body }));
  busy(form, true);
  const answer = await send(form.action, body);
  sessionStorage.removeItem(PENDING);
  if (answer.status === 200) {
    const more = new CustomEvent("done", { detail: answer, cancelable: true, bubbles: true });
    if (!form.dispatchEvent(more)) return busy(form, false);
    return go(answer.next);
  }
  busy(form, false);
  const id = form.querySelector("[name=id]");
  if (id) id.value = newId();
  if (answer.status === 401) return go(`/halls/${bar.dataset.hall}/sign-on?next=${location.pathname}`);
  if (place) showAnswer(place, answer);
  form.querySelector(`[name="${answer.field}"]`)?.focus();
}

function go(address) {
  location.assign(address);
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-act]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  if (!form.hasAttribute("aria-busy")) act(form, event.submitter);
});

async function resume() {
  // A press that was not answered before the page was loaded again.
  let pending;
  try {
    pending = JSON.parse(sessionStorage.getItem(PENDING) ?? "null");
  } catch {
    pending = null;
  }
  if (!pending) return;
  const answer = await send(pending.address, pending.body);
  sessionStorage.removeItem(PENDING);
  if (answer.status === 200) return go(answer.next);
  const place = document.querySelector("[data-answer]") ?? document.getElementById("main");
  showAnswer(place, answer);
}

// Keys: F2 does the next thing, Alt and a digit opens a tab, Ctrl Enter sends the main form.
document.addEventListener("keydown", (event) => {
  const next = event.key === "F2" && document.querySelector("[data-next]");
  const main = event.key === "Enter" && event.ctrlKey && document.querySelector("[data-ctrl-enter]:enabled");
  const digit = event.altKey && !event.ctrlKey && /^Digit(\d)$/.exec(event.code)?.[1];
  const tab = digit && document.querySelector(`.till-tabs [data-key="${digit}"]`);
  const pressed = next || main || tab;
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
});

function reveal() {
  // The place that a key on top leads to: opened, in view, and its first field ready if it has one to begin with.
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place || place.hidden) return;
  const closed = place.closest("details:not([open])");
  if (closed) closed.open = true;
  place.scrollIntoView({ block: "nearest" });
  const field = place.matches("input") ? place : place.querySelector("[autofocus], [data-first]");
  if (!field) place.tabIndex = -1;
  (field ?? place).focus({ preventScroll: true });
}
window.addEventListener("hashchange", reveal);
document.addEventListener("click", (event) => {
  const link = event.target.closest(".next-act a[href*='#']");
  if (link && link.href === location.href) reveal(); // the address is the same: nothing else would happen
});

// What changes elsewhere: parts marked data-live are fetched again and replaced, unless someone
// types in them.
let fetching = false;
let again = false;
let over = false;
let leftAt = -LEAVING_MS;

// The next page was asked for, by a person or by this page: a second one would take its place.
const isLeaving = () => performance.now() - leftAt < LEAVING_MS;
window.addEventListener("beforeunload", () => {
  leftAt = performance.now();
});

// A part that is replaced between the press of a button and its release would lose the click.
let held = null;
document.addEventListener("pointerdown", (event) => {
  held = event.target;
});
document.addEventListener("keydown", (event) => {
  if (event.key === " ") held = event.target; // the space bar presses when it is let up
});
for (const end of ["pointerup", "pointercancel", "keyup", "blur"]) {
  window.addEventListener(end, () => setTimeout(released));
}
function released() {
  held = null;
}

function someoneElse() {
  // Someone has signed on in another window of this browser: what is pressed here would be theirs.
  over = true;
  for (const button of document.querySelectorAll("main button, .next button")) button.disabled = true;
  for (const key of document.querySelectorAll("[data-next]")) key.removeAttribute("data-next");
  notReached(
    "Someone has signed on in another window of this browser, or your roles have changed. Nothing more is done " +
      "from this page: load it again. Two people need two browsers, or a private window.",
  );
}

export async function refresh() {
  if (over) return;
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  const began = performance.now();
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (answer.redirected && answer.url.includes("/sign-on")) return isLeaving() || go(answer.url);
    if (answer.status === 403) return someoneElse();
    if (!answer.ok) throw new Error(answer.status);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (fresh.querySelector("[data-hall]")?.dataset.csrf !== bar.dataset.csrf) return someoneElse();
    const answering = document.querySelector("form[aria-busy]"); // what comes of that press is shown next
    if (!answering && isOther(fresh)) return isLeaving() || location.reload();
    for (const part of answering ? [] : document.querySelectorAll("[data-live][id]")) {
      if (!(part.dataset.done > began)) replace(part, fresh.getElementById(part.id));
    }
    notReached("");
  } catch {
    if (!isLeaving()) notReached("The site can’t be reached. This page shows what it last heard.");
  } finally {
    fetching = false;
  }
  if (again) {
    again = false;
    await refresh();
  }
}

const liveParts = (page) => [...page.querySelectorAll("[data-live][id]")].map((part) => part.id).join();

function isOther(fresh) {
  // A session was planned, or the last one closed: the page has other parts now. What is typed stays.
  const same = fresh.querySelector("[data-hall]")?.dataset.session === bar.dataset.session;
  if (same && liveParts(fresh) === liveParts(document)) return false;
  return !unsettled(document.body);
}

function isDirty(field) {
  if (!field.form || field.options?.length === 0) return false; // the browser's own choice, or none to make yet
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.options) {
    const first = Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
    return field.selectedIndex !== first;
  }
  return field.value !== field.defaultValue;
}

function unsettled(part) {
  if (part.contains(held)) return true;
  if (part.dataset.done) return false; // its form was answered; what was typed since is carried over
  const here = document.activeElement;
  const isEdited = here.matches("select") || (here.matches("input, textarea") && isDirty(here));
  const typing = part.contains(here) && isEdited;
  const answers = [...part.querySelectorAll("[data-since]")];
  const most = part.id === "next" ? NEXT_READ_MS : READ_MS;
  const read = answers.some((place) => place.firstChild && Date.now() - place.dataset.since < most);
  if (typing || part.querySelector("[aria-busy]") || read) return true;
  const chosen = part.dataset.live === "keep"; // its choices are carried over
  return !chosen && [...part.querySelectorAll("input:not([type=hidden]), select, textarea")].some(isDirty);
}

function carryOver(part, fresh) {
  // What a person has opened or chosen stays so.
  const open = [...part.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
  for (const summary of fresh.querySelectorAll("details > summary")) {
    if (open.includes(summary.textContent)) summary.parentElement.open = true;
  }
  for (const chosen of part.querySelectorAll("input[type=radio]:checked")) {
    const same = fresh.querySelector(`input[name="${chosen.name}"][value="${chosen.value}"]:enabled`);
    if (same) same.checked = true;
  }
  const fields = [...fresh.querySelectorAll("input:not([type=hidden], [type=radio])")];
  for (const typed of part.querySelectorAll("input:not([type=hidden], [type=radio])")) {
    const same = isDirty(typed) && fields.find((field) => keyOf(field) === keyOf(typed));
    if (same) [same.value, same.checked] = [typed.value, typed.checked];
  }
}

// A field by its id; a step of a checklist by its claim.
const keyOf = (field) => field.id || [field.form?.elements.claim?.value, field.name, field.value].join();

const bare = (node) => node.outerHTML.replace(/name="(id|csrf)" value="[^"]*"/g, "");

// The element of a fresh part that takes the place of the focused one of the old part.
function sameIn(part, fresh, here) {
  if (here === part) {
    fresh.tabIndex = -1; // a key on top led to the whole part
    return fresh;
  }
  if (here.hasAttribute("data-next")) return fresh.querySelector("[data-next]");
  if (here.id) return fresh.querySelector(`#${CSS.escape(here.id)}`);
  return [...fresh.querySelectorAll(here.localName)].find((each) => bare(each) === bare(here));
}

function replace(part, fresh) {
  if (!fresh || unsettled(part) || bare(part) === bare(fresh)) return;
  const here = part.contains(document.activeElement) ? document.activeElement : null;
  carryOver(part, fresh);
  part.replaceWith(fresh);
  const same = here && sameIn(part, fresh, here);
  if (same) same.focus({ preventScroll: true });
  if (same?.matches("input") && part.dataset.entered) same.form.requestSubmit();
  fresh.dispatchEvent(new CustomEvent("fresh", { bubbles: true }));
}

if (document.querySelector("[data-live][id]")) {
  let soon = 0;
  let first = true;
  follow(`/halls/${bar.dataset.hall}/live/staff`, "staff", {
    hear: () => {
      clearTimeout(soon);
      if (first) return void (first = false);
      soon = setTimeout(refresh, 80);
    },
    line: (up) => {
      if (up && !over) notReached("");
    },
  });
  setInterval(refresh, 5000);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
}

const clock = document.querySelector("[data-clock]");
if (clock) {
  // The hall's wall time, however the computer's own clock is set.
  const [, hours, minutes, seconds] = /T(\d+):(\d+):(\d+)/.exec(clock.dataset.clock);
  const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const since = performance.now();
  setInterval(() => {
    const now = Math.floor(start + (performance.now() - since) / 1000) % 86400;
    const shown = [Math.floor(now / 3600), Math.floor((now % 3600) / 60)].map((n) => String(n).padStart(2, "0"));
    if (clock.textContent !== shown.join(":")) clock.textContent = shown.join(":");
  }, 1000);
}

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
resume();
reveal();
document.documentElement.dataset.ready = ""; // keys work from now on
