import { expect } from "vitest";
import { chatexport } from "../in-process.js";
import { expectValid } from "../schemas.js";

/** The JSON that `stats --json` prints, which is valid, and all that it prints. */
export async function statsOf(home: string, ...words: string[]) {
  const { exitCode, stdout, stderr } = await chatexport(home, "stats", "--json", ...words);
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  const report = JSON.parse(stdout);
  expectValid("stats", report);
  return report;
}
