import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { writingDriver } from "../../packages/sqlite/test/support/databases.js";
import {
  type Found,
  list,
  object,
  type Passage,
  parse,
  type Raw,
  type RawTranscript,
} from "./raw.js";

/*
 * Cursor's stores as the corpus test understands them, on purpose without any code of the reader.
 */

/** The passages of a `state.vscdb`: chat tabs, inline conversations, rows of bubbles. */
export function readEditorDatabase(path: string): RawTranscript {
  const passages: Found[] = [];
  let lines = 0;
  for (const { key, value } of rowsOf(path)) {
    lines++;
    if (key === "workbench.panel.aichat.view.aichat.chatdata")
      for (const tab of list(parse(textOf(value)).tabs))
        passages.push(...ofBubbles(object(tab).bubbles));
    else if (key === "composer.composerData")
      for (const composer of list(parse(textOf(value)).allComposers))
        passages.push(...ofBubbles(object(composer).conversation));
    else if (key.startsWith("composerData:"))
      passages.push(...ofBubbles(parse(textOf(value)).conversation));
    else if (key.startsWith("bubbleId:")) passages.push(...ofBubbles([parse(textOf(value))]));
  }
  return { path, lines, passages: passages.map((passage) => ({ ...passage, line: 0 })) };
}

/** The passages of an agent transcript in JSON lines. */
export function readAgentTranscript(path: string): RawTranscript {
  const lines = readFileSync(path, "utf8").split("\n");
  const passages = lines.flatMap((text, index) => {
    const { role, message } = parse(text);
    return list(object(message).content).flatMap((part): Passage[] => {
      const said = object(part).type === "text" ? String(object(part).text) : "";
      const own = said.replace(/^<user_query>\n?|\n?<\/user_query>$/g, "");
      if (own.trim() === "" || own === "[REDACTED]") return [];
      return [{ kind: role === "user" ? "prompt" : "answer", text: own, line: index + 1 }];
    });
  });
  return { path, lines: lines.filter((line) => line.trim() !== "").length, passages };
}

function ofBubbles(bubbles: unknown): Found[] {
  return list(bubbles).flatMap((bubble): Found[] => {
    const { type, text } = object(bubble);
    if (typeof text !== "string" || text.trim() === "") return [];
    return [{ kind: type === 1 || type === "user" ? "prompt" : "answer", text }];
  });
}

interface Sqlite {
  DatabaseSync: new (
    path: string,
    options: { readOnly: boolean },
  ) => { prepare(sql: string): { all(): Raw[] }; close(): void };
}

function rowsOf(path: string): { key: string; value: unknown }[] {
  const { DatabaseSync } = writingDriver() as Sqlite;
  // As it is, without touching what lies beside it: nobody writes to the corpus.
  const database = new DatabaseSync(`${pathToFileURL(path)}?immutable=1&mode=ro`, {
    readOnly: true,
  });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const rows = tables.flatMap(({ name }) =>
    database.prepare(`SELECT key, value FROM "${name}" WHERE key IS NOT NULL`).all(),
  );
  database.close();
  return rows as { key: string; value: unknown }[];
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString() : `${value}`;
}
