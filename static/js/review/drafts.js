// What was typed and ticked on a pair but has not left yet, kept for each pair through reloads and lost sessions.

import { forget, namesUnder, recall, remember } from "./remember.js";

const KEEP_DAYS = 60;
const DAY_MS = 24 * 3600 * 1000;

export function openDrafts(reviewer) {
  const start = `draft.${reviewer}.`;
  for (const name of namesUnder(start)) if (!(read(name)?.at > Date.now() - KEEP_DAYS * DAY_MS)) forget(name);
  return {
    start,
    of: (token) => read(start + token),
    keep: (token, draft) => remember(start + token, JSON.stringify({ ...draft, at: Date.now() })),
    drop: (token) => forget(start + token),
  };
}

function read(name) {
  const text = recall(name);
  return text ? JSON.parse(text) : null;
}
