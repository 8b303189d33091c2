// Scrolls the list of pages so that the page one reads is in sight.
"use strict";
(() => {
  const list = document.getElementById("pages");
  const here = list.querySelector("[aria-current]");
  if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 3;
})();
