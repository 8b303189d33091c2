// Shows the balls of a game one after the other, by buttons or the arrow keys.
"use strict";
for (const part of document.querySelectorAll("[data-replay]")) {
  const balls = [...part.querySelectorAll(".balls li")];
  const status = part.querySelector("[data-shown]");
  let shown = balls.length;
  const show = (count) => {
    shown = Math.max(0, Math.min(balls.length, count));
    balls.forEach((ball, index) => { ball.style.visibility = index < shown ? "" : "hidden"; });
    const newest = shown && parseInt(balls[shown - 1].textContent, 10);
    status.textContent = shown ? `Ball ${shown} of ${balls.length}: ${newest}` : "Before the first ball";
  };
  for (const button of part.querySelectorAll("[data-step]")) {
    const step = button.dataset.step;
    button.addEventListener("click", () => {
      if (step === "all") show(balls.length);
      else show((shown === balls.length && step === "1" ? 0 : shown) + Number(step));
    });
  }
}
