import {
  defined,
  type JsonObject,
  type Part,
  present,
  type Session,
  type ToolCall,
  type ToolDetails,
  type ToolResult,
} from "@chatexport/core";
import { numberOf, objectOf, stringOf, textOf } from "@chatexport/core/read";

/** What the record that begins a chat tells about it; nothing if it is another record. */
export function aboutChat(
  record: JsonObject,
): Pick<Session, "title" | "startedAt" | "cwd" | "project"> {
  if (record.type !== "chat") return {};
  const path = textOf(record.folder);
  const name = path?.split(/[\\/]/).findLast((segment) => segment !== "");
  const project = path && name ? { name, path } : undefined;
  return present({ title: textOf(record.title), startedAt: timeOf(record), cwd: path, project });
}

/** When a record was written. Example Agent 0.3 writes 0 where it does not know. */
export function timeOf({ time }: JsonObject): string | undefined {
  const milliseconds = numberOf(time) ?? 0;
  const endOfYear9999 = 253_402_300_799_999;
  if (milliseconds < 1 || milliseconds > endOfYear9999) return undefined;
  return new Date(milliseconds).toISOString();
}

/** What was said or done; undefined for a record of unknown type or shape. */
export function partsOf(record: JsonObject, line: number): Part[] | undefined {
  const text = textOf(record.text);
  const name = textOf(record.name);
  if (record.type === "tool" && name) return [toolCall(name, record, line)];
  if (record.type !== "prompt" && record.type !== "answer") return undefined;
  return text ? [{ type: "text", text }] : undefined;
}

/** A call together with its result, if there is one. It has no id of its own, so its line gives one. */
function toolCall(name: string, record: JsonObject, line: number): ToolCall {
  const { input } = record;
  const startedAt = timeOf(record);
  const call = {
    ...defined({ type: "tool-call" as const, id: `call-${line}`, name, input, startedAt }),
    ...detailsOf(name, objectOf(input) ?? {}),
  };
  const text = stringOf(record.output);
  if (text === undefined) return { ...call, status: "unknown" };
  const isError = record.ok === false;
  const content: Part[] = text ? [{ type: "text", text }] : [];
  const result: ToolResult = present({ content, isError, exitCode: numberOf(record.exitCode) });
  return { ...call, status: isError ? "failed" : "completed", result };
}

/** What a tool of Example Agent does, in the words of the model. */
function detailsOf(name: string, input: JsonObject): ToolDetails {
  const path = textOf(input.path);
  const after = stringOf(input.text);
  if (name === "shell") return present({ kind: "execute", command: textOf(input.command) });
  if (name === "read" && path) return { kind: "read", locations: [{ path }] };
  if (name === "write" && path && after !== undefined)
    return { kind: "edit", edits: [{ path, kind: "update", after }] };
  return { kind: "other" };
}
