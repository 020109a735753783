// Looking at two posters: side by side or one in place of the other, zoomed and moved together or each alone.
// startViewer(root) makes the panes of this pair work; what it returns stops it.

import { startControls } from "./controls.js";
import { listenToGestures } from "./gestures.js";
import { openStage } from "./stage.js";
import { switchViews } from "./views.js";

const TURN = 2.5; // of a double click on a whole poster

export function startViewer(root) {
  const watch = new AbortController();
  const on = (target, kind, heard) => target.addEventListener(kind, heard, { signal: watch.signal });
  const panes = ["a", "b"].map((letter) => paneOf(root, letter));

  const views = switchViews(root, { changed: () => stage.lay(), said: (words) => controls.say(words) });
  const together = root.querySelector("#together");
  const stage = openStage(panes, {
    isLocked: () => together.checked,
    shown: views.shown,
    changed: () => controls.tell(),
    sharper: () => controls.note(""),
    failed: () => controls.note("The finer pictures did not load. Zoom again to try once more."),
  });
  const controls = startControls(root, panes, stage);

  const gestures = panes.map((pane) =>
    listenToGestures(pane.figure, {
      touch: () => stage.touch(pane),
      zoom: (factor, x, y) => stage.zoom(pane, factor, x, y),
      move: (x, y) => stage.move(pane, x, y),
      carry: (factor, from, way) => stage.carry(pane, factor, from, way),
      turn: (x, y) => (stage.isWhole(pane) ? stage.zoom(pane, TURN, x, y) : stage.whole()),
    }),
  );

  const sizes = new ResizeObserver(stage.lay);
  for (const pane of panes) {
    pane.figure.tabIndex = 0;
    on(pane.figure, "focus", () => stage.touch(pane));
    on(pane.poster, "load", stage.lay);
    sizes.observe(pane.figure);
  }
  stage.lay();

  return {
    stop: () => {
      watch.abort();
      sizes.disconnect();
      for (const part of [views, controls, stage, ...gestures]) part.stop();
    },
  };
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
