// Favourites: tickets kept in the phone's own storage, to play the same numbers again. Nothing is sent anywhere.
"use strict";
(() => {
  const KEY = "eyesdown favourites";
  const MOST = 20;
  const read = () => {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY));
      return Array.isArray(stored) ? stored.filter((each) => each && each.serial && each.words) : [];
    } catch {
      return []; // storage is switched off, or holds something else
    }
  };
  const write = (favourites) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(favourites.slice(0, MOST)));
    } catch {
      /* a private window keeps nothing */
    }
  };
  const button = document.getElementById("keep");
  const list = document.getElementById("favourite-list");

  const paintButton = () => {
    const { serial } = button.dataset;
    const kept = read().some((each) => each.serial === serial);
    button.textContent = kept ? "Remove from favourites" : "Keep as a favourite";
    button.setAttribute("aria-pressed", String(kept));
    button.hidden = false;
  };
  if (button) {
    button.addEventListener("click", () => {
      const { serial, words } = button.dataset;
      const others = read().filter((each) => each.serial !== serial);
      const kept = others.length < read().length;
      write(kept ? others : [{ serial, words }, ...others]);
      paintButton();
    });
    paintButton();
  }
  if (list) {
    const favourites = read();
    document.getElementById("favourites").hidden = !favourites.length;
    list.replaceChildren(
      ...favourites.map(({ serial, words }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = `/check?serial=${encodeURIComponent(serial)}#h-again`;
        link.textContent = words;
        item.append(link);
        return item;
      }),
    );
  }
})();
