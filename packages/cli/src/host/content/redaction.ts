import { homedir } from "node:os";
import { resolve } from "node:path";
import type { FingerprintInput } from "@chatexport/archive";
import { messageOf, present, type SessionRef, type Transform } from "@chatexport/core";
import type { Findings, Redactor, RuleCount } from "@chatexport/redact";
import type { CommonOptions } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { versionOf } from "../files/package-file.js";
import { redactorName } from "../plugins/built-in.js";
import { valuesFor } from "../plugins/plugin-package.js";

/** What keeps secrets out of everything that a run writes and prints. */
export interface Redaction extends Pick<Redactor, "texts" | "data" | "addFindings"> {
  /** What changes each session before it is written. */
  transforms: Transform[];
  /** What decides what is masked. */
  inputs: FingerprintInput[];
  /** What was masked in sessions until now; undefined when nothing is to be masked. */
  counts(): RuleCount[] | undefined;
  /** What was found in sessions until now, for the redaction of another thread; it is forgotten here. */
  takeFindings(): Findings | undefined;
}

/** The redaction that the user asked for; secrets are masked unless told otherwise. */
export async function redactionFor(options: CommonOptions): Promise<Redaction> {
  if (!options.redact) return nothing;
  const { default: create, options: described } = await import("@chatexport/redact");
  const own = valuesFor({ name: redactorName, options: described }, options.option ?? []);
  const settings = { ...own, ...(options.redactPaths && { paths: true }) };
  const version = versionOf("@chatexport/redact");
  const home = resolve(options.home ?? homedir());
  try {
    const redactor = create({ ...settings, home });
    return {
      ...redactor,
      transforms: [redactor.session],
      inputs: [{ name: redactorName, version, options: settings }],
    };
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
  addFindings() {},
};

/** Sessions as they may be shown: their ids stay, so that the user can name them. */
export async function maskedRefs(
  refs: readonly SessionRef[],
  redaction: Redaction,
): Promise<SessionRef[]> {
  const masked = await redaction.data(
    refs.map(({ title, cwd, folders, project, branch }) =>
      present({ title, cwd, folders, project, branch }),
    ),
  );
  return refs.map((ref, index) => ({ ...ref, ...masked[index] }));
}
