// A slip on the screen, drawn as it is printed, and the printer's roll cut where it ends.
const rolls = new CSSStyleSheet();
const cut = new Set(); // a till shows papers for months
document.adoptedStyleSheets.push(rolls);

function cutToLength(place) {
  const { width, height } = place.firstElementChild.viewBox.baseVal;
  const length = Math.ceil((80 * height) / width) + 1;
  const name = `roll-${length}`;
  if (!cut.has(length)) rolls.insertRule(`@page ${name} { size: 80mm ${length}mm; margin: 0; }`);
  cut.add(length);
  place.style.setProperty("page", name);
}

export async function showPaper(place, address) {
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.status);
    const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    const paper = document.importNode(drawn.documentElement, true);
    paper.setAttribute("role", "group"); // a picture's words are not read out; a slip's are
    place.replaceChildren(paper);
    cutToLength(place);
  } catch {
    place.textContent = "The slip can’t be shown just now. Open the PDF instead.";
  }
  place.removeAttribute("aria-busy");
}
