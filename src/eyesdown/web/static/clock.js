// Counts down to the close of the open game by the site's clock, then fetches the page again and
// shows the new numbers; a link that has the keyboard focus keeps it.
"use strict";
(() => {
  let ends = 0;
  let skew = 0;
  const place = () => document.querySelector("[data-clock]");
  const read = () => {
    const found = place();
    if (!found) return;
    ends = Date.parse(found.dataset.clock);
    skew = Date.parse(found.dataset.now) - Date.now();
  };
  const again = async () => {
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-live]");
      const old = document.querySelector("[data-live]");
      if (answer.ok && fresh && old) {
        const held = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
        old.replaceWith(fresh);
        if (held) fresh.querySelector(`[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
        read();
        tick();
      }
    } catch {
      /* the line is down: the next turn tries again */
    }
    // Spread over time, and never more often than every other second.
    const left = ends - Date.now() - skew;
    const next = left > 0 ? left + 2500 : 2000;
    const late = document.querySelector("[data-late]"); // a delayed draw has no clock
    setTimeout(again, (late ? Math.min(next, 10000) : next) + Math.random() * 2500);
  };
  const tick = () => {
    const found = place();
    if (!found) return;
    const left = Math.max(0, Math.round((ends - Date.now() - skew) / 1000));
    const words = `in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (found.textContent !== words) found.textContent = words;
  };
  read();
  tick();
  setInterval(tick, 250);
  setTimeout(
    again,
    (document.querySelector("[data-late]") ? 10000 : Math.max(2000, ends - Date.now() - skew + 2500)) +
      Math.random() * 2500,
  );
})();
