// Counts the seconds during which somebody looks: the page is visible, and a hand moved within the last minute.

const IDLE_MS = 60_000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart", "scroll"];

export function startStopwatch(beforeSeconds) {
  let counted = beforeSeconds * 1000;
  let since = document.hidden ? null : performance.now();
  const running = () => (since === null ? 0 : Math.min(performance.now() - since, IDLE_MS));
  const mark = () => {
    counted += running();
    since = document.hidden ? null : performance.now();
  };
  const passively = { capture: true, passive: true };
  document.addEventListener("visibilitychange", mark);
  for (const sign of SIGNS) document.addEventListener(sign, mark, passively);
  return {
    seconds: () => (counted + running()) / 1000,
    stop: () => {
      document.removeEventListener("visibilitychange", mark);
      for (const sign of SIGNS) document.removeEventListener(sign, mark, passively);
    },
  };
}
