import { type Context, type Json, nonEmpty, present, type Session } from "@chatexport/core";
import { listOf, objectOf, parseJson, stringOf, textOfBytes } from "@chatexport/core/read";
import {
  damagedNotice,
  type Fields,
  readRecords,
  type SessionFacts,
} from "@chatexport/core/source";
import {
  type Databases,
  jsonOfRow,
  malformedRow,
  type Row,
  type SessionRow,
  sessionRow,
} from "@chatexport/sqlite";
import { Conversation } from "./conversation.js";
import { fieldsOf } from "./fields.js";
import { foldersOf } from "./heads.js";
import { messageRecord, readMessage } from "./read-message.js";
import { usageOf, usePerAnswer } from "./usage.js";

/** Loads a thread with its sub-agents. Throws when nothing of it can be read. */
export async function loadThread(
  locator: SessionRow,
  databases: Databases,
  context: Context,
): Promise<Session> {
  context.signal.throwIfAborted();
  const { path, id, told } = locator;
  const row = sessionRow(databases.open(path), id, "threads");
  const at = `threads/${id}`;
  const conversation = new Conversation();
  const { draft } = conversation;
  const { data: _, ...columns } = jsonOfRow(row);
  const text = storedText(row);
  const payload = objectOf(parseJson(text));
  const head = fieldsOf(payload ? { ...columns, data: payload } : columns);
  const thread = payload && head.object("data");
  draft.tally.read();
  if (thread) {
    const stored = listOf(thread.fitting("messages", Array.isArray)) ?? [];
    const file = { path, records: [stored.map(messageRecord)], draftOf: () => draft };
    await readRecords(file, (record) => readMessage(record, conversation), context);
  } else {
    draft.tally.malformed();
    draft.write({ at }, "system", [damagedNotice({ line: 0, malformed: "not-json", text })]);
    context.report(malformedRow({ path, at }));
  }
  const subagents: Session[] = [];
  for (const child of locator.children) {
    const subagent = await loadThread(child, databases, context);
    conversation.link(subagent);
    subagents.push(subagent);
  }
  takeColumns(head, row);
  const session: SessionFacts = {
    id,
    source: "zed",
    format: "zed/sqlite",
    ...told,
    parent: told.parent && { ...told.parent },
    ...(thread && factsOf(thread, columns.summary)),
    subagents: nonEmpty(subagents),
    origin: { path, at },
    native: thread ? usePerAnswer(thread, conversation) : head.rest(),
  };
  return draft.session(session, thread && { type: "thread", at, fields: thread, envelope: head });
}

/** The payload of a row as text, which the tool compresses with zstd. */
function storedText({ data }: Row): string {
  return data instanceof Uint8Array ? textOfBytes(data) : (stringOf(data) ?? "");
}

/** Takes the columns that the list has told of. */
function takeColumns(head: Fields, row: Row): void {
  for (const name of ["id", "summary", "parent_id"]) head.text(name);
  for (const name of ["created_at", "updated_at"]) head.time(name);
  // Further folders are kept.
  const [cwd] = foldersOf(row);
  head.fitting("folder_paths", (stored) => stored === cwd || stored === JSON.stringify([cwd]));
}

/** The facts that the payload adds to those of the list. */
function factsOf(thread: Fields, summary: Json | undefined): Partial<Session> {
  thread.word(["0.3.0", "0.2.0", "0.1.0"], "version");
  // The legacy form has it by the name of the column.
  for (const name of ["title", "summary"]) thread.fitting(name, (own) => own === summary);
  thread.time("updated_at");
  thread.fitting("detailed_summary_state", (state) => state === "NotGenerated");
  const model = thread.object("model");
  const cumulative = thread.object("cumulative_token_usage");
  const [place] = thread.object("initial_project_snapshot")?.objects("worktree_snapshots") ?? [];
  const state = place?.object("git_state");
  const git = state && {
    branch: state.text("current_branch"),
    commit: state.text("head_sha"),
    remote: state.text("remote_url"),
  };
  return present<Partial<Session>>({
    model: model?.text("model"),
    git: git && Object.values(git).some((value) => value !== undefined) ? present(git) : undefined,
    usage: cumulative && usageOf(cumulative),
  });
}
