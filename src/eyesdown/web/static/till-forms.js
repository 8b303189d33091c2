// The entry forms: what is marked on them becomes a bet in the shape the site reads.
import { add, arrive, ask, AT, cents } from "./till.js";

const UNORDERED = new Set(["win", "place", "quinella_place", "quinella", "trio"]);
const PLACES = ["1st", "2nd", "3rd", "4th", "5th", "6th"];
const pressed = (button) => button.getAttribute("aria-pressed") === "true";
const press = (button, on) => button.setAttribute("aria-pressed", String(on));
let say = () => {};
let after = () => {};
let picking = false;

export function forms(within, onWrong, onAdded) {
  [say, after] = [onWrong, onAdded];
  const kinds = { spots, heads, racing, roulette, combination, superplay };
  for (const form of within.querySelectorAll("[data-form]")) kinds[form.dataset.form](form);
  for (const grid of within.querySelectorAll("[data-grid]")) arrows(grid);
  for (const group of within.querySelectorAll("[data-wheel], [data-race]")) neighbours(group);
  for (const field of within.querySelectorAll("[data-form] input:not([type=checkbox], [type=radio])")) {
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.ctrlKey) return;
      const action = field.closest(".pick-box") ? "[data-pick]" : "[data-add]";
      field.closest("[data-form]").querySelector(action)?.click();
    });
  }
}

function stakeOf(form) {
  const field = form.querySelector("[data-stake]");
  const stake = cents(field.value);
  const wrong = !stake;
  field.setAttribute("aria-invalid", String(wrong));
  if (wrong) say("That isn’t an amount. Type the stake like 1 or 2.50.", field);
  return wrong ? null : stake;
}

function untick(form) {
  // An extra is not carried over into the next line.
  for (const extra of form.querySelectorAll("[data-bonus], [data-lucky]")) extra.checked = false;
}

const bonusOf = (form) => form.querySelector("[data-bonus]")?.checked ?? false;

function on(form, name, action) {
  form.querySelector(`[data-${name}]`)?.addEventListener("click", action);
}

export function pick(wanted, more = {}, finish = (bets) => bets) {
  // Numbers that the terminal picks; pressing twice before they arrive picks once.
  if (picking) return;
  picking = true;
  arrive(async () => {
    const found = await ask(`${AT}/pick`, wanted);
    picking = false;
    if (found.status !== 200) return say(found.detail);
    add(finish(found.bets), { kwikipiks: found.kwikipiks, ...more });
    after();
  });
}

function lastOf(form) {
  // Puts a Lucky Last behind every entry, as it was ticked when the button was pressed.
  const [ticked, bonus] = [form.querySelector("[data-lucky]").checked, bonusOf(form)];
  const last = ({ spots }) => ({ type: "lucky_last", spots, subscription_cents: 100, bonus });
  return (bets) => (ticked ? bets.flatMap((bet) => [bet, last(bet)]) : bets);
}

function arrows(grid) {
  // One stop of the tab key; the arrows walk, ten across.
  const buttons = [...grid.querySelectorAll("button")];
  grid.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 10, ArrowUp: -10 }[event.key];
    const at = buttons.indexOf(document.activeElement);
    const next = buttons[at + step];
    if (!step || !next) return;
    event.preventDefault();
    buttons[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}

function neighbours(group) {
  // The same for buttons in any arrangement: an arrow goes to the nearest one as they are drawn.
  const middle = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  group.addEventListener("keydown", (event) => {
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (!way || !event.target.matches("button")) return;
    event.preventDefault();
    const [x, y] = middle(event.target);
    const far = [...group.querySelectorAll("button")]
      .map((button) => {
        const [dx, dy] = [middle(button)[0] - x, middle(button)[1] - y];
        const [ahead, aside] = [dx * way[0] + dy * way[1], Math.abs(dx * way[1] + dy * way[0])];
        return { button, cost: ahead > 1 ? ahead + 3 * aside : Infinity };
      })
      .filter(({ cost }) => cost < Infinity);
    if (!far.length) return;
    const next = far.reduce((best, one) => (one.cost < best.cost ? one : best)).button;
    oneStop(group, next);
    next.focus();
  });
  oneStop(group);
}

function oneStop(group, at = group.querySelector("button")) {
  for (const button of group.querySelectorAll("button")) button.tabIndex = button === at ? 0 : -1;
}

function inWords(counts) {
  // Rising counts as people list them: 1 to 10, 15, 20 or 40.
  const run = counts.findIndex((n, at) => counts[at + 1] !== n + 1);
  const rest = counts.slice(run + 1);
  const last = rest.pop();
  const listed = [`${counts[0]} to ${counts[run]}`, ...rest].join(", ");
  return last ? `${listed} or ${last}` : listed;
}

function spots(form) {
  const grid = form.querySelector("[data-grid]");
  const game = form.dataset.game;
  const offered = [...form.querySelectorAll("[data-pick-spots] option")].map((option) => Number(option.text));
  const chosen = () => [...grid.querySelectorAll("[aria-pressed=true]")].map((b) => Number(b.dataset.n));
  const count = () => {
    const n = chosen().length;
    form.querySelector("[data-count]").textContent = `${n} ${n === 1 ? "spot" : "spots"}`;
  };
  const clear = () => {
    for (const button of grid.querySelectorAll("[aria-pressed=true]")) press(button, false);
    untick(form);
    count();
  };
  grid.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    press(button, !pressed(button));
    count();
  });
  on(form, "clear", clear);
  on(form, "add", () => {
    const [numbers, stake] = [chosen(), stakeOf(form)];
    if (stake === null) return;
    if (!numbers.length) return say("Mark at least one number.", grid.querySelector("button"));
    if (!offered.includes(numbers.length)) {
      const words = `There is no game with ${numbers.length} numbers. Choose ${inWords(offered)}.`;
      return say(words, grid.querySelector("[aria-pressed=true]"));
    }
    const bet = { type: game, spots: numbers, subscription_cents: stake };
    if (bonusOf(form)) bet.bonus = true;
    add(lastOf(form)([bet]));
    clear();
    after();
  });
  on(form, "pick", () => {
    const stake = stakeOf(form);
    if (stake === null) return;
    const of = Number(form.querySelector("[data-pick-spots]").value);
    const count = Number(form.querySelector("[data-pick-count]").value);
    pick({ kind: "spots", game, spots: of, count, subscription_cents: stake, bonus: bonusOf(form) }, {}, lastOf(form));
    untick(form);
  });
}

function heads(form) {
  const sets = [...form.querySelectorAll("[data-forecasts] fieldset")];
  const how = () => form.querySelector("[name=heads-how]:checked").value;
  let length = 1;
  const show = () => {
    if (how() === "single") length = 1;
    if (how() === "run") length = Math.max(2, length);
    sets.forEach((set, at) => (set.hidden = at >= length));
    form.querySelector("[data-length]").hidden = how() === "single";
  };
  const clear = () => {
    for (const radio of form.querySelectorAll("[data-forecasts] :checked")) radio.checked = false;
    untick(form);
  };
  form.addEventListener("change", show);
  on(form, "longer", () => {
    length = Math.min(sets.length, length + 1);
    show();
  });
  on(form, "shorter", () => {
    length = Math.max(how() === "run" ? 2 : 1, length - 1);
    show();
  });
  on(form, "clear", clear);
  on(form, "add", () => {
    const stake = stakeOf(form);
    if (stake === null) return;
    const chosen = sets.slice(0, length).map((set) => set.querySelector(":checked")?.value);
    const missing = chosen.indexOf(undefined);
    if (missing >= 0) return say(`Choose a forecast for game ${missing + 1}.`, sets[missing].querySelector("input"));
    const bonus = bonusOf(form);
    if (how() === "single") add([{ type: "heads_or_tails", selection: chosen[0], subscription_cents: stake, bonus }]);
    else
      add(
        [
          {
            type: how() === "run" ? "let_it_run" : "prepick",
            selections: chosen,
            subscription_cents: stake,
            bonus_games: bonus ? length : 0,
          },
        ],
        { games: length },
      );
    clear();
    after();
  });
  on(form, "pick", () => {
    const stake = stakeOf(form);
    if (stake === null) return;
    if (how() === "single") pick({ kind: "heads_or_tails", subscription_cents: stake, bonus: bonusOf(form) });
    else
      pick(
        { kind: "series", games: length, run: how() === "run", subscription_cents: stake, bonus: bonusOf(form) },
        { games: length },
      );
  });
}

function racing(form) {
  const table = form.querySelector("[data-race]");
  const rows = Number(table.dataset.rows);
  const wide = Number(table.dataset.wide);
  const bet = () => form.querySelector("[name=race]:checked");
  const how = () => form.querySelector("[name=race-how]:checked").value;
  const ordered = () => !UNORDERED.has(bet().value);
  const columns = () => {
    const places = PLACES.slice(0, Number(bet().dataset.rows));
    if (how() === "box" || (how() === "straight" && !ordered())) return ["In"];
    const first = ordered() ? places : ["Standout"];
    return how() === "standout" ? [...first, "With"] : first;
  };
  const draw = () => {
    const heads = columns();
    const head = document.createElement("tr");
    head.append(
      ...["Row", ...heads].map((name) =>
        Object.assign(document.createElement("th"), { textContent: name, scope: "col" }),
      ),
    );
    table.tHead.replaceChildren(head);
    table.tBodies[0].replaceChildren(
      ...Array.from({ length: rows }, (_, at) => {
        const line = document.createElement("tr");
        const name = Object.assign(document.createElement("th"), { scope: "row", textContent: `${at + 1}` });
        name.append(
          Object.assign(document.createElement("small"), { textContent: ` ${at * wide + 1}–${(at + 1) * wide}` }),
        );
        line.append(
          name,
          ...heads.map((column) => {
            const cell = document.createElement("td");
            const button = Object.assign(document.createElement("button"), {
              type: "button",
              textContent: at + 1,
              ariaLabel: `Row ${at + 1} ${column}`,
            });
            Object.assign(button.dataset, { row: at + 1, column });
            press(button, false);
            cell.append(button);
            return cell;
          }),
        );
        return line;
      }),
    );
    oneStop(table);
  };
  const marked = (column) =>
    [...table.querySelectorAll(`[data-column="${column}"][aria-pressed=true]`)].map((b) => Number(b.dataset.row));
  table.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const alone = how() === "straight" && ordered();
    if (alone && !pressed(button))
      for (const other of table.querySelectorAll(`[data-column="${button.dataset.column}"]`)) press(other, false);
    press(button, !pressed(button));
  });
  form.addEventListener("change", (event) => {
    if (event.target.name) draw();
  });
  on(form, "clear", draw);
  on(form, "add", () => {
    const stake = stakeOf(form);
    if (stake === null) return;
    const made = { type: "racing", bet: bet().value, option: how(), subscription_cents: stake };
    const places = PLACES.slice(0, Number(bet().dataset.rows));
    const byPlace = Object.fromEntries(
      places.map((name, at) => [String(at + 1), marked(name)]).filter(([, found]) => found.length),
    );
    if (how() === "box" || (how() === "straight" && !ordered())) made.rows = marked("In");
    else if (how() === "straight") made.rows = places.flatMap(marked);
    else made.standout = ordered() ? byPlace : marked("Standout");
    if (how() === "standout") made.with = marked("With");
    if (!table.querySelector("[aria-pressed=true]"))
      return say("Mark at least one row.", table.querySelector("button"));
    add([made]);
    draw();
    after();
  });
  on(form, "pick", () => {
    const stake = stakeOf(form);
    if (stake === null) return;
    const boxed = how() === "box" ? Math.min(rows, Number(bet().dataset.rows) + 1) : 0;
    pick({ kind: "racing", bet: bet().value, box_rows: boxed, subscription_cents: stake });
  });
  draw();
}

function roulette(form) {
  const wheel = form.querySelector("[data-wheel]");
  const says = form.querySelector("[data-says]");
  const hint = says.textContent;
  const clear = () => {
    says.textContent = hint;
    for (const button of wheel.querySelectorAll("[aria-pressed=true]")) press(button, false);
    untick(form);
  };
  const selections = () => {
    const outside = [...wheel.querySelectorAll("[data-outside][aria-pressed=true]")].map((b) => ({
      bet: b.dataset.outside,
      selection: /^\d$/.test(b.dataset.value) ? Number(b.dataset.value) : b.dataset.value,
    }));
    const pockets = [...wheel.querySelectorAll("[data-pocket][aria-pressed=true]")].map((b) => b.dataset.pocket);
    const numbers = pockets.map(Number).sort((a, b) => a - b);
    const inside = {
      0: () => [],
      1: () => [{ bet: "straight_up", selection: pockets[0] }],
      2: () => [{ bet: "split", selection: numbers }],
      3: () => [{ bet: "row", selection: Math.ceil(numbers[0] / 3) }],
      4: () => [{ bet: "corner", selection: numbers }],
      6: () => [{ bet: "six_line", selection: numbers[0] }],
    }[pockets.length];
    const inLine = numbers.every((n, at) => n === numbers[0] + at) && numbers[0] % 3 === 1;
    if (!inside || ([3, 6].includes(pockets.length) && !inLine)) return null;
    return [...inside(), ...outside];
  };
  wheel.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    press(button, !pressed(button));
    const found = selections();
    says.textContent =
      found === null
        ? "These numbers aren’t a bet: take 1, 2 neighbours, a row of 3, a square of 4, or two rows."
        : found.map((one) => `${one.bet.replaceAll("_", " ")} ${[one.selection].flat().join(" ")}`).join(" · ") ||
          "Nothing marked.";
  });
  on(form, "clear", clear);
  on(form, "add", () => {
    const [stake, found] = [stakeOf(form), selections()];
    if (stake === null) return;
    if (found === null || !found.length) return say("Mark numbers that make a bet.", wheel.querySelector("button"));
    add(found.map((one) => ({ type: "roulette", ...one, subscription_cents: stake, bonus: bonusOf(form) })));
    clear();
    after();
  });
  on(form, "pick", () => {
    const stake = stakeOf(form);
    if (stake !== null) pick({ kind: "roulette", bet: "straight_up", subscription_cents: stake, bonus: bonusOf(form) });
  });
}

function combination(form) {
  const grid = form.querySelector("[data-grid]");
  const groups = () => {
    const found = {};
    for (const button of grid.querySelectorAll("[data-letter]"))
      (found[button.dataset.letter] ??= []).push(Number(button.dataset.n));
    return Object.keys(found)
      .sort()
      .map((letter) => found[letter]);
  };
  const count = () => {
    const sizes = groups().map((group) => group.length);
    form.querySelector("[data-count]").textContent = sizes.length ? `groups of ${sizes.join(", ")}` : "no groups";
  };
  const unmark = (button) => {
    delete button.dataset.letter;
    press(button, false);
  };
  const clear = () => {
    grid.querySelectorAll("[data-letter]").forEach(unmark);
    untick(form);
    count();
  };
  grid.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const letter = "ABCDEFGH"[Number(form.querySelector("[name=letter]:checked").value)];
    if (button.dataset.letter === letter) unmark(button);
    else {
      button.dataset.letter = letter;
      press(button, true);
    }
    count();
  });
  on(form, "clear", clear);
  on(form, "add", () => {
    const [stake, made] = [stakeOf(form), groups()];
    if (stake === null) return;
    if (made.length < 2) return say("A combination has at least two groups.", grid.querySelector("button"));
    const typed = form.querySelector("[data-sizes]").value.trim();
    const sizes = typed ? typed.split(/[\s,]+/).map(Number) : null;
    if (sizes?.some((n) => !Number.isInteger(n) || n < 1))
      return say("Types are numbers of spots, such as 2 4.", form.querySelector("[data-sizes]"));
    add([
      {
        type: "combination",
        game: form.querySelector("[data-combo-game]").value,
        groups: made,
        sizes,
        subscription_cents: stake,
        bonus: bonusOf(form),
      },
    ]);
    clear();
    after();
  });
}

function superplay(form) {
  form.addEventListener("click", (event) => {
    const tile = event.target.closest("[data-template]");
    const stake = tile ? stakeOf(form) : null;
    if (stake === null) return;
    const template = tile.dataset.template;
    pick({ kind: "superplay", template, subscription_cents: stake, bonus: bonusOf(form) }, { superplay: template });
  });
}
