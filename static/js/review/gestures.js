// Wheel, drag, pinch and double click on one pane, as zooms and moves. Places are pixels from the pane's middle.

const WHEEL = 0.002; // a notch of a usual wheel zooms by a fifth
const PINCH = 0.01; // a trackpad's pinch comes as a wheel with the control key and small steps
const LINE = 16; // some browsers count wheels in lines
const MOST_AT_ONCE = 0.4;

export function listenToGestures(pane, { zoom, move, carry, turn, touch }) {
  const watch = new AbortController();
  const on = (kind, heard, how) => pane.addEventListener(kind, heard, { signal: watch.signal, ...how });
  const hands = new Map(); // what is pressed on the pane, by pointer

  const fromMiddle = ({ clientX, clientY }) => {
    const box = pane.getBoundingClientRect();
    return [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
  };

  on(
    "wheel",
    (event) => {
      touch();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
      if (event.shiftKey && !event.ctrlKey) {
        // Browsers turn a wheel with Shift sideways, or leave it to the page.
        if (move(-(event.deltaX || event.deltaY) * unit, 0)) event.preventDefault();
        return;
      }
      const step = -event.deltaY * unit * (event.ctrlKey ? PINCH : WHEEL);
      const changed = zoom(Math.exp(Math.min(Math.max(step, -MOST_AT_ONCE), MOST_AT_ONCE)), ...fromMiddle(event));
      // A poster that is whole already leaves the wheel to the page, which may be longer than the window.
      if (changed || event.ctrlKey) event.preventDefault();
    },
    { passive: false },
  );

  on("pointerdown", (event) => {
    if (event.button !== 0) return;
    touch();
    pane.setPointerCapture(event.pointerId);
    hands.set(event.pointerId, fromMiddle(event));
    pane.classList.add("held");
  });

  on("pointermove", (event) => {
    if (!hands.has(event.pointerId)) return;
    const [middleBefore, spreadBefore] = grip(hands);
    hands.set(event.pointerId, fromMiddle(event));
    const [middle, spread] = grip(hands);
    const factor = spreadBefore > 0 && spread > 0 ? spread / spreadBefore : 1;
    carry(factor, middleBefore, [middle[0] - middleBefore[0], middle[1] - middleBefore[1]]);
  });

  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    on(end, (event) => {
      hands.delete(event.pointerId);
      if (hands.size === 0) pane.classList.remove("held");
    });

  on("dblclick", (event) => turn(...fromMiddle(event)));
  on("dragstart", (event) => event.preventDefault()); // of the picture itself

  return { stop: () => watch.abort() };
}

// The middle of all fingers, and how far they are apart: 0 for a single one.
function grip(hands) {
  const places = [...hands.values()];
  const middle = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  const spread = places.reduce((sum, [x, y]) => sum + Math.hypot(x - middle[0], y - middle[1]), 0) / places.length;
  return [middle, places.length > 1 ? spread : 0];
}
