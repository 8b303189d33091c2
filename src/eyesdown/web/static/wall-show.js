// What makes the wall a show: sound and voice, the screen kept awake, full screen, and the scenes between two draws.
import { followUnseen } from "./feed.js";

const at = (id) => document.getElementById(id);
const RESULT_STAYS = 12000;
const SCENE_STAYS = 9000;

// --- sound and voice: off until a person switches them on, and remembered for this screen ---

const remembered = (key) => {
  try {
    return localStorage.getItem(`wall ${key}`) === "on";
  } catch {
    return false; // storage is switched off
  }
};
const on = { sound: remembered("sound"), voice: remembered("voice") };
let audio = null;
followUnseen(() => on.sound || on.voice);

const paintTool = (key) => {
  const name = key === "sound" ? "Sound" : "Voice";
  at(key).textContent = `${name} ${on[key] ? "on" : "off"}`;
  at(key).setAttribute("aria-pressed", String(on[key]));
};
for (const key of ["sound", "voice"]) {
  at(key).addEventListener("click", () => {
    on[key] = !on[key];
    try {
      localStorage.setItem(`wall ${key}`, on[key] ? "on" : "off");
    } catch {
      /* then it lasts until the next load */
    }
    paintTool(key);
    if (key === "voice" && !on.voice) globalThis.speechSynthesis?.cancel();
  });
  paintTool(key);
}

const beep = () => {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = 660;
  loudness.gain.setValueAtTime(0.12, audio.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
  tone.connect(loudness).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.25);
};

export const announce = (number) => {
  if (on.sound && globalThis.AudioContext) beep();
  if (on.voice && globalThis.speechSynthesis) {
    speechSynthesis.cancel(); // never behind the wall
    const words = new SpeechSynthesisUtterance(String(number));
    words.lang = "en-AU";
    speechSynthesis.speak(words);
  }
};

// --- the screen ---

const keepAwake = async () => {
  try {
    if (!document.hidden) await navigator.wakeLock?.request("screen");
  } catch {
    /* the screen's own settings decide */
  }
};
keepAwake();
document.addEventListener("visibilitychange", keepAwake);

if (!document.fullscreenEnabled) at("full").hidden = true;
at("full").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
document.addEventListener("fullscreenchange", () => {
  at("full").textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
});
let quiet = 0;
const showTools = () => {
  at("tools").classList.add("seen");
  clearTimeout(quiet);
  quiet = setTimeout(() => at("tools").classList.remove("seen"), 4000);
};
for (const kind of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(kind, showTools);

// --- scenes: the result and the scenes take turns until the next ball falls ---

let turn = 0;
let scene = -1;

export const clearScenes = () => {
  clearTimeout(turn);
  turn = 0;
  at("scenes").hidden = true;
};

const nextScene = () => {
  const scenes = [...at("scenes").querySelectorAll(".scene")];
  if (!scenes.length) return;
  if (at("scenes").hidden) {
    scene = (scene + 1) % scenes.length;
    scenes.forEach((each, index) => (each.hidden = index !== scene));
    at("scenes").hidden = false;
  } else {
    at("scenes").hidden = true;
  }
  turn = setTimeout(nextScene, SCENE_STAYS);
};

export const betweenDraws = async () => {
  clearScenes();
  turn = setTimeout(nextScene, RESULT_STAYS);
  await renewScenes();
};

// Fetches what the scenes show; a wall whose site has a new version loads itself again.
export const renewScenes = async () => {
  try {
    const answer = await fetch(at("hall").dataset.between, { cache: "no-store" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-version]");
    if (!fresh) return;
    if (fresh.dataset.version !== at("hall").dataset.version) return location.reload();
    at("scenes").replaceChildren(...fresh.children);
    for (const each of at("scenes").children) each.hidden = true;
    at("scenes").hidden = true;
  } catch {
    /* no connection: the feed says when there is one again */
  }
};
