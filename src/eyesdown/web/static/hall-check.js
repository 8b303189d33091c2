// A form that the rules check while it is typed; its verdict is the site's own.
import { make, refusalNodes } from "./hall.js";

const form = document.querySelector("form[data-check]");
const verdict = document.getElementById("verdict");
let asked = 0;
let timer = 0;

async function check() {
  const turn = ++asked;
  try {
    const reply = await fetch(form.dataset.check, {
      method: "POST",
      headers: { accept: "application/json", "x-csrf": form.elements.csrf.value },
      body: new URLSearchParams([...new FormData(form)]),
    });
    const answer = await reply.json();
    if (turn !== asked) return;
    if (answer.wrong) answer.detail = `${answer.wrong.field}: ${answer.wrong.says}`;
    const refused = answer.refusals?.length || answer.detail;
    const good = make("p", { className: "note yes" }, make("strong", {}, "The rules allow this."));
    const bad = make("div", { className: "note warn stack tight" }, ...(refused ? refusalNodes(answer) : []));
    verdict.replaceChildren(refused ? bad : good);
  } catch {
    // No connection; the form itself is sent until it is answered.
  }
}

form?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(check, 200);
});
