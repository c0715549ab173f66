import { type Json, type JsonObject, type Part, present } from "@chatexport/core";
import {
  groupBy,
  listOf,
  objectOf,
  once,
  setField,
  stringOf,
  withoutRepeated,
} from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";
import type { AgentResult } from "../tools/call-data.js";
import { callId, partsOf, resultId, type StoredPart } from "./agent-record.js";
import { agentKvBlobs, messagesUnder } from "./blobs.js";
import { earlierMessageIds, messageIds } from "./composer-history.js";
import { type PairedResults, readPart } from "./message-parts.js";

/** What the agent's messages keep of results, by call, for bubbles with a stub (3.15 on); read when asked. */
export function agentResults(
  rows: KeyValues,
  data: JsonObject,
  composerId: string,
): (toolCallId: string) => AgentResult | undefined {
  const latest = once(() => messageIds(rows, data, composerId));
  const results = once(() => readResults(rows, latest()));
  // A summary has taken the place of old messages; the states before it still name them.
  const earlier = once(() =>
    readResults(rows, earlierMessageIds(rows, composerId, new Set(latest()))),
  );
  return (toolCallId) => {
    // OpenAI's calls have two ids in two lines, of which messages may hold the first alone.
    const ids = [toolCallId, toolCallId.split("\n", 1)[0] ?? toolCallId];
    for (const all of [results, earlier])
      for (const id of ids) {
        const found = all().get(id);
        if (found) return found;
      }
    return undefined;
  };
}

function readResults(rows: KeyValues, ids: readonly string[]): Map<string, AgentResult> {
  const results = new Map<string, AgentResult>();
  const { records } = messagesUnder(ids, agentKvBlobs(rows));
  for (const part of records.flatMap(partsOf)) {
    const id = resultId(part);
    if (id !== undefined) results.set(id, resultOf(part));
  }
  return results;
}

/** The results among the parts of all messages, for the calls among them. */
export function pairedResults(parts: readonly StoredPart[]): PairedResults {
  const results = groupBy(
    parts.filter((part) => resultId(part) !== undefined),
    (part) => resultId(part) ?? "",
  );
  const calls = new Map<string, number>();
  for (const call of parts.map(callId))
    if (call !== undefined) calls.set(call, (calls.get(call) ?? 0) + 1);
  return {
    take: (id) => {
      const part = results.get(id)?.shift();
      return part && resultOf(part);
    },
    unpaired: (part) => {
      const id = resultId(part) ?? part.id;
      const left = calls.get(id) ?? 0;
      if (left === 0) return resultOf(part);
      calls.set(id, left - 1);
      return undefined;
    },
  };
}

const none: PairedResults = { take: () => undefined, unpaired: () => undefined };

/** A result: what the model saw of it, and what the tool returned where that says more. */
function resultOf({ id, value }: StoredPart): AgentResult {
  const output = objectOf(value.output);
  // Versions 5 and later of the AI SDK say in the output what it is.
  const kind = stringOf(output?.type) ?? "";
  const stored = output && "value" in output ? output.value : (value.result ?? value.output);
  const shown = value.experimental_content ?? value.content ?? stored;
  const content = contentOf(id, shown);
  const returned = objectOf(value.highLevelToolCallResult);
  const isError =
    value.isError ?? value.is_error ?? returned?.isError ?? objectOf(returned?.output)?.isError;
  return present({
    content,
    output:
      outputOf(returned, content) ?? (content.length === 0 ? (shown ?? undefined) : undefined),
    isError: kind.startsWith("error") ? true : typeof isError === "boolean" ? isError : undefined,
  });
}

function contentOf(id: string, shown: Json | undefined): Part[] {
  if (typeof shown === "string") return shown === "" ? [] : [{ type: "text", text: shown }];
  const items = listOf(shown) ?? listOf(objectOf(shown)?.content) ?? [];
  return items.flatMap((item): Part[] => {
    if (typeof item === "string") return contentOf(id, item);
    const value = objectOf(item);
    if (!value) return [];
    // What a tool returned is quoted, however it looks.
    const text = value.type === "text" ? stringOf(value.text) : undefined;
    return text === undefined ? readPart({ id, value }, none) : contentOf(id, text);
  });
}

/** What the tool returned, without long texts that the model saw as they are. */
function outputOf(returned: JsonObject | undefined, content: readonly Part[]): Json | undefined {
  const output = objectOf(returned?.output);
  if (!output) return listOf(returned?.output);
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const rest: JsonObject = {};
  // Each variant of the result has a field: `success`, `failure`, …
  for (const [name, variant] of Object.entries(output)) {
    const fields = objectOf(variant);
    setField(rest, name, fields ? withoutRepeated(fields, texts) : variant);
  }
  return Object.keys(rest).length > 0 ? rest : undefined;
}
