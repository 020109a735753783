// The review page with script: keys, waiting for both posters, visible seconds, and what to say when the site is silent.
// Everything here is a comfort; without it the page is a plain form.

const CHOICES = { 1: "choose-left", 2: "choose-equal", 3: "choose-right", s: "choose-skip" };
const REVEAL_AFTER_MS = 50; // the server's clock decides; this keeps a choice from arriving a moment too early

// What survives from one pair to the next: the view, and where the keyboard was.
const kept = { flip: false, focus: "" };

let current = null; // the pair on the page

// --- One pair ---------------------------------------------------------------

function start(root) {
  if (!root || root === current?.root) return;
  current?.stop();
  current = null;
  const live = document.getElementById("live");
  const form = root.querySelector("#answer");
  if (!form) {
    live.textContent = root.dataset.say ?? "";
    return;
  }
  current = pair(root, form);
  live.textContent = root.dataset.say;
}

function pair(root, form) {
  const field = (name) => form.elements.namedItem(name);
  const posters = [...root.querySelectorAll(".panes img")];
  const judging = ["choose-left", "choose-equal", "choose-right"].map((id) => root.querySelector(`#${id}`));
  const skip = root.querySelector("#choose-skip");
  const watch = stopwatch(Number(field("seconds").dataset.before) || 0);
  const show = (selector, shown) => (root.querySelector(selector).hidden = !shown);

  field("decoded").value = "no";
  block([...judging, skip], true);
  show(".loading", true);

  const waited = new Promise((resolve) => setTimeout(resolve, Number(root.dataset.waitMs) + REVEAL_AFTER_MS));
  const decoded = Promise.all(posters.map((poster) => poster.decode()));
  waited.then(() => block([skip], false));
  decoded.then(
    () => {
      // Both become visible in the same frame, so that neither looks faster than the other.
      root.querySelector(".panes").classList.add("ready");
      show(".loading", false);
      field("decoded").value = "yes";
    },
    () => {
      show(".loading", false);
      show(".broken", true);
    },
  );
  Promise.all([waited, decoded]).then(
    () => block(judging, false),
    () => {}, // a poster that does not load is already said
  );

  foldAbstract(root);
  restoreView(root);
  // The keyboard stays where it was: on the same button of the next pair.
  if (kept.focus && document.activeElement === document.body) root.querySelector(`#${kept.focus}`)?.focus();

  return {
    root,
    form,
    stop: watch.stop,
    fill: () => (field("seconds").value = watch.seconds().toFixed(3)),
    unblock: () => {
      block([skip], false);
      if (field("decoded").value === "yes") block(judging, false);
    },
  };
}

// Blocked buttons keep the focus, which disabled ones would lose.
function block(buttons, blocked) {
  for (const button of buttons) {
    if (blocked) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

// Counts the seconds during which the page is visible.
function stopwatch(before) {
  let counted = before * 1000;
  let since = document.hidden ? null : performance.now();
  const turn = () => {
    if (since !== null) counted += performance.now() - since;
    since = document.hidden ? null : performance.now();
  };
  document.addEventListener("visibilitychange", turn);
  return {
    seconds: () => (counted + (since === null ? 0 : performance.now() - since)) / 1000,
    stop: () => document.removeEventListener("visibilitychange", turn),
  };
}

// --- Abstract and view -------------------------------------------------------

function foldAbstract(root) {
  const button = root.querySelector("#abstract-button");
  const abstract = root.querySelector("#abstract");
  if (!button) return;
  const wanted = recall("abstract");
  if (wanted) abstract.classList.add(wanted);
  const tell = () => button.setAttribute("aria-expanded", String(getComputedStyle(abstract).display !== "none"));
  button.addEventListener("click", () => {
    const open = getComputedStyle(abstract).display !== "none";
    abstract.classList.toggle("folded", open);
    abstract.classList.toggle("shown", !open);
    remember("abstract", open ? "folded" : "shown");
    tell();
  });
  tell();
}

function restoreView(root) {
  const side = root.querySelector("#view-side");
  const flip = root.querySelector("#view-flip");
  flip.checked = kept.flip;
  for (const radio of [side, flip]) radio.addEventListener("change", () => (kept.flip = flip.checked));
}

// V goes from side by side to Poster A, to Poster B, and back; on a narrow screen there is only A and B.
function nextView(root) {
  const flip = root.querySelector("#view-flip");
  const [a, b] = [root.querySelector("#flip-a"), root.querySelector("#flip-b")];
  const narrow = getComputedStyle(root.querySelector(".view-switch")).display === "none";
  if (narrow) (a.checked ? b : a).checked = true;
  else if (!flip.checked) flip.checked = a.checked = true;
  else if (a.checked) b.checked = true;
  else root.querySelector("#view-side").checked = a.checked = true;
  kept.flip = flip.checked;
}

// --- Keys --------------------------------------------------------------------

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat || recall("keys") === "off") return;
  if (event.target.closest("textarea, select, input:not([type=radio], [type=checkbox])")) return;
  const digit = /^(?:Digit|Numpad)([123])$/.exec(event.code)?.[1];
  const key = digit ?? event.key.toLowerCase();
  if (key === "z") press("undo-button", event);
  else if (!current) return;
  else if (key === "v") nextView(current.root);
  else if (key in CHOICES) press(CHOICES[key], event);
}

function press(id, event) {
  const button = document.getElementById(id);
  if (!button) return;
  event.preventDefault();
  button.click();
}

// --- Sending -----------------------------------------------------------------

// Before anybody else hears of the click: a blocked button does nothing.
function onClick(event) {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (button.form?.id === "answer" && button.name === "choice") {
    kept.focus = button === document.activeElement ? button.id : "";
    for (const other of current.root.querySelectorAll(".marked")) other.classList.remove("marked");
    button.classList.add("chosen");
  }
}

function onSubmit(event) {
  if (event.submitter?.id === "no-answer") {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (event.target.id !== "answer" || !current) return;
  current.fill();
  current.root.querySelector("#not-sent").hidden = true;
}

function onAnswered(event) {
  // A refused answer comes with a page that says why and keeps the choice.
  if ([400, 409].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
}

function onSilence() {
  if (!current) return;
  current.root.querySelector("#not-sent").hidden = false;
  for (const button of current.root.querySelectorAll(".chosen")) button.classList.remove("chosen");
  current.unblock();
}

// --- What this browser remembers ----------------------------------------------

function recall(name) {
  try {
    return localStorage.getItem(`review.${name}`);
  } catch {
    return null; // storage is switched off
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(`review.${name}`, value);
  } catch {
    // storage is switched off: the choice holds for this pair only
  }
}

function keySwitch() {
  const off = document.getElementById("keys-off");
  if (!off) return;
  off.checked = recall("keys") === "off";
  off.addEventListener("change", () => remember("keys", off.checked ? "off" : "on"));
}

document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick, true);
document.addEventListener("submit", onSubmit, true);
document.addEventListener("htmx:beforeSwap", onAnswered);
// After htmx has settled: until then it may put attributes of the old elements on the new ones.
document.addEventListener("htmx:afterSettle", () => start(document.getElementById("review")));
for (const silence of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(silence, onSilence);
start(document.getElementById("review"));
keySwitch();
