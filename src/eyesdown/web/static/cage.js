// Asks every second how far the other person is. Only what changed is replaced, so that a screen
// reader reads it once; for another game the whole page is loaded again.
"use strict";
(() => {
  const again = async () => {
    try {
      const answer = await fetch("/office/cage", { cache: "no-store" });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-live]");
      const old = document.querySelector("[data-live]");
      if (answer.ok && fresh && fresh.dataset.live !== old.dataset.live) return location.assign("/office/cage");
      if (answer.ok && fresh && fresh.innerHTML !== old.innerHTML) old.replaceChildren(...fresh.childNodes);
    } catch {
      /* the line is down: the next turn tries again */
    }
    setTimeout(again, 1000);
  };
  setTimeout(again, 1000);
})();
