import { homedir } from "node:os";
import { resolve } from "node:path";
import type { FingerprintInput } from "@chatexport/archive";
import { messageOf, present, type SessionRef, type Transform } from "@chatexport/core";
import type { Findings, RuleCount } from "@chatexport/redact";
import type { CommonOptions } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { versionOf } from "../files/package-file.js";
import { redactorName } from "../plugins/built-in.js";
import { readPackage, valuesFor } from "../plugins/plugin-package.js";

/** What keeps secrets out of everything that a run writes and prints. */
export interface Redaction {
  /** What changes each session before it is written. */
  transforms: Transform[];
  /** What decides what is masked. */
  inputs: FingerprintInput[];
  /** The texts with their secrets masked. */
  texts(texts: readonly string[]): Promise<string[]>;
  /** A copy of plain data in which the secrets of every string are masked. */
  data<T>(data: T): Promise<T>;
  /** What was masked in sessions until now; undefined when nothing is to be masked. */
  counts(): RuleCount[] | undefined;
  /** What was found in sessions until now, for the redaction of another thread; it is forgotten here. */
  takeFindings(): Findings | undefined;
  /** Takes over what the redaction of another thread has found. */
  addFindings(findings: Findings): void;
}

/** The redaction that the user asked for; secrets are masked unless told otherwise. */
export async function redactionFor(options: CommonOptions): Promise<Redaction> {
  if (!options.redact) return nothing;
  const module = await import("@chatexport/redact");
  const plugin = readPackage(
    { name: redactorName, version: versionOf("@chatexport/redact") },
    module,
  );
  const given = options.redactPaths ? { paths: true } : {};
  const settings = { ...valuesFor(plugin, options.option ?? []), ...given };
  const home = resolve(options.home ?? homedir());
  const redactor = orUsageError(() => module.default({ ...settings, home }));
  return {
    transforms: [redactor.session],
    inputs: [{ name: redactorName, version: plugin.version, options: settings }],
    texts: redactor.texts,
    data: (data) => withTexts(data, redactor.texts),
    counts: redactor.counts,
    takeFindings: redactor.takeFindings,
    addFindings: redactor.addFindings,
  };
}

function orUsageError<T>(create: () => T): T {
  try {
    return create();
  } catch (cause) {
    throw usageError(`${redactorName}: ${messageOf(cause)}`);
  }
}

const nothing: Redaction = {
  transforms: [],
  inputs: [],
  texts: async (texts) => [...texts],
  data: async (data) => data,
  counts: () => undefined,
  takeFindings: () => undefined,
  addFindings: () => {},
};

/** Sessions as they may be shown: their ids stay, so that the user can name them. */
export async function maskedRefs(
  refs: readonly SessionRef[],
  redaction: Redaction,
): Promise<SessionRef[]> {
  const shown = refs.map(({ title, cwd, project, branch }) =>
    present({ title, cwd, project, branch }),
  );
  const masked = await redaction.data(shown);
  return refs.map((ref, index) => ({ ...ref, ...masked[index] }));
}

/** Changes many texts at once, and keeps their order. */
type Change = (texts: readonly string[]) => Promise<readonly string[]>;

/** A copy of plain data in which every string has been changed; the names of its fields are ours. */
async function withTexts<T>(data: T, change: Change): Promise<T> {
  const texts = [...new Set(textsIn(data))];
  if (texts.length === 0) return data;
  const changed = await change(texts);
  const replacements = new Map(texts.map((text, index) => [text, changed[index] ?? text]));
  return replaced(data, replacements);
}

function* textsIn(data: unknown): Generator<string> {
  if (typeof data === "string") yield data;
  else if (typeof data === "object" && data !== null)
    for (const value of Object.values(data)) yield* textsIn(value);
}

function replaced<T>(data: T, replacements: ReadonlyMap<string, string>): T;
function replaced(data: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof data === "string") return replacements.get(data);
  if (Array.isArray(data)) return data.map((item) => replaced(item, replacements));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, replaced(value, replacements)]),
  );
}
