// What the page says about answers: saved, on their way, waiting. True to the outbox, in words and with a sign.

import { CLOSED, ENDED, OFFLINE, SILENT } from "./outbox.js";

const live = document.getElementById("live");

const many = (count, one) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
const small = (name) => name.charAt(0).toLowerCase() + name.slice(1);

// An undo is no answer: "2 answers and 1 undo".
function counted(waiting) {
  const undos = waiting.filter((entry) => entry.action === "undo").length;
  const answers = waiting.length - undos;
  return [answers && many(answers, "answer"), undos && many(undos, "undo")].filter(Boolean).join(" and ");
}

// The sentence for what waits, or null where nothing does. `isLast` where the next pair is not here yet either.
export function waitingWords({ waiting, sending, trouble, words, unknown }, isLast = false) {
  if (!waiting.length) return null;
  const what = counted(waiting);
  const them = waiting.length === 1 ? "It is" : "They are";
  const next = isLast ? ". The next pair comes then" : "";
  switch (trouble) {
    case OFFLINE:
      return `${what} waiting, will be sent when you are online again${next}`;
    case SILENT:
      return `${what} waiting: the site does not answer. ${them} sent again by itself${next}`;
    case ENDED:
      return `Your session ended. ${what} kept in this browser. Open your invitation again: ${small(them)} sent then`;
    case CLOSED:
      return `${words} ${what} kept in this browser`;
    default:
      if (!sending && unknown) return `${what} kept in this browser: the site does not know the pair any more`;
      if (!sending) return `${what} waiting`;
      return sending.action === "undo" ? `Taking ${small(sending.name)} back …` : `Saving ${small(sending.name)} …`;
  }
}

const SIGNS = {
  [OFFLINE]: { kind: "warn", icon: "warn", long: "Offline", short: "Offline" },
  [SILENT]: { kind: "warn", icon: "warn", long: "Not saved yet", short: "Waiting" },
  [ENDED]: { kind: "bad", icon: "warn", long: "Session ended", short: "Ended" },
  [CLOSED]: { kind: "warn", icon: "warn", long: "Not saved yet", short: "Waiting" },
};
const SAVED = { kind: "ok", icon: "check", long: "All saved", short: "Saved" };
const SAVING = { kind: "", icon: "clock", long: "Saving …", short: "Saving" };

// `last` is {words, icon} of what was done last, "" icon for none; `mayUndo` whether there is anything to take back;
// `isLast` whether the pair on the screen is answered and the one after it is not here.
export function showStatus(root, state, { last, mayUndo, isLast }) {
  const sign = !state.waiting.length ? SAVED : (SIGNS[state.trouble] ?? SAVING);
  const badge = root.querySelector("#saved-state");
  badge.className = `state push ${sign.kind}`;
  setIcon(badge, sign.icon);
  badge.querySelector(".wide-only").textContent = sign.long;
  badge.querySelector(".narrow-only").textContent = sign.short;

  const waiting = waitingWords(state, isLast);
  const said = root.querySelector("#said");
  // What another tab sent is heard there: this line must not go on saying that it waits.
  const gone = said.dataset.waits === undefined ? undefined : { words: "What waited was sent from another window", icon: "check" };
  const what = waiting ? { words: waiting, icon: sign.icon } : (last ?? gone);
  if (waiting) said.dataset.waits = "";
  else delete said.dataset.waits;
  if (what) {
    const { words, icon } = what;
    said.hidden = what === gone && !root.querySelector("#problem").hidden;
    said.classList.toggle("trouble", Boolean(state.trouble && waiting));
    setIcon(said, icon);
    said.querySelector("span").textContent = words;
    root.querySelector("#undo-link").hidden = !mayUndo || last?.icon === "undo";
    announce(`${words}${words.endsWith("…") ? "" : "."} ${root.querySelector("#answer").dataset.say}`);
  }
  root.querySelector("#undo-button").disabled = !mayUndo;
}

// Only a region that stays is read out when it changes.
export function announce(words) {
  if (live.textContent !== words) live.textContent = words;
}

// Done, skipped, left and the meter, with what waits counted as if it had arrived.
export function showProgress(root, known, waiting) {
  const field = (id) => root.querySelector(`#${id}`);
  if (!field("done") || !known) return;
  let { done, skipped } = known;
  for (const { change, choice } of waiting) {
    if (choice === "skip") skipped += change;
    else done += change;
  }
  field("done").textContent = done;
  field("skipped").textContent = skipped;
  field("left").textContent = Math.max(0, known.total - done - skipped);
  const meter = root.querySelector(".meter");
  meter?.setAttribute("aria-label", `${done} of ${known.total} done`);
  meter?.querySelector(".fill").setAttribute("width", `${known.total ? Math.floor((100 * done) / known.total) : 0}%`);
}

export function readProgress(root) {
  const number = (id) => Number(root.querySelector(`#${id}`)?.textContent);
  const [done, skipped, left] = ["done", "skipped", "left"].map(number);
  return root.querySelector("#done") ? { total: done + skipped + left, done, skipped } : null;
}

function setIcon(holder, name) {
  const icon = holder.querySelector(".icon");
  icon.toggleAttribute("hidden", !name);
  if (name) icon.querySelector("use").setAttribute("href", `#i-${name}`);
}

// On pages without a pair: a line above everything else, with a way to the pair where there is one.
export function showBanner(words, address) {
  let banner = document.getElementById("outbox-banner");
  if (!banner && !words) return;
  if (!banner) {
    banner = document.createElement("p");
    banner.id = "outbox-banner";
    banner.className = "banner";
    document.getElementById("main")?.prepend(banner);
  }
  banner.hidden = !words;
  banner.replaceChildren(words ?? "");
  if (address) {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = "Open the pair";
    banner.append(" ", link);
  }
  if (words) announce(words);
}
