// The host's page: who sits here, the next disc, claims, the next round.
import { Family } from "./family.js";

const { at, ask, ball, celebrate, chart, claims, connect, history, make, names, people, put, roundWords } = Family;
const { show, speak, stayAwake, text, tone } = Family;
const code = at("host").dataset.code;
let table = null;
let news = null;
let voice = true;
let busy = false;

const say = (words) => {
  put("answer", words);
  show("answer", Boolean(words));
};
const act = async (action) => {
  say("");
  const reply = await ask(code, action);
  if (!reply.ok) say(reply.text);
  return reply;
};
const nameOf = (id) => (table.seats.find((seat) => seat.id === id) || { name: "" }).name;
const right = () => table.seats.filter((seat) => seat.cry === "right");

// --- the one big button ------------------------------------------------------------------------------
const step = () => {
  const cries = table.seats.filter((seat) => seat.cry === "open");
  if (table.phase === "lobby") {
    const words = text(table.seats.length < 2 ? "alone" : "deal");
    return { words, off: table.seats.length < 2, action: { do: "play" } };
  }
  if (table.phase === "over") return { words: text("new_game"), action: { do: "play", fresh: true } };
  if (table.phase === "between") {
    return { words: text("next_round"), action: { do: "play", seat: at("banker").value } };
  }
  if (cries.length) return { words: text("wait_cries"), off: true };
  if (right().length) {
    return { words: text("award", { names: names(right().map((seat) => seat.name)) }), action: { do: "award" } };
  }
  const off = table.real_discs || table.called.length === table.discs;
  const words = text(table.called.length ? "next" : "first");
  return { words, off, action: { do: "turn", call: table.called.length + 1 } };
};

const go = async () => {
  const { action, off } = step();
  if (off || busy) return;
  busy = true;
  at("go").disabled = true;
  await act(action);
  busy = false;
  at("go").disabled = Boolean(step().off);
};

// --- people --------------------------------------------------------------------------------------------
const tools = (seat) => {
  const rename = make("button", "✎", "person-tool");
  rename.ariaLabel = `${text("rename")} ${seat.name}`;
  rename.title = text("rename");
  rename.addEventListener("click", () => {
    const name = window.prompt(text("rename_ask", { name: seat.name }), seat.name);
    if (name) act({ do: "rename", seat: seat.id, name });
  });
  const list = [rename];
  if (seat.paper && table.phase === "playing" && seat.cards && seat.cry !== "open") {
    const cry = make("button", "!", "person-tool cry");
    cry.ariaLabel = text("cry_for", { name: seat.name });
    cry.title = text("cry_for", { name: seat.name });
    cry.addEventListener("click", () => act({ do: "cry", hand: seat.id }));
    list.unshift(cry);
  }
  if (!seat.host) {
    const remove = make("button", "×", "person-tool");
    remove.ariaLabel = `${text("remove")} ${seat.name}`;
    remove.title = text("remove");
    remove.addEventListener("click", () => {
      if (window.confirm(text("remove_ask", { name: seat.name }))) act({ do: "remove", seat: seat.id });
    });
    list.push(remove);
  }
  return list;
};

const knocks = () => {
  at("knocks").replaceChildren(
    ...table.knocks.map((seat) => {
      const line = make("div", "", "note");
      line.append(make("p", text("knock", { name: nameOf(seat) })));
      const yes = make("button", text("them"), "fam-go quiet");
      const no = make("button", text("not_them"), "fam-link");
      yes.addEventListener("click", () => act({ do: "let_in", seat, is_them: true }));
      no.addEventListener("click", () => act({ do: "let_in", seat, is_them: false }));
      line.append(yes, no);
      return line;
    }),
  );
};

// A paper card is called back by the host: the chart's numbers are tapped.
let reading = null;
const paperClaim = () => {
  const seat = table.seats.find((person) => person.paper && person.cry === "open");
  if (!seat) {
    reading = null;
    return;
  }
  if (!reading || reading.seat !== seat.id) reading = { seat: seat.id, numbers: new Set() };
  const box = make("div", "", "claim open");
  const send = make("button", text("back_send", { count: reading.numbers.size }), "fam-go quiet");
  send.addEventListener("click", () => act({ do: "read", hand: seat.id, numbers: [...reading.numbers] }));
  box.append(make("span", text("back_lead")), send);
  at("claims").append(box);
  for (const cell of at("chart").querySelectorAll(".chart-cell")) {
    cell.classList.toggle("picked", reading.numbers.has(Number(cell.dataset.disc)));
  }
};
at("chart").addEventListener("click", (event) => {
  const disc = Number(event.target.dataset && event.target.dataset.disc);
  if (!reading || !disc) return;
  if (reading.numbers.has(disc)) reading.numbers.delete(disc);
  else reading.numbers.add(disc);
  paint(table);
});

const paintBanker = () => {
  const offered = table.phase === "between" && table.pass_banker && table.banker_choices.length > 1;
  const choices = [...new Set(table.banker_choices)].filter(nameOf);
  const select = at("banker");
  if (select.dataset.choices !== choices.join()) {
    select.dataset.choices = choices.join();
    select.replaceChildren(
      ...choices.map((id) => {
        const option = make("option", nameOf(id));
        option.value = id;
        return option;
      }),
    );
  }
  show("banker-label", offered);
  if (!offered) select.replaceChildren();
  if (!offered) select.dataset.choices = "";
};

const paint = (next) => {
  table = next;
  at("host").dataset.phase = table.phase;
  put("round", roundWords(table));
  ball(table);
  put("say", table.say[Family.language] || "");
  paintBanker();
  const { words, off } = step();
  put("go", words);
  at("go").disabled = Boolean(off) || busy;
  show("door", table.phase !== "playing");
  show("hero", table.phase === "lobby");
  show("keyed", table.phase === "playing" && table.real_discs && !table.cries_open && !right().length);
  show("go", !(table.phase === "playing" && table.real_discs && !table.cries_open && !right().length));
  show("pace-label", table.phase === "playing" && !table.real_discs);
  if (document.activeElement !== at("pace")) at("pace").value = String(table.pace);
  show("take-back", table.phase === "playing" && table.called.length > 0 && table.real_discs);
  show("void", table.phase === "playing" && table.called.length === table.discs && !right().length);
  show("fresh", table.phase === "between");
  put("count", table.round ? text("discs_out", { count: table.called.length, all: table.discs }) : "");
  chart(table);
  history(table, 12);
  claims(table);
  knocks();
  people(table, "", tools);
  paperClaim();
  if (news !== null && news !== table.news) {
    if (voice) speak(table);
    if (table.winners.length) celebrate();
  }
  news = table.news;
};

at("go").addEventListener("click", go);
document.addEventListener("keydown", (event) => {
  const busyField = event.target.closest("input, select, textarea, button, a, dialog");
  if (event.key === " " && !busyField) {
    event.preventDefault();
    go();
  }
});
// The field is empty at once for the next entry: the feed may be faster than the answer. Entries are
// sent in their order; a refused one comes back, unless something else was typed meanwhile.
const enter = (form, field, action) => {
  let sent = Promise.resolve();
  at(form).addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = at(field).value;
    at(field).value = "";
    at(field).focus();
    say("");
    sent = sent.then(async () => {
      const reply = await ask(code, action(typed));
      if (reply.ok) return;
      say(reply.text);
      at(field).value ||= typed;
    });
  });
};
enter("keyed", "disc", (typed) => ({ do: "key", number: Number(typed) || 0 }));
at("pace").addEventListener("change", () => act({ do: "pace", seconds: Number(at("pace").value) }));
at("take-back").addEventListener("click", () => {
  const label = Family.labelOf(table, table.called[table.called.length - 1]);
  const reason = window.prompt(text("take_back_why", { label }));
  if (reason) act({ do: "take_back", reason });
});
at("void").addEventListener("click", () => act({ do: "void" }));
at("fresh").addEventListener("click", () => act({ do: "play", fresh: true }));
enter("add", "add-name", (name) => ({ do: "seat", name }));
at("voice").addEventListener("click", () => {
  voice = !voice;
  at("voice").ariaPressed = String(voice);
  if (voice && !Family.hasVoice(table)) say(text("no_voice"));
  if (voice) tone(660);
});
// A laptop may change its network: the code on the screen follows.
const look = async () => {
  try {
    const ways = await (await fetch(`/family/${code}/door`)).json();
    const now = ways.map((way) => way.url).join();
    if (now !== look.last) {
      look.last = now;
      at("ways").innerHTML = "";
      for (const way of ways) {
        const figure = make("figure");
        figure.innerHTML = way.qr;
        figure.append(make("figcaption", way.url, "fam-url"));
        at("ways").append(figure);
      }
      show("nowhere", !ways.length);
    }
  } catch {
    // the feed says when the site is back
  }
};
setInterval(() => {
  if (table && table.phase !== "playing") look();
}, 8000);
stayAwake();
connect(code, paint, () => voice);
