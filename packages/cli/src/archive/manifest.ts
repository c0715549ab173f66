import { readFile } from "node:fs/promises";
import { type Diagnostic, errorCode } from "@chatexport/core";
import { parseLine } from "@chatexport/core/read";
import { sessionKey } from "../session-key.js";
import type { ArchivedSession } from "./archived-session.js";
import { isArchivedSession } from "./shape.js";

/** All sessions of an archive by `sessionKey`. */
export type Manifest = Map<string, ArchivedSession>;

/** Reads a manifest; what it says in lines that are no sessions is reported and left out. */
export async function readManifest(
  path: string,
  report: (diagnostic: Diagnostic) => void,
): Promise<Manifest> {
  const manifest: Manifest = new Map();
  for (const [index, line] of (await readLines(path)).entries()) {
    const record = parseLine(line);
    if (record === undefined) continue;
    // Where two branches of a repository were merged, the later state stands last or is as good.
    if (isArchivedSession(record)) manifest.set(sessionKey(record), record);
    else report(damagedLine(path, index + 1));
  }
  return manifest;
}

/** The text of a manifest: sorted, so that the same archive has the same bytes. */
export function manifestText(manifest: Manifest): string {
  return inOrder(manifest)
    .map((session) => `${JSON.stringify(withKeysInOrder(session))}\n`)
    .join("");
}

/** The sessions by source and id. */
export function inOrder(manifest: Manifest): ArchivedSession[] {
  return [...manifest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, session]) => session);
}

/** The lines of a file; none when there is no such file. */
export async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, "utf8")).replace(/^\ufeff/, "").split("\n");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

function damagedLine(path: string, line: number): Diagnostic {
  return {
    severity: "warning",
    code: "damaged-manifest",
    message:
      "The line of the manifest describes no session and was left out. A session that is still in its store is entered again; one that only the archive has, when the archive is read with --from jsonl.",
    origin: { path, at: line },
  };
}

/** In one order, whatever was changed last. */
function withKeysInOrder(session: ArchivedSession): object {
  const { documents } = session;
  const ordered = {
    ...session,
    documents: documents.toSorted((a, b) => (a.sink < b.sink ? -1 : 1)),
  };
  return Object.fromEntries(keys.map((key) => [key, ordered[key]]));
}

const keys = [
  "source",
  "id",
  "state",
  "title",
  "project",
  "startedAt",
  "updatedAt",
  "model",
  "firstPrompt",
  "messageCount",
  "subagentCount",
  "place",
  "listedBy",
  "extent",
  "refused",
  "edition",
  "records",
  "subagents",
  "documents",
  "earlier",
] as const satisfies readonly (keyof ArchivedSession)[];
