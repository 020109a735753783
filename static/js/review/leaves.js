// The pages of a paper, one under the other: which one is being read, turning, and coming back to it another time.

import { recallParsed, remember } from "./remember.js";

const KEPT = 300; // papers whose page is remembered
const NAME = "pages";

export function readerOfPages(root, paper) {
  const leaves = root.querySelector("#leaves");
  const store = root.querySelector("#page-pictures");
  if (!store) return { goBack: () => {}, stop: () => {} };
  let pages = []; // until the paper is opened
  const watch = new AbortController();
  const [now, back, on] = ["page-now", "page-back", "page-on"].map((id) => root.querySelector(`#${id}`));
  const listen = (target, kind, heard) => target.addEventListener(kind, heard, { signal: watch.signal });
  let current = 1;

  // The page that fills the middle of what is seen; 1 also while its abstract is.
  function look() {
    if (leaves.clientHeight === 0) return; // closed: nothing is seen
    const middle = leaves.scrollTop + leaves.clientHeight / 2;
    const begun = pages.filter((page) => page.offsetTop <= middle);
    const found = begun.length || 1;
    if (found !== current) {
      current = found;
      keepPage(paper, current);
    }
    tell();
  }

  function tell() {
    now.textContent = String(current);
    mark(back, leaves.scrollTop <= 0);
    mark(on, current >= pages.length);
  }

  function turnTo(number) {
    if (number < 1) leaves.scrollTop = 0; // where the abstract is
    else leaves.scrollTop = pages[Math.min(number, pages.length) - 1].offsetTop - leaves.firstElementChild.offsetTop;
  }

  let waiting = 0;
  listen(leaves, "scroll", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(look);
  });
  listen(back, "click", () => turnTo(current - 1));
  listen(on, "click", () => turnTo(current + 1));

  return {
    goBack: () => {
      if (pages.length === 0) {
        store.replaceWith(document.importNode(store.content, true));
        pages = [...leaves.querySelectorAll("[data-page]")];
      }
      const kept = pageOf(paper);
      if (kept > 1) turnTo(kept);
      look();
    },
    stop: () => {
      watch.abort();
      cancelAnimationFrame(waiting);
    },
  };
}

function mark(button, blocked) {
  if (blocked) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

function kept() {
  const pages = recallParsed(NAME);
  return Array.isArray(pages) ? pages : []; // written by something else
}

const pageOf = (paper) => kept().find(([name]) => name === paper)?.[1] ?? 1;

function keepPage(paper, page) {
  const others = kept().filter(([name]) => name !== paper);
  remember(NAME, JSON.stringify([...others, [paper, page]].slice(-KEPT)));
}
