import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { wordOf } from "@chatexport/core/read";
import { hashedUuid } from "@chatexport/core/turns";
import { ChangeError } from "@chatexport/relocate";
import { indexName } from "@chatexport/source-claude/paths";
import { lostAnywhere } from "../read-back.js";
import type { Finding, Repair } from "./damages.js";
import { Draft } from "./draft.js";
import { applyEdits, type Edit, type EditOptions, readTranscript } from "./edit.js";
import { editOf } from "./edit-draft.js";
import { sessionIn } from "./find-transcript.js";
import { repair } from "./repair.js";
import { lostRows, planIndexRepair } from "./repair-index.js";
import { logFault } from "./repair-log.js";

/**
 * Looks for what is wrong with a transcript, or with the index of a project's sessions; nothing is changed.
 * `taken` are the files that other repairs will make; that of this one is added. Throws for a file that cannot be
 * read.
 */
export function planRepair(path: string, taken = new Set<string>()): Repair {
  if (basename(path) === indexName) return planIndexRepair(path);
  const name = sessionIn(path);
  let session = name;
  const { edit, result } = editOf(path, (draft) => {
    // Something else may lie beside the sessions, which nobody wants among them.
    if (!uuid.test(name) && draft.links.length === 0) return [];
    if (!uuid.test(name)) session = freeName(draft, path, taken);
    const findings = repair(draft, session);
    return session === name
      ? findings
      : [{ damage: "misnamed-file" } satisfies Finding, ...findings];
  });
  const isHopeless = result.length > 0 && edit.after.toString("latin1").trim() === "";
  if (session === name) return { findings: result, isHopeless, edit };
  const renamed = { session, path: transcriptBeside(path, session), from: path };
  taken.add(renamed.path);
  return { findings: result, isHopeless, edit: { ...edit, ...renamed } };
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

function transcriptBeside(path: string, session: string): string {
  return join(dirname(path), `${session}.jsonl`);
}

/** The session that the records name, unless its transcript is there: then the file is a copy of it. */
function freeName(draft: Draft, path: string, taken: ReadonlySet<string>): string {
  const named = draft.links.map(({ record }) => wordOf(record?.sessionId));
  const own = named.find((id) => uuid.test(id));
  if (own === undefined) return hashedUuid(path);
  const target = transcriptBeside(path, own);
  return existsSync(target) || taken.has(target) ? hashedUuid(path) : own;
}

/**
 * Repairs files, all of them or none, and looks at them again: nothing may be wrong any more, and nothing that was
 * said may be missing. Resolves to the name of the change, for `undo` of `@chatexport/relocate`.
 */
export async function applyRepairs(
  repairs: readonly Repair[],
  options: EditOptions,
): Promise<string> {
  const edits = repairs.map(({ edit }) => edit);
  const before = new Map<Edit, Awaited<ReturnType<typeof readTranscript>>>();
  for (const edit of edits)
    if (!isIndex(edit) && !isLog(edit))
      before.set(edit, await readTranscript(edit.from ?? edit.path).catch(() => undefined));
  return applyEdits(edits, options, async () => {
    for (const edit of edits) {
      const { path, session } = edit;
      const fault = isIndex(edit)
        ? indexFault(path)
        : isLog(edit)
          ? logFault(path, edit.before)
          : await transcriptFault(path, session, before.get(edit));
      if (fault) throw new ChangeError("not-verified", `Read back from ${path}: ${fault}`);
    }
  });
}

function isIndex({ path }: Edit): boolean {
  return basename(path) === indexName;
}

function isLog({ source }: Edit): boolean {
  return source !== "claude";
}

function indexFault(path: string): string | undefined {
  const [left] = lostRows(path);
  return left && `the row of ${left.session} is still there`;
}

async function transcriptFault(
  path: string,
  session: string,
  before: Awaited<ReturnType<typeof readTranscript>>,
): Promise<string | undefined> {
  const [left] = repair(new Draft(readFileSync(path)), session);
  if (left) return `${left.damage} is still in line ${left.line}`;
  const after = await readTranscript(path);
  if (!after) return "nothing in it is whole";
  const lost = before && lostAnywhere(before, after);
  return lost && `this is missing: ${lost}`;
}
