// Pairs that are not on the screen: read from what the site sent, their pictures fetched and decoded, ready to be painted.

import { checkPictures, fetchAgain, POSTERS } from "./pictures.js";
import { readProgress } from "./status.js";

// A pair as the site sent it. `at` is when, by this page's clock; `root` is made when it is needed, and only painted once.
export function sourceOf(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const root = parsed.getElementById("review");
  const address = root?.querySelector("#answer")?.getAttribute("action");
  if (!address) return null;
  const token = address.split("/").at(-2);
  return {
    html,
    token,
    address,
    title: parsed.title,
    at: performance.now(),
    progress: readProgress(root),
    revisionOnSite: Number(root.querySelector("[name=revision]").value),
    choice: root.querySelector("[name=choice].marked")?.value,
    root: null,
    looks: null,
  };
}

// The element of a pair, with its pictures on their way. They decode while nobody sees them and appear in one frame; those
// that did not come are fetched once more.
export function prepare(source) {
  if (source.root && !source.looks.failed) return source;
  const failed = source.root !== null;
  const parsed = new DOMParser().parseFromString(source.html, "text/html");
  source.root = document.importNode(parsed.getElementById("review"), true); // in this document its pictures are fetched
  if (failed) for (const id of POSTERS) fetchAgain(source.root.querySelector(id));
  source.looks = checkPictures(source.root);
  return source;
}

// Asks the site for what comes after this pair: {pair} to paint, {go} to navigate to, {} where it has no word on that, or
// {isSilent} where it does not answer.
export async function askAhead(url, token) {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ csrfmiddlewaretoken: token }),
      headers: { Accept: "application/json" },
      redirect: "manual",
    });
    if (response.status >= 500) return { isSilent: true };
    if (!response.ok || !response.headers.get("Content-Type")?.startsWith("application/json")) return {};
    return readAhead(await response.json());
  } catch {
    return { isSilent: true }; // asked again when it is needed
  }
}

export function readAhead({ ahead, go }) {
  const pair = ahead ? sourceOf(ahead) : null;
  return { pair, go: pair ? null : go };
}
