// Searches the pages by words, in the reader's own browser. The index is a script, so that the
// site also works from a folder.
"use strict";
(() => {
  const field = document.getElementById("search");
  const list = document.getElementById("hits");
  const found = document.getElementById("found");
  const AROUND = 45; // characters shown on each side of a word
  const top = field.dataset.top;
  // A clause is one word however it is typed: 15(k), 15 (k) and 15k.
  const squeezed = (text) => text.replace(/(?<=\d)\s*\(([a-z\d]{1,4})\)(\([a-z\d]{1,4}\))*/gi,
    (brackets) => brackets.replace(/[\s()]/g, ""));
  const words = (text) => squeezed(text).toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const score = (asked, entry) => {
    let total = 0;
    for (const word of asked) {
      const inTitle = entry.t.some((known) => known.startsWith(word));
      const inText = entry.x.includes(` ${word}`);
      if (!inTitle && !inText) return 0;
      total += inTitle ? 5 : 1;
    }
    return total;
  };
  let prepared = null;
  const entries = () => {
    prepared = prepared || window.eyesdownIndex.map(([page, title, address, text]) => (
      { page, title, address, text, t: words(`${page} ${title}`), x: ` ${words(text).join(" ")}` }));
    return prepared;
  };
  // The text around the first of the words, which is set off.
  const excerpt = (asked, text) => {
    const line = document.createElement("small");
    const lower = text.toLowerCase();
    const word = asked.find((each) => lower.includes(each)) || "";
    const at = Math.max(lower.indexOf(word), 0);
    const start = at > AROUND ? text.indexOf(" ", at - AROUND) + 1 : 0;
    const last = text.lastIndexOf(" ", at + word.length + AROUND * 2);
    const end = at + word.length + AROUND * 2 < text.length && last > at ? last : text.length;
    const mark = document.createElement("mark");
    mark.textContent = text.slice(at, at + word.length);
    line.append((start ? "… " : "") + text.slice(start, at), mark, text.slice(at + word.length, end));
    if (end < text.length) line.append(" …");
    return line;
  };
  const hitOf = (asked, entry) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = top + entry.address;
    const title = document.createElement("span");
    title.textContent = entry.title === entry.page ? entry.page : `${entry.page}: ${entry.title}`;
    link.append(title);
    if (entry.text) link.append(excerpt(asked, entry.text));
    item.append(link);
    return item;
  };
  const close = () => {
    list.hidden = true;
    found.textContent = "";
  };
  const show = () => {
    const asked = words(field.value);
    list.replaceChildren();
    if (!asked.length) {
      close();
      return;
    }
    const all = entries().map((entry) => [score(asked, entry), entry]).filter(([points]) => points)
      .sort((a, b) => b[0] - a[0]);
    list.append(...all.slice(0, 12).map(([, entry]) => hitOf(asked, entry)));
    if (!all.length) {
      const item = document.createElement("li");
      item.textContent = "Nothing has all of these words.";
      list.append(item);
    }
    list.hidden = false;
    found.textContent = all.length ? `${all.length} places found` : "Nothing found";
  };
  const step = (by) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement) + by;
    (at < 0 ? field : links[Math.min(at, links.length - 1)] || field).focus();
  };
  const keys = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: () => { field.focus(); close(); },
  };
  field.addEventListener("input", show);
  field.addEventListener("focus", () => { if (list.hidden && field.value) show(); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("a")?.click();
  });
  field.parentElement.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || list.hidden) return;
    event.preventDefault();
    keys[event.key]();
  });
  list.addEventListener("click", close); // the place may be on this page
  document.addEventListener("pointerdown", (event) => {
    if (!field.parentElement.contains(event.target)) close();
  });
})();
