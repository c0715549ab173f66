import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesBelow, inStore } from "../files.js";
import type { Finding } from "../invariants/all.js";
import type { Random } from "../random.js";
import { repository } from "../repository.js";
import { changeSince, stateOf } from "../state.js";
import { misconduct, type Outcome, runProgram } from "./program.js";

/** A home folder, and what an undisturbed export makes of it. */
export interface Workshop {
  /** Everything lies below it. */
  folder: string;
  home: string;
  /** An archive that nothing has disturbed. */
  reference: string;
  /** The same by path, with what each file holds. */
  complete: ReadonlyMap<string, string>;
}

/** Something that is done to a run that writes, or to where it writes. */
export interface Experiment {
  name: string;
  /** The reason why it cannot be done on this system. */
  skip?: string | undefined;
  /** `out` does not exist yet. */
  run(workshop: Workshop, out: string, random: Random): Promise<Trial>;
}

/** The result of it. */
export interface Trial {
  what: string;
  findings: Finding[];
}

/** Makes a home folder and exports it; its folder is the caller's to remove. */
export async function openWorkshop(): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-faults-"));
  const home = join(folder, "home");
  cpSync(join(repository, "examples/home"), home, { recursive: true });
  const reference = join(folder, "reference");
  const outcome = await exportTo({ folder, home }, reference);
  if (outcome.exitCode !== 0) throw new Error(`The example is not exported: ${outcome.stderr}`);
  return { folder, home, reference, complete: treeOf(reference) };
}

/** Does something in a workshop of its own, and clears it away. */
export async function withWorkshop<Result>(
  work: (workshop: Workshop) => Promise<Result>,
): Promise<Result> {
  const workshop = await openWorkshop();
  try {
    return await work(workshop);
  } finally {
    rmSync(workshop.folder, { recursive: true, force: true });
  }
}

/** The words that export a home folder. */
function exportWords(home: string, out: string): string[] {
  return ["--home", home, "--to", "jsonl", "--to", "markdown", "--out", out];
}

/** Exports the home folder. */
export function exportTo(
  { folder, home }: Pick<Workshop, "folder" | "home">,
  out: string,
  treatment: Parameters<typeof runProgram>[2] = {},
): Promise<Outcome> {
  return runProgram(folder, exportWords(home, out), treatment);
}

/** The files of an archive, with what each holds. */
function treeOf(out: string): Map<string, string> {
  return new Map(filesBelow(out).map((path) => [inStore(path, out), readFileSync(path, "latin1")]));
}

/** The first difference between an archive and an undisturbed one. */
export function differenceTo(complete: ReadonlyMap<string, string>, out: string): Finding[] {
  const tree = treeOf(out);
  const wrong =
    [...complete].find(([path, content]) => tree.get(path) !== content)?.[0] ??
    [...tree.keys()].find((path) => !complete.has(path));
  return wrong === undefined
    ? []
    : [{ invariant: "others", what: `${wrong} is not as in an undisturbed archive` }];
}

/** Does one experiment in a folder of its own; nothing beside `out` may change. */
export async function conduct(
  experiment: Experiment,
  workshop: Workshop,
  random: Random,
): Promise<Trial> {
  const within = mkdtempSync(join(workshop.folder, "run-"));
  const outside = join(within, "outside");
  mkdirSync(outside);
  cpSync(workshop.reference, join(outside, "archive"), { recursive: true });
  const [home, beside] = [stateOf(workshop.home), stateOf(outside)];
  const { what, findings } = await experiment.run(workshop, join(within, "out"), random);
  for (const [before, folder] of [[home, workshop.home] as const, [beside, outside] as const]) {
    const change = changeSince(before, folder);
    if (change !== undefined) findings.push({ invariant: "touched", what: change });
  }
  rmSync(within, { recursive: true, force: true });
  return { what, findings };
}

/** Exports once more, undisturbed: then the archive has to be complete. */
export async function mended(workshop: Workshop, out: string): Promise<Finding[]> {
  const outcome = await exportTo(workshop, out);
  return [...misconduct(outcome), ...differenceTo(workshop.complete, out)];
}
