import { basename, dirname, join } from "node:path";
import { type JsonObject, type Parent, present, type Session } from "@chatexport/core";
import {
  beginsPrompt,
  linesAt,
  nameSet,
  objectOf,
  objectsOf,
  promptTitle,
  textOf,
  utcTime,
  withoutLinesEnding,
  wordOf,
} from "@chatexport/core/read";
import type { Ends, Listed } from "@chatexport/core/source";

/** The facts from both ends of a session; undefined for a file that is none. */
export function listedOf(ends: Ends, path: string): Listed | undefined {
  const { head, bytes } = ends;
  const own = head.find(({ type }) => type === "session_start");
  const isNear = /[\\/]\.factory[\\/]/.test(path);
  if (!own && !(isNear && bytes > 0) && !isHeadless(head)) return undefined;
  const header = own ?? {};
  const times = (records: readonly JsonObject[]) =>
    records.map(({ timestamp }) => utcTime(timestamp));
  return present<Listed>({
    // A damaged header does not cost the session: its file is named after it.
    id: textOf(header.id) ?? withoutLinesEnding(basename(path)),
    title: titleOf(head).title,
    cwd: textOf(header.cwd),
    startedAt: times(head).find(Boolean),
    updatedAt: times(ends.tail).findLast(Boolean),
    parent: parentOf(header),
  });
}

/** True for records of the tool alone, of which the first one may be a header without a type. */
function isHeadless(records: readonly JsonObject[]): boolean {
  const messages = objectsOf(records.map(({ message }) => message));
  const blocks = messages.flatMap(({ content }) => objectsOf(content));
  return (
    blocks.length > 0 &&
    records.every(
      ({ type, cwd }, at) =>
        recordTypes.has(wordOf(type)) || (at === 0 && !textOf(type) && !!textOf(cwd)),
    ) &&
    messages.every(({ timestamp }) => timestamp === undefined) &&
    blocks.every(({ type }) => blockTypes.has(wordOf(type)))
  );
}

const recordTypes = nameSet(
  "message todo_state compaction_state agent_turn_outcome session_settings",
);
const blockTypes = nameSet("text thinking image tool_use tool_result");

/** The title of a session: the tool takes the first prompt, until a person or a model gives another one. */
export function titleOf(head: readonly JsonObject[]): Pick<Session, "title" | "titleFrom"> {
  const header = head.find(({ type }) => type === "session_start") ?? {};
  const prompts = [...promptsIn(head)];
  const stored = textOf(header.sessionTitle) ?? textOf(header.title);
  if (stored !== undefined && header.isSessionTitleManuallySet === true)
    return { title: stored, titleFrom: "user" };
  if (stored !== undefined && !prompts.some((prompt) => beginsPrompt(stored, prompt)))
    return { title: stored, titleFrom: "generated" };
  const title = promptTitle(prompts);
  return title === undefined ? {} : { title, titleFrom: "first-message" };
}

function* promptsIn(records: readonly JsonObject[]): Generator<string> {
  for (const message of records.map((record) => objectOf(record.message))) {
    if (message?.role !== "user" || message.visibility !== undefined) continue;
    for (const { text } of objectsOf(message.content)) yield typedIn(textOf(text) ?? "").typed;
  }
}

/** A text with what the tool told the model before it, and what a person typed (0.81). */
export function typedIn(text: string): { told: string; typed: string } {
  const end = text.lastIndexOf(reminderEnd) + reminderEnd.length;
  if (!text.trimStart().startsWith("<system-reminder>") || end < reminderEnd.length)
    return { told: "", typed: text };
  return { told: text.slice(0, end), typed: text.slice(end).trimStart() };
}

const reminderEnd = "</system-reminder>";

/** The session that one came out of: copied at a message, summed up in it, or the one that began it for a task. */
function parentOf(header: JsonObject): Parent | undefined {
  const caller = textOf(header.callingSessionId);
  const parent = textOf(header.parent);
  if (caller !== undefined)
    return present({
      sessionId: caller,
      relation: "subagent",
      toolCallId: textOf(header.callingToolUseId),
    });
  const isFork = textOf(header.forkedAtMessageId) !== undefined;
  return parent === undefined
    ? undefined
    : { sessionId: parent, relation: isFork ? "fork" : "continuation" };
}

/** The file with the model and the tokens of a session. */
export function settingsFile(path: string): string {
  return `${withoutLinesEnding(path)}.settings.json`;
}

/** The file of the session that one was copied from, in the same folder whatever its header says. */
export function parentFile({ head }: Ends, path: string): string | undefined {
  const header = head.find(({ type }) => type === "session_start");
  const id = header && textOf(header.forkedAtMessageId) && textOf(header.parent);
  return id && linesAt(join(dirname(path), `${basename(id.replaceAll("\\", "/"))}.jsonl`));
}
