// Narrows the list of papers while somebody types. Without it the button beside the field does the same.

const find = document.getElementById("find");
const found = document.getElementById("found");
const rows = [...document.querySelectorAll(".pick li")];

function marked(row) {
  return row.querySelector("input").checked;
}

function narrow() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of rows) {
    row.hidden = !marked(row) && !words.every((word) => row.dataset.text.includes(word));
  }
  const shown = rows.filter((row) => !row.hidden).length;
  const chosen = rows.filter(marked).length;
  const total = rows.length;
  found.textContent =
    `${shown} of ${total} ${total === 1 ? "paper" : "papers"} shown` + (chosen ? `, ${chosen} marked` : "");
}

if (find) {
  document.getElementById("filter").hidden = true;
  find.addEventListener("input", narrow);
  // Enter would press the button, and the page would jump back to its top.
  find.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  for (const row of rows) row.addEventListener("change", narrow);
}
