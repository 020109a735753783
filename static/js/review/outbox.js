// Answers on their way to the site. Each is stored before it is sent, is sent again with the same key until the site has
// said what became of it, and leaves only then: closing the tab, or the site going away, loses nothing and doubles nothing.

import { forget, namesUnder, onElsewhere, recall, recallParsed, remember, wouldBeLost } from "./remember.js";

const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const PATIENCE_MS = 30_000; // a connection that says nothing for so long is given up
const DIGITS = 9; // numbers of entries sort as text

// Why nothing is sent at the moment.
export const OFFLINE = "offline"; // this browser has no network
export const SILENT = "silent"; // the site does not answer, or not sensibly
export const ENDED = "ended"; // the site does not know this browser any more
export const CLOSED = "closed"; // the site takes no answers now

// `name` is the reviewer's. `csrf` gives the page's token and can be told a newer one; `extra` the fields that say what is on
// the screen when an entry leaves; `settled(entry, said)` and `refused(entry, said)` hear what became of this tab's entries,
// `changed()` of every change.
export function openOutbox({ name, csrf, extra, settled, refused, changed }) {
  const start = `outbox.${name}.`;
  const me = randomId();
  let sending = null; // the entry on its way
  let running = false;
  let failures = 0;
  let trouble = "";
  let words = ""; // what the site said about the trouble
  let timer = 0;
  const setAside = new Set(); // entries that the site cannot place; tried again with the next page

  const stored = () => namesUnder(start).map(read).filter(Boolean);
  const read = (place) => {
    const entry = recallParsed(place);
    return Array.isArray(entry?.fields) ? { ...entry, place } : null;
  };
  const write = ({ place, ...entry }) => remember(place, JSON.stringify(entry));

  function add(entry) {
    const last = namesUnder(start).at(-1);
    const number = last ? Number(last.slice(start.length, start.length + DIGITS)) + 1 : 1;
    const place = `${start}${String(number).padStart(DIGITS, "0")}.${entry.key}`;
    write({ ...entry, place, owner: me, tried: false });
    changed();
    send();
  }

  // Takes back an entry that was never sent; false where it may have reached the site.
  function takeBack(key) {
    const entry = stored().find((one) => one.key === key);
    if (!entry || entry.tried || entry.owner !== me) return false;
    forget(entry.place);
    changed();
    return true;
  }

  // Entries of tabs that are gone become this tab's. One that is open sends its own, and shows what is refused.
  async function adopt() {
    const open = await openTabs();
    for (const entry of stored()) if (entry.owner !== me && !open?.has(entry.owner)) write({ ...entry, owner: me });
  }

  const mine = () => stored().filter((entry) => entry.owner === me && !setAside.has(entry.key));

  async function send() {
    clearTimeout(timer);
    if (running) return;
    running = true;
    try {
      await adopt();
      await alone(`review.${start}send`, async () => {
        for (let [entry] = mine(); entry; [entry] = mine()) if (!(await deliver(entry))) break;
      });
    } finally {
      running = false;
    }
    if (!mine().length) return;
    if (trouble) timer = setTimeout(send, wait());
    else send(); // came in while the last one was settled
  }

  // Growing, and not the same in every browser that waits for the same site.
  const wait = () => WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] * (0.8 + 0.4 * Math.random());

  // Sends one entry; false where it has to wait.
  async function deliver(entry) {
    if (!recall(entry.place)) return true; // taken back meanwhile
    const wasOffline = !navigator.onLine;
    if (!wasOffline) write({ ...entry, tried: true });
    sending = entry;
    changed();
    const [status, said] = await post(entry);
    sending = null;
    if (status === 0 && !navigator.onLine) return stop(OFFLINE);
    if (wasOffline) write({ ...entry, tried: true });
    if (status === 200 && (said.saved?.token === entry.token || typeof said.pair === "string")) {
      go(entry);
      settled(entry, said);
      return true;
    }
    if (status === 403) return stop(ENDED);
    if (status === 409 && said.reason === "not_open") return stop(CLOSED, said.problem);
    if ((status === 409 || status === 400) && said.problem) {
      go(entry);
      refused(entry, said);
      return true;
    }
    if (status === 404) {
      setAside.add(entry.key);
      changed();
      return true;
    }
    return stop(SILENT);
  }

  function stop(why, said = "") {
    failures += 1;
    trouble = why;
    words = said;
    changed();
    return false;
  }

  function go(entry) {
    forget(entry.place);
    failures = 0;
    trouble = words = "";
    changed();
  }

  // [status, what the site said]; status 0 where there was no answer, or none of this site's.
  async function post(entry) {
    let answer = await ask(entry);
    // The page's token is too old where the invitation was opened again in another tab.
    if (answer[0] === 403 && answer[1].reason !== "no_reviewer" && (await csrf.renew(entry.pairUrl))) answer = await ask(entry);
    return answer;
  }

  async function ask(entry) {
    const body = new URLSearchParams([...entry.fields, ...extra(), ["csrfmiddlewaretoken", csrf.token()]]);
    try {
      const response = await fetch(entry.url, {
        method: "POST",
        body,
        headers: { Accept: "application/json" },
        redirect: "manual", // there is no answer elsewhere
        keepalive: true, // arrives even if the page is left at once
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (response.type === "opaqueredirect") return [403, {}];
      const isOurs = response.headers.get("Content-Type")?.startsWith("application/json");
      if (isOurs) return [response.status, await response.json()];
      return [response.status === 200 ? 0 : response.status, {}]; // 200 without JSON: a gate between here and the site
    } catch {
      return [0, {}];
    }
  }

  // A change of an answer that the site did not take has nothing to change.
  function dropUndoOf(token) {
    for (const entry of mine()) if (entry.action === "undo" && entry.token === token) forget(entry.place);
  }

  const again = () => {
    if (stored().length) send();
  };
  window.addEventListener("online", again);
  window.addEventListener("pageshow", again);
  document.addEventListener("visibilitychange", () => document.hidden || again());
  onElsewhere(start, changed);
  // Another tab of this reviewer has come: perhaps by the invitation, which is what this one waits for.
  onElsewhere(`here.${name}`, again);
  liveAs(me);
  remember(`here.${name}`, `${Date.now()}`);

  return {
    add,
    takeBack,
    dropUndoOf,
    adopt,
    start: again,
    entries: stored,
    isEmpty: () => mine().length === 0, // nothing that this page will still hear of
    state: () => ({ waiting: stored(), sending, trouble, words, unknown: setAside.size }),
    // Whether leaving now leaves something behind that only this browser has.
    mayBeLost: () => wouldBeLost(start) || (trouble !== "" && stored().length > 0),
  };
}

export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID exists under TLS only
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// --- One tab at a time (where the browser offers no locks, the key alone keeps things single) ----------------------

const alone = (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work());

// Held until the tab is gone, by which other tabs know that it is not.
function liveAs(id) {
  navigator.locks?.request(`review.tab.${id}`, () => new Promise(() => {}));
}

async function openTabs() {
  if (!navigator.locks) return null;
  const { held } = await navigator.locks.query();
  return new Set(held.map((lock) => lock.name.replace("review.tab.", "")));
}
