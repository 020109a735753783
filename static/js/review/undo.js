// Taking answers back, the last one first: those of this page at once, those before it when the site has sent their pair.

import { randomId } from "./outbox.js";

// `sources` are the pairs this page has seen, `show(source, how)` puts one on the screen.
export function openUndo({ outbox, drafts, sources, show }) {
  const waiting = outbox.entries();
  const isUndone = ({ token }, place) => waiting.slice(place).some((entry) => entry.action === "undo" && entry.token === token);
  const answers = waiting.map((entry, place) => ({ ...entry, isUndone: isUndone(entry, place) })).filter(({ action }) => action === "answer");
  const given = answers.filter((entry) => !entry.isUndone); // the last one last
  // Keys of answers whose undo follows them: that they were saved first is no news.
  const takenBack = new Set(answers.filter((entry) => entry.isUndone).map(({ key }) => key));
  let awaited = ""; // the key of an undo whose pair the site has to send

  function undo(root) {
    const back = given.pop();
    if (!back) return undoOnSite(root.querySelector("#undo"));
    const source = sources.get(back.token);
    drafts.keep(back.token, { ...back.kept, choice: back.choice });
    if (outbox.takeBack(back.key)) {
      if (!source) return location.assign(back.url); // a pair of a page before this one
      const fields = Object.fromEntries(back.fields);
      source.revision = Number(fields.revision);
      source.resumed = { shown: fields.shown, seconds: fields.seconds };
    } else {
      takenBack.add(back.key);
      const revision = revisionAfter(back);
      const key = queue({ ...back, revision, change: -back.change });
      if (!source) {
        awaited = key;
        return;
      }
      source.revision = revision + 1;
      source.isGiven = false;
    }
    show(source, { taken: back.choice });
  }

  // What was answered before this page was loaded: the site knows it.
  function undoOnSite(form) {
    if (!form || awaited) return;
    const url = form.getAttribute("action").replace(/undo\/$/, "");
    const revision = form.elements.namedItem("revision").value;
    awaited = queue({ token: url.split("/").at(-2), url, name: form.dataset.name, revision, change: 0 });
  }

  function queue({ token, url, name, choice, revision, change }) {
    const key = randomId();
    const fields = [["revision", revision], ["key", key]];
    outbox.add({ action: "undo", key, token, url: `${url}undo/`, pairUrl: url, name, choice, change, fields });
    return key;
  }

  const revisionAfter = (answer) => answer.saved ?? Number(Object.fromEntries(answer.fields).revision) + 1;

  return {
    undo,
    note: (entry) => given.push(entry),
    mayUndo: (root) => given.length > 0 || root.querySelector("#undo") !== null,
    // The site has saved it, as this revision; true where it is what undo takes back next.
    saved: (entry, revision) => {
      if (takenBack.has(entry.key)) return false;
      if (!given.some((one) => one.key === entry.key)) given.push(entry);
      const mine = given.find((one) => one.key === entry.key);
      mine.saved = revision;
      return mine === given.at(-1);
    },
    forget: (entry) => {
      const place = given.findIndex((one) => one.key === entry.key);
      if (place >= 0) given.splice(place, 1);
      if (entry.key === awaited) awaited = "";
    },
    // Whether the pair of this undo is what the reviewer waits for.
    isAwaited: (entry) => {
      const was = entry.key === awaited;
      if (was) awaited = "";
      return was;
    },
  };
}
