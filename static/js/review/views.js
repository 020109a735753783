// Side by side, or one poster in place of the other: V and the switch toggle, Space held shows the other one.
// The radio buttons are the state and the styles follow them, so that the views work before and without this script.

import { letterOf } from "./keys.js";
import { recall, remember } from "./remember.js";

export function switchViews(root, { changed, said }) {
  const watch = new AbortController();
  const on = (target, kind, heard) => target.addEventListener(kind, heard, { signal: watch.signal });
  const find = (id) => root.querySelector(`#${id}`);
  const [side, flip, a, b] = ["view-side", "view-flip", "flip-a", "flip-b"].map(find);
  const narrow = matchMedia("(max-width: 999px)"); // as in the styles: there is no room for two
  const isFlipped = () => narrow.matches || flip.checked;
  let peeking = null; // the radio button to go back to when Space is let go

  function show(radio) {
    if (radio.checked) return;
    radio.checked = true;
    settle();
  }

  // A pane that is hidden would lose the keyboard: the one in its place takes it over.
  function settle() {
    changed();
    const isInPane = document.activeElement?.classList.contains("pane");
    if (isInPane && isFlipped()) find(a.checked ? "pane-a" : "pane-b").focus({ preventScroll: true });
  }

  const turn = () => show(a.checked ? b : a);

  function toggle() {
    if (narrow.matches) turn();
    else {
      (flip.checked ? side : flip).checked = true;
      keep();
    }
    said(isFlipped() ? `${a.checked ? "Poster A" : "Poster B"} alone` : "Side by side");
  }

  function keep() {
    remember("view", flip.checked ? "flip" : "side");
    settle();
  }

  function letGo() {
    if (!peeking) return;
    show(peeking);
    peeking = null;
  }

  on(document, "keydown", (event) => {
    if (letterOf(event) === "v") {
      event.preventDefault();
      toggle();
    }
    if (event.code !== "Space" || !isFlipped() || needsSpace(event)) return;
    event.preventDefault();
    if (event.repeat || peeking) return;
    peeking = a.checked ? a : b;
    turn();
  });
  on(document, "keyup", (event) => {
    if (event.code !== "Space" || !peeking) return;
    event.preventDefault(); // a button that has the focus is not pressed
    letGo();
  });
  on(window, "blur", letGo);
  on(document, "visibilitychange", letGo);
  on(narrow, "change", settle);
  for (const radio of [side, flip]) on(radio, "change", keep);
  for (const radio of [a, b])
    on(radio, "change", () => {
      peeking = null;
      settle();
    });

  a.checked = true;
  (recall("view") === "flip" ? flip : side).checked = true;

  return {
    isFlipped,
    // The place of the poster that is shown alone; undefined where both are.
    shown: () => (isFlipped() ? Number(b.checked) : undefined),
    stop: () => {
      letGo();
      watch.abort();
    },
  };
}

// Space writes, and it presses what the keyboard went to; a button that was clicked has the focus, too, but does not count.
function needsSpace(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const target = event.target;
  if (target.closest?.("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox]), dialog")) return true;
  return Boolean(target.closest?.("button, summary, input, a") && target.matches(":focus-visible"));
}
