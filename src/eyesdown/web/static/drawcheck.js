// Checks the proof of a draw: the same checks in the same order and words as verify_draw.py, without a page.
// Texts of files in, a list of { holds: true | false | null, what } out; null means that it could not be checked.
"use strict";
globalThis.drawcheck = (() => {
  const { join, hmac, sha256, sha512, sha512_256 } = globalThis.sha2;
  const [SEED_BYTES_MIN, KEY_BITS_MIN, KEY_BITS_MAX, TURNS_MAX, EXPONENT] = [64, 2048, 8192, 2 ** 28, 65537n];
  const GAMES = new Map([[80, "keno"], [90, "bingo with 90 balls"], [75, "bingo with 75 balls"]]);
  const RSA_2048 = BigInt(
    "0xc7970ceedcc3b0754490201a7aa613cd73911081c790f5f1a8726f463550bb5b7ff0db8e1ea1189ec72f93d1" +
      "650011bd721aeeacc2acde32a04107f0648c2813a31f5b0b7765ff8b44b4b6ffc93384b646eb09c7cf5e8592" +
      "d40ea33c80039f35b4f14a04b51f7bfd781be4d1673164ba8eb991c2c4d730bbbe35f592bdef524af7e8daef" +
      "d26c66fc02c479af89d64d373f442709439de66ceb955f3ea37d5159f6135809f85334b5cb1813addc80cd05" +
      "609f10ac6a95ad65872c909525bdad32bc729592642920f24c61dc5b3c3b7923e56b16a4d9d373d8721f24a3" +
      "fc0f1b3131f55615172866bccc30f95054c824e733a5eb6817f7bc16399d48c6361cc7e5",
  );

  // --- bytes, numbers, JSON ---------------------------------------------------------------------------------------

  const utf8 = new TextEncoder();
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hex = (raw) => Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const number = (raw) => BigInt(`0x${hex(raw) || "0"}`);
  const inBytes = (value, size) => bytes(value.toString(16).padStart(2 * size, "0"));
  const bitLength = (value) => value.toString(2).length;
  const same = (one, other) => one.length === other.length && one.every((part, index) => part === other[index]);

  const byCodePoint = (one, other) => {
    const [left, right] = [[...one], [...other]];
    const index = left.findIndex((character, at) => character !== right[at]);
    if (index < 0) return left.length - right.length;
    return right[index] === undefined ? 1 : left[index].codePointAt(0) - right[index].codePointAt(0);
  };
  const quoted = (text) => {
    if (/\p{Surrogate}/u.test(text)) throw new Error("half a character");
    return JSON.stringify(text);
  };
  // JSON with sorted keys and no blanks, the form in which everything is hashed.
  const canonical = (value) => {
    if (typeof value === "string") return quoted(value);
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const names = Object.keys(value).sort(byCodePoint);
    return `{${names.map((name) => `${quoted(name)}:${canonical(value[name])}`).join(",")}}`;
  };
  const raw = (value) => utf8.encode(canonical(value));
  const hashOf = (value) => hex(sha256(raw(value)));
  // JSON that cannot be read in two ways: no name twice, whole numbers of at most 15 digits. A browser takes the last
  // of two names, and reading a number would hide how it was written: 7.0 and 7e0 are 7, but not the same file.
  const parse = (text) => {
    const value = JSON.parse(text);
    const [bare, names] = [text, canonical(value)].map((part) => part.replace(/"(?:[^"\\]|\\.)*"/gs, ""));
    if (/[0-9][.eE]|[0-9]{16}/.test(bare)) throw new Error("not a whole number of at most 15 digits");
    if (bare.split(":").length !== names.split(":").length) throw new Error("a name is there twice");
    return value;
  };

  // --- the form of a proof, as patterns of its canonical text -------------------------------------------------------

  const list = (part) => `\\[(?:${part}(?:,${part})*)?\\]`;
  const parts = (named) =>
    `\\{${Object.keys(named)
      .sort()
      .map((name) => `"${name}":(?:${named[name]})`)
      .join(",")}\\}`;
  const matches = (pattern, value) => new RegExp(`^(?:${pattern})$`, "u").test(canonical(value));
  const [WHOLE, TEXT] = ["(?:0|[1-9][0-9]{0,14})", '"(?:[^"\\\\\\x00-\\x1f]|\\\\["\\\\]){1,99}"'];
  const [HASH, BYTES, NUMBER] = ['"[0-9a-f]{64}"', '"(?:[0-9a-f]{2})*"', '"[1-9a-f][0-9a-f]*"'];
  const TIME = '"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,6})?Z"';
  const SEAL = { type: '"Seal"', game: TEXT, root: HASH, entries: WHOLE, total_cents: WHOLE };
  const SEEN = { witness: TEXT, previous: BYTES, time: TIME, answer: BYTES };
  const SILENT = { ...SEEN, by: TEXT, game: TEXT, place: WHOLE };
  const NAMED = list(`\\[${TEXT},${HASH}\\]`);
  const KEYS = `\\{(?:${TEXT}:${NUMBER}(?:,${TEXT}:${NUMBER})*)?\\}`;
  // Without a closing time a game closes when it is sealed.
  const PROMISE = {
    ...{ game: TEXT, pool: WHOLE, count: WHOLE, values: WHOLE, commitment: HASH },
    ...{ slow: WHOLE, witnesses: NAMED, spares: NAMED, wait: WHOLE, closes: `${TIME}|""` },
  };
  const STATED = { ...PROMISE, n: WHOLE, prev: HASH, at: TIME, journal: TEXT, kind: '"promise"' };
  const PROOF = parts({
    ...{ record: BYTES, keys: KEYS, seen: list(parts(SEEN)), seal: parts(SEAL) },
    ...{ promise: `${parts(PROMISE)}|${parts(STATED)}`, silent: list(parts(SILENT)) },
    ...{ values: list(BYTES), answers: list(list(BYTES)), numbers: list(WHOLE) },
    ...{ slow: `null|${parts({ result: NUMBER, proof: NUMBER })}` },
  });
  const PATH = list(`\\["(?:left|right)",${HASH}\\]`);

  const everyone = (promise) => [...promise.witnesses, ...promise.spares];
  // Keys, signatures and promise name the same witnesses, each once; a slow step is promised.
  const isWhole = (proof) => {
    const { promise, slow } = proof;
    const [named, signed] = [everyone(promise).map(([name]) => name), proof.seen.map((seen) => seen.witness)];
    const [known, signers] = [new Set(named), new Set(signed)];
    const once = known.size === named.length && signers.size === signed.length;
    const apart = new Set(everyone(promise).map(([, key]) => key)).size === named.length;
    const keys = Object.keys(proof.keys);
    const equal = keys.length === known.size && [...keys, ...signed].every((name) => known.has(name));
    const stated = "n" in promise || !named.length;
    return once && apart && equal && stated && (slow ? promise.slow > 0 && promise.values === 1 : promise.slow === 0);
  };
  // The proof in a file or result; one from before there were witnesses in today's form.
  const readProof = (file) => {
    let proof = Object.hasOwn(file, "evidence") ? file.evidence : file;
    if (proof === null) throw new Error("this draw was made by other means and has no proof");
    if (!Object.hasOwn(proof, "promise") && Object.keys(proof).length === 7 && proof.type === "Evidence") {
      const { commitment, pool, count, seal, secret, numbers } = proof;
      const promise = { commitment, pool, count, values: 1, slow: 0, witnesses: [], spares: [], wait: 0 };
      Object.assign(promise, { closes: "0000-00-00T00:00:00Z", game: seal.game });
      proof = { seal, numbers, promise, values: [secret], answers: [[]] };
      Object.assign(proof, { record: "", keys: {}, seen: [], silent: [], slow: null });
    }
    if (!(matches(PROOF, proof) && isWhole(proof))) throw new Error("the file does not have the parts of a proof");
    return proof;
  };

  // --- the draw itself ----------------------------------------------------------------------------------------------

  // A number below each bound (NIST SP 800-90A, HMAC-DRBG with SHA-512), by rejection.
  const picks = (seed, bounds) => {
    let [key, value, data] = [new Uint8Array(64), new Uint8Array(64).fill(1), seed];
    return bounds.map((bound) => {
      for (;;) {
        for (const mark of data.length ? [0, 1] : [0]) {
          key = hmac(key, join(value, Uint8Array.of(mark), data));
          value = hmac(key, value);
        }
        [value, data] = [hmac(key, value), new Uint8Array(0)];
        const pick = value[0] % (bound > 1 ? 2 ** (32 - Math.clz32(bound - 1)) : 1);
        if (pick < bound) return pick;
      }
    });
  };
  // All numbers from one value, as in keno, or one from each, as in bingo.
  const numbersOf = (entropies, seal, { pool, count, values }) => {
    const left = Array.from({ length: pool }, (_, index) => index + 1);
    if (values === 1) {
      const bounds = Array.from({ length: count }, (_, place) => pool - place);
      picks(join(entropies[0], bytes(seal.root), raw(seal)), bounds).forEach((pick, place) => {
        [left[place], left[place + pick]] = [left[place + pick], left[place]];
      });
      return left.slice(0, count);
    }
    const out = [];
    for (const entropy of entropies) {
      const [pick] = picks(join(entropy, bytes(seal.root), raw([seal, ...out])), [left.length]);
      out.push(...left.splice(pick, 1));
    }
    return out;
  };

  // --- witnesses' answers and the slow step -------------------------------------------------------------------------

  // base ** exponent % modulus, four bits of the exponent at a time.
  const power = (base, exponent, modulus) => {
    const table = [1n];
    for (let index = 1; index < 16; index += 1) table.push((table[index - 1] * base) % modulus);
    let result = 1n;
    for (const digit of exponent.toString(16)) {
      for (let turn = 0; turn < 4 && result !== 1n; turn += 1) result = (result * result) % modulus;
      if (digit !== "0") result = (result * table[parseInt(digit, 16)]) % modulus;
    }
    return result % modulus;
  };
  const BASES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71].map(BigInt);
  const isPrime = (value) => {
    if (value < 2n || BASES.some((base) => value % base === 0n)) return BASES.includes(value);
    let [odd, twos] = [value - 1n, 0];
    for (; odd % 2n === 0n; twos += 1) odd /= 2n;
    return BASES.every((base) => {
      let square = power(base, odd, value);
      if (square === 1n) return true;
      for (let turn = 0; turn < twos; turn += 1) {
        if (square === value - 1n) return true;
        square = (square * square) % value;
      }
      return false;
    });
  };
  const count4 = (value) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
  // RSA-FDH-VRF with SHA-512 (RFC 9381): the one answer of this key to this question.
  const answerHolds = (keyHex, question, answer) => {
    const [key, size] = [BigInt(`0x${keyHex}`), Math.ceil(keyHex.length / 2)];
    if (answer.length !== 2 * size || 8 * size > KEY_BITS_MAX || BigInt(`0x${answer}`) >= key) return false;
    const seed = join(Uint8Array.of(3, 1), count4(size), inBytes(key, size), question);
    const blocks = Array.from({ length: Math.floor(size / 64) + 1 }, (_, block) => sha512(join(seed, count4(block))));
    return power(BigInt(`0x${answer}`), EXPONENT, key) === number(join(...blocks).slice(0, size - 1));
  };
  // Wesolowski's proof that the result is the start squared `turns` times.
  const slowHolds = (question, turns, result, proof) => {
    const fits = (value) => value > 0n && 2n * value < RSA_2048;
    if (turns > TURNS_MAX || !fits(result) || !fits(proof)) return false;
    const wide = [0, 1, 2, 3, 4].map((block) => sha512(join(utf8.encode("slow"), Uint8Array.of(block), question)));
    const start = power(number(join(...wide)) % RSA_2048, 2n, RSA_2048);
    const fixed = join(utf8.encode("challenge"), inBytes(start, 256), inBytes(result, 256), inBytes(BigInt(turns), 8));
    let challenge = 0n;
    for (let count = 0n; !isPrime(challenge); count += 1n) {
      challenge = number(sha512(join(fixed, inBytes(count, 8))).slice(0, 32)) | 1n;
    }
    const rest = power(2n, BigInt(turns), challenge);
    const end = (power(proof, challenge, RSA_2048) * power(start, rest, RSA_2048)) % RSA_2048;
    return (2n * end < RSA_2048 ? end : RSA_2048 - end) === result;
  };

  // --- the checks, in the words of verify_draw.py -------------------------------------------------------------------

  // The whole part of a square root, by Newton's method.
  const root = (value) => {
    let guess = 1n << BigInt(Math.ceil(bitLength(value) / 2));
    for (;;) {
      const next = (guess + value / guess) >> 1n;
      if (next >= guess) return guess;
      guess = next;
    }
  };
  // A key of which anyone knows the factors: even, with a small prime, or a square.
  const isWeak = (key) => BASES.slice(0, 16).some((prime) => key % prime === 0n) || root(key) ** 2n === key;
  const thousands = (value) => String(value).replace(/\B(?=([0-9]{3})+$)/g, ",");
  const line = (holds, what) => ({ holds, what });

  // Keys that were used are no primes: of a prime anyone could work the answers out.
  const checkKeys = (proof, noted, used) => {
    const lines = everyone(proof.promise).flatMap(([name, keyHash]) => {
      const key = BigInt(`0x${proof.keys[name]}`);
      const bits = bitLength(key);
      const digest = hex(sha256(inBytes(key, Math.ceil(bits / 8))));
      const sound = bits >= KEY_BITS_MIN && bits <= KEY_BITS_MAX && digest === keyHash && !isWeak(key);
      const mine = (noted.get(name) || "").trim().toLowerCase();
      return [
        line(sound && !(used.includes(name) && isPrime(key)), `the key of ${name} is sound and was promised`),
        line(
          mine ? mine.length >= 16 && digest.startsWith(mine) : null,
          `the key of ${name} is the one noted elsewhere (${digest.slice(0, 16)})`,
        ),
      ];
    });
    const strangers = [...noted.keys()].filter((name) => !Object.hasOwn(proof.keys, name)).sort(byCodePoint);
    return [...lines, ...strangers.map((name) => line(false, `${name} is a witness of this draw`))];
  };
  const checkSilent = (proof, silent, row) => {
    const { by, witness, game, place, time, previous, answer } = silent;
    const spare = proof.promise.spares.some(([name]) => name === by);
    const due = row.includes(witness) && !row.includes(by) && game === proof.promise.game && spare;
    const question = raw(["silent", proof.record, by, witness, game, place, time, previous]);
    const signed = due && answerHolds(proof.keys[by], question, answer);
    return line(signed, `${by} signed that ${witness} was silent`);
  };
  const checkSeen = (proof, answering) => {
    const { promise } = proof;
    const head = `${promise.n}:${hashOf(promise)}`;
    const signed = proof.seen.map(({ witness, previous, time, answer }) => {
      const question = raw(["seen", proof.record, witness, head, previous, time]);
      const early = !promise.closes || time.slice(0, -1) < promise.closes.slice(0, -1);
      const holds = early && answerHolds(proof.keys[witness], question, answer);
      return line(holds, `${witness} signed the promise at ${time}${promise.closes ? ", before the close" : ""}`);
    });
    const missing = answering.filter((name) => !proof.seen.some((seen) => seen.witness === name));
    return [...signed, ...missing.map((name) => line(false, `${name} signed the promise before the close`))];
  };
  const checkDraw = (proof, noted) => {
    const { promise, seal, values, record } = proof;
    const { pool, count } = promise;
    const counted = pool === 80 ? count === 20 : count > 0 && count <= pool;
    const possible = GAMES.has(pool) && counted && [1, count].includes(promise.values);
    const named = possible ? GAMES.get(pool) : "no game";
    const entropies = values.map(bytes);
    const some = possible && values.length > 0 && values.length <= promise.values;
    const enough = some && entropies.every((value) => value.length >= SEED_BYTES_MIN);
    const chained = entropies.every((value, index) => !index || same(sha512(value), entropies[index - 1]));
    const first = enough && hex(sha512_256(entropies[0])) === promise.commitment;
    const lines = [
      line(possible, `${count} of ${pool}: ${named}`),
      line(first && chained, "what was revealed is what the promise in this file fixed"),
    ];
    const due = values.map(() => promise.witnesses.map(([name]) => name));
    for (const silent of proof.silent) {
      const row = due[silent.place - 1] || [];
      const signed = checkSilent(proof, silent, row);
      lines.push(signed);
      if (signed.holds) row[row.indexOf(silent.witness)] = silent.by;
    }
    const answering = [...new Set(due.flat())];
    lines.push(...checkKeys(proof, noted, [...answering, ...proof.silent.map(({ by }) => by)]));
    lines.push(...checkSeen(proof, answering));
    const content = Object.fromEntries(Object.keys(PROMISE).map((name) => [name, promise[name]]));
    const fixed = [hashOf(content), hashOf(seal)];
    let answered = enough && proof.answers.length === due.length;
    answered = answered && due.every((row, place) => row.length === proof.answers[place].length);
    for (const [place, row] of answered ? due.entries() : []) {
      for (const [index, name] of row.entries()) {
        const answer = proof.answers[place][index];
        const question = raw(["draw", record, name, ...fixed, place + 1, values[place]]);
        answered = answered && answerHolds(proof.keys[name], question, answer);
        entropies[place] = join(entropies[place], sha512(join(Uint8Array.of(3, 2), bytes(answer))));
      }
    }
    const who = answering.join(" and ");
    lines.push(line(answered, who ? `${who} answered exactly this seal` : "no witness had to answer"));
    if (answered && promise.slow) {
      const [result, step] = [BigInt(`0x${proof.slow.result}`), BigInt(`0x${proof.slow.proof}`)];
      const question = raw(["slow", record, ...fixed, values[0], proof.answers[0]]);
      const holds = slowHolds(question, promise.slow, result, step);
      lines.push(line(holds, `the slow step of ${thousands(promise.slow)} turns was made`));
      entropies[0] = join(entropies[0], inBytes(result % RSA_2048, 256));
    }
    const follows = answered && same(numbersOf(entropies, seal, promise), proof.numbers);
    return [...lines, line(follows, "the numbers follow from all of that")];
  };

  // The root that the ticket's entry and its path lead to.
  const rootOf = (ticket) => {
    if (!matches(PATH, ticket.path)) throw new Error("a path goes left or right, each time with a hash");
    let node = sha256(join(Uint8Array.of(0), raw(ticket.entry)));
    for (const [side, other] of ticket.path) {
      node = sha256(join(Uint8Array.of(1), ...(side === "left" ? [bytes(other), node] : [node, bytes(other)])));
    }
    return hex(node);
  };
  // Which of `count` leaves a path leads from, as it takes the sides off; too much if of none. A node
  // without a partner goes up as it is. So no entry beyond the seal's number can have a path.
  const placeOf = (sides, count) => {
    const place = count > 1 ? 2 * placeOf(sides, Math.ceil(count / 2)) : 0;
    if (place + 1 >= count) return place;
    return place + (sides.length ? Number(sides.pop() === "left") : count);
  };
  const isPlaced = (path, count) => {
    const sides = path.map(([side]) => side);
    return placeOf(sides, count) < count && !sides.length;
  };
  const checkTicket = (ticket, seal, serial) => {
    const { entry } = ticket;
    const rows = Object.hasOwn(entry, "lines") ? entry.lines : [];
    if (typeof entry.serial !== "string") throw new Error("the ticket has no serial");
    const isObject = (row) => row !== null && typeof row === "object" && !Array.isArray(row);
    if (!Array.isArray(rows) || !rows.every(isObject)) throw new Error("the ticket's lines have no names");
    const under = `the entry ${entry.serial} is one of the ${seal.entries} under the seal`;
    const lines = [line(rootOf(ticket) === seal.root && isPlaced(ticket.path, seal.entries), under)];
    if (serial) lines.push(line(entry.serial === serial, `it is the serial asked for (${serial})`));
    for (const bet of rows) {
      const names = Object.keys(bet).sort(byCodePoint);
      const shown = names.map((name) => `${name} ${canonical(bet[name])}`).join(", ");
      lines.push(line(null, `that your ticket says: ${shown}`));
    }
    return lines;
  };
  const checkRecord = (promise, noted) => {
    const plain = noted.toLowerCase().replace(/record|\s/g, "").replaceAll("·", ":");
    const [place, digest = ""] = plain.split(/:(.*)/s);
    if (place && place === String(promise.n)) {
      const holds = digest.length >= 16 && hashOf(promise).startsWith(digest);
      return [line(holds, `the promise is statement ${place} as you noted it`)];
    }
    if (place) return [line(null, `that the record has statement ${place} as noted`)];
    if (!("n" in promise)) return [];
    return [line(null, `that the record has the promise as ${promise.n}:${hashOf(promise).slice(0, 16)}`)];
  };
  // Lines of the record from the promise to a noted statement, whichever comes first: each must name the hash of
  // the one before, so that who noted the later one has fixed the earlier one as well.
  const checkChain = (lines, promise, noted) => {
    const [place, digest] = [Number(noted.split(":")[0]), noted.split(":")[1].toLowerCase()];
    const hashes = lines.map((text) => hex(sha256(utf8.encode(text))));
    const first = Math.min(place, promise.n);
    const linked = lines.map(parse).every(({ n, prev }, at) => n === first + at && (!at || prev === hashes[at - 1]));
    const both = hashes[promise.n - first] === hashOf(promise) && (hashes[place - first] || "").startsWith(digest);
    const whole = lines.length === Math.abs(place - promise.n) + 1 && digest.length >= 16;
    const order = place < promise.n ? "comes after" : "comes before";
    return line(whole && linked && both, `the promise ${order} statement ${place} as you noted it, line by line`);
  };
  const leftOpen = (promise) =>
    promise.witnesses.length
      ? [
          line(
            null,
            `that the witnesses' ${promise.closes ? "clocks are right" : "signatures came before the seal"}, ` +
              "and that they are not the operator",
          ),
        ]
      : [
          line(null, "that the promise was made before the game opened: note it before the draw"),
          line(null, "that this machine did not try other entries first: no witness took part"),
        ];

  // Every check of a proof, the tickets with it, and what was noted elsewhere: game, serial, record, keys by name.
  const allChecks = (proof, tickets, { game = "", serial = "", record = "", keys = new Map() }) => [
    ...checkDraw(proof, keys),
    ...(game ? [line(proof.seal.game === game, `it is the game you asked for (${game})`)] : []),
    ...tickets.flatMap((ticket) => checkTicket(ticket, proof.seal, serial)),
    ...(serial && !tickets.length ? [line(null, `that ${serial} took part: give the file of the ticket, too`)] : []),
    ...checkRecord(proof.promise, record),
    ...leftOpen(proof.promise),
  ];

  return { parse, readProof, allChecks, checkChain, answerHolds, slowHolds, rootOf, isPlaced, bytes };
})();
