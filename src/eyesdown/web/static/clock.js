// Counts down to the close of the open game, by the site's clock; loads the page again when it is over.
"use strict";
(() => {
  const place = document.querySelector("[data-clock]");
  if (!place) return;
  const ends = Date.parse(place.dataset.clock);
  const skew = Date.parse(place.dataset.now) - Date.now();
  const tick = () => {
    const left = Math.round((ends - Date.now() - skew) / 1000);
    if (left < -4) { location.reload(); return; }
    const shown = Math.max(0, left);
    place.textContent = `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
    setTimeout(tick, 250);
  };
  tick();
})();
