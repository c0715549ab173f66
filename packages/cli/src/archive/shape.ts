import { isTally } from "@chatexport/core";
import { listOf, numberOf, objectOf } from "@chatexport/core/read";
import type {
  ArchivedDocument,
  ArchivedFile,
  ArchivedSession,
  ArchivedSubagent,
} from "./archived-session.js";
import type { Extent } from "./extent.js";

/*
 * What stands in a manifest was written by this program, but maybe merged, edited or sent by somebody
 * since. Each function tells whether a value that was parsed is what its name says.
 */

/** A session, with nothing in it that could lead out of the archive or that a reader would fall over. */
export function isArchivedSession(value: unknown): value is ArchivedSession {
  return hasFields(value, {
    source: isName,
    id: isName,
    state: optional((state) => state === "vanished" || state === "decayed"),
    title: optional(isText),
    project: optional(isText),
    startedAt: optional(isText),
    updatedAt: optional(isText),
    model: optional(isText),
    firstPrompt: optional(isText),
    messageCount: optional(isCount),
    subagentCount: optional(isCount),
    place: optional(isText),
    listedBy: optional(isText),
    extent: isExtent,
    refused: optional(isText),
    edition: optional(isCount),
    records: isTally,
    subagents: optional(listIs(isSubagent)),
    documents: listIs(isDocument),
    earlier: optional(listIs(isDocument)),
  } satisfies Record<keyof ArchivedSession, Check>);
}

/** A file whose path stays inside the archive and out of its own folder. */
export function isFile(value: unknown): value is ArchivedFile {
  return hasFields(value, {
    path: (path) =>
      isText(path) && path.split("/").every((name) => /^[^.\\\0][^\\\0]*$/.test(name)),
    bytes: isCount,
    sha256: isName,
  } satisfies Record<keyof ArchivedFile, Check>);
}

function isDocument(value: unknown): value is ArchivedDocument {
  return (
    isFile(value) &&
    hasFields(value, {
      sink: isName,
      revision: isText,
      recipe: isText,
      assets: optional(listIs(isFile)),
      pages: optional(listIs(isFile)),
    } satisfies Record<Exclude<keyof ArchivedDocument, keyof ArchivedFile>, Check>)
  );
}

function isExtent(value: unknown): boolean {
  return hasFields(value, {
    prompts: isCount,
    answers: isCount,
    results: isCount,
    files: isCount,
    edits: isCount,
    attachments: isCount,
    characters: isCount,
    resultCharacters: isCount,
    until: optional(isText),
  } satisfies Record<keyof Extent, Check>);
}

function isSubagent(value: unknown): boolean {
  return hasFields(value, {
    id: isText,
    purpose: optional(isText),
    records: isTally,
  } satisfies Record<keyof ArchivedSubagent, Check>);
}

type Check = (value: unknown) => boolean;

function hasFields(value: unknown, checks: Readonly<Record<string, Check>>): boolean {
  const object = objectOf(value);
  return (
    object !== undefined &&
    Object.entries(checks).every(([name, check]) =>
      check(Object.hasOwn(object, name) ? object[name] : undefined),
    )
  );
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function listIs(check: Check): Check {
  return (value) => listOf(value)?.every(check) ?? false;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isName(value: unknown): boolean {
  return isText(value) && value !== "";
}

function isCount(value: unknown): boolean {
  return (numberOf(value) ?? -1) >= 0;
}
