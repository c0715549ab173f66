import { basename } from "node:path";
import {
  allMessages,
  type Context,
  type FilePart,
  type Message,
  type Session,
  type Todo,
  withSubagents,
} from "@chatexport/core";
import { addToList, objectOf, objectsOf, textOf, wordOf } from "@chatexport/core/read";
import type { SideFiles } from "../head/locator.js";
import { transcriptId } from "../locate/file-kinds.js";
import { says } from "../says.js";
import { attachedFile } from "./attached-file.js";
import { readTaskFiles, readTodoFile, type StoredTodos } from "./todo-lists.js";

/**
 * Attaches plans, todo lists, tasks and backups of files to a session and to its sub-agents,
 * without those that the session shows already: a plan in a call, a list as it is after the last
 * call.
 */
export function withSideFiles(
  session: Session,
  { plans = [], todos = [], tasks = [], backups = [] }: SideFiles,
  context: Context,
): Session {
  const attached = new Map<Session, FilePart[]>();
  const attach = (owner: Session, file: FilePart) => addToList(attached, owner, file);

  for (const file of planFiles(session, plans, context)) attach(session, file);
  for (const path of todos) {
    const list = readTodoFile(path, context);
    if (!list) continue;
    const { agentId, file } = list;
    const owner = ownerOf(list, session);
    // A list whose agent left no transcript says at least whose it is.
    const named = owner ? file : { ...file, name: `${file.name} ${says.ofAgent} ${agentId}` };
    if (!list.todos || !isShown(list.todos, owner ?? session)) attach(owner ?? session, named);
  }
  const list = readTaskFiles(tasks, context);
  if (list?.todos && !isShown(list.todos, session)) attach(session, list.file);
  for (const file of backupFiles(session, backups, context)) attach(session, file);
  return attached.size === 0 ? session : withAttachments(session, attached);
}

/** The agent of a list; that of the session itself has the session's id. */
function ownerOf({ agentId }: StoredTodos, session: Session): Session | undefined {
  // Of several sessions of one id only one keeps it, so the name of the transcript counts.
  const { id, origin } = session;
  if (agentId === undefined || agentId === id || agentId === transcriptId(origin.path ?? ""))
    return session;
  const [, ...subagents] = withSubagents(session);
  return subagents.find(
    ({ id, native }) => native?.agentId === agentId || id === `agent-${agentId}`,
  );
}

/** True when a list is what the last call that shows one shows. */
function isShown(todos: readonly Todo[], { messages }: Session): boolean {
  const last = planCalls(messages).findLast((call) => call.todos)?.todos;
  return last !== undefined && isSameList(todos, last);
}

function planCalls(messages: Iterable<Message>) {
  const parts = Array.from(messages, (message) => message.parts).flat();
  return parts.flatMap((part) => (part.type === "tool-call" && part.kind === "plan" ? part : []));
}

/** Cancelled todos do not count: their files are deleted. */
function isSameList(...lists: (readonly Todo[])[]): boolean {
  const [one, other] = lists.map((todos) => {
    const left = todos.filter(({ status }) => status !== "cancelled");
    return JSON.stringify(left.map(({ text, status }) => [text, status]));
  });
  return one === other;
}

function withAttachments(session: Session, attached: ReadonlyMap<Session, FilePart[]>): Session {
  const files = attached.get(session);
  const { attachments = [], subagents } = session;
  return {
    ...session,
    ...(files && { attachments: [...attachments, ...files] }),
    ...(subagents && { subagents: subagents.map((each) => withAttachments(each, attached)) }),
  };
}

/** The plans of a session as files, without those that a call of it shows word for word. */
function planFiles(session: Session, paths: readonly string[], context: Context): FilePart[] {
  if (paths.length === 0) return [];
  const calls = [...withSubagents(session)].flatMap((each) => planCalls(allMessages(each)));
  const shown = new Set(["", ...calls.map(({ text }) => text?.trim())]);
  return paths
    .map((path) => attachedFile(path, "text/markdown", context))
    .filter(({ text }) => text === undefined || !shown.has(text.trim()));
}

/** Backups of files, named by the file and by when they were made, as far as records tell. */
function backupFiles({ native }: Session, paths: readonly string[], context: Context): FilePart[] {
  const names = new Map<unknown, string>();
  for (const [path, backups] of Object.entries(objectOf(native?.["file-history"]) ?? {}))
    for (const { backupFileName, version, backupTime } of objectsOf(backups))
      names.set(
        backupFileName,
        `${path} (${says.version} ${wordOf(version)}, ${textOf(backupTime) ?? says.undated})`,
      );
  return paths.map((path) => attachedFile(path, "text/plain", context, names.get(basename(path))));
}
