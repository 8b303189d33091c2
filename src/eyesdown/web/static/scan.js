// A scan anywhere on a till's page goes where it belongs, whether the scanner ends with Enter or Tab. What was in the
// field that had the focus comes back, and no shortcut of the page fires while the scanner types.
import "./camera.js";

export const TICKET = /serial=|^\s*[0-9a-z]{6}([- ]?[0-9a-z]{6}){3}/i;
const PENDING = "scan/pending"; // a ticket that another page of the counter was given
const PAUSE = 1000; // longer between two keys, in ms: another text
const SCANNER = 80; // a person does not type faster, in ms between two keys
const CARD_LEAST = 4;

const path = location.pathname;
const customer = document.querySelector("[data-customer]")?.dataset.customer ?? "";
const isField = (node) => /^(INPUT|TEXTAREA|SELECT)$/.test(node?.tagName ?? "");
const fresh = () => ({ keys: "", at: 0, fast: true, field: null, before: "" });
let burst = fresh();
let early = true; // keys from before the page was ready are being read

export async function whatIs(scan) {
  try {
    const headers = { accept: "application/json" };
    const answer = await fetch(`/till/what?scan=${encodeURIComponent(scan)}`, { headers });
    return answer.ok ? await answer.json() : { kind: "unknown" };
  } catch {
    return { kind: "away" };
  }
}

export const UNREAD = "That code wasn’t read whole, or isn’t one of ours. Scan it again.";
export const AWAY = "The site can’t be reached, so that code wasn’t looked at. Scan it again in a moment.";

function say(words) {
  // A scan that goes nowhere is answered on the page, whatever page it is.
  const says = document.createElement("p");
  says.className = "note no scan-says";
  says.role = "alert";
  says.textContent = words;
  document.querySelector(".scan-says")?.remove();
  document.querySelector("main").prepend(says);
}

export function pendingScan() {
  // The scan that brought the writer to this page, once.
  const scan = sessionStorage.getItem(PENDING) ?? "";
  sessionStorage.removeItem(PENDING);
  return scan;
}

async function send(scan) {
  // The page's own handler first; other pages open the one that the paper belongs to.
  const own = new CustomEvent("scan", { detail: scan, cancelable: true });
  if (!document.dispatchEvent(own)) return;
  if (!path.startsWith("/counter")) return location.assign(`/terminal/check?scan=${encodeURIComponent(scan)}`);
  const { kind, serial } = await whatIs(scan);
  if (kind === "away") return say(AWAY);
  const whose = `customer=${encodeURIComponent(customer)}`;
  if (kind === "card") return location.assign(`/counter?${whose}&card=${encodeURIComponent(scan)}`);
  if (kind !== "ticket" && kind !== "unknown")
    return location.assign(`/counter/vouchers?${whose}&scan=${encodeURIComponent(serial)}`);
  if (!TICKET.test(scan)) return say(UNREAD);
  sessionStorage.setItem(PENDING, scan);
  location.assign(`/counter/pay?${whose}`);
}

function note(event, field) {
  // One more key of what may be a scan.
  const gap = event.timeStamp - burst.at;
  const before = (!early && field?.value) || "";
  if (!burst.keys || gap > PAUSE || field !== burst.field) burst = { ...fresh(), field, before };
  else burst.fast &&= gap <= SCANNER;
  burst.keys += event.key;
  burst.at = event.timeStamp;
  if (burst.fast && burst.keys.length > 2) event.stopPropagation(); // a scanner's letters are no shortcuts
}

function putBack({ field, before }) {
  if (!isField(field)) return;
  field.value = before;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
}

function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const field = isField(document.activeElement) ? document.activeElement : null;
  if (event.key !== "Enter" && event.key !== "Tab") {
    if (event.key.length === 1) note(event, field);
    return;
  }
  const last = burst;
  burst = fresh();
  const besides = last.fast && last.before !== ""; // scanned after something half typed, which stays
  const takes = field?.matches("[data-scan]") && !besides;
  const typed = takes ? field.value : last.keys;
  const card = !field && last.fast && typed.length >= CARD_LEAST;
  if (!TICKET.test(typed) && !card) {
    // A line that was typed and entered before the page could take it.
    if (early && takes && event.key === "Enter" && event.defaultPrevented) field.form.requestSubmit();
    return;
  }
  if (takes && event.key === "Enter" && !early) return; // its own form does it
  event.preventDefault();
  event.stopPropagation();
  if (takes) return field.form.requestSubmit();
  putBack(last);
  send(typed.trim());
}

document.addEventListener("DOMContentLoaded", () => {
  document.removeEventListener("keydown", window.keepKey, true);
  window.keptKeys?.forEach(key);
  early = false;
  document.addEventListener("keydown", key, true);
});
