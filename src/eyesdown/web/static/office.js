// Fetches today's figures again, while the page is looked at.
const section = document.querySelector("[data-today]");
if (section) {
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const reply = await fetch("/office/today", { headers: { accept: "text/html" } });
      if (reply.ok && !reply.redirected) section.innerHTML = await reply.text();
    } catch {
      // The next turn tries again.
    }
  }, 15000);
}
