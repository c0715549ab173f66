import { statSync } from "node:fs";
import { join } from "node:path";
import {
  type Context,
  type Message,
  present,
  type Session,
  type SessionRef,
  schemaVersion,
} from "@chatexport/core";
import {
  addToList,
  attempt,
  jsonLines,
  promptTitle,
  readJsonLines,
  reportLine,
  TallyCounter,
  textOf,
  unreadableFile,
  utcTime,
} from "@chatexport/core/read";
import { revisionOf } from "./threads.js";

/** Where the prompts of a session lie whose own file is gone. */
export interface HistoryLocator {
  format: "codex/history";
  path: string;
}

/** The sessions of which `history.jsonl` still has the prompts. */
export function promptsIn(home: string, context: Context): SessionRef<HistoryLocator>[] {
  const path = join(home, "history.jsonl");
  if (!attempt(() => statSync(path))) return [];
  const prompts = new Map<string, { text?: string; at?: string }[]>();
  try {
    for (const lines of jsonLines(path)) {
      context.signal.throwIfAborted();
      for (const line of lines) {
        const id = "record" in line ? textOf(line.record.session_id) : undefined;
        if ("malformed" in line) reportLine(line, path, context);
        else if (id !== undefined) {
          const { text, ts } = line.record;
          addToList(prompts, id, present({ text: textOf(text), at: utcTime(ts) }));
        }
      }
    }
  } catch (cause) {
    context.signal.throwIfAborted();
    context.report(unreadableFile(path, cause));
  }
  return [...prompts].map(([id, all]) =>
    present<SessionRef<HistoryLocator>>({
      id,
      source: "codex",
      title: promptTitle(all.find(({ text }) => text)?.text ?? ""),
      startedAt: all[0]?.at,
      updatedAt: all.at(-1)?.at,
      trace: true,
      revision: revisionOf(
        [],
        all.map(({ text, at }) => `${at} ${text}`),
      ),
      locator: { format: "codex/history", path },
    }),
  );
}

/** The prompts of a session as a session. */
export async function loadPrompts(
  { id, title }: SessionRef,
  { path, format }: HistoryLocator,
  context: Context,
): Promise<Session> {
  const tally = new TallyCounter();
  const messages: Message[] = [];
  for await (const lines of readJsonLines(path, context))
    for (const line of lines) {
      if (!("record" in line) || line.record.session_id !== id) continue;
      tally.read();
      const text = textOf(line.record.text);
      if (text === undefined) {
        tally.skip("empty");
        continue;
      }
      tally.keep();
      messages.push(
        present<Message>({
          id: `line-${line.line}`,
          parentId: messages.at(-1)?.id,
          role: "user",
          createdAt: utcTime(line.record.ts),
          parts: [{ type: "text", text }],
          origin: { at: line.line },
        }),
      );
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
