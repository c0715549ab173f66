import { statSync } from "node:fs";
import { join } from "node:path";
import {
  type Context,
  type JsonObject,
  type Message,
  present,
  type Session,
  type SessionRef,
  schemaVersion,
} from "@chatexport/core";
import {
  attempt,
  groupBy,
  jsonLines,
  promptTitle,
  reportLine,
  TallyCounter,
  uniqueId,
  unreadableFile,
} from "@chatexport/core/read";
import { Fields, RowsBeside } from "@chatexport/core/source";
import { promptWithoutSession } from "./diagnostics.js";
import { named } from "./fields.js";

/** The place of the prompts of a session whose own file is gone. */
export interface HistoryLocator {
  format: "codex/history";
  path: string;
}

/** A line of `history.jsonl`. */
interface Prompt {
  id: string;
  line: number;
  text?: string;
  at?: string;
  fields: Fields;
  raw: JsonObject;
}

/**
 * The sessions of which `history.jsonl` alone has the prompts. Those of others are in their own files; only the fields
 * that are unknown are told of them.
 */
export function promptsIn(
  home: string,
  isAlone: (id: string) => boolean,
  context: Context,
): SessionRef<HistoryLocator>[] {
  const path = join(home, "history.jsonl");
  const all = attempt(() => statSync(path)) ? [...promptsAt(path, context)] : [];
  const [prompts, others] = [
    all.filter(({ id }) => isAlone(id)),
    all.filter(({ id }) => !isAlone(id)),
  ];
  const beside = new RowsBeside(named);
  for (const { raw, line } of others) beside.read(raw, { path, at: line }, takePrompt);
  beside.report(context);
  return [...groupBy(prompts, ({ id }) => id)].map(([id, all]) =>
    present<SessionRef<HistoryLocator>>({
      id,
      source: "codex",
      title: promptTitle(all.map(({ text }) => text ?? "")),
      startedAt: all[0]?.at,
      updatedAt: all.at(-1)?.at,
      trace: true,
      revision: `${all.length} ${all.at(-1)?.at}`,
      locator: { format: "codex/history", path },
    }),
  );
}

function* promptsAt(path: string, context: Context): Generator<Prompt> {
  try {
    for (const lines of jsonLines(path)) {
      context.signal.throwIfAborted();
      for (const line of lines) {
        if ("malformed" in line) {
          reportLine(line, path, context);
          continue;
        }
        const { line: number, record: raw } = line;
        const fields = new Fields(raw, named);
        const [id, text, at] = takePrompt(fields);
        if (id === undefined) context.report(promptWithoutSession(path, number));
        else yield present<Prompt>({ id, line: number, text, at, fields, raw });
      }
    }
  } catch (cause) {
    context.signal.throwIfAborted();
    context.report(unreadableFile(path, cause));
  }
}

/** The session of a prompt, its text and its time. */
function takePrompt(fields: Fields) {
  return [fields.text("session_id"), fields.text("text"), fields.time("ts")] as const;
}

/** The prompts of a session as a session. */
export function loadPrompts(
  { id, title }: SessionRef,
  { path, format }: HistoryLocator,
  { signal }: Context,
): Session {
  const tally = new TallyCounter();
  const messages: Message[] = [];
  const ids = new Set<string>();
  // What is wrong with a line was said when the sessions were listed.
  for (const { id: owner, line, text, at, fields, raw } of promptsAt(path, {
    signal,
    report() {},
  })) {
    if (owner !== id) continue;
    tally.read();
    const native = fields.rest();
    const isUnknown = text === undefined && fields.unknown.length > 0;
    if (isUnknown) tally.unknown("history");
    else if (text === undefined) tally.skip("empty");
    else tally.keep();
    if (text === undefined && !isUnknown) continue;
    if (!isUnknown) for (const name of fields.unknown) tally.unknownField("history-key", name);
    const message = present<Message>({
      id: uniqueId(`line-${line}`, ids.size, ids),
      parentId: messages.at(-1)?.id,
      role: isUnknown ? "system" : "user",
      createdAt: at,
      parts:
        text === undefined
          ? [{ type: "unknown", recordType: "history", native: raw }]
          : [present({ type: "text", text, native })],
      origin: { at: line },
    });
    messages.push(message);
  }
  return present<Session>({
    schemaVersion,
    id,
    source: "codex",
    format,
    title,
    titleFrom: title === undefined ? undefined : "first-message",
    startedAt: messages[0]?.createdAt,
    updatedAt: messages.at(-1)?.createdAt,
    messages,
    records: tally.result(),
    origin: { path },
  });
}
