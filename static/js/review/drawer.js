// The paper beside the posters, or over them where there is no room: P opens, Escape closes, the page is remembered.
// startDrawer(root) makes the drawer and the abstract of this pair work; what it returns stops them.

import { startAbstract } from "./abstract.js";
import { letterOf } from "./keys.js";
import { readerOfPages } from "./leaves.js";
import { recall, remember } from "./remember.js";

const BESIDE = "(min-width: 1200px)"; // as in the styles
const [NARROWEST, USUAL, WIDE, WIDEST] = [25, 40, 60, 70]; // percent of the window
const STEP = 2;

let staysOpen = false; // beside the posters it is still open at the next pair

export function startDrawer(root) {
  const abstract = startAbstract(root);
  const drawer = root.querySelector("#drawer");
  if (!drawer) return abstract;
  const stop = paperDrawer(root, drawer);
  return {
    stop: () => {
      abstract.stop();
      stop();
    },
  };
}

function paperDrawer(root, drawer) {
  const watch = new AbortController();
  const on = (target, kind, heard) => target.addEventListener(kind, heard, { signal: watch.signal });
  const [opener, closer, grip, wider] = ["paper-button", "drawer-close", "grip", "wider"].map((id) => root.querySelector(`#${id}`));
  const leaves = root.querySelector("#leaves");
  const beside = matchMedia(BESIDE);
  const pages = readerOfPages(root, drawer.dataset.paper);
  let before = null; // what had the focus

  // --- Open and close --------------------------------------------------------------

  function open({ withFocus }) {
    if (drawer.open) return;
    before = withFocus ? document.activeElement : before;
    if (!beside.matches) drawer.showModal();
    else if (withFocus) drawer.show();
    else drawer.setAttribute("open", ""); // show() would take the focus
    if (withFocus) leaves.focus({ preventScroll: true });
    tell();
    pages.goBack();
  }

  function close() {
    if (!drawer.open) return;
    const hadFocus = drawer.contains(document.activeElement);
    drawer.close();
    tell();
    if (!hadFocus) return;
    const isThere = before?.isConnected && before !== document.body && !drawer.contains(before);
    (isThere ? before : opener).focus({ preventScroll: true });
  }

  const toggle = () => (drawer.open ? close() : open({ withFocus: true }));

  function tell() {
    opener.setAttribute("aria-expanded", String(drawer.open));
    root.classList.toggle("with-drawer", drawer.open);
    staysOpen = drawer.open && beside.matches;
  }

  on(opener, "click", toggle);
  on(closer, "click", close);
  on(document, "keydown", (event) => {
    if (event.key === "Escape" && drawer.open && !event.defaultPrevented && !event.target.closest?.("details[open], dialog:not(#drawer)")) {
      event.preventDefault();
      close();
    } else if (letterOf(event) === "p" && (drawer.open || !document.querySelector("dialog:modal"))) {
      event.preventDefault();
      toggle();
    }
  });
  // Over the posters, no key may reach what cannot be seen; Escape and P still close.
  on(drawer, "keydown", (event) => {
    if (beside.matches || event.key === "Escape" || letterOf(event) === "p") return;
    event.stopPropagation();
  });
  on(drawer, "close", tell); // also by the browser's own Escape
  on(drawer, "click", (event) => event.target === drawer && !beside.matches && close()); // on what is behind it
  on(beside, "change", () => {
    if (!drawer.open) return;
    drawer.close();
    open({ withFocus: false });
  });

  // --- Width -------------------------------------------------------------------------

  const width = () => Number(grip.getAttribute("aria-valuenow"));

  function setWidth(percent) {
    const kept = Math.round(Math.min(Math.max(percent, NARROWEST), WIDEST));
    root.style.setProperty("--drawer", `${kept}%`);
    grip.setAttribute("aria-valuenow", String(kept));
    grip.setAttribute("aria-valuetext", `${kept} % of the window`);
    wider.setAttribute("aria-pressed", String(kept >= WIDE));
  }

  function keepWidth(percent) {
    setWidth(percent);
    remember("drawer", String(width()));
  }

  on(grip, "keydown", (event) => {
    const steps = { ArrowLeft: width() + STEP, ArrowRight: width() - STEP, Home: WIDEST, End: NARROWEST };
    if (!(event.key in steps)) return;
    event.preventDefault();
    keepWidth(steps[event.key]);
  });
  on(grip, "pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault(); // no text is marked meanwhile
    grip.setPointerCapture(event.pointerId);
  });
  on(grip, "pointermove", (event) => {
    if (!grip.hasPointerCapture(event.pointerId)) return;
    const { right, width: whole } = root.getBoundingClientRect();
    keepWidth((100 * (right - event.clientX)) / whole);
  });
  on(grip, "dblclick", () => keepWidth(USUAL));
  on(wider, "click", () => keepWidth(width() >= WIDE ? USUAL : WIDE));

  setWidth(Number(recall("drawer")) || USUAL);
  if (staysOpen && beside.matches) open({ withFocus: false });

  return () => {
    watch.abort();
    pages.stop();
  };
}
