// What was typed and ticked on a pair but has not left yet, kept for each pair through reloads and lost sessions.

import { forget, namesUnder, recallParsed, remember } from "./remember.js";

const KEEP_DAYS = 60;
const DAY_MS = 24 * 3600 * 1000;
const PROBLEM_MS = 10 * 60 * 1000; // why it was refused is news through a reload, and wrong another day

export function openDrafts(reviewer) {
  const start = `draft.${reviewer}.`;
  for (const name of namesUnder(start)) if (!(recallParsed(name)?.at > Date.now() - KEEP_DAYS * DAY_MS)) forget(name);
  return {
    start,
    of: (token) => {
      const draft = recallParsed(start + token);
      return draft?.problem && !(draft.refusedAt > Date.now() - PROBLEM_MS) ? { ...draft, problem: undefined } : draft;
    },
    keep: (token, draft) => remember(start + token, JSON.stringify({ ...draft, at: Date.now() })),
    drop: (token) => forget(start + token),
  };
}
