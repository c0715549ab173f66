import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Session, WrittenDataset } from "@chatexport/core";
import { type RunSettings, runDataset } from "../../../tests/sinks/run-dataset.js";
import dataset, { type DatasetOptions } from "../src/index.js";

/** Writes sessions into a folder; which were asked for, what became of them, and what was reported. */
export async function writeDataset(
  folder: string,
  sessions: readonly Session[],
  options: DatasetOptions = {},
  settings: Partial<RunSettings> = {},
): Promise<WrittenDataset & { states: string[]; reported: string[] }> {
  const run = await runDataset(dataset(options), folder, sessions, settings);
  const states = run.outdated.map(({ ref, state }) => `${ref.id} ${state}`);
  return { ...run, states, reported: run.reported.map(({ code }) => code) };
}

/** The lines of a split, parsed; none where it has no file. */
export function linesOf(folder: string, split = "train"): Record<string, unknown>[] {
  return textOf(folder, `data/${split}.jsonl`)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** The text of a file in the folder; empty where there is none. */
export function textOf(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch {
    return "";
  }
}
