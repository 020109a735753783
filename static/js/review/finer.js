// Finer pictures once somebody zooms beyond what is loaded. Both posters change in the same frame, so that neither looks
// sharper than the other, and the new pictures lie over the old ones, so that nothing flickers.

const ENOUGH = 1.02; // up to this much larger than its pixels a picture still counts as sharp
const AGAIN_AFTER_MS = 3000; // the site is not asked at every turn of a wheel while it is away

export function finerPictures(panes, { changed, failed }) {
  let [shown, loading, stopped, failedAt] = [0, null, false, -Infinity]; // `shown`: which source both posters show now
  const sources = panes.map(({ poster }) => [null, poster.dataset.usual, poster.dataset.full]); // first what the page chose
  const last = sources[0].length - 1;
  const layers = panes.map(({ poster }) => poster);

  // What the page chose may be the usual size already.
  const isUsual = () => panes.every(({ poster }) => pathOf(poster.currentSrc) === pathOf(poster.dataset.usual));
  const following = () => (shown === 0 && isUsual() ? last : shown + 1);

  async function load(step) {
    const pictures = panes.map(({ poster }, place) => {
      const picture = new Image(...shapeOf(poster));
      picture.alt = ""; // the poster below it has the name
      picture.decoding = "sync";
      picture.src = sources[place][step];
      return picture;
    });
    loading = { step, pictures };
    try {
      await Promise.all(pictures.map((picture) => picture.decode()));
    } catch {
      failedAt = performance.now();
      if (!stopped) failed();
      return false;
    } finally {
      loading = null;
    }
    if (stopped) return false;
    pictures.forEach((picture, place) => panes[place].board.append(picture));
    const old = layers.splice(0, layers.length, ...pictures);
    shown = step;
    changed();
    // The layers below go once the new ones are surely painted; the poster itself stays, it is what the page knows.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => old.forEach((layer, place) => layer !== panes[place].poster && layer.remove())),
    );
    return true;
  }

  const isShort = (wanted) =>
    layers.every((layer) => layer.naturalHeight > 0) &&
    layers.some((layer, place) => wanted()[place] > layer.naturalHeight * ENOUGH);

  let queue = Promise.resolve(true);
  const after = (work) => (queue = queue.then(work));

  return {
    // Width and height of what is shown now in stored pixels; the shape alone while nothing has come.
    sizes: () => layers.map((layer) => (layer.naturalHeight ? [layer.naturalWidth, layer.naturalHeight] : shapeOf(layer))),
    isWhole: () => shown === last,
    // Loads what is missing for a poster so many device pixels high; `wanted` is asked again after each step.
    sharpen: (wanted) =>
      after(async () => {
        if (performance.now() < failedAt + AGAIN_AFTER_MS) return false;
        while (!stopped && shown < last && isShort(wanted)) if (!(await load(following()))) return false;
        return true;
      }),
    // Every pixel that is stored.
    whole: () => after(async () => shown === last || (!stopped && load(last))),
    stop: () => {
      stopped = true;
      for (const picture of loading?.pictures ?? []) picture.src = ""; // gives the line free for the next pair
    },
  };
}

const shapeOf = (picture) => ["width", "height"].map((name) => Number(picture.getAttribute(name)));
const pathOf = (address) => new URL(address, location).pathname;
