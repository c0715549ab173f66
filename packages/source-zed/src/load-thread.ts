import {
  type Context,
  type Json,
  nonEmpty,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import { listOf, objectOf, parseJson, stringOf, textOfBytes } from "@chatexport/core/read";
import {
  addNative,
  damagedNotice,
  type Fields,
  readRecords,
  type StoredRecord,
} from "@chatexport/core/source";
import {
  DatabaseError,
  type Databases,
  jsonOfRow,
  malformedRow,
  type Row,
  type SessionRow,
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
  const row = databases.open(path).get("SELECT * FROM threads WHERE id = ?", id);
  if (!row) throw new DatabaseError("missing", `The thread ${id} is not in ${path} any more`);
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
    const records = stored.map(messageRecord);
    async function* batches() {
      yield records;
    }
    await readRecords(
      { path, records: batches(), draftOf: () => draft },
      (record) => readMessage(record, conversation),
      context,
    );
  } else {
    draft.tally.malformed();
    const notice = damagedNotice({ line: 0, malformed: "not-json", text });
    conversation.begin(at, "system", [notice]);
    context.report(malformedRow({ path, at }));
  }
  const subagents: Session[] = [];
  for (const child of locator.children) {
    const subagent = await loadThread(child, databases, context);
    conversation.link(subagent);
    subagents.push(subagent);
  }
  const session = present<Session>({
    schemaVersion,
    id,
    source: "zed",
    format: "zed/sqlite",
    ...told,
    parent: told.parent && { ...told.parent },
    ...(thread && factsOf(thread, columns.summary)),
    messages: draft.messages,
    subagents: nonEmpty(subagents),
    records: draft.tally.result(),
    origin: { path, at },
  });
  takeColumns(head, row);
  if (thread) {
    addNative(session, usePerAnswer(thread, conversation));
    const record: StoredRecord = { type: "thread", at, fields: thread, envelope: head, raw: {} };
    draft.keep(record, session);
  } else addNative(session, head.rest());
  session.records = draft.tally.result();
  return session;
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
