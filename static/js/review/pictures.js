// Whether both posters are really there: decoded, and not cut off on the way.

export const POSTERS = ["#poster-a", "#poster-b"];
const SIGNATURE_BYTES = 12; // "RIFF", the size of what follows, "WEBP"
const BEFORE_SIZE_BYTES = 8;

// Starts to look at once: `each` will tell of either poster whether it is whole; `whole` and `failed` are known by then.
export function checkPictures(root) {
  const looks = { each: Promise.all(POSTERS.map((id) => isWhole(root.querySelector(id)))), whole: false, failed: false };
  looks.each.then((each) => {
    looks.whole = each.every(Boolean);
    looks.failed = !looks.whole;
  });
  return looks;
}

async function isWhole(picture) {
  try {
    picture.loading = "eager";
    await picture.decode();
    return picture.naturalWidth > 0 && (await isComplete(picture.currentSrc || picture.src));
  } catch {
    return false;
  }
}

// A browser draws the upper part of a file that ends too early and calls it decoded; the file itself says how long it is.
async function isComplete(address) {
  const response = await fetch(address, { cache: "force-cache" });
  const file = await response.blob();
  const head = new DataView(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  const isWebp = head.byteLength === SIGNATURE_BYTES && head.getUint32(0) === 0x52494646 && head.getUint32(8) === 0x57454250;
  if (isWebp) return file.size >= head.getUint32(4, true) + BEFORE_SIZE_BYTES;
  const bitmap = await createImageBitmap(file); // fails where the end is missing
  bitmap.close();
  return true;
}

// Fetches a poster again: under another address, because a browser keeps what it has seen under the old one.
export function fetchAgain(picture) {
  const again = (address) => `${address.split("?")[0]}?again=${Date.now()}`;
  for (const source of picture.parentElement.querySelectorAll("source")) source.srcset = again(source.srcset);
  picture.src = again(picture.src);
}
