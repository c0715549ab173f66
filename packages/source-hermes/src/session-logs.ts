import { basename, dirname, join } from "node:path";
import { type Context, nonEmpty, present, type Session } from "@chatexport/core";
import {
  listOf,
  objectOf,
  parseJson,
  promptTitle,
  readDocument,
  readTextFile,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import { readRecords, type SessionFacts, toolDefinitions } from "@chatexport/core/source";
import type { SessionRow } from "@chatexport/sqlite";
import { fieldsOf } from "./fields.js";
import { databaseName, logsFolder } from "./places.js";
import { Conversation, type MessageRecord, readMessage } from "./read-message.js";
import { typedIn } from "./summary.js";

/** The folder of the files into which the tool wrote sessions, until it had all in its database: one beside that. */
export function logsOf(place: string): string {
  return basename(place) === databaseName ? join(dirname(place), logsFolder) : place;
}

/** True when a file is such a session, by its name. */
export function isLog(path: string): boolean {
  return /^session_.+\.json$/.test(basename(path));
}

/** Facts of a session from the text of its file: its instructions and tools come before its messages, and are long. */
export function headOf(path: string): Pick<SessionRow, "id" | "told"> | undefined {
  const text = readTextFile(path);
  const start = text.slice(0, 4000);
  const fact = (name: string) =>
    textOf(parseJson(new RegExp(`"${name}": ?("[^"\\n]*")`).exec(start)?.[1]));
  const startedAt = timeOf(fact("session_start"));
  if (startedAt === undefined && !/"messages": ?\[/.test(text)) return undefined;
  const id = fact("session_id") ?? basename(path, ".json").slice("session_".length);
  const prompts = [...text.matchAll(prompt)].flatMap(([, said]) => textOf(parseJson(said)) ?? []);
  const told = present({
    title: promptTitle(typedIn(prompts)),
    startedAt,
    updatedAt: timeOf(fact("last_updated")),
  });
  return { id, told };
}

const prompt = /"role": ?"user",\s{0,40}"content": ?("(?:[^"\\]|\\.){0,20000}")/g;

/** A time of the local clock, without its zone. */
function timeOf(value: string | undefined): string | undefined {
  return utcTime(/^\d{4}-\d\d-\d\dT[\d:.]{5,20}$/.test(value ?? "") ? `${value}Z` : value);
}

/** Loads a session from its own file. Throws when it cannot be read. */
export async function loadLog({ path, id, told }: SessionRow, context: Context): Promise<Session> {
  const conversation = new Conversation();
  const { draft } = conversation;
  const document = readDocument(path);
  const head = fieldsOf("record" in document ? document.record : {});
  const messages = listOf(head.fitting("messages", Array.isArray)) ?? [];
  const records = "record" in document ? messages.map(messageRecord) : [document];
  const file = { path, records: [records], draftOf: () => draft };
  await readRecords(file, (record: MessageRecord) => readMessage(record, conversation), context);
  for (const name of ["session_start", "last_updated"])
    head.made((value) => timeOf(textOf(value)), name);
  const session: SessionFacts = {
    id,
    source: "hermes",
    format: "hermes/json",
    ...told,
    titleFrom: told.title === undefined ? undefined : "first-message",
    model: head.text("model"),
    messages: conversation.lines().messages,
    tools: nonEmpty(toolDefinitions(head.objects("tools"))),
    origin: { path },
  };
  draft.tally.read();
  return draft.session(session, { type: "session", at: "document", fields: head });
}

function messageRecord(message: unknown, index: number): MessageRecord {
  const raw = objectOf(message) ?? { item: message as never };
  const fields = fieldsOf(raw);
  return present<MessageRecord>({
    id: `message-${index}`,
    type: fields.text("role") ?? "none",
    at: `messages/${index}`,
    createdAt: fields.time("timestamp"),
    fields,
    raw,
    isLeft: false,
  });
}
