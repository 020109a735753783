// Narrows the list of papers while somebody types. Without it the buttons beside the list do the same.

const find = document.getElementById("find");
const found = document.getElementById("found");
const all = document.getElementById("all");
const list = document.querySelector(".pick");
const rows = [...list.querySelectorAll("li")];
let everything = false;

const marked = (row) => row.querySelector("input").checked;

function narrow() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = (row, place) =>
    words.length ? words.every((word) => row.dataset.text.includes(word)) : everything || place < list.dataset.listed;
  rows.forEach((row, place) => {
    row.hidden = !marked(row) && !wanted(row, place);
  });
  const shown = rows.filter((row) => !row.hidden).length;
  const chosen = rows.filter(marked).length;
  const papers = rows.length === 1 ? "paper" : "papers";
  found.textContent = `${shown} of ${rows.length} ${papers} shown` + (chosen ? `, ${chosen} marked` : "");
  all.hidden = words.length > 0 || shown === rows.length;
}

document.getElementById("filter").hidden = true;
find.addEventListener("input", narrow);
// Enter would press a button, and the page would jump back to its top.
find.addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault();
});
all.addEventListener("click", (event) => {
  event.preventDefault();
  everything = true;
  narrow();
  rows[list.dataset.listed].querySelector("input").focus(); // the button that had it is gone
});
for (const row of rows) row.addEventListener("change", narrow);
narrow();
