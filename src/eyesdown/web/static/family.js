// What every page of a family table shares: the feed, the ball, the chart, people, voice and tone.
import { follow, followUnseen } from "./feed.js";

export const Family = (() => {
  const at = (id) => document.getElementById(id);
  const read = (id) => JSON.parse(at(id).textContent);
  const texts = read("texts");
  const language = document.documentElement.lang;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const LETTERS = "BINGO";

  const text = (key, places = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name) => places[name]);
  const put = (id, words) => {
    const shown = String(words);
    if (at(id) && at(id).textContent !== shown) at(id).textContent = shown;
  };
  const show = (id, visible) => {
    if (at(id)) at(id).hidden = !visible;
  };
  const make = (name, words = "", classes = "") => {
    const element = document.createElement(name);
    element.textContent = words;
    if (classes) element.className = classes;
    return element;
  };
  const names = (list) => {
    const all = [...list];
    if (all.length < 2) return all.join("");
    return new Intl.ListFormat(language).format(all);
  };

  // --- the feed: every message is a whole snapshot -----------------------------------------------
  const connect = (code, paint, isHeard = () => false) => {
    followUnseen(isHeard);
    follow(`/family/${code}/live`, "table", { hear: paint, line: (up) => show("offline", !up) });
    paint(read("snapshot"));
  };

  // --- asking: the same id again if the network lost the answer ------------------------------------
  const ask = async (code, action, tries = 3) => {
    const id = action.id || `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
    try {
      const reply = await fetch(`/family/${code}/do`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ ...action, id }),
      });
      return await reply.json();
    } catch {
      if (tries <= 1) return { ok: false, code: "network", text: text("not_sent") };
      await new Promise((done) => setTimeout(done, 700));
      return ask(code, { ...action, id }, tries - 1);
    }
  };

  // --- the ball and the chart ------------------------------------------------------------------------
  const letterOf = (disc) => LETTERS[Math.floor((disc - 1) / 15)] || "";
  const placeOf = (table, disc) => Math.floor((disc - 1) / 15) * table.per_column + ((disc - 1) % 15);
  const wordOf = (table, disc) => (table.words.length ? table.words[placeOf(table, disc)] : "");
  // What is on a disc or a square: the picture of its word if it has one, else the words.
  const face = (element, table, disc, words) => {
    const mark = disc && table.pictures.length ? table.pictures[placeOf(table, disc)] : "";
    element.textContent = mark ? "" : words;
    if (!mark) return element;
    const picture = new Image();
    picture.className = "pic";
    picture.alt = words;
    picture.draggable = false;
    picture.src = `/family/${table.code}/picture/${mark}`;
    element.append(picture);
    return element;
  };
  const classOf = (table, disc) => (table.balls === 90 ? "plain" : letterOf(disc).toLowerCase());
  const labelOf = (table, disc) =>
    wordOf(table, disc) || (table.balls === 90 ? String(disc) : `${letterOf(disc)}${disc}`);

  const ball = (table) => {
    const disc = table.called[table.called.length - 1];
    const element = at("ball");
    const seen = element.dataset.disc;
    const now = disc ? `${table.round}/${table.called.length}/${disc}` : "";
    if (seen === now) return false;
    element.dataset.disc = now;
    element.hidden = !disc;
    if (!disc) return false;
    const word = wordOf(table, disc);
    for (const name of ["b", "i", "n", "g", "o", "plain", "word"]) element.classList.remove(name);
    element.classList.add(classOf(table, disc));
    element.classList.toggle("word", Boolean(word));
    element.children[0].textContent = table.balls === 90 ? "" : letterOf(disc);
    face(element.children[1], table, disc, word || disc);
    element.classList.remove("pop");
    if (!calm && seen !== undefined) {
      void element.offsetWidth;
      element.classList.add("pop");
    }
    return seen !== undefined;
  };

  const chart = (table) => {
    const holder = at("chart");
    const plan = `${table.balls}/${table.per_column}/${table.words.join(",")}/${table.pictures.join()}`;
    if (holder.dataset.plan !== plan) {
      holder.dataset.plan = plan;
      holder.replaceChildren();
      holder.classList.toggle("ninety", table.balls === 90);
      holder.classList.toggle("worded", table.words.length > 0);
      const rows = table.balls === 90 ? 9 : 5;
      for (let row = 0; row < rows; row += 1) {
        const line = make("div", "", `chart-row ${rows === 5 ? LETTERS[row].toLowerCase() : "plain"}`);
        if (rows === 5) line.append(make("b", LETTERS[row], LETTERS[row].toLowerCase()));
        const count = table.balls === 90 ? 10 : table.per_column;
        for (let place = 1; place <= count; place += 1) {
          const disc = rows === 5 ? row * 15 + place : row * 10 + place;
          const cell = face(make("span", "", "chart-cell"), table, disc, wordOf(table, disc) || disc);
          cell.dataset.disc = disc;
          line.append(cell);
        }
        holder.append(line);
      }
    }
    const last = table.called[table.called.length - 1];
    const called = new Set(table.called);
    for (const cell of holder.querySelectorAll(".chart-cell")) {
      const disc = Number(cell.dataset.disc);
      cell.classList.toggle("called", called.has(disc));
      cell.classList.toggle("last", disc === last);
    }
  };

  const history = (table, most) => {
    const shown = table.called.slice(0, -1).slice(-most).reverse();
    at("history").replaceChildren(
      ...shown.map((disc) => make("li", labelOf(table, disc), `chip ${classOf(table, disc)}`)),
    );
  };

  const roundWords = (table) => {
    if (!table.round) return table.title;
    const places = { round: table.round, rounds: table.rounds };
    const words = text(table.scoring === "rounds" ? "round_of" : "round", places);
    return table.title ? `${table.title} · ${words}` : words;
  };

  // --- people, sorted by score ------------------------------------------------------------------------
  const people = (table, mine, more = () => []) => {
    const best = Math.max(0, ...table.seats.map((seat) => seat.score));
    const sorted = table.round ? [...table.seats].sort((a, b) => b.score - a.score) : table.seats;
    at("people").replaceChildren(
      ...sorted.map((seat) => {
        const line = make("li", "", `person ${seat.cry}`);
        line.classList.toggle("mine", seat.id === mine);
        line.classList.toggle("leads", best > 0 && seat.score === best);
        const name = make("span", seat.name, "person-name");
        line.append(name);
        if (seat.banker) line.append(make("span", text("banker"), "tag accent"));
        if (seat.paper) line.append(make("span", text("paper"), "tag"));
        if (table.phase === "playing" && !seat.cards && !seat.banker) {
          line.append(make("span", text("waits"), "tag"));
        }
        if (table.round) line.append(make("b", seat.score, "person-score"));
        line.append(...more(seat));
        return line;
      }),
    );
  };

  const claims = (table) => {
    const lines = table.call_back.map((row) => {
      const name = (table.seats.find((seat) => seat.id === row.who) || { name: "" }).name;
      const line = make("div", "", `claim ${row.right ? "right" : "wrong"}`);
      line.append(make("strong", text(row.right ? "claim_right" : "claim_wrong", { name })));
      const numbers = make("span", "", "claim-row");
      row.labels.forEach((label, place) => {
        numbers.append(make("span", label, `claim-cell ${row.checked[place] ? "yes" : "no"}`));
      });
      line.append(numbers);
      if (row.right && !table.words.length) line.append(make("b", row.total, "claim-total"));
      return line;
    });
    for (const seat of table.seats.filter((person) => person.cry === "open")) {
      lines.push(make("div", text("claim_open", { name: seat.name }), "claim open"));
    }
    at("claims").replaceChildren(...lines);
  };

  // --- voice, tone, screen, celebration ------------------------------------------------------------------
  let audio = null;
  const tone = (...notes) => {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (!Context) return;
    audio = audio || new Context();
    notes.forEach((note, place) => {
      const start = audio.currentTime + place * 0.14;
      const sound = audio.createOscillator();
      const level = audio.createGain();
      sound.frequency.value = note;
      level.gain.setValueAtTime(0.12, start);
      level.gain.exponentialRampToValueAtTime(0.001, start + 0.35);
      sound.connect(level).connect(audio.destination);
      sound.start(start);
      sound.stop(start + 0.4);
    });
  };
  const voiceFor = (wanted) => {
    const all = window.speechSynthesis ? speechSynthesis.getVoices() : [];
    const near = all.filter((voice) => voice.lang.toLowerCase().startsWith(wanted));
    return near.find((voice) => voice.localService) || null;
  };
  const spelled = (words) => words.replace(/\b([BINGO])(\d{1,2})\b/g, "$1, $2");
  const speak = (table) => {
    const wanted = table.both_languages ? ["en", "fr"] : [table.language];
    let spoken = false;
    if (window.speechSynthesis) speechSynthesis.cancel();
    for (const name of wanted) {
      const voice = voiceFor(name);
      if (!voice || !table.say[name]) continue;
      const sentence = new SpeechSynthesisUtterance(spelled(table.say[name]));
      sentence.voice = voice;
      sentence.lang = voice.lang;
      sentence.rate = 0.95;
      speechSynthesis.speak(sentence);
      spoken = true;
    }
    if (!spoken) tone(...(table.winners.length ? [523, 659, 784] : table.cries_open ? [880, 880] : [660]));
  };
  const hasVoice = (table) => Boolean(voiceFor(table.language));
  const stayAwake = () => {
    const hold = async () => {
      if (!navigator.wakeLock || document.visibilityState !== "visible") return;
      try {
        await navigator.wakeLock.request("screen");
      } catch {
        // not every browser allows it, and none at an address without https
      }
    };
    hold();
    document.addEventListener("visibilitychange", hold);
  };
  const celebrate = () => {
    if (calm) return;
    const party = make("div", "", "confetti");
    party.ariaHidden = "true";
    for (let piece = 0; piece < 60; piece += 1) {
      const paper = make("i", "", `c${piece % 5}`);
      paper.style.left = `${(piece * 61.8) % 100}%`;
      paper.style.animationDelay = `${(piece % 12) * 0.09}s`;
      party.append(paper);
    }
    document.body.append(party);
    setTimeout(() => party.remove(), 4500);
  };

  return {
    at, ask, ball, calm, celebrate, chart, claims, classOf, connect, face, hasVoice, history, labelOf, language, make,
    names,
    people, put, read, roundWords, show, speak, stayAwake, text, tone,
  };
})();
