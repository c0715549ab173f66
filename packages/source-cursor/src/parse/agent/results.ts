import {
  type Json,
  type JsonObject,
  nonEmpty,
  type Part,
  present,
  type TextPart,
} from "@chatexport/core";
import {
  groupBy,
  listOf,
  objectOf,
  once,
  setField,
  type TallyCounter,
  withoutRepeated,
} from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import type { KeyValues } from "@chatexport/sqlite";
import type { StoredResult } from "../tools/call-data.js";
import { textsOf } from "../tools/tool-result.js";
import { itemsOf, partOf, type StoredPart } from "./agent-record.js";
import { agentKvBlobs, messagesUnder, noRole } from "./blobs.js";
import { earlierMessageIds, messageIds } from "./composer-history.js";
import { keepLeft } from "./fields.js";
import { type PairedResults, type PartReading, readPart } from "./message-parts.js";

/**
 * The results that the agent's messages keep, by call, for bubbles with a stub (3.15 on); read when
 * asked.
 */
export function agentResults(
  rows: KeyValues,
  data: JsonObject,
  composerId: string,
  tally: TallyCounter,
): (toolCallId: string) => StoredResult | undefined {
  const latest = once(() => messageIds(rows, data, composerId));
  const results = once(() => readResults(rows, latest(), tally));
  // A summary has taken the place of old messages; the states before it still name them.
  const earlier = once(() =>
    readResults(rows, earlierMessageIds(rows, composerId, new Set(latest())), tally),
  );
  return (toolCallId) => {
    // OpenAI's calls have two ids in two lines, of which messages may hold the first alone.
    const ids = [toolCallId, toolCallId.split("\n", 1)[0] ?? toolCallId];
    for (const all of [results, earlier])
      for (const id of ids) {
        const found = all().get(id);
        if (found) return found();
      }
    return undefined;
  };
}

function readResults(
  rows: KeyValues,
  ids: readonly string[],
  tally: TallyCounter,
): Map<string, () => StoredResult> {
  const { records } = messagesUnder(ids, agentKvBlobs(rows));
  // One that names no role, or no call, may have the result.
  for (const { type, parts } of records)
    if (type === noRole) tally.unknownField("message-key", "role");
    else if (type === "tool" && !parts.some(({ kind, isNamed }) => kind === "result" && isNamed))
      tally.unknownField("message-key", "content");
  const parts = records.flatMap((record) => record.parts).filter(({ kind }) => kind === "result");
  const read = (part: StoredPart) => {
    const result = resultOf(part, tally);
    // The call has the name of its tool.
    part.fields.text("toolName");
    part.message?.text("id");
    // Conversations share messages: each that shows the result tells what is unknown of it.
    for (const fields of [part.fields, part.message ?? part.fields]) {
      for (const name of fields.otherKinds) tally.unknownField("part-key", name);
      keepLeft({}, fields, "part", tally);
    }
    return result;
  };
  return new Map(parts.map((part) => [part.id, once(() => read(part))]));
}

/** The results among the parts of all messages, for the calls among them. */
export function pairedResults(parts: readonly StoredPart[], tally: TallyCounter): PairedResults {
  const results = groupBy(
    parts.filter(({ kind }) => kind === "result"),
    ({ id }) => id,
  );
  const calls = new Map<string, number>();
  for (const { kind, id } of parts) if (kind === "call") calls.set(id, (calls.get(id) ?? 0) + 1);
  return {
    take: (id) => {
      const part = results.get(id)?.shift();
      return part && { part, result: resultOf(part, tally) };
    },
    unpaired: (part) => {
      const left = calls.get(part.id) ?? 0;
      if (left === 0) return resultOf(part, tally);
      calls.set(part.id, left - 1);
      return undefined;
    },
  };
}

/** A result: what the model saw of it, and what the tool returned where that says more. */
function resultOf({ id, fields, returned }: StoredPart, tally: TallyCounter): StoredResult {
  // Versions 5 and later of the AI SDK say in the output what it is.
  const isTyped = "value" in (objectOf(peek(fields, "output")) ?? {});
  const typed = isTyped ? fields.object("output") : undefined;
  const kind = typed?.text("type") ?? "";
  const output = returned?.fitting("output", (value) => typeof value === "object");
  // A value of another kind is the output, where the tool returned no other.
  const fits = (value: Json) => output === undefined || hasParts(value);
  const shown =
    shownAt(fields, "experimental_content", fits) ??
    shownAt(fields, "content", fits) ??
    (typed && shownAt(typed, "value", fits)) ??
    shownAt(fields, "result", fits) ??
    (typed ? undefined : shownAt(fields, "output", fits));
  const content = contentOf(id, shown, tally);
  const texts = textsOf(content);
  for (const name of ["result", "output"])
    fields.fitting(name, (value) => value === texts.join(""));
  const isError =
    fields.flag("isError", "is_error") ?? returned?.flag("isError") ?? objectOf(output)?.isError;
  return present({
    content: nonEmpty(content),
    output: withoutTexts(output, texts) ?? (content.length === 0 ? shown : undefined),
    isError: kind.startsWith("error") ? true : typeof isError === "boolean" ? isError : undefined,
  });
}

/** Looks at a field without taking it. */
function peek(fields: Fields, name: string): Json | undefined {
  let seen: Json | undefined;
  fields.fitting(name, (value) => {
    seen = value;
    return false;
  });
  return seen;
}

/** The value of a field that is shown, if it fits; of an object with blocks these. */
function shownAt(fields: Fields, name: string, fits: (value: Json) => boolean): Json | undefined {
  const hasBlocks = listOf(objectOf(peek(fields, name))?.content) !== undefined;
  if (hasBlocks) return fields.object(name)?.json("content");
  return fields.fitting(name, (value) => value !== null && fits(value));
}

/** True when a value is a text, or has texts or objects in it. */
function hasParts(value: Json): boolean {
  const items = listOf(value) ?? [];
  return (
    typeof value === "string" || items.some((item) => typeof item === "string" || objectOf(item))
  );
}

function contentOf(id: string, shown: Json | undefined, tally: TallyCounter): Part[] {
  if (typeof shown === "string") return shown === "" ? [] : [{ type: "text", text: shown }];
  if (shown === undefined || !hasParts(shown)) return [];
  const reading: PartReading = { results: none, from: "tool", tally };
  return itemsOf(shown).flatMap((fields): Part[] => {
    const part = partOf(fields, id);
    // What a tool returned is quoted, however it looks.
    const text = part.kind === "text" ? fields.string("text") : undefined;
    if (text === undefined) return readPart(part, reading);
    if (text === "") return [];
    const quoted: TextPart = { type: "text", text };
    keepLeft(quoted, fields, "part", tally);
    return [quoted];
  });
}

const none: PairedResults = { take: () => undefined, unpaired: () => undefined };

/** The tool's return value, without long texts that the model saw as they are. */
function withoutTexts(returned: Json | undefined, texts: readonly string[]): Json | undefined {
  const output = objectOf(returned);
  if (!output) return returned;
  const rest: JsonObject = {};
  // Each variant of the result has a field: `success`, `failure`, …
  for (const [name, variant] of Object.entries(output)) {
    const fields = objectOf(variant);
    setField(rest, name, fields ? withoutRepeated(fields, texts) : variant);
  }
  return Object.keys(rest).length > 0 ? rest : undefined;
}
