// Works the order of a round out again from its secret, in the reader's own browser.
"use strict";
(() => {
  const table = JSON.parse(document.getElementById("snapshot").textContent);
  const texts = JSON.parse(document.getElementById("texts").textContent);
  if (!table.secret) return;
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const hex = (raw) => [...raw].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const secret = bytes(table.secret);
  const discs = [];
  for (let disc = 1; disc <= table.balls; disc += 1) {
    if (table.balls === 90 || (disc - 1) % 15 < table.per_column) discs.push(disc);
  }
  const lot = (disc) => hex(sha2.sha512(sha2.join(secret, new TextEncoder().encode(` ${disc}`))));
  const order = discs.map((disc) => [lot(disc), disc]).sort((a, b) => (a[0] < b[0] ? -1 : 1));
  const left = order.map(([, disc]) => disc);
  const called = new Set();
  const drawn = new Set(table.drawn); // discs that people turned over themselves follow no order
  let fits = hex(sha2.sha256(secret)) === table.promise;
  for (const disc of table.called) {
    const next = left.find((one) => !called.has(one));
    if (drawn.has(disc) && next !== disc) fits = false;
    called.add(disc);
  }
  const verdict = document.getElementById("verdict");
  verdict.textContent = texts[!fits ? "bad" : drawn.size ? "good" : "own"];
  verdict.classList.add(fits ? "yes" : "no");
  const list = document.getElementById("order");
  for (const [number, disc] of order) {
    const line = document.createElement("li");
    line.textContent = `${disc} · ${number.slice(0, 12)}…`;
    line.className = called.has(disc) ? "called" : "";
    list.append(line);
  }
})();
