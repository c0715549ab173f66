import { basename, dirname } from "node:path";
import {
  type Context,
  type Message,
  present,
  type Session,
  type SessionRef,
} from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";
import { droppedFields, type Fields, type NamedFields, RowsBeside } from "@chatexport/core/source";
import { deletedTranscripts, malformedSidecar } from "../diagnostics.js";
import { readJsonFile } from "../files/private-file.js";
import { type Head, HeadBuilder, projectAt } from "../head/head.js";
import { hash8, type IndexLocator, type Trace } from "../head/locator.js";
import type { StoreFile } from "../locate/disk.js";
import { roleOf, syntheticOf } from "../records/injected-text.js";
import { queuedParts } from "../records/prompts.js";
import { says } from "../says.js";
import { tracedSession, traceOf } from "./traces.js";

/**
 * Reads the indexes of the projects (January and February 2026), and reports how many sessions have no transcript
 * any more: these are `lost`. Of the others only the title that the tool made counts, by their ids in `summaries`:
 * an index was not always up to date.
 */
export function readIndexes(
  indexes: readonly StoreFile[],
  isKnown: (sessionId: string) => boolean,
  context: Context,
): { summaries: ReadonlyMap<string, string>; lost: Trace[] } {
  const summaries = new Map<string, string>();
  const lost = new Map<string, Trace>();
  const rows = new RowsBeside(indexFields);
  for (const file of indexes) {
    context.signal.throwIfAborted();
    const index = readJsonFile(file) ?? {};
    const { entries, ...about } = index;
    const list = listOf(entries);
    if (!list) {
      context.report(malformedSidecar(file.path, "index"));
      continue;
    }
    const own = { path: file.path };
    const folder = rows.read(about, own, (fields) => fields.text("originalPath", "projectPath"));
    const gone = new Set<string>();
    for (const [at, item] of list.entries()) {
      const entry = rows.read(
        objectOf(item) ?? { entry: item },
        { ...own, at: `/entries/${at}` },
        entryOf,
      );
      const { id, summary, cwd = folder } = entry;
      // A sub-agent's transcript has another name than its id.
      if (id === undefined || entry.isOfAgent) continue;
      if (summary !== undefined) summaries.set(id, summary);
      if (isKnown(id)) continue;
      gone.add(id);
      lost.set(id, lostSession(id, { ...entry, cwd }, file.path));
    }
    if (gone.size > 0) context.report(deletedTranscripts(file.path, gone.size));
  }
  rows.report(context);
  return { summaries, lost: [...lost.values()] };
}

/** The fields of an index that are not read, with the reason. */
const indexFields: NamedFields = {
  dropped: droppedFields({
    "of the format": { texts: "version" },
    "the place of the transcript": { texts: "fullPath" },
    "the time of the transcript's file": { texts: "fileMtime" },
  }),
};

function entryOf(fields: Fields) {
  return {
    id: fields.text("sessionId", "session_id"),
    isOfAgent: fields.flag("isSidechain"),
    summary: fields.text("summary"),
    prompt: firstPromptIn(fields.text("firstPrompt")),
    cwd: fields.text("projectPath"),
    startedAt: fields.time("created", "createdAt"),
    updatedAt: fields.time("modified", "lastAccessedAt"),
    branch: fields.text("gitBranch"),
    messages: fields.number("messageCount"),
  };
}

function lostSession(id: string, entry: ReturnType<typeof entryOf>, path: string): Trace {
  const { prompt, summary, cwd, startedAt, updatedAt, branch, messages } = entry;
  const opening = new HeadBuilder();
  opening.add({ type: "user", message: { content: prompt ?? null } });
  const first = opening.head(() => false).title;
  const head: Head = present({
    title: summary ?? first,
    titleFrom: summary ? "generated" : first ? "first-message" : undefined,
    cwd,
    project: cwd ? projectAt(cwd) : { name: basename(dirname(path)) },
    startedAt,
    updatedAt,
    branch,
  });
  const locator: IndexLocator = present({ format: "claude/index", path, head, prompt, messages });
  return traceOf(id, locator, hash8(JSON.stringify(locator)));
}

/**
 * The beginning of a session, in one line of at most 200 characters; the tool has a text for those without
 * a prompt.
 */
function firstPromptIn(prompt: string | undefined): string | undefined {
  if (prompt === undefined || prompt === "No prompt") return undefined;
  // An element of the tool that was cut has lost its end.
  const cut = beginsAsElement.test(prompt) && /<([a-z_-]{1,40})>[^<]*…$/.exec(prompt);
  return cut ? `${prompt}</${cut[1]}>` : prompt;
}

const beginsAsElement = /^<(?:command-(?:args|message|name)|ide_[a-z_]{1,20}|task-notification)>/;

/** The index entry of a session without a transcript, as a session. */
export function lostSessionOf({ id }: SessionRef, locator: IndexLocator): Session {
  const { head, prompt, messages: count } = locator;
  const had = count === undefined ? "" : ` ${says.had} ${count} ${says.messages}.`;
  const shown = prompt === undefined ? "" : ` ${says.beginning}`;
  const said = `${says.indexLeft}${had}${shown} ${says.deleted}`;
  const parts = queuedParts(prompt);
  const first: Message = present({
    id: "first-prompt",
    parentId: "index-only",
    role: roleOf(parts),
    createdAt: head.startedAt,
    createdAtFrom: head.startedAt === undefined ? undefined : "inferred",
    parts,
    synthetic: syntheticOf(parts),
  });
  const messages = parts.length > 0 ? [first] : [];
  return tracedSession(id, locator, "index-only", said, { messages });
}
