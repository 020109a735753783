// Two posters on their mat: how large each is drawn, which part of it is seen, and what the other one does meanwhile.

import { fittingHeight, followed, limited, moved, zoomed } from "./camera.js";
import { finerPictures } from "./finer.js";

const STRIDE = 0.2; // of the pane, for an arrow
const EDGE = 2; // pixels kept free around a whole poster, for its outline
const MOST = 8; // times the fitting height, or four screen pixels for a stored one, whichever is more
const LARGEST_SHARE = 0.68; // of the width, for one of two posters
const TINY = 1e-6;

// `isLocked()`: both move together; `shown()`: the place of the one that is seen alone, undefined for both side by side;
// `changed()` hears of all that is drawn anew, `sharper()` and `failed()` of finer pictures that came or did not.
export function openStage(panes, { isLocked, shown, changed, sharper, failed }) {
  let last = panes[0]; // the pane that was touched last: buttons and keys mean it
  let fit = 1;
  const finer = finerPictures(panes, { changed: sharpened, failed });

  const active = () => panes[shown()] ?? last;
  const heights = () => finer.sizes().map(([, high]) => high);
  const most = () => Math.max(MOST * fit, finer.isWhole() ? (4 * Math.max(...heights())) / devicePixelRatio : 0);
  const seen = (pane, camera = pane.camera) => limited(camera, pane.frame, fit, most());
  const isWhole = (pane) => seen(pane).height <= fit;

  // One pane goes on to another camera, and the other follows where they are locked; false where nothing changes.
  function go(pane, camera) {
    const [before, after] = [seen(pane), seen(pane, camera)];
    if (isSame(before, after)) return false;
    for (const other of panes)
      if (other !== pane && isLocked()) other.camera = followed(other.camera, before, after);
    pane.camera = after;
    // Whole again: what lay between the two is forgotten, both are in their middle.
    if (panes.every(isWhole)) panes.forEach(center);
    draw();
    return true;
  }

  function center(pane) {
    pane.camera = { height: fit, x: 0, y: 0 };
  }

  // --- Drawing -----------------------------------------------------------------

  // The panes or the pictures have another size: what was whole stays whole, the rest stays as large as it was.
  function lay() {
    const were = panes.map(isWhole);
    const shapes = finer.sizes().map(([wide, high]) => wide / high);
    if (shown() === undefined) shareRoom(panes, shapes);
    panes.forEach((pane, at) => {
      const { clientWidth: width, clientHeight: height } = pane.figure;
      pane.frame = { width, height, shape: shapes[at] };
    });
    const rooms = panes.map(({ frame }) => ({ ...frame, width: frame.width - 2 * EDGE, height: frame.height - 2 * EDGE }));
    if (rooms.some(({ width, height }) => width < 1 || height < 1)) return; // not on the screen
    fit = fittingHeight(rooms);
    panes.forEach((pane, at) => were[at] && center(pane));
    draw();
  }

  function sharpened() {
    sharper();
    lay();
  }

  function draw() {
    const stored = finer.sizes();
    panes.forEach((pane, at) => place(pane, seen(pane), stored[at]));
    finer.sharpen(() => panes.map((pane) => seen(pane).height * devicePixelRatio));
    changed();
  }

  // Locked posters keep their equal heights: the one with more pixels decides, so that every pixel of both can be seen.
  function fullHeight(pane) {
    const areLevel = Math.abs(seen(panes[0]).height / seen(panes[1]).height - 1) < 0.005;
    const stored = isLocked() && areLevel ? Math.max(...heights()) : heights()[panes.indexOf(pane)];
    return stored / devicePixelRatio;
  }

  const zoom = (pane, factor, x = 0, y = 0) => go(pane, zoomed(seen(pane), factor, x, y));
  const move = (pane, x, y) => go(pane, moved(seen(pane), x, y));

  return {
    active,
    lay,
    zoom,
    move,
    // Zoom and move in one step: a poster that is whole could not move before it is larger.
    carry: (pane, factor, from, way) => go(pane, moved(zoomed(seen(pane), factor, ...from), ...way)),
    stride: (x, y) => {
      const { frame } = active();
      return move(active(), -x * STRIDE * frame.width, -y * STRIDE * frame.height);
    },
    whole: () => {
      (isLocked() ? panes : [active()]).forEach(center);
      draw();
    },
    // One stored pixel on one pixel of the screen.
    full: async () => {
      const pane = active();
      if (await finer.whole()) zoom(pane, fullHeight(pane) / seen(pane).height);
    },
    touch: (pane) => {
      if (last === pane) return;
      last = pane;
      changed();
    },
    scale: (pane) => seen(pane).height / fit, // 1 where it is whole
    isWhole,
    isLargest: (pane) => seen(pane).height >= most(),
    isFull: (pane) => finer.isWhole() && Math.abs(seen(pane).height - fullHeight(pane)) < 0.5 / devicePixelRatio,
    hasEveryPixel: finer.isWhole,
    canGo: (pane, x, y) => !isSame(seen(pane), seen(pane, moved(seen(pane), -x, -y))),
    stop: finer.stop,
  };
}

const isSame = (one, other) => ["height", "x", "y"].every((key) => Math.abs(one[key] - other[key]) < TINY);

// Side by side each gets the room that its shape needs, and half of what is left: so a wide poster beside a high one
// makes neither of them small, and both have as much mat around them.
function shareRoom(panes, shapes) {
  const room = panes.reduce((sum, { figure }) => sum + figure.clientWidth, 0);
  if (room === 0) return;
  const width = shapes[0] + shapes[1]; // of both, at a height of 1
  const height = Math.min(panes[0].figure.clientHeight, room / width);
  panes.forEach(({ figure }, at) => {
    const share = (height * shapes[at] + (room - height * width) / 2) / room;
    figure.style.flexGrow = Math.min(Math.max(share, 1 - LARGEST_SHARE), LARGEST_SHARE);
  });
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
