// Looking at two posters: side by side or one in place of the other, zoomed and moved together or each alone.
// startViewer(root) makes the panes of this pair work; what it returns stops it.

import { fittingHeight, followed, limited, moved, zoomed } from "./camera.js";
import { finerPictures } from "./finer.js";
import { listenToGestures } from "./gestures.js";
import { areOff, keyOf, letterOf } from "./keys.js";
import { recall, remember } from "./remember.js";
import { switchViews } from "./views.js";

const STEP = 1.3; // of a button or a key
const TURN = 2.5; // of a double click on a whole poster
const STRIDE = 0.2; // of the pane, for an arrow
const EDGE = 1; // pixels kept free around a whole poster, for its outline
const MOST = 8; // times the fitting height, or four screen pixels for a stored one, whichever is more
const LARGEST_SHARE = 0.68; // of the width, for one of two posters
const SAY_AFTER_MS = 500;

export function startViewer(root) {
  const watch = new AbortController();
  const on = (target, kind, heard) => target.addEventListener(kind, heard, { signal: watch.signal });
  const find = (id) => root.querySelector(`#${id}`);
  const together = find("together");
  const panes = ["a", "b"].map((letter) => paneOf(root, letter));
  const others = (pane) => panes.filter((other) => other !== pane);
  let last = panes[0]; // the pane that was touched last: buttons and keys mean it
  let fit = 1;
  let sayLater = 0;

  const views = switchViews(root, { changed: () => lay(), said: say });
  const finer = finerPictures(panes, { changed: lay, failed: () => note("The finer pictures did not load. Zoom again to try once more.") });

  // --- Cameras -----------------------------------------------------------------

  const active = () => panes[views.shown()] ?? last;
  const most = () => Math.max(MOST * fit, finer.isWhole() ? (4 * Math.max(...finer.sizes().map(([, high]) => high))) / devicePixelRatio : 0);
  const asShown = (pane) => limited(pane.camera, pane.frame, fit, most());
  const isWhole = (pane) => asShown(pane).height <= fit;

  // One pane goes on to another camera, and the other follows where they are locked; false where nothing changes.
  function go(pane, camera) {
    const before = asShown(pane);
    const after = limited(camera, pane.frame, fit, most());
    const still = ["height", "x", "y"].every((key) => Math.abs(after[key] - before[key]) < 1e-6);
    if (still) return false;
    for (const other of together.checked ? others(pane) : []) other.camera = followed(other.camera, before, after);
    pane.camera = after;
    // Whole again: what lay between the two is forgotten, both are in their middle.
    if (panes.every(isWhole)) panes.forEach(center);
    draw();
    return true;
  }

  const zoomBy = (pane, factor, x = 0, y = 0) => go(pane, zoomed(asShown(pane), factor, x, y));
  const moveBy = (pane, x, y) => go(pane, moved(asShown(pane), x, y));
  const stride = (x, y) => {
    const pane = active();
    return moveBy(pane, -x * STRIDE * pane.frame.width, -y * STRIDE * pane.frame.height);
  };

  function whole() {
    (together.checked ? panes : [active()]).forEach(center);
    draw();
  }

  // One stored pixel on one pixel of the screen. Locked posters keep their equal heights: the one with more pixels
  // decides, so that every pixel of both is there to see.
  async function full() {
    const pane = active();
    note(finer.isWhole() ? "" : "Loading every pixel …");
    if (!(await finer.whole())) return;
    note("");
    zoomBy(pane, fullHeight(pane) / asShown(pane).height);
  }

  function fullHeight(pane) {
    const heights = finer.sizes().map(([, high]) => high);
    const areLevel = Math.abs(asShown(panes[0]).height / asShown(panes[1]).height - 1) < 0.005;
    const stored = together.checked && areLevel ? Math.max(...heights) : heights[panes.indexOf(pane)];
    return stored / devicePixelRatio;
  }

  // --- Drawing -----------------------------------------------------------------

  // The panes or the pictures have another size: what was whole stays whole, the rest stays as large as it was.
  function lay() {
    const were = panes.map(isWhole);
    const stored = finer.sizes();
    shareRoom(stored.map(([wide, high]) => wide / high));
    panes.forEach((pane, at) => {
      const { clientWidth: width, clientHeight: height } = pane.figure;
      pane.frame = { width, height, shape: stored[at][0] / stored[at][1] };
    });
    if (panes.some(({ frame }) => frame.width < 2 * EDGE + 1 || frame.height < 2 * EDGE + 1)) return;
    fit = fittingHeight(panes.map(({ frame }) => ({ ...frame, width: frame.width - 2 * EDGE, height: frame.height - 2 * EDGE })));
    panes.forEach((pane, at) => were[at] && center(pane));
    draw();
  }

  // Side by side each gets the room that its shape needs, and half of what is left: so a wide poster beside a high one
  // makes neither of them small, and both have as much mat around them.
  function shareRoom(shapes) {
    if (views.isFlipped()) return; // both have all of it
    const room = panes.reduce((sum, { figure }) => sum + figure.clientWidth, 0);
    if (room === 0) return;
    const width = shapes[0] + shapes[1]; // of both, at a height of 1
    const height = Math.min(panes[0].figure.clientHeight, room / width);
    panes.forEach(({ figure }, at) => {
      const share = (height * shapes[at] + (room - height * width) / 2) / room;
      figure.style.flexGrow = Math.min(Math.max(share, 1 - LARGEST_SHARE), LARGEST_SHARE);
    });
  }

  function center(pane) {
    pane.camera = { height: fit, x: 0, y: 0 };
  }

  function draw() {
    const stored = finer.sizes();
    panes.forEach((pane, at) => place(pane, asShown(pane), stored[at]));
    finer.sharpen(() => panes.map((pane) => asShown(pane).height * devicePixelRatio));
    tell();
  }

  // --- What the buttons say ------------------------------------------------------

  function tell() {
    const pane = active();
    const shown = asShown(pane);
    const isFull = finer.isWhole() && Math.abs(shown.height - fullHeight(pane)) < 0.5 / devicePixelRatio;
    find("zoom-fit").setAttribute("aria-pressed", String(isWhole(pane)));
    find("zoom-full").setAttribute("aria-pressed", String(isFull));
    block("zoom-out", isWhole(pane));
    block("zoom-in", shown.height >= most());
    const room = (x, y) => {
      const next = limited(moved(shown, x, y), pane.frame, fit, most());
      return Math.abs(next.x - shown.x) + Math.abs(next.y - shown.y) > 1e-6;
    };
    for (const [name, x, y] of [["left", 1, 0], ["up", 0, 1], ["down", 0, -1], ["right", -1, 0]]) block(`move-${name}`, !room(x, y));
    root.classList.toggle("zoomed", panes.some((each) => !isWhole(each)));
    root.classList.toggle("apart", !together.checked);
    for (const each of panes) {
      const scale = asShown(each).height / fit;
      each.scale.textContent = scale > 1.005 ? `${scale.toFixed(1)}×` : "";
      each.figure.classList.toggle("movable", scale > 1.005);
      each.figure.classList.toggle("meant", each === pane);
    }
  }

  // A blocked button keeps the focus, which a disabled one would lose.
  function block(id, blocked) {
    if (blocked) find(id).setAttribute("aria-disabled", "true");
    else find(id).removeAttribute("aria-disabled");
  }

  function say(words) {
    clearTimeout(sayLater);
    sayLater = setTimeout(() => (find("view-said").textContent = words ?? standing()), SAY_AFTER_MS);
  }

  function standing() {
    const pane = active();
    const who = together.checked ? "Both posters" : pane.name;
    const scale = asShown(pane).height / fit;
    return scale > 1.005 ? `${who} ${scale.toFixed(1)} times as large` : `${who} whole`;
  }

  function note(words) {
    find("finer").textContent = words;
    find("finer").hidden = !words;
    if (words) say(words);
  }

  // --- Hands, buttons, keys --------------------------------------------------------

  const gestures = panes.map((pane) =>
    listenToGestures(pane.figure, {
      touch: () => touch(pane),
      zoom: (factor, x, y) => zoomBy(pane, factor, x, y),
      move: (x, y) => moveBy(pane, x, y),
      // In one step: a poster that is whole could not move before it is larger.
      carry: (factor, from, way) => go(pane, moved(zoomed(asShown(pane), factor, ...from), ...way)),
      turn: (x, y) => (isWhole(pane) ? zoomBy(pane, TURN, x, y) : whole()),
    }),
  );

  function touch(pane) {
    if (last === pane) return;
    last = pane;
    tell();
  }

  const orders = {
    "zoom-in": () => zoomBy(active(), STEP),
    "zoom-out": () => zoomBy(active(), 1 / STEP),
    "zoom-fit": whole,
    "zoom-full": full,
    "move-left": () => stride(-1, 0),
    "move-up": () => stride(0, -1),
    "move-down": () => stride(0, 1),
    "move-right": () => stride(1, 0),
  };
  for (const [id, order] of Object.entries(orders))
    on(find(id), "click", () => {
      order();
      say();
    });

  const arrows = { arrowleft: "move-left", arrowup: "move-up", arrowdown: "move-down", arrowright: "move-right" };
  const signs = { "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", "−": "zoom-out", 0: "zoom-fit" };

  function onKey(event) {
    const inPane = event.target.closest?.(".pane");
    const arrow = arrows[event.key.toLowerCase()];
    if (arrow && !isOwnArrow(event)) {
      // Kept down, an arrow goes on.
      if (orders[arrow]()) event.preventDefault();
      return;
    }
    const key = areOff() && inPane ? keyOf(event) : letterOf(event);
    if (key in signs) orders[signs[key]]();
    else if (key === "l") together.click();
    else return;
    event.preventDefault();
    say();
  }
  on(document, "keydown", onKey);
  for (const pane of panes) on(pane.figure, "focus", () => touch(pane));

  together.checked = recall("together") !== "no";
  on(together, "change", () => {
    remember("together", together.checked ? "yes" : "no");
    tell();
    say(together.checked ? "Both posters move together" : "Each poster moves alone");
  });

  const sizes = new ResizeObserver(lay);
  for (const { figure, poster } of panes) {
    figure.tabIndex = 0;
    sizes.observe(figure);
    on(poster, "load", lay);
  }
  lay();

  return {
    stop: () => {
      watch.abort();
      clearTimeout(sayLater);
      sizes.disconnect();
      views.stop();
      finer.stop();
      for (const each of gestures) each.stop();
    },
  };
}

// Arrows that belong to something else: to a text, to a choice among several, or to what scrolls by itself.
function isOwnArrow(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return Boolean(event.target.closest?.("textarea, select, input, dialog, [role=separator], .abstract"));
}

function paneOf(root, letter) {
  const figure = root.querySelector(`#pane-${letter}`);
  const poster = root.querySelector(`#poster-${letter}`);
  return {
    figure,
    poster,
    name: poster.alt,
    board: figure.querySelector(".board"),
    scale: root.querySelector(`#scale-${letter}`),
    camera: { height: 0, x: 0, y: 0 },
    frame: { width: 0, height: 0, shape: 1 },
  };
}

// Puts the poster on whole pixels of the screen. Its board is as large as what is stored and drawn smaller or larger, so
// that at 100 % each stored pixel is one of the screen: lengths with halves in them would be rounded.
function place(pane, { height, x, y }, [wide, high]) {
  const dots = (length) => Math.round(length * devicePixelRatio) / devicePixelRatio;
  const scale = dots(height) / high;
  const left = (pane.frame.width - wide * scale) / 2 - x * height;
  const top = (pane.frame.height - high * scale) / 2 - y * height;
  const { style } = pane.board;
  style.width = `${wide}px`;
  style.height = `${high}px`;
  style.setProperty("--scale", scale);
  style.transform = `translate(${dots(left)}px, ${dots(top)}px) scale(${scale})`;
}
