// Names, labels, ids and contrast of everything that is visible. Gives a list of what is wrong.
(() => {
  const wrong = [];
  const seen = (node) => node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const where = (node) => `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ""} "${node.textContent.trim().slice(0, 30)}"`;
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at))) wrong.push(`two things are called ${id}`);
  for (const node of document.querySelectorAll("button, a[href], input:not([type=hidden]), select")) {
    if (!seen(node)) continue;
    const label = node.labels ? [...node.labels].map((one) => one.textContent).join("") : "";
    const name = node.getAttribute("aria-label") || node.textContent.trim() || label.trim();
    if (!name || (node.matches("input, select") && !label.trim() && !node.getAttribute("aria-label"))) wrong.push(`${where(node)} has no name`);
  }
  if (document.querySelectorAll("h1").length < 1) wrong.push("the page has no heading");
  if (!document.documentElement.lang) wrong.push("the page has no language");
  for (const node of document.querySelectorAll("[aria-controls], [aria-labelledby], [aria-describedby]")) {
    for (const kind of ["aria-controls", "aria-labelledby", "aria-describedby"]) {
      for (const id of (node.getAttribute(kind) ?? "").split(" ").filter(Boolean)) if (!document.getElementById(id)) wrong.push(`${where(node)} points to ${id}`);
    }
  }
  const parts = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map((part) => { const c = part / 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const rgb = parts(getComputedStyle(at).backgroundColor);
      if (rgb.length === 3 || rgb[3] === 1) return rgb;
    }
    return [255, 255, 255];
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || !seen(node) || node.closest(".sr, svg, :disabled, script")) continue;
    const style = getComputedStyle(node);
    const [text, back] = [light(parts(style.color)), light(behind(node))];
    const ratio = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) wrong.push(`${where(node)} has contrast ${ratio.toFixed(2)}`);
  }
  return wrong;
})()
