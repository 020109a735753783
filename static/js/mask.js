// Boxes on a poster: draw one with a mouse or pen and its four numbers stand in the form; type them and it moves.
// The fields hold the truth; without script they are all there is.

const form = document.getElementById("mask-form");
const svg = document.querySelector("#sheet svg");
const more = document.getElementById("one-more");
const EDGES = ["left", "top", "right", "bottom"];
const SMALLEST = 0.3; // percent; a click draws nothing
const SVG = "http://www.w3.org/2000/svg";
const size = svg.viewBox.baseVal;

svg.classList.add("drawable");
drawAll();

form.addEventListener("input", drawAll);

// A second click on "Mask" would be told that somebody was faster.
const masking = document.getElementById("masking");
form.addEventListener("submit", (event) => {
  if (masking.textContent) event.preventDefault();
  else if (event.submitter?.value === "mask") masking.textContent = masking.dataset.said;
});
window.addEventListener("pageshow", () => {
  masking.textContent = "";
});

form.addEventListener("change", (event) => {
  if (event.target.name !== "finding") return;
  const place = svg.querySelector(`[data-finding="${event.target.value}"]`);
  place?.classList.toggle("on", event.target.checked);
});

// "Another box" needs no trip to the server.
more.addEventListener("click", (event) => {
  event.preventDefault();
  freeRow().querySelector("input").focus();
});

svg.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || event.pointerType === "touch") return; // a finger scrolls
  event.preventDefault();
  svg.setPointerCapture(event.pointerId);
  const start = at(event);
  const mark = svg.appendChild(box());
  const moved = (now) => place(mark, between(start, at(now)));
  const ended = (now) => {
    svg.removeEventListener("pointermove", moved);
    svg.removeEventListener("pointerup", ended);
    svg.removeEventListener("pointercancel", cancelled);
    mark.remove();
    const drawn = between(start, at(now));
    if (drawn.right - drawn.left < SMALLEST || drawn.bottom - drawn.top < SMALLEST) return;
    const row = freeRow();
    for (const edge of EDGES) row.querySelector(`[name="${edge}"]`).value = drawn[edge].toFixed(2);
    drawAll();
  };
  const cancelled = () => {
    svg.removeEventListener("pointermove", moved);
    svg.removeEventListener("pointerup", ended);
    svg.removeEventListener("pointercancel", cancelled);
    mark.remove();
  };
  svg.addEventListener("pointermove", moved);
  svg.addEventListener("pointerup", ended);
  svg.addEventListener("pointercancel", cancelled);
});

function rows() {
  return [...form.querySelectorAll(".byhand .edges")];
}

// The first row with nothing in it, or a new one.
function freeRow() {
  const blank = rows().find((row) => [...row.querySelectorAll("input")].every((field) => !field.value.trim()));
  if (blank) return blank;
  const last = rows().at(-1);
  const made = last.cloneNode(true);
  made.setAttribute("aria-label", `Box ${rows().length + 1}`);
  for (const field of made.querySelectorAll("input")) field.value = "";
  last.after(made);
  return made;
}

function drawAll() {
  for (const old of svg.querySelectorAll(".own")) old.remove();
  for (const row of rows()) {
    const typed = Object.fromEntries(
      EDGES.map((edge) => [edge, Number.parseFloat(row.querySelector(`[name="${edge}"]`).value.replace(",", "."))]),
    );
    if (typed.right > typed.left && typed.bottom > typed.top) place(svg.appendChild(box()), typed);
  }
}

function box() {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "own");
  group.append(document.createElementNS(SVG, "rect"));
  return group;
}

function place(mark, { left, top, right, bottom }) {
  const rect = mark.firstChild;
  rect.setAttribute("x", (left / 100) * size.width);
  rect.setAttribute("y", (top / 100) * size.height);
  rect.setAttribute("width", Math.max(0, ((right - left) / 100) * size.width));
  rect.setAttribute("height", Math.max(0, ((bottom - top) / 100) * size.height));
}

function at(event) {
  const shown = svg.getBoundingClientRect();
  const held = (value) => Math.max(0, Math.min(100, value));
  return {
    x: held(((event.clientX - shown.left) / shown.width) * 100),
    y: held(((event.clientY - shown.top) / shown.height) * 100),
  };
}

function between(start, now) {
  return {
    left: Math.min(start.x, now.x), top: Math.min(start.y, now.y),
    right: Math.max(start.x, now.x), bottom: Math.max(start.y, now.y),
  };
}
