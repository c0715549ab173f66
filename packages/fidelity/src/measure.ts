import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Ending, runExporter } from "./exporter.js";
import type { Home, Mark } from "./homes.computed.js";
import { judge, type Outcome } from "./judge.js";

/** The number of texts with each outcome; outcomes that none had are missing. */
export type Counts = Readonly<Partial<Record<Outcome, number>>>;

/** The outcomes of the texts of each tool. */
export type Report = readonly ToolReport[];

/** The outcomes of the texts of one tool. */
export interface ToolReport {
  readonly tool: string;
  readonly ending: Ending;
  readonly all: Counts;
  readonly kinds: Readonly<Record<string, Counts>>;
  /** The texts that are not kept. */
  readonly flaws: readonly (Mark & { outcome: Outcome })[];
}

/** A home, and how it is made in an empty folder. */
export interface Case {
  readonly tool: string;
  readonly marks: readonly Mark[];
  makeHome(folder: string): void;
}

/** The case of a home that this package brings. */
export function ownCase(tool: string, { files, marks }: Home): Case {
  const makeHome = (folder: string) => {
    const json = brotliDecompressSync(Buffer.from(files, "base64")).toString();
    for (const [path, content] of Object.entries<string>(JSON.parse(json))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content, "latin1");
    }
  };
  return { tool, marks, makeHome };
}

/**
 * The case of a folder with `home` and `said.json`, whose list `said` has texts with `id`, `kind` and `expect`.
 * Of those that are `shown` it is judged whether they are there: not their order, nor their role, because texts
 * of a real client have lines that look like labels.
 */
export function caseIn(folder: string): Case {
  const { client, said } = JSON.parse(readFileSync(join(folder, "said.json"), "utf8"));
  const marks = (said as { id: string; kind: string; expect: string }[])
    .filter(({ expect }) => expect === "shown")
    .map(({ id, kind }) => ({ id, kind }));
  const makeHome = (target: string) => cpSync(join(folder, "home"), target, { recursive: true });
  return { tool: client ?? folder, marks, makeHome };
}

/** Lets an exporter write a home, in folders that are gone afterwards, and judges what it wrote. */
export async function measure(
  command: string,
  { tool, marks, makeHome }: Case,
  seconds: number,
): Promise<ToolReport> {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-fidelity-"));
  try {
    const [home, out] = [join(folder, "home"), join(folder, "out")];
    for (const each of [home, out]) mkdirSync(each);
    makeHome(home);
    const result = await runExporter(command, { home, out, tool, seconds });
    const outcomes = [...judge(marks, result)];
    const names = [...new Set(marks.map(({ kind }) => kind))];
    const ofKind = (kind: string) => outcomes.filter(([mark]) => mark.kind === kind);
    return {
      tool,
      ending: result.ending,
      all: countsOf(outcomes),
      kinds: Object.fromEntries(names.map((kind) => [kind, countsOf(ofKind(kind))])),
      flaws: outcomes.flatMap(([mark, outcome]) =>
        outcome === "kept" ? [] : { ...mark, outcome },
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsOf(outcomes: readonly (readonly [Mark, Outcome])[]): Counts {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const [, outcome] of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
