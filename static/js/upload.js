// The form that sends an archive: says at once that a file is too large, and that a large one is under way.

const form = document.getElementById("upload");
const field = form.elements.namedItem("archive");

field.addEventListener("change", () => {
  const [file] = field.files;
  field.setCustomValidity(file && file.size > Number(form.dataset.maxBytes) ? form.dataset.tooLarge : "");
  field.reportValidity();
});

form.addEventListener("submit", () => {
  document.getElementById("sending").hidden = false;
});

// Back from the next page, nothing is being sent any more.
window.addEventListener("pageshow", () => {
  document.getElementById("sending").hidden = true;
});
