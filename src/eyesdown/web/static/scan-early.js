// Keeps what is typed while a till's page still loads: a scanner does not wait. scan.js takes the keys over.
window.keptKeys = [];
window.keepKey = (event) => {
  // A field of the page's own, or more keys than a person types before a page is there.
  const scans = event.target.matches?.("[data-scan]") || window.keptKeys.length >= 4;
  if (scans && (event.key === "Enter" || event.key === "Tab")) event.preventDefault();
  window.keptKeys.push(event);
};
document.addEventListener("keydown", window.keepKey, true);
