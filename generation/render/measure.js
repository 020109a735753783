// Boxes of a page as it is laid out, read from outside with the page's own scripts off. Lengths are CSS pixels.
// `root`: a font size for the root element, or 0 to leave it. The answer is JSON: one string crosses the border fast.
(root) => {
  if (root) document.documentElement.style.fontSize = root + "px";
  const MAX = 20000;
  const view = { x: window.scrollX, y: window.scrollY };
  const box = (r) => ({ x: r.left + view.x, y: r.top + view.y, width: r.width, height: r.height });
  const styles = new Map();
  const style = (e) => { let s = styles.get(e); if (!s) { s = getComputedStyle(e); styles.set(e, s); } return s; };
  const flows = new Map();
  const flowOf = (e) => {
    while (e.parentElement && style(e).display.startsWith("inline")) e = e.parentElement;
    if (!flows.has(e)) flows.set(e, flows.size);
    return flows.get(e);
  };
  const blockOf = (e) => { const b = e.closest("[data-block]"); return b ? b.dataset.block : ""; };
  const shown = (e) => { const s = style(e); return s.visibility === "visible" && s.display !== "none" && s.opacity !== "0"; };
  // How far a rectangle sticks out of the nearest ancestors that cut off what sticks out.
  const cut = (e, r) => {
    let most = 0;
    for (let a = e; a && a !== document.documentElement; a = a.parentElement) {
      const s = style(a);
      if (a === document.body || (s.overflowX === "visible" && s.overflowY === "visible")) continue;
      const c = a.getBoundingClientRect();
      if (s.overflowX !== "visible") most = Math.max(most, c.left - r.left, r.right - c.right);
      if (s.overflowY !== "visible") most = Math.max(most, c.top - (r.top + r.height * 0.2), r.top + r.height * 0.95 - c.bottom);
    }
    return Math.max(0, most);
  };
  // How far the drawn part of a line sticks out of the panel it stands on: the nearest ancestor with a ground or frame.
  const clear = (c) => c === "transparent" || /^rgba\(.*,\s*0\)$/.test(c);
  const framed = (s) => ["Top", "Right", "Bottom", "Left"].every((side) => parseFloat(s["border" + side + "Width"]) > 0);
  const panels = new Map();
  const panelOf = (e) => {
    if (!e || e === document.body || e === document.documentElement) return null;
    if (!panels.has(e)) {
      const s = style(e);
      const ground = !s.display.startsWith("inline") && (!clear(s.backgroundColor) || s.backgroundImage !== "none" || framed(s));
      panels.set(e, ground ? e : panelOf(e.parentElement));
    }
    return panels.get(e);
  };
  const out = (e, r) => {
    const panel = panelOf(e);
    if (!panel) return 0;
    const p = panel.getBoundingClientRect();
    return Math.max(0, p.left - r.left, r.right - p.right, p.top - (r.top + r.height * 0.2), r.top + r.height * 0.95 - p.bottom);
  };
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node && lines.length < MAX; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent || !shown(parent)) continue;
    range.selectNodeContents(node);
    for (const r of range.getClientRects()) {
      if (r.width < 0.5 || r.height < 0.5 || lines.length >= MAX) continue;
      lines.push({ block: blockOf(parent), flow: flowOf(parent), text: node.data.trim().slice(0, 60), ...box(r),
                   size: parseFloat(style(parent).fontSize), cut: cut(parent, r), out: out(parent, r) });
    }
  }
  const images = [...document.querySelectorAll("img, svg, canvas")].filter(shown).slice(0, MAX).map((e) => {
    const r = e.getBoundingClientRect();
    const isImg = e.tagName === "IMG";
    return { block: blockOf(e), ...box(r), natural_width: isImg ? e.naturalWidth : r.width,
             natural_height: isImg ? e.naturalHeight : r.height, loaded: !isImg || (e.complete && e.naturalWidth > 0), cut: cut(e, r) };
  });
  const blocks = [...document.querySelectorAll("[data-block]")].slice(0, MAX).map((e) => ({
    name: e.dataset.block, parents: (() => { const p = []; for (let a = e.parentElement; a; a = a.parentElement) if (a.dataset && a.dataset.block) p.push(a.dataset.block); return p; })(),
    ...box(e.getBoundingClientRect()),
  }));
  const declared = document.querySelector("[data-canvas-width][data-canvas-height]");
  const scroller = document.scrollingElement || document.documentElement;
  return JSON.stringify({
    lines, images, blocks,
    page_width: Math.max(scroller.scrollWidth, document.body ? document.body.scrollWidth : 0),
    page_height: Math.max(scroller.scrollHeight, document.body ? document.body.scrollHeight : 0),
    canvas_width: declared ? parseInt(declared.dataset.canvasWidth, 10) || 0 : 0,
    canvas_height: declared ? parseInt(declared.dataset.canvasHeight, 10) || 0 : 0,
    text: document.body ? document.body.innerText.slice(0, 200000) : "",
  });
}
