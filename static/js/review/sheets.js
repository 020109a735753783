// The small sheets over the bar (flags, comment) and the list of keys: opened, closed, and who has the focus then.

import { areOff, turn } from "./keys.js";

const sheetsOf = (root) => [...root.querySelectorAll("details.remark")];

export function startSheets(root) {
  for (const sheet of sheetsOf(root)) {
    const done = sheet.querySelector(".close-sheet");
    done.hidden = false;
    done.addEventListener("click", () => closeSheet(sheet));
    // Pressed open, it takes what is typed: the letters of a comment must not be taken for keys.
    sheet.addEventListener("toggle", () => sheet.open && sheet.querySelector("textarea")?.focus());
  }
}

export function openSheet(root, id, focus) {
  const sheet = root.querySelector(`#${id}`);
  sheet.open = true;
  sheet.querySelector(focus).focus();
}

function closeSheet(sheet) {
  const hadFocus = sheet.contains(document.activeElement);
  sheet.open = false;
  if (hadFocus) sheet.querySelector("summary").focus();
}

// Closes what is open; false where nothing was.
export function closeSheets(root) {
  const open = sheetsOf(root).filter((sheet) => sheet.open);
  open.forEach(closeSheet);
  return open.length > 0;
}

// A press beside an open sheet closes it and still does what it is meant for.
export function closeOnPressBeside() {
  document.addEventListener("pointerdown", (event) => {
    for (const sheet of sheetsOf(document)) if (sheet.open && !sheet.contains(event.target)) sheet.open = false;
  });
}

// The switch of single keys, on this page's list and on the page of help.
export function startKeysList() {
  const list = document.getElementById("keys-sheet");
  const off = document.getElementById("keys-off");
  if (off) {
    off.checked = areOff();
    off.addEventListener("change", () => turn(!off.checked));
  }
  document.addEventListener("click", (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    // Where there is no room for the list there are hardly keys: the link leads to the page of help.
    if (list && isPlain && matchMedia("(min-width: 700px)").matches && event.target.closest("#help-link")) {
      event.preventDefault();
      showKeys();
    }
    if (event.target === list) list.close(); // beside it
  });
}

export function showKeys() {
  document.getElementById("keys-sheet")?.showModal();
}

// The reasons of a side's flag, which is raised with that.
export function openFlag(root, side) {
  const flag = root.querySelector(`#flag-${side}`);
  if (!flag.checked) flag.click();
  openSheet(root, `flag-sheet-${side}`, "li input");
}
