// What this browser remembers between pairs, reloads and visits. Where storage is refused, it lasts as long as the page.

const PREFIX = "review.";
const unstored = new Map(); // what storage did not take

export function recall(name) {
  if (unstored.has(name)) return unstored.get(name);
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // storage is switched off
  }
}

// The same of what was stored as JSON; null for what cannot be read, or one broken entry would end the page's script for good.
export function recallParsed(name) {
  try {
    return JSON.parse(recall(name));
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
    unstored.delete(name);
  } catch {
    unstored.set(name, value); // switched off, or full
  }
}

export function forget(name) {
  unstored.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // storage is switched off: there was nothing in it
  }
}

// The names of all that is remembered under this beginning, in the order of their letters.
export function namesUnder(start) {
  const names = [...unstored.keys()];
  try {
    for (let place = 0; place < localStorage.length; place++) {
      const key = localStorage.key(place);
      if (key.startsWith(PREFIX)) names.push(key.slice(PREFIX.length));
    }
  } catch {
    // storage is switched off
  }
  return [...new Set(names)].filter((name) => name.startsWith(start)).sort();
}

// Whether something under this beginning would be gone with the page.
export const wouldBeLost = (start) => [...unstored.keys()].some((name) => name.startsWith(start));

// Calls back when another tab changes something under this beginning.
export function onElsewhere(start, changed) {
  const heard = (event) => {
    if (event.key === null || event.key.startsWith(PREFIX + start)) changed();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}
