import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type FilePart,
  type Json,
  type JsonObject,
  type Part,
  present,
  type ReasoningPart,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import {
  attempt,
  listOf,
  objectOf,
  readBytes,
  saysSomething,
  stringOf,
} from "@chatexport/core/read";
import {
  addNative,
  begunCall,
  Draft,
  endCall,
  type Fate,
  type Fields,
  recordReaders,
  type StoredRecord,
} from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";
import { attachmentsOf, isSummary } from "./listed.js";
import { detailsOf } from "./tools.js";

/** A session while its messages are read. */
export class Conversation {
  readonly draft = new Draft();
  readonly calls = new Map<string, ToolCall>();
  native?: JsonObject;
  /** Of its messages. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** A record from its line: the type is the role. */
export function recordOf(raw: JsonObject, at: number): StoredRecord {
  const fields = fieldsOf(raw);
  const type = fields.text("role") ?? "none";
  return present<StoredRecord>({ id: fields.text("message_id"), type, at, fields, raw });
}

/** Adds what a message says to its session. */
export const readMessage = recordReaders<StoredRecord, [Conversation]>({
  user: readPrompt,
  assistant: readAnswer,
  tool: readOutput,
});

/** Reads a prompt, or what the tool tells the model in the role of the user. */
function readPrompt(record: StoredRecord, conversation: Conversation): Fate {
  const { fields, raw } = record;
  const text = fields.string("content");
  if (text === undefined) return "unknown";
  fields.fitting("user_display_content", (shown) => isShownOf(text, shown));
  const isInjected = fields.flag("injected") ?? false;
  if (isSummary(raw))
    return {
      kept: conversation.draft.write(record, "system", [{ type: "compaction", summary: text }]),
    };
  const images = fields.objects("images").map((image) => fileOf(image, conversation.path));
  const synthetic = isInjected ? ("context" as const) : undefined;
  const said: Part[] = text === "" ? [] : [present({ type: "text" as const, text, synthetic })];
  const role = isInjected ? "system" : "user";
  return { kept: conversation.draft.write(record, role, [...said, ...images], { synthetic }) };
}

/** True when an editor shows texts that are in a prompt, and nothing else. */
function isShownOf(prompt: string, shown: Json): boolean {
  const { version = "", host = "", content, ...more } = objectOf(shown) ?? {};
  const isIn = ({ type, text, ...others }: JsonObject) =>
    type === "text" && prompt.includes(stringOf(text)?.trim() ?? "\0") && !saysSomething(others);
  const isPlain = [version, host].every((value) => typeof value === "string");
  const texts = isPlain && !saysSomething(more) ? listOf(content) : undefined;
  return texts?.every((item) => isIn(objectOf(item) ?? {})) ?? false;
}

/** An image lies beside the messages, wherever its path leads. */
function fileOf(image: Fields, path: string): FilePart {
  const source = image.object("source");
  source?.word(["file", "inline"], "kind");
  const own = source?.text("path");
  const copy = own && join(attachmentsOf(path), basename(own.replaceAll("\\", "/")));
  // A link could lead to any file of the user.
  const isThere = copy && attempt(() => lstatSync(copy).isFile());
  const data =
    source?.text("data") ?? (isThere && attempt(() => readBytes(copy).toString("base64")));
  const file = present<FilePart>({
    type: "file",
    mediaType: image.text("mime_type"),
    name: image.text("alias"),
    path: own,
    data: data || undefined,
    missing: data ? undefined : "not stored",
    from: "upload",
  });
  addNative(file, image.rest());
  return file;
}

function readAnswer(record: StoredRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const [said, thought] = [fields.string("content"), fields.text("reasoning_content")];
  const parts: Part[] = [];
  if (thought !== undefined)
    parts.push(
      present<ReasoningPart>({
        type: "reasoning",
        text: thought,
        signature: fields.text("reasoning_signature"),
      }),
    );
  if (said) parts.push({ type: "text", text: said });
  for (const stored of fields.objects("tool_calls")) {
    const called = stored.object("function");
    const [id, name] = [stored.text("id"), called?.text("name")];
    if (!called || id === undefined || name === undefined) continue;
    stored.word(["function"], "type");
    const call = begunCall({ id, name, written: called.string("arguments") }, detailsOf);
    addNative(call, stored.rest());
    conversation.calls.set(id, call);
    parts.push(call);
  }
  if (said === undefined && parts.length === 0) return "unknown";
  return { kept: conversation.draft.write(record, "assistant", parts) };
}

/** Reads the output of a call. Words in brackets tell how it ended. */
function readOutput(record: StoredRecord, conversation: Conversation): Fate {
  const { fields } = record;
  const [text, toolCallId] = [fields.string("content"), fields.text("tool_call_id")];
  if (text === undefined || toolCallId === undefined) return "unknown";
  const call = conversation.calls.get(toolCallId);
  fields.fitting("name", (name) => name === call?.name);
  const status = statusOf(text);
  const exit = call?.kind === "execute" ? exitCode.exec(text)?.[1] : undefined;
  const result = present<ToolResult>({
    content: outputsOf(text, call).flatMap((said): Part[] =>
      said === "" ? [] : [{ type: "text", text: said }],
    ),
    isError: status === "failed",
    exitCode: exit === undefined ? undefined : Number(exit),
  });
  const orphan = endCall(call, toolCallId, result, { status });
  return { kept: orphan ? conversation.draft.write(record, "system", [orphan]) : result };
}

/** The texts of a result without the words of the tool around them: of a command, its output and its errors. */
function outputsOf(text: string, call: ToolCall | undefined): string[] {
  const [, , told] = /^<(tool_error|user_cancellation)>([\s\S]*)<\/\1>$/.exec(text) ?? [];
  const head = call?.kind === "execute" ? `command: ${call.command}\nstdout: ` : undefined;
  const printed = head && text.startsWith(head) && printedBy.exec(text.slice(head.length));
  return printed ? printed.slice(1) : [told ?? text];
}

const printedBy = /^([\s\S]*?)\n?\nstderr: ([\s\S]*?)\n?\nreturncode: -?\d{1,10}\s*$/;

/** The outcome of a call, in the words of 2.18. */
function statusOf(text: string): ToolCall["status"] {
  if (text.startsWith("<tool_error>")) return "failed";
  if (!text.startsWith("<user_cancellation>")) return "completed";
  return /interrupted|cancelled/.test(text.slice(0, 100)) ? "cancelled" : "rejected";
}

const exitCode = /^(?:returncode|Return code): (-?\d{1,10})/m;
