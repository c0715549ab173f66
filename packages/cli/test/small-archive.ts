import { readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { filesIn, homeWith, type Transcript } from "./binary.js";
import { chatexport } from "./in-process.js";

/** A session and the name of its documents. */
export const first = { id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" };
/** A session of another project. */
export const second = {
  id: "22222222-bbbb-4000-8000-000000000002",
  title: "Second thoughts",
  cwd: "/home/mira/blog",
  startedAt: "2026-02-10T10:00:00.000Z",
};
/** Of the documents of the first. */
export const firstName = "claude/shop/2026-01-31-1000-first-steps-11111111";
/** Of the documents of the second. */
export const secondName = "claude/blog/2026-02-10-1000-second-thoughts-22222222";
/** Both sinks, into the same folder. */
export const both = ["--to", "markdown", "--to", "jsonl", "--out", "out"];

/** The bytes and times of all files of an archive. */
export function stateOf(folder: string): Record<string, [string, number]> {
  return Object.fromEntries(
    filesIn(folder).map((path) => {
      const file = join(folder, path);
      return [path, [readFileSync(file, "latin1"), statSync(file).mtimeMs]];
    }),
  );
}

/** Makes all files of an archive look old, so that each one that is written shows. */
export function makeOld(folder: string): void {
  for (const path of filesIn(folder)) utimesSync(join(folder, path), 1, 1);
}

/** The files that were written since. */
export function writtenIn(folder: string): string[] {
  return filesIn(folder).filter((path) => statSync(join(folder, path)).mtimeMs !== 1000);
}

/** The lines of the manifest. */
export function manifestIn(folder: string): Record<string, unknown>[] {
  const text = readFileSync(join(folder, ".chatexport/manifest.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** An archive of some sessions, in a home of its own. */
export async function archiveOf(
  ...transcripts: Transcript[]
): Promise<{ home: string; out: string }> {
  const home = homeWith(...transcripts);
  await chatexport(home, ...both);
  return { home, out: join(home, "out") };
}
