// A scan anywhere on a counter page goes where it belongs, whether the scanner ends with Enter or Tab.
import "./camera.js";

export const TICKET = /serial=|^\s*[0-9a-z]{6}([- ]?[0-9a-z]{6}){3}/i;

const path = location.pathname;
const customer = new URLSearchParams(location.search).get("customer") ?? document.body.dataset.customer ?? "";
let keys = "";

const isField = (node) => /^(INPUT|TEXTAREA|SELECT)$/.test(node?.tagName ?? "");

export async function whatIs(scan) {
  try {
    const headers = { accept: "application/json" };
    const answer = await fetch(`/till/what?scan=${encodeURIComponent(scan)}`, { headers });
    return answer.ok ? await answer.json() : { kind: "unknown" };
  } catch {
    return { kind: "unknown" };
  }
}

async function send(scan) {
  // The page's own handler first; other pages open the one that the paper belongs to.
  const own = new CustomEvent("scan", { detail: scan, cancelable: true });
  if (!document.dispatchEvent(own)) return;
  const { kind } = await whatIs(scan);
  const page = kind === "ticket" || kind === "unknown" ? "/counter/pay" : "/counter/vouchers";
  const whose = `customer=${encodeURIComponent(customer)}`;
  if (kind === "card") location.assign(`/counter?${whose}&card=${encodeURIComponent(scan)}`);
  else if (path === page) document.dispatchEvent(new CustomEvent("scan-here", { detail: { kind, scan } }));
  else location.assign(`${page}?${whose}&scan=${encodeURIComponent(scan)}`);
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const field = isField(document.activeElement) ? document.activeElement : null;
    if (event.key !== "Enter" && event.key !== "Tab") {
      if (!field && event.key.length === 1) keys += event.key;
      return;
    }
    const typed = field ? (field.value ?? "") : keys;
    keys = "";
    if (!TICKET.test(typed)) return;
    const form = field?.form;
    const takes = field?.matches("[data-scan]");
    if (takes && event.key === "Enter") return; // its own form does it
    event.preventDefault();
    event.stopPropagation();
    if (takes && form) return form.requestSubmit();
    if (!path.startsWith("/counter")) return;
    if (field) field.value = "";
    send(typed.trim());
  },
  true,
);
