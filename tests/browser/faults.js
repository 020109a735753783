// Everything on this page that somebody would stumble over, as sentences. Runs inside the page; changes nothing.
({ overflowOnly, opened }) => {
  const faults = [];
  const root = document.scrollingElement;
  const width = root.clientWidth;
  const SCROLLS = ".scroll, .stage, pre, textarea, .paper .abstract"; // what is meant to be scrolled by itself
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";

  const name = (element) => {
    const marks = [element.id && `#${element.id}`, ...[...element.classList].map((word) => `.${word}`)];
    const text = (element.textContent || element.getAttribute("alt") || "").trim().replace(/\s+/g, " ").slice(0, 50);
    return `<${element.localName}${marks.filter(Boolean).join("")}>${text ? ` "${text}"` : ""}`;
  };
  const say = (what, element, how = "") => faults.push(`${what}: ${name(element)}${how ? ` ${how}` : ""}`);
  const styles = new Map();
  const style = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !element.closest(".sr, .skip");
  const area = (box) => box.width > 0.5 && box.height > 0.5;

  // --- Does anything stick out of the page or of what holds it? ---------------
  const scroller = (element) => {
    for (let held = element.parentElement; held && held !== document.body; held = held.parentElement)
      if (["auto", "scroll"].includes(style(held).overflowX)) return held;
    return null;
  };
  const everything = [...document.body.querySelectorAll("*")].filter((element) => !element.closest("svg svg, defs, symbol"));
  const shown = everything.filter(seen);
  if (root.scrollWidth > width) {
    faults.push(`sideways scrolling: the page is ${root.scrollWidth} px wide in a window of ${width}`);
    const wide = shown.filter((element) => element.getBoundingClientRect().right > width + 1 && !scroller(element));
    for (const element of wide.slice(-3)) say("sticks out of the page", element);
  }
  for (const element of shown)
    if (["auto", "scroll"].includes(style(element).overflowX) && element.scrollWidth > element.clientWidth + 1)
      if (!element.matches(SCROLLS)) say("scrolls sideways", element, `${element.scrollWidth} in ${element.clientWidth} px`);
  if (overflowOnly) return faults;

  // --- Texts: whole, apart from each other, readable --------------------------
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || !seen(holder) || holder.closest("option, script, title, symbol")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(area);
    if (lines.length) texts.push({ node, holder, lines });
  }

  const cuts = (value) => ["hidden", "clip"].includes(value);
  for (const { holder, lines } of texts) {
    if (holder.closest("[title], svg")) continue;
    let boxes = lines.map((box) => ({ left: box.left, right: box.right, top: box.top, bottom: box.bottom }));
    for (let held = holder; held && held !== document.body; held = held.parentElement) {
      const { overflowX, overflowY, position } = style(held);
      const frame = held.getBoundingClientRect();
      if (["auto", "scroll"].includes(overflowX) || ["auto", "scroll"].includes(overflowY)) boxes = [frame];
      const cut = boxes.some(
        (box) =>
          (cuts(overflowX) && (box.left < frame.left - 1.5 || box.right > frame.right + 1.5)) ||
          (cuts(overflowY) && (box.top < frame.top - box.height || box.bottom > frame.bottom + 6)),
      );
      if (cut) {
        say("cut text", holder, held === holder ? "" : `by ${name(held).split(">")[0]}>`);
        break;
      }
      if (position === "fixed") break;
    }
  }

  const layers = new Map();
  const layer = (element) => {
    if (!element || element === document.body) return null;
    if (!layers.has(element))
      layers.set(element, ["sticky", "fixed", "absolute"].includes(style(element).position) ? element : layer(element.parentElement));
    return layers.get(element);
  };
  const lines = texts.flatMap(({ node, holder, lines: boxes }) =>
    boxes.map((box) => ({
      node, holder, left: box.left + 1, right: box.right - 1, top: box.top + 0.24 * box.height, bottom: box.bottom - 0.24 * box.height,
    })),
  );
  lines.sort((one, other) => one.top - other.top);
  const told = new Set();
  lines.forEach((one, place) => {
    for (let next = place + 1; next < lines.length && lines[next].top < one.bottom - 1; next++) {
      const other = lines[next];
      if (one.node === other.node || one.left >= other.right || other.left >= one.right) continue;
      if (layer(one.holder) !== layer(other.holder) || told.has(one.holder)) continue;
      if (one.holder.closest(".scroll") !== other.holder.closest(".scroll")) continue;
      told.add(one.holder);
      say("text on text", one.holder, `and ${name(other.holder)}`);
    }
  });

  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  const colour = (text) => {
    if (!colours.has(text)) {
      const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
      if (parts) colours.set(text, [+parts[1], +parts[2], +parts[3], parts[4] === undefined ? 1 : +parts[4]]);
      else {
        pixel.clearRect(0, 0, 1, 1);
        pixel.fillStyle = text;
        pixel.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
        colours.set(text, [r, g, b, a / 255]);
      }
    }
    return colours.get(text);
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const ground = (element) => {
    const stack = [];
    for (let held = element; held; held = held.parentElement) {
      if (style(held).backgroundImage !== "none") return null;
      const paint = colour(style(held).backgroundColor);
      if (paint[3] > 0) stack.push(paint);
      if (paint[3] === 1) break;
    }
    return stack.reduceRight((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ratio = (one, other) => {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const opacity = (element) => {
    let factor = 1;
    for (let held = element; held; held = held.parentElement) factor *= Number(style(held).opacity);
    return factor;
  };
  // Behind a text in a drawing stands the last shape before it that holds its middle.
  const drawnGround = (text) => {
    const box = text.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    let outer = text;
    while (outer.ownerSVGElement) outer = outer.ownerSVGElement;
    let found = null;
    for (const shape of outer.querySelectorAll("rect, circle")) {
      if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
      const frame = shape.getBoundingClientRect();
      const paint = style(shape).fill;
      if (paint !== "none" && frame.left <= x && x <= frame.right && frame.top <= y && y <= frame.bottom) found = shape;
    }
    return found ? over(colour(style(found).fill), ground(outer) ?? [255, 255, 255, 1]) : ground(outer);
  };
  for (const { holder } of texts) {
    if (holder.closest(":disabled, [aria-disabled=true]")) continue;
    const drawn = holder.closest("svg");
    const below = drawn ? drawnGround(holder) : ground(holder);
    const faint = opacity(holder);
    if (!below || faint < 0.05) continue;
    const paint = colour(drawn ? style(holder).fill : style(holder).color);
    const { fontSize, fontWeight } = style(holder);
    const large = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700);
    const found = ratio(over([...paint.slice(0, 3), paint[3] * faint], below), below);
    if (found < (large ? 3 : 4.5)) say("too little contrast", holder, `${found.toFixed(2)}:1`);
  }
  for (const element of shown) {
    if (!element.matches(".icon") || element.closest(":disabled, [aria-disabled=true]")) continue;
    const below = ground(element.parentElement);
    if (below && ratio(over(colour(style(element).color), below), below) < 3) say("too faint an icon", element.parentElement);
  }

  // --- Controls: large enough, apart, with an edge ----------------------------
  const controls = new Map();
  for (const element of shown) {
    if (!element.matches(CONTROLS)) continue;
    const label = element.matches("input[type=radio], input[type=checkbox]") && element.closest("label");
    const target = label || element;
    const boxes = [...target.getClientRects()].filter(area);
    if (boxes.length) controls.set(target, boxes);
  }
  const inSentence = (element) => {
    if (style(element).display !== "inline") return false;
    let block = element.parentElement;
    while (style(block).display === "inline") block = block.parentElement;
    const rest = block.cloneNode(true);
    for (const other of rest.querySelectorAll(CONTROLS)) other.remove();
    return /\p{L}/u.test(rest.textContent);
  };
  const flat = [...controls].flatMap(([element, boxes]) => boxes.map((box) => ({ element, box })));
  const small = ({ box }) => box.width < 24 || box.height < 24;
  for (const one of flat) {
    const { element, box } = one;
    if (small(one) && !inSentence(element) && !element.matches(":disabled")) {
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const near = flat.find((other) => {
        if (other.element === element || other.element.contains(element) || element.contains(other.element)) return false;
        if (layer(other.element) !== layer(element)) return false; // one lies over the other, as an open menu does
        const { box: frame } = other;
        if (small(other)) return Math.hypot((frame.left + frame.right) / 2 - x, (frame.top + frame.bottom) / 2 - y) < 24;
        const dx = Math.max(frame.left - x, 0, x - frame.right);
        const dy = Math.max(frame.top - y, 0, y - frame.bottom);
        return Math.hypot(dx, dy) < 12;
      });
      if (near) say("too small a target", element, `${box.width.toFixed()}×${box.height.toFixed()} beside ${name(near.element)}`);
    }
  }
  flat.forEach(({ element, box }, place) => {
    for (const other of flat.slice(place + 1)) {
      if (other.element === element || element.contains(other.element) || other.element.contains(element)) continue;
      if (layer(element) !== layer(other.element) || element.closest(".scroll") !== other.element.closest(".scroll")) continue;
      const [wide, high] = [
        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left),
        Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top),
      ];
      if (inSentence(element) && inSentence(other.element)) continue; // lines of one text
      if (wide > 2 && high > 2) say("controls overlap", element, `and ${name(other.element)}`);
    }
  });
  for (const [element] of controls) {
    if (!element.matches(".btn, input:not([type=checkbox], [type=radio], [type=file]), select, textarea")) continue;
    const frame = element.getBoundingClientRect();
    for (const { holder, lines: boxes } of texts)
      if (element.contains(holder) && !holder.closest("svg, .sheet"))
        if (boxes.some((box) => box.left < frame.left - 1 || box.right > frame.right + 1)) say("text sticks out of", element);
    if (element.matches(":disabled, [aria-disabled=true], .btn-quiet, [readonly]")) continue;
    const [around, inside] = [ground(element.parentElement), ground(element)];
    if (!around || !inside) continue;
    const edge = over(colour(style(element).borderTopColor), around);
    if (Math.max(ratio(edge, around), ratio(inside, around)) < 3) say("no visible edge", element);
  }

  // --- Pictures and the frame of the page ---------------------------------------
  for (const picture of document.images) {
    if (!seen(picture)) continue;
    if (!picture.complete || picture.naturalWidth === 0) say("picture not loaded", picture, picture.currentSrc);
    if (!picture.hasAttribute("width") || !picture.hasAttribute("height")) say("picture without width and height", picture, picture.currentSrc);
    if (!picture.hasAttribute("alt")) say("picture without words", picture);
  }
  if (!opened) {
    for (const [selector, what] of [["h1", "heading of level 1"], ["main", "main part"], ["header.topbar", "top bar"]]) {
      const found = [...document.querySelectorAll(selector)].filter(seen).length;
      if (found !== 1) faults.push(`page frame: ${found} × ${what}`);
    }
    if (document.querySelectorAll('[style]:not([style=""], #review *, #review)').length) faults.push("page frame: an attribute with styles, which the policy refuses");
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    for (const id of new Set(ids)) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`page frame: the id ${id} twice`);
  }
  return [...new Set(faults)];
}
