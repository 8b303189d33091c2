// Keeps what is typed while a till's page still loads: a scanner does not wait. scan.js takes the keys over.
window.keptKeys = [];
window.keepKey = (event) => {
  const scans = window.keptKeys.length >= 4; // more than a person types before a page is there
  if (scans && (event.key === "Enter" || event.key === "Tab")) event.preventDefault();
  window.keptKeys.push(event);
};
document.addEventListener("keydown", window.keepKey, true);
