// SHA-256, SHA-512, SHA-512/256 and HMAC-SHA-512, small and slow, so that a draw can be checked on any
// page: a browser's own hashes do not know SHA-512/256 and are switched off where there is no https.
"use strict";
window.sha2 = (() => {
  const root = (value, power) => {
    let guess = 1n << BigInt(Math.ceil(value.toString(2).length / power));
    for (;;) {
      const next = power === 2 ? (guess + value / guess) / 2n : (2n * guess + value / (guess * guess)) / 3n;
      if (next >= guess) return guess;
      guess = next;
    }
  };
  const primes = [];
  for (let number = 2; primes.length < 80; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  const M64 = (1n << 64n) - 1n;
  // The constants are the first bits behind the point of square and cube roots of primes.
  const starts = primes.slice(0, 8).map((prime) => root(BigInt(prime) << 128n, 2) & M64);
  const rounds = primes.map((prime) => root(BigInt(prime) << 192n, 3) & M64);
  const kinds = {
    64: {
      rounds: 80,
      start: starts,
      keys: rounds,
      big0: [28n, 34n, 39n],
      big1: [14n, 18n, 41n],
      small0: [1n, 8n, 7n],
      small1: [19n, 61n, 6n],
    },
    32: {
      rounds: 64,
      start: starts.map((one) => one >> 32n),
      keys: rounds.map((one) => one >> 32n),
      big0: [2n, 13n, 22n],
      big1: [6n, 11n, 25n],
      small0: [7n, 18n, 3n],
      small1: [17n, 19n, 10n],
    },
  };
  const digest = (bytes, bits, start) => {
    const kind = kinds[bits];
    const word = bits / 8;
    const block = word * 16;
    const width = BigInt(bits);
    const mask = (1n << width) - 1n;
    const turn = (value, by) => ((value >> by) | (value << (width - by))) & mask;
    const sum = (value, [a, b, c]) => turn(value, a) ^ turn(value, b) ^ turn(value, c);
    const mix = (value, [a, b, c]) => turn(value, a) ^ turn(value, b) ^ (value >> c);
    const padded = new Uint8Array(Math.ceil((bytes.length + 1 + word * 2) / block) * block);
    padded.set(bytes);
    padded[bytes.length] = 128;
    new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
    let state = start || kind.start;
    for (let at = 0; at < padded.length; at += block) {
      const words = [];
      for (let place = 0; place < kind.rounds; place += 1) {
        if (place < 16) {
          let value = 0n;
          for (let byte = 0; byte < word; byte += 1) value = (value << 8n) | BigInt(padded[at + place * word + byte]);
          words.push(value);
        } else {
          words.push(
            (words[place - 16] +
              mix(words[place - 15], kind.small0) +
              words[place - 7] +
              mix(words[place - 2], kind.small1)) &
              mask,
          );
        }
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let place = 0; place < kind.rounds; place += 1) {
        const one = h + sum(e, kind.big1) + ((e & f) ^ (~e & mask & g)) + kind.keys[place] + words[place];
        const two = sum(a, kind.big0) + ((a & b) ^ (a & c) ^ (b & c));
        [a, b, c, d, e, f, g, h] = [(one + two) & mask, a, b, c, (d + one) & mask, e, f, g];
      }
      state = [a, b, c, d, e, f, g, h].map((value, place) => (value + state[place]) & mask);
    }
    return Uint8Array.from(
      state.flatMap((value) =>
        Array.from({ length: word }, (_, byte) => Number((value >> BigInt(8 * (word - 1 - byte))) & 255n)),
      ),
    );
  };
  const text = new TextEncoder();
  const words = (bytes) => Array.from({ length: 8 }, (_, place) => new DataView(bytes.buffer).getBigUint64(place * 8));
  const shortened = words(
    digest(
      text.encode("SHA-512/256"),
      64,
      starts.map((one) => one ^ 0xa5a5a5a5a5a5a5a5n),
    ),
  );
  const join = (...parts) => {
    const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    parts.reduce((at, part) => {
      all.set(part, at);
      return at + part.length;
    }, 0);
    return all;
  };
  const sha512 = (bytes) => digest(bytes, 64);
  return {
    join,
    sha256: (bytes) => digest(bytes, 32),
    sha512,
    sha512_256: (bytes) => digest(bytes, 64, shortened).slice(0, 32),
    hmac: (key, data) => {
      const block = new Uint8Array(128);
      block.set(key.length > 128 ? sha512(key) : key);
      return sha512(
        join(
          block.map((byte) => byte ^ 0x5c),
          sha512(
            join(
              block.map((byte) => byte ^ 0x36),
              data,
            ),
          ),
        ),
      );
    },
  };
})();
