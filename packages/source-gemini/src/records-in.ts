import type { Context, Json, JsonObject } from "@chatexport/core";
import { listOf, objectOf, parseJson, readDocument, readTextFile } from "@chatexport/core/read";
import { type RecordFile, recordsOfLines } from "@chatexport/core/source";
import { stepOf } from "./antigravity.js";
import { isDocument, promptsIn } from "./heads.js";
import type { Stored } from "./list-sessions.js";
import { type GeminiRecord, recordOf } from "./record.js";

/** The records of a file: its lines, or the pieces of a document. */
export async function* recordsIn(
  path: string,
  { kind, told }: Stored,
  context: Context,
): RecordFile<GeminiRecord>["records"] {
  if (kind === "prompts") yield promptRecords(path, told.id);
  else if (kind === "checkpoint") yield checkpointRecords(path);
  else if (kind === "antigravity") yield* recordsOfLines(path, stepOf, context);
  else if (!isDocument(path)) yield* recordsOfLines(path, recordOf, context);
  else {
    const document = readDocument(path);
    yield "record" in document ? piecesOf(document.record, "messages") : [document];
  }
}

/** The fields of a document as a whole, and the items of its list. */
function* piecesOf(document: JsonObject, name: string): Generator<GeminiRecord> {
  const { [name]: stored, ...header } = document;
  const list = listOf(stored);
  yield recordOf({ sessionId: "", ...(list ? header : document) }, "document");
  for (const [at, item] of (list ?? []).entries())
    yield recordOf(objectOf(item) ?? { [name]: item }, `${name}[${at}]`);
}

/** The records that the user saved: as a model gets them, without ids and times. */
function checkpointRecords(path: string): Iterable<GeminiRecord> {
  const value = parseJson(readTextFile(path));
  const { history, ...others } = objectOf(value) ?? { history: value ?? null };
  const list = listOf(history)?.map((item, at): Json => {
    const content = objectOf(item);
    if (!content) return item;
    const { role = "none", parts = [], ...more } = content;
    return {
      id: `content-${at}`,
      ...more,
      type: role === "model" ? "gemini" : role,
      content: parts,
    };
  });
  return piecesOf({ ...others, history: list ?? history ?? null }, "history");
}

function promptRecords(path: string, session: string): GeminiRecord[] {
  return promptsIn(path).flatMap(({ sessionId, messageId = "", message = "", ...others }, at) => {
    const isId = typeof messageId !== "object";
    const own = isId ? { id: `prompt-${messageId}` } : { id: `prompt-at-${at}`, messageId };
    const prompt = { ...own, ...others, content: message };
    return sessionId === session ? recordOf(prompt, `[${at}]`) : [];
  });
}
