// The big screen: the ball, the chart, who cries, and the score.
import { Family } from "./family.js";

const { at, ball, celebrate, chart, claims, connect, history, people } = Family;
const { put, roundWords, show, speak, stayAwake } = Family;
const code = at("board").dataset.code;
let news = null;
let voice = false;

const paint = (table) => {
  at("board").dataset.phase = table.phase;
  put("round", roundWords(table));
  ball(table);
  show("qr", !table.called.length || table.phase !== "playing");
  at("board").classList.toggle("called", table.called.length > 0);
  put("say", table.say[Family.language] || "");
  chart(table);
  history(table, 8);
  claims(table);
  people(table, "");
  if (news !== null && news !== table.news) {
    if (voice) speak(table);
    if (table.winners.length) celebrate();
  }
  news = table.news;
};

at("voice").addEventListener("click", () => {
  voice = !voice;
  at("voice").ariaPressed = String(voice);
  Family.tone(660);
});
at("full").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else if (document.documentElement.requestFullscreen) document.documentElement.requestFullscreen();
});
stayAwake();
connect(code, paint, () => voice);
