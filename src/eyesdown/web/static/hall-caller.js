// The caller's voice: the browser speaks each number, with pace, nicknames and a mute; a machine caller presses the
// next thing by itself where the book knows one. What is pressed is sent by hall.js.
import { followUnseen } from "./feed.js";
import { refresh } from "./hall.js";
import "./hall-stay.js";

const at = (id) => document.getElementById(id);
const NICKNAMES = {
  1: "Kelly’s eye", 2: "one little duck", 3: "cup of tea", 4: "knock at the door", 5: "man alive", 6: "half a dozen",
  7: "lucky seven", 8: "garden gate", 9: "doctor’s orders", 10: "a decimal start", 11: "legs eleven", 12: "one dozen",
  13: "unlucky for some", 14: "Valentine’s Day", 15: "young and keen", 16: "sweet sixteen", 17: "dancing queen",
  18: "coming of age", 19: "goodbye teens", 20: "one score", 21: "key of the door", 22: "two little ducks",
  23: "the Lord is my shepherd", 24: "two dozen", 25: "duck and dive", 26: "half a crown", 27: "gateway to heaven",
  28: "in a state", 29: "rise and shine", 30: "dirty Gertie", 31: "get up and run", 32: "buckle my shoe",
  33: "all the threes", 34: "ask for more", 35: "jump and jive", 36: "three dozen", 37: "more than eleven",
  38: "Christmas cake", 39: "steps", 40: "life begins", 41: "time for fun", 42: "Winnie the Pooh",
  43: "down on your knees", 44: "all the fours", 45: "halfway there", 46: "up to tricks", 47: "four and seven",
  48: "four dozen", 49: "PC", 50: "half a century", 51: "tweak of the thumb", 52: "weeks in a year",
  53: "here comes Herbie", 54: "clean the floor", 55: "all the fives", 56: "was she worth it", 57: "Heinz varieties",
  58: "make them wait", 59: "Brighton line", 60: "three score", 61: "bakers bun", 62: "turn the screw",
  63: "tickle me", 64: "almost retired", 65: "old age pension", 66: "clickety click", 67: "stairway to heaven",
  68: "saving grace", 69: "either way up", 70: "three score and ten", 71: "bang on the drum", 72: "six dozen",
  73: "queen bee", 74: "hit the floor", 75: "strive and strive", 76: "trombones", 77: "sunset strip",
  78: "heaven’s gate", 79: "one more time", 80: "eight and blank", 81: "stop and run", 82: "straight on through",
  83: "time for tea", 84: "seven dozen", 85: "staying alive", 86: "between the sticks", 87: "Torquay in Devon",
  88: "all the eights", 89: "nearly there", 90: "top of the shop",
};

const CHOICES = ["speak", "nick", "pace", "machine", "seconds"].map(at).filter(Boolean);
const isTick = (field) => field.type === "checkbox";
for (const field of CHOICES) {
  const kept = field.id === "machine" ? null : localStorage.getItem(`caller-${field.id}`);
  if (kept !== null) isTick(field) ? (field.checked = kept === "true") : (field.value = kept);
  field.addEventListener("change", () => {
    localStorage.setItem(`caller-${field.id}`, isTick(field) ? field.checked : field.value);
    show();
  });
}

let spoken = "";
let until = 0;
const mute = at("mute");
const muted = () => mute?.getAttribute("aria-pressed") === "true";
mute?.addEventListener("click", () => {
  mute.setAttribute("aria-pressed", String(!muted()));
  speechSynthesis?.cancel();
});

// Behind another tab the caller still speaks, and the machine caller still draws.
followUnseen(() => at("machine")?.checked || (at("speak")?.checked && !muted()));

/** How a number is read: the digits of a two-digit number one by one, then as a whole. */
export const words = (number) => {
  if (number < 10) return `On its own, number ${number}`;
  const [tens, units] = String(number);
  return tens === units ? `All the ${tens}s, ${number}` : `${tens} and ${units}, ${number}`;
};

const say = (number) => {
  if (!at("speak")?.checked || muted() || !("speechSynthesis" in globalThis)) return;
  const nickname = at("nick").checked && NICKNAMES[number] ? `${NICKNAMES[number]}, ` : "";
  const speech = new SpeechSynthesisUtterance(`${nickname}${words(number)}`);
  speech.rate = Number(at("pace").value);
  const own = speechSynthesis.getVoices().find((voice) => voice.localService && voice.lang.startsWith("en"));
  if (own) speech.voice = own; // a voice of this computer; nothing is sent elsewhere
  speechSynthesis.cancel();
  speechSynthesis.speak(speech);
};

const show = () => {
  const last = at("last");
  if (!last) return;
  const number = Number(last.dataset.number);
  const name = `${last.dataset.game}/${last.dataset.call}/${number}`;
  const nickname = at("nickname");
  if (nickname) nickname.textContent = at("nick")?.checked && number ? NICKNAMES[number] || "" : "";
  if (number && spoken && name !== spoken) say(number);
  if (name !== spoken) until = Date.now();
  spoken = name;
  const has = "speechSynthesis" in globalThis;
  if (at("voice-words")) at("voice-words").textContent = has ? "" : "This browser has no voice of its own.";
};

document.addEventListener("fresh", show);
// While our device draws, the ball is there in a moment.
setInterval(() => {
  if (at("last")?.dataset.asked) refresh();
}, 150);

// The machine caller presses what is next, as long as that is a ball or the end of its announcement.
setInterval(() => {
  if (!at("machine")?.checked) return;
  const button = document.querySelector("[data-next]");
  const command = button?.form?.querySelector("[name=command]")?.value;
  const seconds = Number(at("seconds").value) || 8;
  const speaking = globalThis.speechSynthesis?.speaking;
  const waited = Date.now() - until;
  if (command === "FinishCall" && !speaking && waited > 1500) button.click();
  if (command === "AskForBall" && !speaking && waited > seconds * 1000) button.click();
}, 300);
show();
