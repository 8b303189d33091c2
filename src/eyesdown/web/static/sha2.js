// SHA-256, SHA-512, SHA-512/256 and HMAC-SHA-512, small and without a library, so that a draw can be checked on
// any page: a browser's own hashes do not know SHA-512/256 and are switched off where there is no https.
"use strict";
globalThis.sha2 = (() => {
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
  // The constants are the first 64 bits behind the point of square and cube roots of primes. All words are kept
  // as 32 bits with a sign, the high half of 64 bits before the low one.
  const half = (number) => Number(BigInt.asIntN(32, number));
  const halves = (numbers) => Int32Array.from(numbers.flatMap((number) => [half(number >> 32n), half(number)]));
  const START = halves(primes.slice(0, 8).map((prime) => root(BigInt(prime) << 128n, 2)));
  const KEYS = halves(primes.map((prime) => root(BigInt(prime) << 192n, 3)));

  const padded = (bytes, block, lengthBytes) => {
    const all = new Uint8Array(Math.ceil((bytes.length + 1 + lengthBytes) / block) * block);
    all.set(bytes);
    all[bytes.length] = 128;
    const view = new DataView(all.buffer);
    view.setBigUint64(all.length - 8, BigInt(bytes.length) * 8n);
    return view;
  };
  const bytesOf = (words) => {
    const out = new DataView(new ArrayBuffer(words.length * 4));
    words.forEach((word, index) => out.setInt32(index * 4, word));
    return new Uint8Array(out.buffer);
  };

  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const sha256 = (bytes) => {
    const view = padded(bytes, 64, 8);
    const state = START.filter((_, index) => index % 2 === 0);
    const w = new Int32Array(64);
    for (let at = 0; at < view.byteLength; at += 64) {
      for (let i = 0; i < 64; i += 1) {
        if (i < 16) {
          w[i] = view.getInt32(at + i * 4);
        } else {
          const [x, y] = [w[i - 15], w[i - 2]];
          const small0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
          const small1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
          w[i] = w[i - 16] + small0 + w[i - 7] + small1;
        }
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i += 1) {
        const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const first = (h + big1 + ((e & f) ^ (~e & g)) + KEYS[2 * i] + w[i]) | 0;
        const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, index) => {
        state[index] += word;
      });
    }
    return bytesOf(state);
  };

  // A word of 64 bits turned right: its high half, or its low half if the halves are handed over the other way.
  const right = (one, other, by) => (one >>> by) | (other << (32 - by));
  const digest512 = (bytes, start) => {
    const view = padded(bytes, 128, 16);
    const state = Int32Array.from(start);
    const w = new Int32Array(160);
    const v = new Int32Array(16);
    for (let at = 0; at < view.byteLength; at += 128) {
      for (let i = 0; i < 160; i += 2) {
        if (i < 32) {
          w[i] = view.getInt32(at + i * 4);
          w[i + 1] = view.getInt32(at + i * 4 + 4);
        } else {
          const [xh, xl, yh, yl] = [w[i - 30], w[i - 29], w[i - 4], w[i - 3]];
          const high0 = right(xh, xl, 1) ^ right(xh, xl, 8) ^ (xh >>> 7);
          const low0 = right(xl, xh, 1) ^ right(xl, xh, 8) ^ right(xl, xh, 7);
          const high1 = right(yh, yl, 19) ^ right(yl, yh, 29) ^ (yh >>> 6);
          const low1 = right(yl, yh, 19) ^ right(yh, yl, 29) ^ right(yl, yh, 6);
          const low = (low0 >>> 0) + (low1 >>> 0) + (w[i - 13] >>> 0) + (w[i - 31] >>> 0);
          w[i + 1] = low;
          w[i] = high0 + high1 + w[i - 14] + w[i - 32] + Math.floor(low / 4294967296);
        }
      }
      v.set(state);
      for (let i = 0; i < 160; i += 2) {
        // By index: taking an Int32Array apart by a pattern would cost ten times as much.
        const [ah, al, bh, bl, ch, cl] = [v[0], v[1], v[2], v[3], v[4], v[5]];
        const [eh, el, fh, fl, gh, gl] = [v[8], v[9], v[10], v[11], v[12], v[13]];
        const high1 = right(eh, el, 14) ^ right(eh, el, 18) ^ right(el, eh, 9);
        const low1 = right(el, eh, 14) ^ right(el, eh, 18) ^ right(eh, el, 9);
        const high0 = right(ah, al, 28) ^ right(al, ah, 2) ^ right(al, ah, 7);
        const low0 = right(al, ah, 28) ^ right(ah, al, 2) ^ right(ah, al, 7);
        const chosen = ((el & fl) ^ (~el & gl)) >>> 0;
        const most = ((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0;
        const firstLow = (v[15] >>> 0) + (low1 >>> 0) + chosen + (KEYS[i + 1] >>> 0) + (w[i + 1] >>> 0);
        const firstHigh = v[14] + high1 + ((eh & fh) ^ (~eh & gh)) + KEYS[i] + w[i] + Math.floor(firstLow / 4294967296);
        const secondLow = (low0 >>> 0) + most;
        const secondHigh = high0 + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + Math.floor(secondLow / 4294967296);
        v.copyWithin(2, 0, 14);
        const newLow = (firstLow | 0) >>> 0;
        const eLow = (v[9] >>> 0) + newLow;
        v[8] = v[8] + firstHigh + Math.floor(eLow / 4294967296);
        v[9] = eLow;
        const aLow = newLow + ((secondLow | 0) >>> 0);
        v[0] = firstHigh + secondHigh + Math.floor(aLow / 4294967296);
        v[1] = aLow;
      }
      for (let i = 0; i < 16; i += 2) {
        const low = (state[i + 1] >>> 0) + (v[i + 1] >>> 0);
        state[i + 1] = low;
        state[i] = state[i] + v[i] + Math.floor(low / 4294967296);
      }
    }
    return bytesOf(state);
  };

  const wordsOf = (bytes) => {
    const view = new DataView(bytes.buffer);
    return Int32Array.from({ length: 16 }, (_, index) => view.getInt32(index * 4));
  };
  const SHORTENED = wordsOf(
    digest512(
      new TextEncoder().encode("SHA-512/256"),
      START.map((word) => word ^ 0xa5a5a5a5),
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
  const sha512 = (bytes) => digest512(bytes, START);
  const hmac = (key, data) => {
    const block = new Uint8Array(128);
    block.set(key.length > 128 ? sha512(key) : key);
    const [outer, inner] = [0x5c, 0x36].map((pad) => block.map((byte) => byte ^ pad));
    return sha512(join(outer, sha512(join(inner, data))));
  };
  return { join, sha256, sha512, sha512_256: (bytes) => digest512(bytes, SHORTENED).slice(0, 32), hmac };
})();
