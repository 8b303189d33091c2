// Keeps the line of the public record on a page that stays open: newest head, promise, who signed.
"use strict";
(() => {
  // The navigation of a phone is one row: the link of this page is brought into sight.
  document.querySelector(".bar nav [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  const lines = document.querySelectorAll("[data-record]");
  if (!lines.length) return;
  const renew = async () => {
    try {
      const answer = await fetch("/record/now", { headers: { accept: "application/json" } });
      if (!answer.ok) return;
      const { words } = await answer.json();
      for (const line of lines) line.textContent = words;
    } catch {
      // The next turn tries again; the line keeps its last words.
    }
  };
  renew();
  setInterval(renew, 15000);
})();
