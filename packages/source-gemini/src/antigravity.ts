import { basename } from "node:path";
import {
  defined,
  type Json,
  type JsonObject,
  type Message,
  type Part,
  present,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import {
  byName,
  parseJson,
  stringOf,
  syntheticOf,
  withoutLinesEnding,
} from "@chatexport/core/read";
import {
  begunCall,
  type Draft,
  edit,
  endCall,
  execute,
  type Fate,
  type Fields,
  fetch,
  leaveOut,
  read,
  type StoredRecord,
  search,
  toolKinds,
} from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";

/** A step of a conversation, as Antigravity shows it; seen in other readers' samples only. */
export function stepOf(raw: JsonObject, at: number): StoredRecord {
  const fields = fieldsOf(raw);
  const [step, type] = [fields.number("step_index"), fields.text("type")];
  const createdAt = fields.time("created_at");
  return defined({ id: `step-${step ?? at}`, type: type ?? "none", at, createdAt, fields, raw });
}

/** The request of a person in a step, without the tool's words around it. */
export function requestIn(content: string): string {
  return /<USER_REQUEST>\n?([\s\S]*?)\n?<\/USER_REQUEST>/.exec(content)?.[1] ?? content;
}

/** Reads steps one after the other: the results of calls are the steps behind them. */
export class Steps {
  readonly #draft: Draft;
  readonly #waiting: ToolCall[] = [];

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** Adds what a step says. */
  read(step: StoredRecord): Fate {
    const { type, fields } = step;
    const source = fields.text("source");
    const status = fields.made((word) => statuses.get(stringOf(word) ?? ""), "status") ?? "unknown";
    const text = fields.text("content");
    if (type === "PLANNER_RESPONSE") return { kept: this.#answer(step, text) };
    if (type === "USER_INPUT" && text !== undefined) return { kept: this.#prompt(step, text) };
    if (source === "MODEL") return { kept: this.#result(step, text, status) };
    if (source !== "SYSTEM") return "unknown";
    if (text === undefined) return leaveOut(fields);
    const part: Part =
      type === "CHECKPOINT"
        ? { type: "compaction", summary: text }
        : { type: "text", text, synthetic: "context" };
    return { kept: this.#begin(step, "system", [part]) };
  }

  #begin(step: StoredRecord, role: Message["role"], parts: Part[]): Message {
    const synthetic = syntheticOf(parts);
    return this.#draft.write(step, role, parts, { synthetic });
  }

  #prompt(step: StoredRecord, content: string): Message {
    const text = requestIn(content);
    const added = content.replace(/<USER_REQUEST>[\s\S]*?<\/USER_REQUEST>/, "").trim();
    const parts: Part[] = [{ type: "text", text }];
    if (added !== content.trim()) parts.push({ type: "text", text: added, synthetic: "context" });
    return this.#begin(step, "user", added === "" ? parts.slice(0, 1) : parts);
  }

  #answer(step: StoredRecord, text: string | undefined): Message {
    const thinking = step.fields.text("thinking");
    const parts: Part[] = thinking === undefined ? [] : [{ type: "reasoning", text: thinking }];
    if (text !== undefined) parts.push({ type: "text", text });
    for (const [at, fields] of step.fields.objects("tool_calls").entries()) {
      const call = callOf(fields, `${step.id}-call-${at}`);
      if (!call) continue;
      this.#waiting.push(call);
      parts.push(call);
    }
    return this.#begin(step, "assistant", parts);
  }

  #result(step: StoredRecord, text: string | undefined, status: ToolCall["status"]): ToolCall {
    const plain = { id: `${step.id}-call`, name: step.type.toLowerCase() };
    const waiting = this.#waiting.shift();
    const call = waiting ?? begunCall(plain, () => ({ kind: "other" }));
    const result = present<ToolResult>({
      content: text === undefined ? [] : [{ type: "text", text }],
      isError: status === "failed",
      truncated: step.fields.texts("truncated_fields").includes("content") || undefined,
    });
    endCall(call, call.id, result, { status, completedAt: step.createdAt });
    if (!waiting) this.#begin(step, "assistant", [call]);
    return call;
  }
}

const statuses = byName<ToolCall["status"]>([
  ["completed", "DONE"],
  ["failed", "ERROR"],
  ["cancelled", "CANCELED"],
]);

function callOf(fields: Fields, id: string): ToolCall | undefined {
  const name = fields.text("name");
  if (name === undefined) return undefined;
  const given = fields.object("args")?.all();
  // Each argument is a text of JSON.
  const values = Object.entries(given ?? {}).map(([key, value]) => [
    key,
    parseJson(value) ?? value,
  ]);
  const input: Record<string, Json> | undefined = given && Object.fromEntries(values);
  const title = stringOf(input?.toolSummary);
  return { ...begunCall({ id, name, input }, detailsOf), ...defined({ title }) };
}

const detailsOf = toolKinds({
  run_command: execute({ command: "CommandLine", cwd: "Cwd" }),
  "view_file list_dir": read({ path: "AbsolutePath DirectoryPath", line: "StartLine" }),
  "grep_search find_by_name": search({
    query: "Query Pattern",
    path: "SearchPath SearchDirectory",
  }),
  "write_to_file write_file replace_file_content": edit({
    path: "TargetFile",
    content: "CodeContent",
    before: "TargetContent",
    after: "ReplacementContent",
  }),
  search_web: fetch({ query: "query" }),
  read_url_content: fetch({ url: "Url" }),
});

/** The id of the conversation in a file, from its path. */
export function conversationAt(path: string): string {
  return /[\\/]brain[\\/]([^\\/]+)[\\/]/.exec(path)?.[1] ?? withoutLinesEnding(basename(path));
}
