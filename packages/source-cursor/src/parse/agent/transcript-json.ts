import { type Context, type Json, type JsonObject, present } from "@chatexport/core";
import {
  listOf,
  objectOf,
  objectsOf,
  readTextFile,
  type TallyCounter,
  textOf,
} from "@chatexport/core/read";
import { malformedEntry, truncatedList } from "../../diagnostics.js";
import { firstText, objectAt } from "../../values/json-text.js";
import type { AgentRecord } from "./agent-record.js";
import { OpenCalls } from "./transcript-txt.js";

/**
 * The messages of a transcript that is one JSON list (early 2026). Calls carry no id there. Reports
 * entries that are no message; of a list that is cut off those before the cut are read.
 */
export function readJson(
  path: string,
  stem: string,
  tally: TallyCounter,
  context: Context,
): AgentRecord[] {
  const calls = new OpenCalls(stem);
  const records: AgentRecord[] = [];
  for (const [index, entry] of entriesOf(path, tally, context).entries()) {
    const at = index + 1;
    const message = objectOf(entry);
    if (message && typeof message.role === "string")
      records.push({ id: `${stem}-${at}`, at, message: messageOf(message, at, calls) });
    else {
      tally.read();
      tally.malformed();
      context.report(malformedEntry({ path, at }));
    }
  }
  return records;
}

function messageOf(entry: JsonObject, line: number, calls: OpenCalls): JsonObject {
  const { text, thinking, toolCalls, toolResult, role, content, ...rest } = entry;
  const parts: Json[] = [];
  const thought = textOf(thinking) ?? textOf(objectOf(thinking)?.text);
  if (thought !== undefined) parts.push({ type: "reasoning", text: thought });
  for (const said of [text, content])
    if (textOf(said)) parts.push({ type: "text", text: said ?? "" });
  parts.push(...(listOf(content) ?? []));
  for (const call of objectsOf(toolCalls)) {
    const toolName = firstText(call, "toolName", "name") ?? "unknown";
    const toolCallId = textOf(call.toolCallId) ?? calls.open(toolName, line);
    parts.push({ ...call, type: "tool-call", toolCallId, toolName });
  }
  const result = objectOf(toolResult);
  if (result) {
    const toolName = firstText(result, "toolName", "name") ?? "unknown";
    const toolCallId = textOf(result.toolCallId) ?? calls.close(toolName, line);
    const { type: _, ...fields } = result;
    parts.push({ ...fields, type: "tool-result", toolCallId, toolName });
  }
  return present({ ...rest, role: role ?? "", content: parts });
}

/** The entries of the list; of one that is no JSON those that are whole. */
function entriesOf(path: string, tally: TallyCounter, context: Context): Json[] {
  const text = readTextFile(path);
  try {
    return listOf(JSON.parse(text.replace(/^\ufeff/, ""))) ?? [];
  } catch {
    const entries: Json[] = [];
    let start = text.indexOf("{");
    while (start !== -1) {
      const found = objectAt(text, start);
      if (!found) break;
      entries.push(found.object);
      start = text.indexOf("{", found.end);
    }
    tally.read();
    tally.malformed();
    context.report(truncatedList(path, entries.length));
    return entries;
  }
}
