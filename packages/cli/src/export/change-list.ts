import { join } from "node:path";
import type { DocumentResult } from "@chatexport/archive";
import { safeLine } from "@chatexport/core";
import type { ExportResult } from "./result.js";

const stateColumns = "unchanged".length;

/** A line for each file that an export into a folder would change, or leaves for a reason. */
export function changeList(
  folder: string,
  { sessions, indexes = [], vanished }: ExportResult,
): string {
  const documents: DocumentResult[] = sessions.flatMap((session) => session.documents);
  const gone = vanished?.now.flatMap((session) => session.documents) ?? [];
  const lines = [
    ...[...documents, ...indexes].filter(isOfInterest).map(lineOf),
    ...gone.map(
      ({ path }) => `${"vanished".padEnd(stateColumns)}  ${safeLine(join(folder, path))}`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function isOfInterest({ state, reason }: DocumentResult): boolean {
  return state !== "unchanged" && (state !== "decayed" || reason !== undefined);
}

function lineOf({ state = "new", path = "", reason }: DocumentResult): string {
  const line = `${state.padEnd(stateColumns)}  ${safeLine(path)}`;
  return reason ? `${line}  (${safeLine(reason)})` : line;
}
