// Shows the balls of a game one after the other, and the steps of the game until that ball.
"use strict";
for (const part of document.querySelectorAll("[data-replay]")) {
  const balls = [...part.querySelectorAll(".balls li")];
  const status = part.querySelector("[data-shown]");
  const steps = [...part.querySelectorAll(".because li")];
  const times = (part.dataset.times || "").split(" ").filter(Boolean);
  const counted = steps.map(() => 0);
  let calls = 0;
  steps.forEach((step, index) => {
    if ("ball" in step.dataset) calls += 1;
    counted[index] = calls;
  });
  let shown = balls.length;
  const show = (count) => {
    shown = Math.max(0, Math.min(balls.length, count));
    balls.forEach((ball, index) => { ball.style.visibility = index < shown ? "" : "hidden"; });
    steps.forEach((step, index) => { step.hidden = counted[index] > shown; });
    const newest = shown && parseInt(balls[shown - 1].textContent, 10);
    const when = shown && times[shown - 1] ? `, on walls at ${times[shown - 1]}` : "";
    status.textContent = shown ? `Ball ${shown} of ${balls.length}: ${newest}${when}` : "Before the first ball";
  };
  for (const button of part.querySelectorAll("[data-step]")) {
    const step = button.dataset.step;
    button.addEventListener("click", () => {
      if (step === "all") show(balls.length);
      else show((shown === balls.length && step === "1" ? 0 : shown) + Number(step));
    });
  }
}
