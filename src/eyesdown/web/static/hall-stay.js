// Pages of the game: after a press that was answered the page stays, and its live parts are fetched again at once.
import { newId, refresh } from "./hall.js";

document.addEventListener("done", (event) => {
  event.preventDefault();
  const form = event.target;
  const live = form.closest("[data-live][id]");
  const id = form.querySelector("[name=id]");
  if (id) id.value = newId();
  if (document.activeElement?.closest("form") === form) document.activeElement.blur();
  form.reset(); // what was typed is done; a form with something typed in it would not be replaced
  // What was next is done: no second press before the page knows what is next now.
  queueMicrotask(() => {
    if (!live) return;
    live.dataset.done = performance.now();
    for (const button of form.querySelectorAll("button")) button.disabled = true;
  });
  refresh();
});
document.addEventListener("keydown", (event) => {
  // The next ball, typed before the page knows that it is due: it is sent once the page does.
  const part = event.key === "Enter" && event.target.matches("input[id]") && event.target.closest("[data-done]");
  if (part && event.target.value) part.dataset.entered = "1";
});
document.addEventListener("fresh", (event) => {
  // A field that has come up is ready to be typed in, unless the person is typing elsewhere.
  const typing = document.activeElement?.matches("input, select, textarea");
  if (!typing) event.target.querySelector("[autofocus]")?.focus();
});
