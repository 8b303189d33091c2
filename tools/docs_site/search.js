// Searches the pages by words, in the reader's own browser. The index is a script, so that the
// site also works from a folder.
"use strict";
(() => {
  const field = document.getElementById("search");
  const list = document.getElementById("hits");
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
      { page, title, address, t: words(`${page} ${title}`), x: ` ${words(text).join(" ")}` }));
    return prepared;
  };
  field.addEventListener("input", () => {
    const asked = words(field.value);
    list.replaceChildren();
    list.hidden = asked.length === 0;
    if (!asked.length) return;
    const hits = entries().map((entry) => [score(asked, entry), entry]).filter(([points]) => points)
      .sort((a, b) => b[0] - a[0]).slice(0, 12);
    for (const [, entry] of hits) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = top + entry.address;
      link.textContent = entry.title === entry.page ? entry.page : `${entry.page}: ${entry.title}`;
      item.append(link);
      list.append(item);
    }
    if (!hits.length) {
      const item = document.createElement("li");
      item.textContent = "Nothing has all of these words.";
      list.append(item);
    }
  });
})();
