// The poster in full size: opened over the page, moved by dragging, and changed from fit to its own pixels by a click.
// Everything here is a comfort; without it the link leads to a page that shows the same.

const viewer = document.getElementById("viewer");
const stage = viewer.querySelector(".stage");
const picture = stage.querySelector("img");
const zoom = viewer.querySelector("form").elements.namedItem("zoom");
const STILL_PX = 4; // a hand that presses moves a little

const opener = document.getElementById("opener");
opener?.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return; // in a tab or window of its own
  event.preventDefault();
  picture.src ||= picture.dataset.src;
  viewer.showModal();
  stage.focus();
});

// The point under the pointer stays there when the size changes.
function change(event) {
  const before = picture.getBoundingClientRect();
  const across = (event.clientX - before.left) / before.width;
  const down = (event.clientY - before.top) / before.height;
  zoom.value = zoom.value === "fit" ? "own" : "fit";
  const after = picture.getBoundingClientRect();
  stage.scrollLeft += after.left + across * after.width - event.clientX;
  stage.scrollTop += after.top + down * after.height - event.clientY;
}

let held = null;
stage.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || event.pointerType === "touch") return;
  held = { x: event.clientX, y: event.clientY, left: stage.scrollLeft, top: stage.scrollTop, moved: false };
  stage.setPointerCapture(event.pointerId);
});
stage.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [across, down] = [event.clientX - held.x, event.clientY - held.y];
  held.moved ||= Math.hypot(across, down) > STILL_PX;
  if (held.moved) stage.scrollTo(held.left - across, held.top - down);
});
stage.addEventListener("pointerup", (event) => {
  if (held && !held.moved) change(event);
  held = null;
});
stage.addEventListener("pointercancel", () => (held = null));
stage.addEventListener("dragstart", (event) => event.preventDefault());
viewer.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const wanted = { "+": "own", "=": "own", "-": "fit", 0: "fit" }[event.key];
  if (wanted) zoom.value = wanted;
});
