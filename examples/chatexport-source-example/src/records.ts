import {
  defined,
  type Part,
  present,
  type Session,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import { projectOf } from "@chatexport/core/read";
import {
  edit,
  execute,
  type Fields,
  fieldsNaming,
  read,
  type StoredRecord,
  toolKinds,
} from "@chatexport/core/source";

/** The fields of a record; what nobody takes of them is left over. */
export const fieldsOf = fieldsNaming({});

/** The facts in a record that begins a chat; another record has few of them. */
export function aboutChat(
  fields: Fields,
): Pick<Session, "title" | "startedAt" | "cwd" | "project" | "toolVersion"> {
  fields.word(["chat"], "type");
  const path = fields.text("folder");
  return present({
    title: fields.text("title"),
    startedAt: timeOf(fields),
    cwd: path,
    project: projectOf(path),
    toolVersion: fields.text("version"),
  });
}

/** The time when a record was written. Example Agent 0.3 writes 0 where it does not know. */
export function timeOf(fields: Fields): string | undefined {
  const isUnknown = fields.fitting("time", (value) => value === 0) === 0;
  return isUnknown ? undefined : fields.time("time");
}

/** A call together with its result, if there is one. It has no id of its own, so its line gives one. */
export function callOf({ fields, at, createdAt }: StoredRecord): ToolCall | undefined {
  const name = fields.text("name");
  if (name === undefined) return undefined;
  const input = fields.json("input");
  const id = `call-${at}`;
  const call = {
    ...defined({ type: "tool-call" as const, id, name, input, startedAt: createdAt }),
    ...detailsOf(name, input),
  };
  const text = fields.string("output");
  if (text === undefined) return { ...call, status: "unknown" };
  const isError = fields.flag("ok") === false;
  const content: Part[] = text ? [{ type: "text", text }] : [];
  const exitCode = fields.number("exitCode");
  const result: ToolResult = present({ content, isError, exitCode });
  return { ...call, status: isError ? "failed" : "completed", result };
}

/** Tells what a tool of Example Agent does, from its arguments. */
const detailsOf = toolKinds({
  shell: execute({ command: "command" }),
  read: read({ path: "path" }),
  write: edit({ path: "path", content: "text" }),
});
