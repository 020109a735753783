// The buttons above the posters: what they do, what they show of the posters, and the keys that do the same.

import { areOff, keyOf, letterOf } from "./keys.js";
import { recall, remember } from "./remember.js";

const STEP = 1.3; // of a zoom by button or key
const SEEN_LARGER = 1.005;
const SAY_AFTER_MS = 500; // once it rests
const ARROWS = { ArrowLeft: "move-left", ArrowUp: "move-up", ArrowDown: "move-down", ArrowRight: "move-right" };
const WAYS = { "move-left": [-1, 0], "move-up": [0, -1], "move-down": [0, 1], "move-right": [1, 0] };
const SIGNS = { "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", "−": "zoom-out", 0: "zoom-fit" };

export function startControls(root, panes, stage) {
  const watch = new AbortController();
  const on = (target, kind, heard) => target.addEventListener(kind, heard, { signal: watch.signal });
  const find = (id) => root.querySelector(`#${id}`);
  const together = find("together");
  let later = 0;

  // --- What they do ------------------------------------------------------------

  const orders = {
    "zoom-in": () => stage.zoom(stage.active(), STEP),
    "zoom-out": () => stage.zoom(stage.active(), 1 / STEP),
    "zoom-fit": () => stage.whole(),
    "zoom-full": async () => {
      if (!stage.hasEveryPixel()) note("Loading every pixel …");
      await stage.full();
    },
  };
  for (const [id, way] of Object.entries(WAYS)) orders[id] = () => stage.stride(...way);
  for (const [id, order] of Object.entries(orders))
    on(find(id), "click", () => {
      order();
      say();
    });

  together.checked = recall("together") !== "no";
  on(together, "change", () => {
    remember("together", together.checked ? "yes" : "no");
    tell();
    say(together.checked ? "Both posters move together" : "Each poster moves alone");
  });

  on(document, "keydown", (event) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      // Kept down, an arrow goes on.
      if (!isOwnArrow(event) && orders[arrow]()) event.preventDefault();
      return;
    }
    // In a pane they work also where they are switched off elsewhere.
    const key = areOff() && event.target.closest?.(".pane") ? keyOf(event) : letterOf(event);
    if (key in SIGNS) orders[SIGNS[key]]();
    else if (key === "l") return together.click();
    else return;
    event.preventDefault();
    say();
  });

  // --- What they show ------------------------------------------------------------

  function tell() {
    const pane = stage.active();
    find("zoom-fit").setAttribute("aria-pressed", String(stage.isWhole(pane)));
    find("zoom-full").setAttribute("aria-pressed", String(stage.isFull(pane)));
    block("zoom-out", stage.isWhole(pane));
    block("zoom-in", stage.isLargest(pane));
    for (const [id, way] of Object.entries(WAYS)) block(id, !stage.canGo(pane, ...way));
    root.classList.toggle("zoomed", !panes.every(stage.isWhole));
    root.classList.toggle("apart", !together.checked);
    for (const each of panes) {
      const scale = stage.scale(each);
      each.scale.textContent = scale > SEEN_LARGER ? `${scale.toFixed(1)}×` : "";
      each.figure.classList.toggle("movable", scale > SEEN_LARGER);
      each.figure.classList.toggle("meant", each === pane);
    }
  }

  // A blocked button keeps the focus, which a disabled one would lose.
  function block(id, blocked) {
    if (blocked) find(id).setAttribute("aria-disabled", "true");
    else find(id).removeAttribute("aria-disabled");
  }

  function say(words) {
    clearTimeout(later);
    later = setTimeout(() => (find("view-said").textContent = words ?? standing()), SAY_AFTER_MS);
  }

  function standing() {
    const pane = stage.active();
    const who = together.checked ? "Both posters" : pane.name;
    const scale = stage.scale(pane);
    return scale > SEEN_LARGER ? `${who} ${scale.toFixed(1)} times as large` : `${who} whole`;
  }

  function note(words) {
    find("finer").textContent = words;
    find("finer").hidden = !words;
    if (words) say(words);
  }

  return {
    tell,
    say,
    note,
    stop: () => {
      watch.abort();
      clearTimeout(later);
    },
  };
}

// Arrows that belong to something else: to a text, to a choice among several, or to what scrolls by itself.
function isOwnArrow(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return Boolean(event.target.closest?.("textarea, select, input, dialog, [role=separator], .abstract"));
}
