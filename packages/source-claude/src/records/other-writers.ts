import type { Json, JsonObject } from "@chatexport/core";
import { objectOf, stringOf, textOf } from "@chatexport/core/read";

/*
 * Hooks and other programs write transcripts, too (seen in public files). They leave the type out, put
 * what was said beside `message`, and write calls and results as records of their own.
 */

/** A call that has no result yet. */
interface OpenCall {
  id: string;
  name: string;
  input: Json;
}

/** Gives each record of a transcript, in their order, the shape that the tool itself writes. */
export function recordShaper(): (record: JsonObject, line: number) => JsonObject {
  const open: OpenCall[] = [];
  return (record, line) => {
    const { type, message, content } = record;
    if (type === "tool_use") return callRecord(record, line, open);
    if (type === "tool_result") return resultRecord(record, open);
    const role = type ?? objectOf(message)?.role;
    if (role !== "user" && role !== "assistant") return record;
    if (message === undefined && content !== undefined) {
      // A copy of each record would cost as much as all else that is done here.
      const { type: _type, message: _message, content: _content, ...rest } = record;
      return { ...rest, type: role, message: { role, content } };
    }
    return type === undefined ? { ...record, type: role } : record;
  };
}

function callRecord(record: JsonObject, line: number, open: OpenCall[]): JsonObject {
  const fields = flatRecord(record, "tool", "tool_use", "data", "message");
  const ownId = fields.take(textOf, "id", "tool_use_id", "toolUseId", "tool_id");
  const id = ownId ?? textOf(record.uuid) ?? `call-${line}`;
  const name = fields.take(textOf, "name", "tool_name", "toolName", "tool") ?? "";
  const input = fields.take(anything, "input", "tool_input", "parameters", "args") ?? {};
  open.push({ id, name, input });
  return fields.message("assistant", { type: "tool_use", id, name, input });
}

function resultRecord(record: JsonObject, open: OpenCall[]): JsonObject {
  const fields = flatRecord(record, "tool_result", "data", "message");
  const id = fields.take(textOf, "tool_use_id", "toolUseId", "toolUseID", "tool_id");
  const name = fields.take(textOf, "name", "tool_name", "toolName", "tool");
  const said = fields.take(anything, "content", "tool_output", "output", "result", "text");
  const isError = fields.take(flagOf, "is_error", "isError", "error");
  // It says what went wrong where nothing else is said.
  const error = said === undefined ? fields.take(anything, "error") : undefined;
  const content = said ?? error ?? isError;
  const call = takeCall(id ?? textOf(record.parentUuid), name, open);
  // A hook tells the input of the call once more.
  const given = JSON.stringify(call?.input);
  fields.take((value) => (JSON.stringify(value) === given ? value : undefined), "tool_input");
  const block = {
    type: "tool_result",
    tool_use_id: id ?? call?.id ?? "",
    content: shownOf(content),
    is_error: isError ?? Boolean(error ?? fields.get("error")),
  };
  const message = fields.message("user", block);
  return objectOf(content) ? { ...message, toolUseResult: content ?? null } : message;
}

function anything(value: Json | undefined): Json | undefined {
  return value;
}

function flagOf(value: Json | undefined): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** The call to which a result belongs: the one that it names, else the first open one of its tool. */
function takeCall(
  id: string | undefined,
  name: string | undefined,
  open: OpenCall[],
): OpenCall | undefined {
  const named = open.findIndex((call) => call.id === id);
  const at = named === -1 ? open.findIndex((call) => (name ?? call.name) === call.name) : named;
  return at === -1 ? undefined : open.splice(at, 1)[0];
}

/** The content that a result shows: a text, a list of blocks, or the text in an object. */
function shownOf(content: Json | undefined): Json {
  const fields = objectOf(content);
  if (!fields) return content ?? "";
  return stringOf(fields.output) ?? stringOf(fields.stdout) ?? stringOf(fields.text) ?? [fields];
}

/** The fields of a record, in it or in an object inside of it, to be taken one by one. */
function flatRecord(record: JsonObject, ...holders: readonly string[]) {
  const holder = holders.find((name) => objectOf(record[name])) ?? "";
  const { [holder]: held, ...outer } = record;
  const inner = { ...objectOf(held) };
  return {
    /** A field that is there. */
    get: (name: string): Json | undefined => inner[name] ?? outer[name],

    /** Takes the first of some fields that holds what is wanted out of the record. */
    take<Value>(
      read: (value: Json | undefined) => Value | undefined,
      ...names: string[]
    ): Value | undefined {
      for (const fields of [inner, outer])
        for (const name of names) {
          const value = read(fields[name]);
          if (value === undefined) continue;
          delete fields[name];
          return value;
        }
      return undefined;
    },

    /** The record as a message with a block, with what was not taken. */
    message(role: "user" | "assistant", block: JsonObject): JsonObject {
      const left = Object.keys(inner).length > 0 ? { [holder]: inner } : {};
      return { ...outer, ...left, type: role, message: { role, content: [block] } };
    },
  };
}
