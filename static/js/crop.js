// The box on a page: drag it, pull its corners and edges, or draw a new one (with a mouse; a finger scrolls).
// The four numbers hold the truth; without script they are all there is.

const form = document.getElementById("crop-form");
const svg = document.querySelector("#sheet svg");
const EDGES = ["x0", "y0", "x1", "y1"];
const SMALLEST = 6; // points, as the server cuts
const HANDLES = [
  ["x0", "y0"], [null, "y0"], ["x1", "y0"],
  ["x0", null], ["x1", null],
  ["x0", "y1"], [null, "y1"], ["x1", "y1"],
];

const inputs = Object.fromEntries(EDGES.map((edge) => [edge, form.elements.namedItem(edge)]));
const page = { width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height };
const rect = svg.querySelector(".box") ?? svg.appendChild(shape("rect", "box"));
const handles = HANDLES.map(([across, down]) => {
  const handle = svg.appendChild(shape("circle", `handle ${cursor(across, down)}`));
  return { handle, across, down };
});

let box = typed();
draw();
svg.classList.add("live");

form.addEventListener("input", (event) => {
  if (!EDGES.includes(event.target.name)) return;
  box = typed();
  draw();
  form.dispatchEvent(new Event("crop-changed"));
});

svg.addEventListener("pointerdown", (event) => {
  const grip = handles.find(({ handle }) => handle === event.target);
  const onBox = grip || event.target === rect;
  if (event.button !== 0 || (event.pointerType === "touch" && !onBox)) return;
  event.preventDefault();
  svg.setPointerCapture(event.pointerId);
  const start = at(event);
  const before = { ...box };
  const move = grip ? pull(grip) : event.target === rect ? shift : sweep;

  const moved = (now) => {
    box = move(before, start, at(now));
    draw();
    write();
  };
  const done = () => {
    svg.removeEventListener("pointermove", moved);
    svg.removeEventListener("pointerup", done);
    svg.removeEventListener("pointercancel", done);
    if (EDGES.some((edge) => box[edge] !== before[edge])) form.dispatchEvent(new Event("crop-changed"));
  };
  svg.addEventListener("pointermove", moved);
  svg.addEventListener("pointerup", done);
  svg.addEventListener("pointercancel", done);
});

// --- What a drag does -------------------------------------------------------

function shift(before, start, now) {
  const dx = held(now.x - start.x, -before.x0, page.width - before.x1);
  const dy = held(now.y - start.y, -before.y0, page.height - before.y1);
  return { x0: before.x0 + dx, y0: before.y0 + dy, x1: before.x1 + dx, y1: before.y1 + dy };
}

function pull({ across, down }) {
  return (before, start, now) => {
    const next = { ...before };
    if (across === "x0") next.x0 = held(before.x0 + now.x - start.x, 0, before.x1 - SMALLEST);
    if (across === "x1") next.x1 = held(before.x1 + now.x - start.x, before.x0 + SMALLEST, page.width);
    if (down === "y0") next.y0 = held(before.y0 + now.y - start.y, 0, before.y1 - SMALLEST);
    if (down === "y1") next.y1 = held(before.y1 + now.y - start.y, before.y0 + SMALLEST, page.height);
    return next;
  };
}

function sweep(before, start, now) {
  const next = {
    x0: held(Math.min(start.x, now.x), 0, page.width), y0: held(Math.min(start.y, now.y), 0, page.height),
    x1: held(Math.max(start.x, now.x), 0, page.width), y1: held(Math.max(start.y, now.y), 0, page.height),
  };
  return next.x1 - next.x0 < SMALLEST || next.y1 - next.y0 < SMALLEST ? before : next; // a click draws nothing
}

// --- Between the page and the numbers ---------------------------------------

function at(event) {
  const place = svg.getBoundingClientRect();
  return {
    x: ((event.clientX - place.left) / place.width) * page.width,
    y: ((event.clientY - place.top) / place.height) * page.height,
  };
}

function typed() {
  return Object.fromEntries(EDGES.map((edge) => [edge, Number(inputs[edge].value)]));
}

function write() {
  for (const edge of EDGES) inputs[edge].value = box[edge].toFixed(1);
}

function draw() {
  set(rect, { x: box.x0, y: box.y0, width: Math.max(0, box.x1 - box.x0), height: Math.max(0, box.y1 - box.y0) });
  for (const { handle, across, down } of handles) {
    set(handle, {
      cx: across ? box[across] : (box.x0 + box.x1) / 2,
      cy: down ? box[down] : (box.y0 + box.y1) / 2,
      r: page.width / 110,
    });
  }
}

function cursor(across, down) {
  if (!across) return "upright";
  if (!down) return "level";
  return (across === "x0") === (down === "y0") ? "falling" : "rising";
}

function shape(name, classes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  made.setAttribute("class", classes);
  return made;
}

function set(element, values) {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
}

function held(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
