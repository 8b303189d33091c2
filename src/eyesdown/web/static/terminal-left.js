// Asks a customer who has stopped touching the terminal, then clears the screen.
const ASK_AFTER = 90000;
const LEAVE_AFTER = 120000;

export function whenLeft(leave, unused = () => false) {
  // Does not ask while `unused` says that no one has begun.
  const still = document.getElementById("still");
  let touched = Date.now();
  const touch = () => {
    touched = Date.now();
    still.hidden = true;
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touch);
  setInterval(() => {
    if (unused()) return touch();
    const idle = Date.now() - touched;
    still.hidden = idle < ASK_AFTER;
    if (idle < LEAVE_AFTER) return;
    touch();
    leave();
  }, 1000);
}

const sells = document.getElementById("till"); // a page that may hold notes says itself what to do
if (!sells) whenLeft(() => location.assign("/terminal"));
