// The form of the pair on the screen: when answers are taken, and what was chosen, flagged and written on it.

import { checkPictures, fetchAgain } from "./pictures.js";
import { startStopwatch } from "./stopwatch.js";

const JUDGING = ["choose-left", "choose-equal", "choose-right"];
const SKIP = "choose-skip";
const REVEAL_AFTER_MS = 50; // the site's clock decides; this keeps a choice from arriving a moment too early

export const SAID = { left: "Poster A", equal: "About equal", right: "Poster B", skip: "Skipped" };

// `looks` of pictures that were prepared, `elapsedMs` since the site made the pair's page, `waitMs` until an answer is
// taken, `resumed` {shown, seconds} of an answer that never left, `draft` what was kept of the pair;
// `chose(fields, choice, kept)` hears of the one choice, `wrote(draft)` of each change before.
export function startAnswer(root, { looks, elapsedMs, waitMs, resumed, draft, chose, wrote }) {
  const form = root.querySelector("#answer");
  const field = (name) => form.elements.namedItem(name);
  const part = (id) => root.querySelector(`#${id}`);
  const watch = startStopwatch(Number(resumed?.seconds ?? field("seconds").dataset.before) || 0);
  let isOver = false; // chosen, or not on the screen any more

  // --- When answers are taken ---
  let waited = false;
  let whole = null; // null while the pictures are on their way
  field("decoded").value = "no";
  field("shown").value = resumed?.shown ?? later(field("shown").value, elapsedMs);
  part("choices").style.setProperty("--wait", `${waitMs}ms`);
  const timer = setTimeout(() => {
    waited = true;
    show();
  }, waitMs + REVEAL_AFTER_MS);
  look(looks ?? checkPictures(root));

  function look(pictures) {
    whole = null;
    show();
    pictures.each.then(([a, b]) => {
      if (isOver) return;
      whole = a && b;
      field("decoded").value = whole ? "yes" : "no";
      // Both become visible in the same frame, so that neither looks faster than the other.
      root.querySelector(".panes").classList.toggle("ready", whole);
      if (!whole) sayBroken(a, b);
      show();
    });
  }

  function show() {
    if (isOver) return;
    for (const id of JUDGING) block(part(id), !waited || !whole);
    block(part(SKIP), !waited);
    root.querySelector(".loading").hidden = whole !== null;
    root.querySelector(".broken").hidden = whole !== false;
    part("choices").classList.toggle("opening", !waited);
  }

  // --- A poster that did not come ---
  function sayBroken(a, b) {
    const which = a ? "Poster B did" : b ? "Poster A did" : "Both posters did";
    part("broken-what").textContent = `${which} not load, or not whole.`;
    part("broken-ways").hidden = false;
    part("broken-reload").onclick = () => {
      if (!a) fetchAgain(part("poster-a"));
      if (!b) fetchAgain(part("poster-b"));
      look(checkPictures(root));
    };
    part("broken-report").onclick = () => {
      const comment = field("comment");
      const line = `${which} not load in my browser.`;
      const longer = [comment.value, line].filter(Boolean).join("\n");
      if (!comment.value.includes(line) && longer.length <= comment.maxLength) comment.value = longer;
      else if (!comment.value.includes(line)) part("broken-what").textContent = `${line} Your comment is full: shorten it to say so there.`;
      root.querySelector("#remark").open = true;
      comment.focus();
      comment.dispatchEvent(new Event("input", { bubbles: true }));
    };
    part("broken-skip").onclick = () => part(SKIP).click();
  }

  // --- What is on the form ---
  const flags = [
    { flag: field("critical_left"), reasons: [...form.querySelectorAll("[name=reasons_left]")], sheet: part("flag-sheet-a") },
    { flag: field("critical_right"), reasons: [...form.querySelectorAll("[name=reasons_right]")], sheet: part("flag-sheet-b") },
  ];
  if (draft) {
    field("comment").value = draft.comment;
    field("knows_paper").checked = draft.knowsPaper;
    flags.forEach(({ flag, reasons }, side) => {
      flag.checked = draft.flags[side];
      for (const reason of reasons) reason.checked = draft.reasons[side].includes(reason.value);
    });
  }
  const now = () => ({
    comment: field("comment").value,
    knowsPaper: field("knows_paper").checked,
    flags: flags.map(({ flag }) => flag.checked),
    reasons: flags.map(({ reasons }) => reasons.filter((one) => one.checked).map((one) => one.value)),
  });
  const onInput = (event) => {
    if (isOver || !event.target.name) return;
    for (const { flag, reasons } of flags) {
      if (reasons.includes(event.target) && event.target.checked) flag.checked = true; // a reason is a flag
      if (event.target === flag && !flag.checked) for (const reason of reasons) reason.checked = false;
    }
    wrote(now());
  };
  form.addEventListener("input", onInput);

  // --- The choice ---
  function choose(id) {
    const chosen = part(id);
    if (isOver || chosen.getAttribute("aria-disabled") === "true") return;
    field("seconds").value = watch.seconds().toFixed(3);
    const choice = chosen.value;
    const kept = now();
    const fields = [
      ["choice", choice],
      ...["revision", "shown", "seconds", "decoded", "comment"].map((name) => [name, field(name).value]),
      ...["critical_left", "critical_right"].filter((_, side) => kept.flags[side]).map((name) => [name, "on"]),
      ...kept.reasons.flatMap((values, side) => values.map((value) => [["reasons_left", "reasons_right"][side], value])),
    ];
    if (kept.knowsPaper) fields.push(["knows_paper", "on"]);
    close();
    for (const one of root.querySelectorAll(".marked")) one.classList.remove("marked");
    chosen.classList.add("chosen");
    chose(fields, choice, kept);
  }

  function close() {
    for (const id of [...JUDGING, SKIP]) block(part(id), true);
    for (const { sheet } of flags) sheet.open = false;
    root.querySelector("#remark").open = false;
    stop();
  }

  function stop() {
    isOver = true;
    clearTimeout(timer);
    watch.stop();
    form.removeEventListener("input", onInput);
  }

  return {
    form,
    choose,
    close,
    stop,
    mark: (choice) => {
      for (const id of [...JUDGING, SKIP]) part(id).classList.toggle("marked", part(id).value === choice);
    },
    setRevision: (revision) => (field("revision").value = revision),
  };
}

// Blocked buttons keep the focus, which disabled ones would lose.
function block(button, blocked) {
  if (blocked) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

// A moment of the site's clock, so many milliseconds later; this computer's clock may be wrong.
function later(moment, ms) {
  return ms ? new Date(Date.parse(moment) + ms).toISOString() : moment;
}
