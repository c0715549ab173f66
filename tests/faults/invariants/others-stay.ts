import type { Invariant } from "./finished.js";

/** Sessions that the damage does not concern are the same, byte for byte. */
export const othersStay: Invariant = ({ before, after, concerned }) =>
  [...before.sessions].flatMap(([key, { jsonl }]) => {
    if (concerned.has(key)) return [];
    const found = after.sessions.get(key);
    if (!found) return [`${key} is not concerned, and is missing`];
    if (found.jsonl === jsonl) return [];
    return [
      `${key} is not concerned, and is another: ${firstDifference(jsonl ?? "", found.jsonl ?? "")}`,
    ];
  });

function firstDifference(before: string, after: string): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  const [was, is] = [before, after].map((text) => text.slice(Math.max(0, at - 60), at + 60));
  return `«${is}» was «${was}»`;
}
