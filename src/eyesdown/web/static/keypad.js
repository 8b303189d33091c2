// A keypad on the screen for a terminal without a keyboard: a touch on a field opens it, and OK takes the figure over.
const $ = (id) => document.getElementById(id);
let field = null;
let fresh = true;

const type = (key) => {
  const shown = $("keypad-shown");
  if (key === "back") shown.textContent = shown.textContent.slice(0, -1);
  else if (shown.textContent.length < 9 || fresh) shown.textContent = (fresh ? "" : shown.textContent) + key;
  fresh = false;
};

const take = () => {
  const typed = $("keypad-shown").textContent.trim();
  if (typed || field.matches("[data-sizes]")) field.value = typed;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  $("keypad").close();
};

export function withKeypad(input, title, extra = "") {
  input.readOnly = true;
  input.inputMode = "none";
  input.setAttribute("aria-haspopup", "dialog");
  const open = () => {
    field = input;
    fresh = true;
    $("keypad-title").textContent = title;
    $("keypad-shown").textContent = input.value;
    $("keypad-extra").textContent = extra === " " ? "space" : extra;
    $("keypad-extra").value = extra;
    $("keypad-extra").classList.toggle("unseen", !extra);
    $("keypad").showModal();
  };
  input.addEventListener("click", open);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") open();
  });
}

for (const key of document.querySelectorAll("#keypad [data-key]"))
  key.addEventListener("click", () => type(key.dataset.key || key.value));
$("keypad-ok").addEventListener("click", take);
$("keypad-cancel").addEventListener("click", () => $("keypad").close());
$("keypad").addEventListener("close", () => field?.focus());
$("keypad").addEventListener("keydown", (event) => {
  if (/^[0-9. ]$/.test(event.key)) type(event.key);
  else if (event.key === "Backspace") type("back");
  else return;
  event.preventDefault();
});
