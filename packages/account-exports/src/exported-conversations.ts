import { createReadStream } from "node:fs";
import type { Context, JsonObject } from "@chatexport/core";
import {
  attempt,
  jsonIn,
  objectOf,
  openFile,
  readBytes,
  type TallyCounter,
  unknownFile,
} from "@chatexport/core/read";
import {
  cutOffExport,
  differingCopy,
  foreignElements,
  foreignExport,
  malformedConversation,
  textAfterExport,
} from "./diagnostics.js";
import { elementsOf } from "./list-elements.js";

/** The place of a conversation in an export. */
export interface ExportedAt {
  path: string;
  /** Index of the conversation in the list, counted from 0. */
  index: number;
  /** Bytes before it in the file. */
  start: number;
  /** Its length in bytes. */
  length: number;
}

/** A conversation of an export. */
export interface ExportedConversation {
  id: string;
  location: ExportedAt;
  data: JsonObject;
}

/** The id of a conversation; undefined for an object that is none. */
export type IdOf = (data: JsonObject) => string | undefined;

/** A file with a list of conversations. */
export interface ExportedList {
  /** As people know it. */
  path: string;
  /** The place of its content. */
  content: string;
}

/** The conversations in a list, one in memory at a time. Throws when the file cannot be read. */
export async function* readConversations(
  { path, content }: ExportedList,
  { vendor, idOf, ownNames }: { vendor: string; idOf: IdOf; ownNames: readonly string[] },
  { report, signal }: Context,
): AsyncGenerator<ExportedConversation> {
  let index = -1;
  let found = 0;
  /** Elements that no vendor writes, or this one with other fields. */
  let strays = 0;
  let others = 0;
  const stream = createReadStream(content, { fd: openFile(content), highWaterMark: 1024 * 1024 });
  for await (const element of elementsOf(stream)) {
    signal.throwIfAborted();
    index++;
    if ("malformed" in element) {
      report(problems[element.malformed](path, vendor));
      continue;
    }
    const parsed = attempt((): unknown => jsonIn(element.bytes));
    if (parsed === undefined) {
      report(malformedConversation(path, `/${index}`));
      continue;
    }
    const data = objectOf(parsed);
    const id = data && idOf(data);
    if (data && id !== undefined) {
      found++;
      const location = { path, index, start: element.start, length: element.length };
      yield { id, location, data };
    } else if (!data || ownNames.some((name) => Object.hasOwn(data, name))) strays++;
    else others++;
  }
  if (strays + (found > 0 ? others : 0) > 0) report(foreignElements(path));
  else if (others > 0) report(foreignExport(path, vendor));
}

const problems = {
  "no-list": unknownFile,
  "cut-off": cutOffExport,
  "more-after-end": textAfterExport,
};

/** Reads one conversation again. Throws when it is not there any more. */
export function readConversation(
  id: string,
  location: ExportedAt,
  content: string,
  idOf: IdOf,
): ExportedConversation {
  const bytes = readBytes(content, location.start, location.length);
  const data = attempt(() => objectOf(jsonIn(bytes)));
  if (!data || idOf(data) !== id) throw new Error("The export has changed since it was listed.");
  return { id, location, data };
}

/**
 * Counts the conversation in an earlier export, and its messages, of which `known` tells whether the latest one has
 * them, too. Reports when it lacks some: they were deleted since.
 */
export function countCopy(
  { path, index }: ExportedAt,
  known: readonly boolean[],
  tally: TallyCounter,
  { report }: Pick<Context, "report">,
): void {
  tally.read(known.length + 1);
  tally.skip("copy");
  for (const isKnown of known) tally.skip(isKnown ? "copy" : "other-version");
  if (known.includes(false)) report(differingCopy(path, `/${index}`));
}
