// The abstract above the posters: open when a paper comes for the first time, folded after that, and as the reviewer
// left it once they have said so. In a low window it is folded by the styles.

import { recall, remember } from "./remember.js";

const KEPT = 300; // papers that count as seen

export function startAbstract(root) {
  const watch = new AbortController();
  const [button, abstract] = ["#abstract-button", "#abstract"].map((name) => root.querySelector(name));
  if (!button) return { stop: () => {} };
  const paper = abstract.dataset.paper;
  const isOpen = () => getComputedStyle(abstract).display !== "none";
  const tell = () => button.setAttribute("aria-expanded", String(isOpen()));

  const wanted = recall("abstract");
  const seen = (recall("seen") ?? "").split(" ").filter(Boolean);
  if (wanted) abstract.classList.add(wanted);
  else if (seen.includes(paper)) abstract.classList.add("folded");
  if (!seen.includes(paper)) remember("seen", [...seen, paper].slice(-KEPT).join(" "));

  button.addEventListener(
    "click",
    () => {
      const open = isOpen();
      abstract.classList.toggle("folded", open);
      abstract.classList.toggle("shown", !open);
      remember("abstract", open ? "folded" : "shown");
      tell();
    },
    { signal: watch.signal },
  );
  window.addEventListener("resize", tell, { signal: watch.signal });
  tell();
  return { stop: () => watch.abort() };
}
