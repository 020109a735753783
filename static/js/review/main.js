// The review page with script: one pair after the other, painted at once, its answers sent behind it.
// Everything here is a comfort; without it the page is a plain form.

import { askAhead, prepare, readAhead, sourceOf } from "./ahead.js";
import { SAID, startAnswer } from "./answer.js";
import { csrfToken } from "./csrf.js";
import { openDrafts } from "./drafts.js";
import { startDrawer } from "./drawer.js";
import { letterOf, startKeys } from "./keys.js";
import { openOutbox, randomId } from "./outbox.js";
import { closeOnPressBeside, closeSheets, openFlag, openSheet, showKeys, startKeysList, startSheets } from "./sheets.js";
import { announce, readProgress, showBanner, showProgress, showStatus, waitingWords } from "./status.js";
import { openUndo } from "./undo.js";
import { startViewer } from "./viewer.js";

const TICK_MS = 50; // for which the tick of a choice is seen
const ASK_AGAIN_MS = 3000;
const AHEAD_AFTER_MS = 1500; // the answer before brings the next pair along; asked for by itself where that takes long

const anchor = document.getElementById("outbox");
const reviewer = anchor.dataset.name;
const csrf = csrfToken(anchor.elements.namedItem("csrfmiddlewaretoken").value);
const drafts = openDrafts(reviewer);
const outbox = openOutbox({ name: reviewer, csrf, extra: onScreen, settled, refused, changed: refresh });

const sources = new Map(); // the pairs this page has seen, by token
const taking = openUndo({ outbox, drafts, sources, show });
const following = []; // pairs that were left to go back, nearest first
let ahead = null; // what the site says comes after the pair on the screen: {pair} or {go}
let current = null; // the pair on the screen; isDone when it is answered and what follows is not painted yet
let known = null; // the progress the site told last
let last; // what was done last, in words
let asking = false; // for what follows a pair that is answered

// --- One pair on the screen ----------------------------------------------------------------------------------------

function begin(root, source, { problem, taken } = {}) {
  const token = source.token;
  root.classList.add("started");
  const draft = drafts.of(token);
  const { looks, resumed } = source;
  source.looks = source.resumed = null;
  source.paintedAt ??= performance.now();
  sources.set(token, source);
  const pair = { token, source, root, isDone: false, isGiven: source.isGiven ?? "given" in root.querySelector("#answer").dataset };
  pair.answer = startAnswer(root, {
    looks,
    elapsedMs: source.isFirst ? 0 : performance.now() - source.at,
    waitMs: Math.max(0, Number(root.dataset.waitMs) - (performance.now() - source.paintedAt)),
    resumed,
    draft,
    chose: (fields, choice, kept) => chose(pair, fields, choice, kept),
    wrote: (kept) => drafts.keep(token, { ...drafts.of(token), ...kept }),
  });
  source.isFirst = false;
  if (source.revision !== undefined) pair.answer.setRevision(source.revision);
  if (draft?.choice) pair.answer.mark(draft.choice);
  const why = problem ?? draft?.problem;
  if (why) say(pair, why);
  if (taken) last = { words: `Taken back: ${SAID[taken]}. Choose again`, icon: "undo" };
  else if (why) last = undefined;
  pair.viewer = startViewer(root);
  pair.drawer = startDrawer(root);
  startSheets(root);
  current = pair;
  refresh();
}

function say(pair, problem) {
  const line = pair.root.querySelector("#problem");
  line.querySelector("span").textContent = problem;
  line.hidden = false;
  pair.root.querySelector("#said").hidden = true;
}

function paint(source, how) {
  prepare(source);
  const { root, looks } = source;
  source.root = null;
  const before = current;
  // Only a focus that was seen: a button that was clicked would get a ring, and Space would press it.
  const focused = document.querySelector("#review :focus-visible")?.id ?? "";
  before.answer.stop();
  before.viewer.stop();
  before.drawer.stop();
  root.querySelector(".panes").classList.toggle("ready", looks.whole);
  before.root.replaceWith(root);
  document.title = source.title;
  const address = root.querySelector("#answer").getAttribute("action");
  history.replaceState(null, "", how ? address : new URL("..", new URL(address, location)).pathname);
  if (ahead?.pair === source) ahead = null;
  begin(root, source, how);
  // The keyboard stays where it was: on the same button of the next pair.
  if (focused && focused !== "comment") root.querySelector(`#${CSS.escape(focused)}`)?.focus({ preventScroll: true });
  if (!last) announce(current.answer.form.dataset.say);
  prefetch(current);
}

// --- Choosing, and what follows --------------------------------------------------------------------------------------

function chose(pair, fields, choice, kept) {
  const { name, practice } = pair.answer.form.dataset;
  const url = pair.source.address;
  const key = randomId();
  const entry = {
    action: "answer",
    key,
    token: pair.token,
    url,
    pairUrl: url,
    name,
    choice,
    kept,
    change: practice === undefined && !pair.isGiven ? 1 : 0, // of the number of pairs done
    fields: [...fields, ["key", key]],
  };
  last = { words: `${name} saved: ${SAID[choice]}`, icon: "check" };
  const next = following[0] ?? ahead?.pair;
  pair.isDone = true;
  pair.next = next;
  pair.root.querySelector("#problem").hidden = true;
  taking.note(entry);
  outbox.add(entry);
  drafts.drop(pair.token);
  if (!next) return;
  prepare(next);
  setTimeout(() => {
    if (current === pair && pair.isDone) moveOn();
  }, TICK_MS);
}

// Something to judge on the screen, or a page that says why there is nothing.
async function moveOn() {
  if (!current.isDone) return;
  const next = following.shift() ?? ahead?.pair;
  if (next) return paint(next);
  if (!outbox.isEmpty() || asking) return; // what the site says on them tells what follows
  const from = current;
  asking = true;
  const word = ahead?.go ? ahead : await askAhead(from.answer.form.dataset.ahead, csrf.token());
  asking = false;
  if (current !== from || !from.isDone) return;
  if (word.isSilent) {
    last = { words: "The next pair is on its way: the site does not answer and is asked again", icon: "warn" };
    setTimeout(moveOn, ASK_AGAIN_MS);
    refresh();
  } else if (word.pair) paint(word.pair);
  else location.assign(word.go ?? new URL("..", new URL(from.answer.form.getAttribute("action"), location)).pathname);
}

function prefetch(pair) {
  setTimeout(async () => {
    if (current !== pair || pair.isDone || ahead || following.length) return;
    consider(await askAhead(pair.answer.form.dataset.ahead, csrf.token()), pair);
  }, outbox.isEmpty() ? 0 : AHEAD_AFTER_MS);
}

// Takes the site's word on what follows the pair it was asked for, unless that is known here better.
function consider(word, pair) {
  if (current !== pair || ahead?.pair) return;
  if (word.go) ahead = { go: word.go };
  const { pair: found } = word;
  if (!found || found.token === current.token || outbox.entries().some((entry) => entry.token === found.token)) return;
  ahead = { pair: found };
  prepare(found);
}

// --- What the site said ---------------------------------------------------------------------------------------------

// Another pair comes in between; the one on the screen follows it.
function show(source, how) {
  if (!current.isDone && current.token !== source.token) following.unshift(current.source);
  const place = following.findIndex((one) => one.token === source.token);
  if (place >= 0) following.splice(place, 1);
  paint(source, how);
}

function settled(entry, said) {
  if (entry.action === "undo") return takenBack(entry, said);
  known = said.progress ?? known;
  if (taking.saved(entry, said.saved.revision)) last = { words: said.saved.words, icon: "check" };
  if (!current) return refresh();
  consider(readAhead(said), current);
  if (current.isDone) moveOn();
  else if (!ahead) prefetch(current);
  refresh();
}

function takenBack(entry, said) {
  const fresh = sourceOf(said.pair);
  known = fresh?.progress ?? known;
  if (current && fresh && taking.isAwaited(entry)) show(fresh, { taken: fresh.choice });
  else if (current?.token === entry.token && fresh) current.answer.setRevision(fresh.revisionOnSite);
  if (current?.isDone) moveOn();
  refresh();
}

// Everything chosen stays on the form, with the reason above it.
function refused(entry, said) {
  taking.forget(entry);
  if (entry.action === "answer") {
    outbox.dropUndoOf(entry.token);
    // Where no pair comes with it, the reason is not about this form, and may be gone when the pair comes again.
    const problem = said.pair ? said.problem : undefined;
    drafts.keep(entry.token, { ...entry.kept, choice: entry.choice, problem, refusedAt: Date.now() });
  }
  const fresh = said.pair ? sourceOf(said.pair) : null;
  known = fresh?.progress ?? known;
  if (!current) return showBanner(`${entry.name} was not saved. ${said.problem}`, fresh ? entry.pairUrl : "");
  if (!fresh) {
    // A pair that is not shown any more.
    last = { words: `${entry.name} was not saved. ${said.problem}`, icon: "warn" };
    return refresh();
  }
  show(fresh, { problem: said.problem });
}

// What is on the screen when an entry leaves, or will be in a moment: the site notes that it was shown, and sends what
// comes after it.
function onScreen() {
  const shown = current?.isDone ? current.next : current;
  return shown ? [["showing", shown.token], ["ahead", "yes"]] : [["ahead", "yes"]];
}

function refresh() {
  const state = outbox.state();
  if (!current) return showBanner(waitingWords(state));
  const isLast = current.isDone && !following.length && !ahead?.pair;
  showStatus(current.root, state, { last, mayUndo: taking.mayUndo(current.root), isLast });
  showProgress(current.root, known, state.waiting);
  // Sent by another tab after all: its word is not heard here.
  if (current.isDone && outbox.isEmpty() && !state.sending) queueMicrotask(moveOn);
}

// --- The page ---------------------------------------------------------------------------------------------------------------

// Before anybody else hears of it: a blocked button does nothing, and with script nothing is submitted.
function onClick(event) {
  const button = event.target.closest("button");
  if (!button || !current?.root.contains(button)) return;
  if (button.name === "choice") {
    event.preventDefault();
    current.answer.choose(button.id);
  } else if (button.id === "undo-button" || button.id === "undo-link") {
    event.preventDefault();
    if (!button.disabled) taking.undo(current.root);
  }
}

function startPage() {
  startKeysList();
  const root = document.getElementById("review");
  const form = root?.querySelector("#answer");
  if (!form) {
    if (root?.dataset.say) announce(root.dataset.say);
    document.addEventListener("keydown", (event) => letterOf(event) === "z" && document.getElementById("undo-button")?.click());
    return outbox.start();
  }
  known = readProgress(root);
  const source = sourceOf(root.outerHTML);
  source.title = document.title;
  source.isFirst = true;
  announce(root.dataset.say);
  begin(root, source);
  // Answered already, or taken back, and not sent when the page was left.
  const waiting = outbox.entries().findLast((entry) => entry.token === source.token);
  if (waiting?.action === "answer") {
    current.answer.close();
    current.answer.mark(waiting.choice);
    current.isDone = true;
  } else if (waiting) {
    source.revision = Number(Object.fromEntries(waiting.fields).revision) + 1;
    source.isGiven = current.isGiven = false;
    current.answer.setRevision(source.revision);
  }
  startKeys({
    choose: (id) => current.answer.choose(id),
    undo: () => taking.undo(current.root),
    flag: (side) => openFlag(current.root, side),
    comment: () => openSheet(current.root, "remark", "textarea"),
    known: () => current.root.querySelector("#knows-paper").click(),
    help: showKeys,
    close: () => closeSheets(current.root),
    flagging: (awaited) => {
      current.root.classList.toggle("flagging", awaited);
      if (awaited) announce("Flag which poster? Press A or B.");
    },
  });
  closeOnPressBeside();
  document.addEventListener("click", onClick, true);
  // Enter in a text field or a checkbox sends nothing.
  document.addEventListener("submit", (event) => event.target.id === "answer" && event.preventDefault(), true);
  outbox.start();
  prefetch(current);
}

window.addEventListener("beforeunload", (event) => {
  if (outbox.mayBeLost()) event.preventDefault();
});
startPage();
