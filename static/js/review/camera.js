// Where a poster lies in its pane. A camera is { height, x, y }: the poster's height on the screen in CSS pixels, and
// which point of the poster is in the middle of the pane, counted from the poster's middle in poster heights. So the
// same numbers show the same place of both posters, whatever their shapes.

const MARGIN = 24; // pixels of mat that may come in beside a poster that was moved to its end

const between = (low, value, high) => Math.min(Math.max(value, low), high);

// The height at which both posters are whole: the same for both.
export function fittingHeight(frames) {
  return Math.max(1, Math.min(...frames.map(({ width, height, shape }) => Math.min(height, width / shape))));
}

// The camera as it can be shown: not smaller than fitting, not larger than `most`, and never moved out of its pane.
export function limited(camera, frame, fit, most) {
  const height = between(fit, camera.height, most);
  const reach = (length, room) => (length <= room + 0.5 ? 0 : ((length - room) / 2 + MARGIN) / height);
  const [across, down] = [reach(height * frame.shape, frame.width), reach(height, frame.height)];
  return { height, x: between(-across, camera.x, across), y: between(-down, camera.y, down) };
}

// Larger by a factor, while the point at (x, y) pixels from the middle of the pane stays where it is.
export function zoomed(camera, factor, x, y) {
  const drift = (1 - 1 / factor) / camera.height;
  return { height: camera.height * factor, x: camera.x + x * drift, y: camera.y + y * drift };
}

// Moved along with a hand that went (x, y) pixels.
export function moved(camera, x, y) {
  return { height: camera.height, x: camera.x - x / camera.height, y: camera.y - y / camera.height };
}

// The other camera after the same zoom and the same way on the screen as from `before` to `after`. It is not limited
// here: what lies between the two posters would shrink at every edge that only one of them has reached.
export function followed(other, before, after) {
  const scale = before.height / other.height;
  return {
    height: (other.height * after.height) / before.height,
    x: other.x + (after.x - before.x) * scale,
    y: other.y + (after.y - before.y) * scale,
  };
}
