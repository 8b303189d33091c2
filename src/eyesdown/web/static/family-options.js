// What the table agreed on, and what it prints: two dialogs of the host's page.
import { Family } from "./family.js";

const { at, ask, put, show, text } = Family;
const code = at("host").dataset.code;
const form = at("options");
const fields = form.elements;

const fill = async () => {
  const reply = await fetch(`/family/${code}/options`, { headers: { accept: "application/json" } });
  const options = await reply.json();
  for (const name of ["scoring", "rounds", "title", "free"]) fields[name].value = options[name];
  for (const name of ["auto_cover", "pass_banker", "real_discs", "both_languages"]) {
    fields[name].checked = options[name];
  }
  fields.balls.value = String(options.house.balls);
  fields.cards_each.value = String(options.house.cards_each);
  const usual = options.house.balls === 90 ? "line" : "row";
  const wins = options.house.patterns.length ? options.house.patterns : [usual];
  for (const box of form.querySelectorAll("[name=patterns]")) box.checked = wins.includes(box.value);
  fields.words.value = options.words.join("\n");
  paint();
};

// A picture is drawn again in small, on white: that is all that is sent.
const SIDE = 240;
let pictures = [];
const shrunk = async (file) => {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const brush = canvas.getContext("2d");
    brush.fillStyle = "#fff";
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/jpeg", 0.85).split(",")[1];
  } catch {
    return ""; // the site says that it is no picture
  }
};
const named = (file) => file.name.replace(/\.[^.]*$/, "").replace(/[_\s]+/g, " ").trim();
const sendPictures = async () => {
  for (const [index, file] of pictures.entries()) {
    const reply = await ask(code, { do: "picture", name: named(file), picture: await shrunk(file) });
    if (!reply.ok) return { ...reply, text: `${file.name}: ${reply.text}` };
    put("words-count", text("pictures_sent", { count: index + 1, all: pictures.length }));
  }
  pictures = [];
  return { ok: true };
};

const words = () => fields.words.value.split(/[\n;\t]+/).map((word) => word.trim()).filter(Boolean);

const paint = () => {
  for (const label of form.querySelectorAll("[data-balls]")) {
    label.hidden = label.dataset.balls !== fields.balls.value;
  }
  const count = words().length;
  put("words-count", count ? text("words_read", { count }) : "");
};

const agreed = () => {
  const balls = Number(fields.balls.value);
  const picked = [...form.querySelectorAll("[name=patterns]:checked")]
    .filter((box) => !box.closest("label").hidden)
    .map((box) => box.value);
  const usual = balls === 90 ? "line" : "row";
  const patterns = picked.length === 1 && picked[0] === usual ? [] : picked;
  const list = words();
  const house = { type: "House", balls, cards_each: Number(fields.cards_each.value), patterns };
  if (list.length) house.per_column = Math.floor(list.length / 5);
  return {
    type: "Options",
    scoring: fields.scoring.value,
    rounds: Number(fields.rounds.value) || 1,
    auto_cover: fields.auto_cover.checked,
    pass_banker: fields.pass_banker.checked,
    real_discs: fields.real_discs.checked,
    both_languages: fields.both_languages.checked,
    title: fields.title.value.trim(),
    free: fields.free.value.trim(),
    words: list,
    house,
  };
};

form.addEventListener("input", paint);
at("words-file").addEventListener("change", async (event) => {
  const files = [...event.target.files];
  if (!files.length) return;
  pictures = files.filter((file) => file.type.startsWith("image/"));
  pictures.sort((one, other) => one.name.localeCompare(other.name));
  fields.words.value = pictures.length
    ? pictures.map(named).join("\n")
    : (await files[0].text()).replace(/^\uFEFF/, "");
  paint();
});
at("options-save").addEventListener("click", async (event) => {
  event.preventDefault();
  const sent = await sendPictures();
  const reply = sent.ok ? await ask(code, { do: "options", options: agreed() }) : sent;
  put("options-answer", reply.ok ? "" : reply.text);
  show("options-answer", !reply.ok);
  if (reply.ok) at("settings").close();
});
at("close").addEventListener("click", async () => {
  if (!window.confirm(at("close").dataset.sure)) return;
  const reply = await ask(code, { do: "close" });
  if (reply.ok) location.href = "/family";
});
for (const button of document.querySelectorAll("[data-dialog]")) {
  button.addEventListener("click", async () => {
    if (button.dataset.dialog === "settings") await fill();
    at(button.dataset.dialog).showModal();
  });
}
