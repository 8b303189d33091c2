// Fetches today's figures again, while the page is looked at; says so when they are no longer renewed.
const section = document.querySelector("[data-today]");
const old = document.querySelector("[data-today-old]");
const AWAY = "The site can’t be reached. These figures are of the time below; they are fetched again in a moment.";
const SIGNED_OFF = "You are signed off, so these figures are no longer renewed. Load the page to sign on again.";

function say(words) {
  old.hidden = !words;
  if (old.textContent !== words) old.textContent = words;
}

async function renew() {
  if (document.hidden || section.contains(document.activeElement)) return;
  try {
    const reply = await fetch("/office/today", { headers: { accept: "text/html" } });
    if (reply.redirected || reply.status === 401) return say(SIGNED_OFF);
    if (!reply.ok) return say(AWAY);
    section.innerHTML = await reply.text();
    say("");
  } catch {
    say(AWAY);
  }
}

if (section) setInterval(renew, 15000);
