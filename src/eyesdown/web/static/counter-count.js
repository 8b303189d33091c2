// The count adds up while it is typed; the site counts it again when it is signed.
const place = document.getElementById("counted");
const fields = [...document.querySelectorAll("[data-value]")];
const dollars = (cents) => (cents / 100).toLocaleString("en-AU", { style: "currency", currency: "AUD" });

function add() {
  const total = fields.reduce((sum, field) => sum + Number(field.dataset.value) * (Number(field.value) || 0), 0);
  const away = total - Number(place.dataset.expected);
  const words = away ? `${dollars(Math.abs(away))} ${away > 0 ? "over" : "short"}` : "right to the cent";
  place.textContent = total ? `Counted ${dollars(total)}: ${words}.` : "";
}

for (const field of fields) field.addEventListener("input", add);
if (place) add();
