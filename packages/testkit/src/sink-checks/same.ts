import { fail } from "node:assert/strict";

// In characters, to each side of the first difference.
const shown = 60;

/** Fails with the place where two texts begin to differ. */
export function assertSame(actual: string, expected: string, when: string): void {
  if (actual !== expected) fail(`${when} ${differenceOf(actual, expected)}`);
}

/** What stands around the place where two texts begin to differ. */
export function differenceOf(actual: string, expected: string): string {
  let at = 0;
  while (actual[at] === expected[at]) at++;
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, at - shown), at + shown));
  return `it is ${excerpt(actual)}\nwhere it was ${excerpt(expected)}`;
}
