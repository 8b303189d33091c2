// Works a draw out again in the browser, from the published proof alone: the promise, the numbers, and
// that a ticket's entry was under the seal. The same sums as verify_draw.py, line for line.
"use strict";
(() => {
  const section = document.getElementById("proof");
  const form = document.getElementById("verify-form");
  if (!form || !section.dataset.evidence) return;
  const { join, hmac, sha256, sha512_256 } = window.sha2;
  const verdict = document.getElementById("verdict");
  const button = document.getElementById("verify");
  const text = new TextEncoder();
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hex = (raw) => Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const canonical = (value) => {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value && typeof value === "object") {
      return `{${Object.keys(value)
        .sort()
        .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
        .join(",")}}`;
    }
    return JSON.stringify(value);
  };
  const generator = (seed) => {
    let key = new Uint8Array(64);
    let value = new Uint8Array(64).fill(1);
    const mix = (data) => {
      for (const mark of data.length ? [0, 1] : [0]) {
        key = hmac(key, join(value, Uint8Array.of(mark), data));
        value = hmac(key, value);
      }
    };
    mix(seed);
    return (count) => {
      value = hmac(key, value);
      const out = value.slice(0, count);
      mix(new Uint8Array(0));
      return out;
    };
  };
  const below = (bound, read) => {
    const bits = bound > 1 ? 32 - Math.clz32(bound - 1) : 0;
    for (;;) {
      const number = read(Math.ceil(bits / 8)).reduce((sum, byte) => sum * 256 + byte, 0) % 2 ** bits;
      if (number < bound) return number;
    }
  };
  const [POOL, COUNT] = [80, 20]; // a proof that says otherwise is of no game of Keno
  const numbersOf = (proof) => {
    const seal = text.encode(canonical(proof.seal));
    const read = generator(join(bytes(proof.secret), bytes(proof.seal.root), seal));
    const balls = Array.from({ length: POOL }, (_, index) => index + 1);
    for (let place = 0; place < COUNT; place += 1) {
      const pick = place + below(balls.length - place, read);
      [balls[place], balls[pick]] = [balls[pick], balls[place]];
    }
    return balls.slice(0, COUNT);
  };
  const rootOf = (ticket) => {
    let node = sha256(join(Uint8Array.of(0), text.encode(canonical(ticket.entry))));
    for (const [side, other] of ticket.path) {
      if (side !== "left" && side !== "right") throw new Error(`a path goes left or right, not ${side}`);
      node = sha256(join(Uint8Array.of(1), ...(side === "left" ? [bytes(other), node] : [node, bytes(other)])));
    }
    return hex(node);
  };
  const say = (holds, words) => {
    const item = document.createElement("li");
    item.className = holds ? "holds" : "fails";
    item.textContent = words;
    verdict.append(item);
    return holds;
  };
  const sum = (kind, words) => {
    const item = document.createElement("li");
    item.className = `sum note ${kind}`;
    item.textContent = words;
    verdict.append(item);
  };
  const shown = [...document.querySelectorAll("#h-numbers ~ .balls > li")].map((ball) =>
    parseInt(ball.textContent, 10),
  );
  const checkDraw = (proof) => [
    say(
      hex(sha512_256(bytes(proof.secret))) === proof.commitment,
      "The secret is the one promised before the game opened.",
    ),
    say(proof.secret.length >= 128, "The secret has at least 512 bits."),
    say(proof.pool === POOL && proof.count === COUNT, `${COUNT} numbers are drawn out of ${POOL}.`),
    say(numbersOf(proof).join() === proof.numbers.join(), "The numbers follow from the secret and the seal."),
    say(proof.numbers.join() === shown.join(), "They are the numbers on this page."),
  ];
  const checkTicket = async (serial, proof) => {
    const answer = await fetch(`/check/${encodeURIComponent(serial)}/${section.dataset.game}/ticket.json`);
    if (!answer.ok) {
      say(false, "No ticket with this serial is under the seal of this game.");
      return null; // either the serial or the seal is wrong
    }
    const ticket = await answer.json();
    return say(
      rootOf(ticket) === proof.seal.root,
      `The entry ${ticket.entry.serial} is one of the ${proof.seal.entries} under the seal.`,
    );
  };
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    verdict.replaceChildren();
    try {
      const proof = await (await fetch(section.dataset.evidence)).json();
      const serial = document.getElementById("serial").value.trim();
      const found = checkDraw(proof);
      const mine = serial ? await checkTicket(serial, proof) : true;
      if (mine !== null) found.push(mine);
      if (mine === null && found.every(Boolean))
        sum(
          "no",
          "The draw holds. Compare the serial with your ticket, and this game with the games on it. " +
            "If both are right, keep the ticket, this page and the two downloads, " +
            "and tell the operator and the regulator.",
        );
      else if (found.every(Boolean))
        sum("yes", "All of it is right. You worked this out yourself and didn’t have to trust anyone.");
      else
        sum(
          "no",
          "Something does not hold. Keep this page and the two downloads, and tell the operator and the regulator.",
        );
    } catch (bad) {
      sum("no", "The proof could not be read. Try again, or download it and run verify_draw.py.");
    }
    button.disabled = false;
  });
})();
