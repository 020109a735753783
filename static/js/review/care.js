// Says once in a while that a break would be good: after 25 minutes of activity, and at most once an hour.
//
// What counts is when somebody does something here, on whatever page of the study; five minutes without it are a break.

import { recall, remember } from "./remember.js";

const MINUTE = 60_000;
const LONG = 25 * MINUTE;
const BREAK = 5 * MINUTE;
const QUIET = 60 * MINUTE; // after a hint
const EVERY = 5_000; // nobody has to be watched more closely
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"];

const hint = document.getElementById("care-hint");
let looked = 0; // when a sign was last taken into account

const moment = (name) => Number(recall(`care.${name}`)) || 0;
const note = (name, at) => remember(`care.${name}`, String(at));

function seen() {
  const now = Date.now();
  if (now - looked < EVERY) return;
  looked = now;
  const last = moment("seen");
  // Also after the clock was set back: nobody has been here since tomorrow.
  if (now - last > BREAK || last > now) note("since", now);
  note("seen", now);
  const since = moment("since");
  if (now - since < LONG || now - moment("hinted") < QUIET) return;
  note("hinted", now);
  document.getElementById("care-minutes").textContent = String(Math.round((now - since) / MINUTE));
  hint.hidden = false;
}

if (hint) {
  for (const sign of SIGNS) window.addEventListener(sign, seen, { passive: true, capture: true });
  document.getElementById("care-done").addEventListener("click", () => {
    hint.hidden = true;
  });
}
