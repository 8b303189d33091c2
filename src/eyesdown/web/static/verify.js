// The form on a result's page: fetches the proof and the ticket, checks them with drawcheck.js, compares them with
// this page and with what the reader noted elsewhere, and says what was not checked and who could still have cheated.
"use strict";
(() => {
  const section = document.getElementById("proof");
  const form = document.getElementById("verify-form");
  if (!form || !section.dataset.evidence) return;
  const { parse, readProof, allChecks, checkChain } = globalThis.drawcheck;
  const CHAIN_MAX = 10000; // statements; a ticket's line is from the time of its game
  const verdict = document.getElementById("verdict");
  const button = document.getElementById("verify");
  class Unclear extends Error {}
  const typed = (id) => (document.getElementById(id)?.value || "").trim();

  const say = (kind, words) => {
    const item = document.createElement("li");
    item.className = kind;
    // What comes from a file may not hide or turn round the words beside it.
    item.textContent = words.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?");
    verdict.append(item);
  };
  const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;
  const BETS = "that your ticket says: ";
  const show = ({ holds, what }) => {
    if (holds !== null) say(holds ? "holds" : "fails", sentence(what));
    else say("open", `Not checked: ${what}.`);
  };

  // A line of a ticket in its holder's words: "Keno Classic, numbers 3 7 9, $1.00".
  const names = JSON.parse(section.dataset.names);
  const named = (form) => names[form] ?? form.replaceAll("_", " ");
  const listed = (value) => (Array.isArray(value) ? value.map(listed).join(" ") || "any" : String(value));
  const WORDS_OF = {
    type: (form) => named(form.replace(/\B(?=[A-Z])/g, "_").toLowerCase()),
    game: named,
    spots: (numbers) => `numbers ${listed(numbers)}`,
    groups: (groups) => `groups ${groups.map(listed).join(" + ")}`,
    places: (places) => `places ${places.map(listed).join(" / ")}`,
    bonus: () => "Keno Bonus",
    bonus_games: (games) => `Keno Bonus in ${games} games`,
    subscription_cents: (cents) => `$${(cents / 100).toFixed(2)}`,
  };
  const betWords = (bet) => {
    const has = (name) => ![false, null, undefined, 0].includes(bet[name]) && bet[name].length !== 0;
    const others = Object.keys(bet).filter((name) => !(name in WORDS_OF)).sort();
    const parts = [...new Set(["type", "game", ...others, ...Object.keys(WORDS_OF)])].filter(has);
    return parts.map((name) => WORDS_OF[name]?.(bet[name]) ?? `${named(name)} ${named(listed(bet[name]))}`).join(", ");
  };

  const and = (names) => names.join(" and ");
  const stillPossible = ({ promise, silent }) => {
    const instead = new Map(silent.map(({ witness, by }) => [witness, by]));
    const inThePlaceOf = (name) => (instead.has(name) ? inThePlaceOf(instead.get(name)) : name);
    const names = promise.witnesses.map(([name]) => inThePlaceOf(name));
    if (names.length) return `Only the operator and ${and(names)} together could have known or chosen these numbers.`;
    const tries = promise.slow ? "at the price of the slow step for each try" : "before the close";
    return (
      "This machine drew alone: someone who could read its secret could still have tried entries until one suited, " +
      `${tries}.`
    );
  };
  const KEEP = "keep the ticket, this page and the two downloads, and tell the operator and the regulator.";
  const sumUp = (lines, proof, missing) => {
    if (lines.some(({ holds }) => holds === false)) {
      say("sum note no", `Something does not hold. Please ${KEEP}`);
    } else if (missing) {
      const compare = "Compare the serial with your ticket, and this game with the games on it.";
      say("sum note no", `The draw holds. ${compare} If both are right, ${KEEP}`);
    } else {
      say(
        "sum note yes",
        `All that this page could check holds. ${stillPossible(proof)} This check is itself a script of the ` +
          "operator’s site: verify_draw.py on your own computer does not depend on it.",
      );
    }
  };

  // What the reader noted: "Ada 91df57ed18aada0c, Bob …" and "1042 · 3f9ac1d277b045ee".
  const notedKeys = (text) =>
    new Map(
      text
        .split(/[,;\n]/)
        .filter((part) => part.trim())
        .map((part) => {
          const noted = /^\s*(.+?)[\s:·]+([0-9a-f]{16,64})\s*$/i.exec(part);
          if (!noted) throw new Unclear(`“${part.trim()}” isn’t a witness’s name and fingerprint.`);
          return [noted[1], noted[2]];
        }),
    );
  const notedRecord = (text) => {
    if (!text) return "";
    const noted = /^(?:record\s*)?([0-9]+)[\s:·]+([0-9a-f]{16,64})$/i.exec(text);
    if (!noted) throw new Unclear(`“${text}” isn’t a line of the record, such as 1042 · 3f9ac1d277b045ee.`);
    return `${noted[1]}:${noted[2]}`;
  };
  // As serials are stored: O and 0, I, L and 1 are the same, in groups of six.
  const tidy = (serial) => {
    const letters = serial.toUpperCase().replace(/[- ]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
    return (letters.match(/.{1,6}/g) || []).join("-");
  };

  const ballsOnPage = () =>
    [...document.querySelectorAll("#h-numbers ~ .balls > li")].map((ball) => parseInt(ball.textContent, 10));
  const fetched = async (address) => {
    const answer = await fetch(address);
    return answer.ok ? parse(await answer.text()) : null;
  };

  // The lines of the record from one number to another; none if the site does not give them.
  const recordLines = async (first, last) => {
    const lines = [];
    while (last - first < CHAIN_MAX && lines.length <= last - first) {
      const answer = await fetch(`/record?after=${first - 1 + lines.length}`);
      const more = answer.ok ? (await answer.text()).split("\n").filter(Boolean) : [];
      if (!more.length) return [];
      lines.push(...more);
    }
    return lines.slice(0, last - first + 1);
  };
  // A ticket's line cannot be newer than the record: if the record ends before it, its end was cut off.
  const isCut = async (number) => {
    const answer = await fetch(`/record?after=${number - 1}`);
    return answer.status === 409 || (answer.ok && !(await answer.text()).trim());
  };
  // A ticket's line is seldom the promise itself; then the lines between both are read from the record.
  const followed = async (lines, { promise }, record) => {
    const number = Number(record.split(":")[0]);
    if (!record || !("n" in promise) || number === promise.n) return lines;
    const open = lines.findIndex(({ what }) => what.startsWith("that the record has statement"));
    if (number > promise.n && (await isCut(number))) {
      lines.splice(open, 1, { holds: false, what: `the record still has statement ${number}; it was cut before it` });
      return lines;
    }
    const between = await recordLines(Math.min(number, promise.n), Math.max(number, promise.n));
    if (!between.length) return lines;
    lines.splice(open, 1, checkChain(between, promise, record));
    return lines;
  };

  const check = async () => {
    const [keys, record] = [notedKeys(typed("noted-keys")), notedRecord(typed("noted-record"))];
    const serial = typed("serial");
    const proof = readProof(await fetched(section.dataset.evidence));
    const path = `/check/${encodeURIComponent(serial)}/${section.dataset.game}/ticket.json`;
    const ticket = serial ? await fetched(path) : null;
    const noted = { game: section.dataset.key, keys, record, serial: ticket ? tidy(serial) : "" };
    const lines = await followed(allChecks(proof, ticket ? [ticket] : [], noted), proof, record);
    const balls = proof.numbers.join() === ballsOnPage().join();
    const index = lines.findIndex(({ what }) => what.startsWith("it is the game")) + 1;
    lines.splice(index, 0, { holds: balls, what: "the numbers are those on this page" });
    for (const line of lines.filter(({ holds }) => holds !== null)) show(line);
    if (serial && !ticket) say("fails", "No ticket with this serial is under the seal of this game.");
    for (const bet of ticket?.entry.lines ?? []) say("open", `Compare with your ticket: ${betWords(bet)}.`);
    for (const line of lines.filter(({ holds, what }) => holds === null && !what.startsWith(BETS))) show(line);
    sumUp(lines, proof, Boolean(serial && !ticket));
  };

  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    verdict.replaceChildren();
    try {
      await check();
    } catch (bad) {
      const unread = "The proof could not be read. Try again, or download it and run verify_draw.py.";
      say("sum note no", bad instanceof Unclear ? bad.message : unread);
    }
    button.disabled = false;
  });
  // "Prove it" on a ticket leads here with its serial: no second tap is needed.
  if (location.hash === "#proof" && typed("serial")) form.requestSubmit();
})();
