// Single keys: which one was pressed, when it counts, and the switch that turns them all off.

import { recall, remember } from "./remember.js";

const SWITCH = "keys";
const WRITES = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

export const areOff = () => recall(SWITCH) === "off";
export const turn = (on) => remember(SWITCH, on ? "on" : "off");

// The key of this event in lower case ("1", "s", "?", "escape"), or "" where it must do nothing: in a text field, with a
// modifier, while a word is composed, and on repeat. Digits count wherever the layout puts them.
export function keyOf(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return "";
  if (event.isComposing || event.repeat || event.target.closest?.(WRITES)) return "";
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  if (digit && !event.shiftKey) return digit;
  return event.key.toLowerCase();
}

// The same for keys that are a single sign, which the switch turns off.
export function letterOf(event) {
  const key = keyOf(event);
  return key.length === 1 && !areOff() ? key : "";
}
