// Single keys: which one was pressed, when it counts, and the switch that turns them all off.

import { recall, remember } from "./remember.js";

const SWITCH = "keys";
const WRITES = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

export const areOff = () => recall(SWITCH) === "off";
export const turn = (on) => remember(SWITCH, on ? "on" : "off");

// The key of this event in lower case ("1", "s", "?", "escape"), or "" where it must do nothing: in a text field, with a
// modifier, while a word is composed, on repeat, and under an open dialog. Digits count wherever the layout puts them.
export function keyOf(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return "";
  if (event.isComposing || event.repeat || event.target.closest?.(WRITES)) return "";
  // What is answered must be seen; and somebody who has opened the comment means to write.
  if (document.querySelector("dialog:modal, #remark[open]")) return "";
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  if (digit && !event.shiftKey) return digit;
  return event.key.toLowerCase();
}

// The same for keys that are a single sign, which the switch turns off.
export function letterOf(event) {
  const key = keyOf(event);
  return key.length === 1 && !areOff() ? key : "";
}

const CHOICES = { 1: "choose-left", 2: "choose-equal", 3: "choose-right", s: "choose-skip" };
const FLAG_WAIT_MS = 3000;

// The keys of the answer. `flagging(is)` hears while F waits for its second letter.
export function startKeys({ choose, undo, flag, comment, known, help, close, flagging }) {
  let timer = 0; // runs while a letter after F is awaited
  const expect = (awaited) => {
    clearTimeout(timer);
    timer = awaited ? setTimeout(expect, FLAG_WAIT_MS, false) : 0;
    flagging(awaited);
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing && close()) return event.preventDefault();
    const key = letterOf(event);
    if (!key) return;
    const isFlag = timer !== 0 && (key === "a" || key === "b");
    if (timer) expect(false);
    if (isFlag) flag(key);
    else if (key in CHOICES) choose(CHOICES[key]);
    else if (key === "f") expect(true);
    else if (key === "z") undo();
    else if (key === "c") comment();
    else if (key === "k") known();
    else if (key === "?") help();
    else return;
    event.preventDefault();
  });
}
