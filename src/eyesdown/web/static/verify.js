// Works a draw out again in the browser, from the published proof alone. Same sums as verify_draw.py.
"use strict";
(() => {
  const section = document.getElementById("proof");
  const button = document.getElementById("verify");
  const verdict = document.getElementById("verdict");
  if (!button || !section.dataset.evidence || !window.crypto || !window.crypto.subtle) return;
  button.hidden = false;
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const join = (...parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
    return all;
  };
  const canonical = (value) => {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value && typeof value === "object") {
      return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
    }
    return JSON.stringify(value);
  };
  const hmac = async (key, data) => {
    const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", made, data));
  };
  const generator = async (seed) => {
    let key = new Uint8Array(64);
    let value = new Uint8Array(64).fill(1);
    const mix = async (data) => {
      for (const mark of data.length ? [0, 1] : [0]) {
        key = await hmac(key, join(value, Uint8Array.of(mark), data));
        value = await hmac(key, value);
      }
    };
    await mix(seed);
    return async (count) => {
      value = await hmac(key, value);
      const out = value.slice(0, count);
      await mix(new Uint8Array(0));
      return out;
    };
  };
  const below = async (bound, read) => {
    const bits = bound > 1 ? 32 - Math.clz32(bound - 1) : 0;
    for (;;) {
      const raw = await read(Math.ceil(bits / 8));
      const number = raw.reduce((sum, byte) => sum * 256 + byte, 0) % (2 ** bits);
      if (number < bound) return number;
    }
  };
  const numbersOf = async (proof) => {
    const seal = new TextEncoder().encode(canonical(proof.seal));
    const read = await generator(join(bytes(proof.secret), bytes(proof.seal.root), seal));
    const balls = Array.from({ length: proof.pool }, (_, index) => index + 1);
    for (let place = 0; place < proof.count; place += 1) {
      const pick = place + await below(balls.length - place, read);
      [balls[place], balls[pick]] = [balls[pick], balls[place]];
    }
    return balls.slice(0, proof.count);
  };
  const show = (holds, words) => {
    const note = document.createElement("p");
    note.className = `note ${holds ? "yes" : "no"}`;
    note.textContent = words;
    verdict.replaceChildren(note);
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const proof = await (await fetch(section.dataset.evidence)).json();
      const again = await numbersOf(proof);
      const same = again.join() === proof.numbers.join();
      show(same, same
        ? `It holds: the secret and the seal give ${again.join(" ")}. Whether the secret is the promised one is checked by verify_draw.py, which knows SHA-512/256.`
        : "It does not hold: the secret and the seal give other numbers.");
    } catch (bad) {
      show(false, "The proof could not be read. Download it and run verify_draw.py.");
    }
    button.disabled = false;
  });
})();
