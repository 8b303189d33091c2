// The slip: what a customer wants, priced and refused by the site itself while it is being made.
export const root = document.getElementById("till");
const KEY = `slip/${root.dataset.keep}`;
export const AT = root.dataset.at ?? "/till"; // where the site answers for a slip of this page

export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
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

export function cents(typed) {
  // "12.50" is 1250, an empty field is null, anything that is not an amount is undefined. A comma parts thousands only.
  const text = typed.trim().replace(/^\$\s*/, "");
  if (text === "") return null;
  const found = /^(\d{1,3}(?:,\d{3}){1,2}|\d{1,7})(?:\.(\d{1,2}))?$/.exec(text);
  return found ? Number(found[1].replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : undefined;
}

export function dollars(amount) {
  return `$${(amount / 100).toLocaleString("en-AU", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export function put(node, words) {
  // A screen reader reads a live region whenever it is set, so an equal string is not set again.
  if (node.textContent !== words) node.textContent = words;
}

export async function ask(path, body) {
  // The response of the site; {status: 0} if it cannot be reached.
  const headers = { accept: "application/json", "x-csrf": root.dataset.csrf };
  if (body !== undefined) headers["content-type"] = "application/json";
  try {
    const answer = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0, detail: "The site can’t be reached. Your slip is saved. Try again." };
  }
}

const fresh = () => ({
  slip: newId(),
  lines: [],
  games: 1,
  bonus_games: null,
  method: "form",
  replay_of: "",
  kwikipiks: 0,
  superplay: "",
  card: "",
  runner: root.dataset.runner ?? "",
  runner_note: root.dataset.note ?? "",
  cash_cents: null,
  chip_cents: 0,
  parlay_cents: 0,
  documents: [],
  change_as: "cash",
  game: null,
});

export const slip = { ...fresh(), ...kept() };
let asked = 0;
let timer = 0;
let changes = 0;
let shown = 0;
let arriving = Promise.resolve();
let priced = () => {};

function kept() {
  // A slip survives a reload, a lost connection and a new sign-on.
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export function onPriced(show) {
  priced = show;
}

function draft() {
  return { customer: root.dataset.customer, ...slip };
}

export function keep(facts = {}) {
  Object.assign(slip, facts);
  sessionStorage.setItem(KEY, JSON.stringify(slip));
}

export function change(facts = {}) {
  keep(facts);
  changes += 1;
  clearTimeout(timer);
  timer = setTimeout(price, 60);
}

export function arrive(action) {
  // Actions that ask the site first change the slip one after another, in their order.
  arriving = arriving.then(action, action);
}

export function typed(form, field, action) {
  // The field is emptied at once, so that pressing Enter twice is one action and the next scan can
  // begin; a wrong value comes back into the field.
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value;
    field.value = "";
    field.focus();
    if (text.trim())
      arrive(async () => {
        if ((await action(text)) || field.value) return;
        field.value = text;
        field.select();
      });
  });
}

export function takePaper(form, field, wrong) {
  // A voucher or receipt as payment.
  typed(form, field, async (text) => {
    const answer = await ask(`${AT}/document?serial=${encodeURIComponent(text)}`);
    const ours = answer.status === 200;
    wrong.textContent = ours ? "" : answer.detail;
    if (ours && !slip.documents.includes(answer.serial)) change({ documents: [...slip.documents, answer.serial] });
    return ours;
  });
}

export async function upToDate() {
  // Sells only the slip that the site has priced last, with all that was still on its way.
  const seen = slip.game;
  for (let last = null; last !== arriving;) await (last = arriving);
  clearTimeout(timer);
  while (shown !== changes) await price();
  if (seen !== null) slip.game = seen; // the game the customer agreed to; the site reports if it has closed
}

export function wipe() {
  sessionStorage.removeItem(KEY);
  change(fresh());
}

export function add(bets, { games = null, kwikipiks = 0, superplay = "" } = {}) {
  const facts = { lines: [...slip.lines, ...bets], kwikipiks: slip.kwikipiks + kwikipiks };
  if (games !== null) facts.games = games;
  if (superplay) facts.superplay = superplay;
  change(facts);
}

export function remove(place) {
  const lines = slip.lines.filter((_, at) => at !== place);
  change(
    lines.length
      ? { lines, kwikipiks: Math.min(slip.kwikipiks, lines.length) }
      : { lines, kwikipiks: 0, superplay: "" },
  );
}

export async function price() {
  const [mine, of] = [++asked, changes];
  const answer = slip.lines.length ? await ask(`${AT}/price`, draft()) : { empty: true };
  if (mine === asked) {
    shown = of;
    priced(answer);
  }
}

export async function sell() {
  // After a refusal the slip gets a new id, because it is a new sale; without a response it keeps its id.
  const answer = await ask(`${AT}/sell`, draft());
  if (answer.status === 0)
    answer.detail = "The site didn’t respond, so it may be sold already. Try again: it is sold only once.";
  if (answer.status === 409) keep({ slip: newId() });
  if (answer.status === 200) sessionStorage.removeItem(KEY);
  return answer;
}

export function refusals(place, found, then = "") {
  // What happened and what to do; the clause is last and small. A screen reader reads it once.
  const key = JSON.stringify([found, then]);
  if (!found.length) return place.replaceChildren(); // also any other message there
  if (place.dataset.shown === key && place.hasChildNodes()) return;
  place.dataset.shown = key;
  const paragraphs = found.map((no) => {
    const facts = Object.entries(no.facts_shown)
      .map(([name, value]) => `${name[0].toUpperCase()}${name.slice(1)} ${value} · `)
      .join("");
    const rule = root.classList.contains("kiosk")
      ? no.clause.replaceAll(":", ", ")
      : make(
          "a",
          {
            href: `/rules/${encodeURIComponent(no.book)}/${encodeURIComponent(no.clause)}`,
            target: "_blank",
            rel: "noopener",
          },
          no.clause.replaceAll(":", ", "),
        );
    const cite = make("span", { className: "cite", title: no.rule }, facts, "Rule ", rule);
    return make("p", { "data-code": no.code }, make("strong", {}, no.says), make("br"), no.next, make("br"), cite);
  });
  if (then) paragraphs.push(make("p", {}, then));
  place.replaceChildren(make("div", { className: "note no stack tight" }, ...paragraphs));
}

export function gamesWords(game, count) {
  // "Games 7 to 11", as on the ticket.
  if (!game.open) return "No game is open";
  return count > 1 ? `Games ${game.number} to ${game.number + count - 1}` : `Game ${game.number}`;
}

function chances(line) {
  // How often the line wins, the most it pays in a game and what comes back, where the site says so.
  const words = [
    line.one_in && `wins ${line.one_in}`,
    line.most && `up to ${line.most}`,
    line.back && `returns ${line.back} on average`,
  ].filter(Boolean);
  return words.length ? [make("small", { className: "odds" }, words.join(", "))] : [];
}

export function lineNode(line, place, onRemove) {
  const groups = line.groups.map(([letter, numbers]) =>
    make(
      "span",
      { className: "slip-balls" },
      letter ? make("b", {}, letter) : "",
      ...numbers.map((n) => make("i", {}, String(n))),
    ),
  );
  const gone = make(
    "button",
    {
      type: "button",
      className: "plain small",
      title: "Take off",
      ariaLabel: `Take off line ${place + 1}, ${line.game} ${line.what}`,
    },
    "✕",
  );
  gone.addEventListener("click", () => onRemove(place));
  const words = make(
    "span",
    {},
    make("strong", {}, line.game),
    ` ${line.what}`,
    make("small", line.stake === `${line.cost} a game` ? { className: "as-cost" } : {}, line.stake),
    ...chances(line),
    make("span", { className: "slip-numbers" }, line.groups.map(([, numbers]) => numbers.join(" ")).join(" + ")),
    ...groups,
  );
  return make(
    "li",
    line.wrong ? { className: "bad-line" } : {},
    words,
    make("span", { className: "strong" }, line.cost ?? "–"),
    gone,
  );
}
