import { isDeepStrictEqual } from "node:util";
import {
  type FilePart,
  type Json,
  type JsonObject,
  type Message,
  type Part,
  present,
  type TextPart,
  type ToolCall,
  type ToolResult,
  type Usage,
} from "@chatexport/core";
import { dataUrl, listOf, objectOf, parseJson, textOf } from "@chatexport/core/read";
import {
  addNative,
  begunCall,
  blockPart,
  Draft,
  endCall,
  type Fate,
  type Fields,
  type MessageFacts,
  recordReaders,
  type StoredRecord,
  textOrBlocks,
  textPart,
} from "@chatexport/core/source";
import { folderOf } from "./listed.js";
import { readStep } from "./read-step.js";
import { detailsOf } from "./tools.js";

/** A session while its items are read. */
export class Conversation {
  readonly draft = new Draft();
  readonly calls = new Map<string, ToolCall>();
  /** The outputs of calls that are beside answers, by the ids of the calls. */
  readonly outputs = new Map<string, string>();
  /** The model that is chosen for the session. */
  model: string | undefined;
  title: string | undefined;
  native?: JsonObject;
}

/** Adds what an item of the history says to its session. */
export const readItem = recordReaders<StoredRecord, [Conversation]>({
  session: readSession,
  system: readInstructions,
  user: readPrompt,
  "assistant thinking": readAnswer,
  tool: readOutput,
  step: (record, { draft }) => readStep(record, draft),
});

function readSession({ fields }: StoredRecord, conversation: Conversation): Fate {
  for (const name of ["sessionId", "workspaceDirectory"]) fields.text(name);
  const info = fields.object("session_info");
  for (const name of ["session_id", "workspace_directory"]) info?.text(name);
  conversation.title = fields.text("title") ?? info?.text("title");
  conversation.model = fields.text("chatModelTitle");
  return { kept: conversation };
}

function readInstructions(record: StoredRecord, conversation: Conversation): Fate {
  const texts = partsOf(record.fields);
  if (!texts) return "unknown";
  const parts = texts.map((part) =>
    part.type === "text" ? { ...part, synthetic: "instructions" as const } : part,
  );
  return { kept: begin(record, conversation, "system", parts, { synthetic: "instructions" }) };
}

/** A prompt, with the files and snippets that were given with it. */
function readPrompt(record: StoredRecord, conversation: Conversation): Fate {
  const parts = partsOf(record.fields);
  if (!parts) return "unknown";
  record.envelope?.made(editorText, "editorState");
  const given = (record.envelope?.objects("contextItems") ?? []).map(fileOf);
  return { kept: begin(record, conversation, "user", [...parts, ...given]) };
}

/** The text of a prompt, as a terminal keeps it, or an editor: `{ "type": "doc", "content": [] }`. */
function editorText(value: Json): Json | undefined {
  return typeof value === "string" || textOf(objectOf(value)?.type) !== undefined
    ? value
    : undefined;
}

/** The thing that a person mentioned: a file, a folder, a page, a terminal's text. */
function fileOf(item: Fields): FilePart {
  const uri = item.object("uri");
  const path = folderOf(uri?.text("value")) ?? item.text("description");
  uri?.word(["file", "url"], "type");
  const file = present<FilePart>({
    type: "file",
    path,
    text: withoutFence(item.string("content")),
    from: "mention",
  });
  addNative(file, item.rest());
  return file;
}

/** The text of a file, which the tool hands on as code under the path of the file; several such stay as they are. */
function withoutFence(content: string | undefined): string | undefined {
  const inner = /^```[^\n]+\n([\s\S]*)\n```\s*$/.exec(content ?? "")?.[1];
  const isSeveral = /^```(.*)$/m.exec(inner ?? "")?.[1]?.trim() === "";
  return isSeveral ? content : (inner ?? content);
}

function readAnswer(record: StoredRecord, conversation: Conversation): Fate {
  const { fields, envelope = fields } = record;
  const said = partsOf(fields);
  if (!said) return "unknown";
  const isThought = record.type === "thinking";
  const reasoning = envelope.object("reasoning");
  const thought = reasoning?.text("text");
  const parts: Part[] = [
    ...(thought === undefined ? [] : [{ type: "reasoning" as const, text: thought }]),
    ...said.map((part) => (isThought && part.type === "text" ? reasoningOf(part, fields) : part)),
    ...callsOf(fields, envelope, conversation),
  ];
  const usage = fields.object("usage");
  const asked = askedModel(envelope);
  const model = usage?.text("model") ?? asked;
  const createdAt = reasoning?.time("endAt");
  const more = { createdAt, model, usage: usage && usageOf(usage) };
  return { kept: begin(record, conversation, "assistant", parts, more) };
}

/** The model that was asked. All else in the logs is left out: it repeats the conversation. */
function askedModel(envelope: Fields): string | undefined {
  const logs = listOf(envelope.fitting("promptLogs", areLogs)) ?? [];
  const log = objectOf(logs.at(-1));
  return textOf(objectOf(log?.completionOptions)?.model) ?? textOf(log?.modelTitle);
}

/** True for logs that name their models in the known way, or not at all. */
function areLogs(value: Json): boolean {
  const isText = (name: Json | undefined) => name === undefined || typeof name === "string";
  return (listOf(value) ?? [null]).every((log) => {
    const { completionOptions = {}, modelTitle } = objectOf(log) ?? { modelTitle: null };
    return isText(modelTitle) && isText((objectOf(completionOptions) ?? { model: null }).model);
  });
}

function reasoningOf({ text }: TextPart, fields: Fields): Part {
  const [signature, encrypted] = [fields.text("signature"), fields.text("redactedThinking")];
  return present<Part>({ type: "reasoning", text, signature, encrypted });
}

/** The calls of an answer. The result of each is beside the answer. */
function callsOf(fields: Fields, envelope: Fields, conversation: Conversation): ToolCall[] {
  const states = envelope.objects("toolCallStates");
  return fields.objects("toolCalls").flatMap((stored) => {
    const called = stored.object("function");
    const [id, name] = [stored.text("id"), called?.text("name")];
    if (!called || id === undefined || name === undefined) return [];
    stored.word(["function"], "type");
    const call = begunCall({ id, name, written: called.string("arguments") }, detailsOf);
    const state = states.find((each) => each.fitting("toolCallId", (own) => own === id) === id);
    if (state) readState(call, state, conversation);
    addNative(call, stored.rest());
    conversation.calls.set(id, call);
    return [call];
  });
}

const statuses: Readonly<Record<string, ToolCall["status"]>> = {
  done: "completed",
  errored: "failed",
  canceled: "cancelled",
};

function readState(call: ToolCall, state: Fields, { outputs }: Conversation): void {
  const status = state.word(
    ["done", "errored", "canceled", "calling", "generated", "generating"],
    "status",
  );
  call.status = statuses[status ?? ""] ?? "pending";
  // The call once more.
  state.fitting("parsedArgs", (args) => JSON.stringify(args) === JSON.stringify(call.input));
  const again = state.object("toolCall");
  const called = again?.object("function");
  for (const name of ["id", "type"]) again?.text(name);
  called?.text("name");
  called?.fitting("arguments", (written) => isDeepStrictEqual(parseJson(written), call.input));
  const output = state.objects("output");
  if (output.length > 0) {
    const texts = output.map((item) => item.string("content") ?? "");
    outputs.set(call.id, texts.join("\n\n"));
    const content = output.map((item, index): Part => {
      const part: TextPart = { type: "text", text: texts[index] ?? "" };
      for (const name of ["name", "description"]) item.fitting(name, isStandard);
      addNative(part, item.rest());
      return part;
    });
    const isError = call.status === "failed";
    const [first] = content;
    const [around = "", code] =
      (first?.type === "text" && (isError ? failure : heading).exec(first.text)) || [];
    // The words of the tool before what a command printed, or what is in a file.
    if (first?.type === "text" && (code !== undefined || call.kind === "read"))
      first.text = first.text.slice(around.length);
    call.result = present<ToolResult>({
      content,
      isError,
      exitCode: code === undefined ? undefined : Number(code),
    });
  }
  addNative(call, state.rest());
}

function isStandard(words: Json): boolean {
  return words === "Tool Result" || words === "Tool execution result";
}

const failure = /^Error executing tool \w{1,40}: (?:Error \(exit code (\d{1,5})\): )?/;
const heading = /^Content of [^\n]{1,1000}:\n/;

/** Reads the output of a tool, in a message of its own. */
function readOutput(record: StoredRecord, conversation: Conversation): Fate {
  const toolCallId = record.fields.text("toolCallId") ?? "";
  const output = conversation.outputs.get(toolCallId);
  const again = record.fields.fitting("content", (text) => text === output);
  if (again !== undefined) return { skipped: "repeated" };
  const content = partsOf(record.fields);
  if (!content || toolCallId === "") return "unknown";
  const result: ToolResult = { content, isError: false };
  const call = conversation.calls.get(toolCallId);
  const orphan = endCall(call, toolCallId, result, { status: "completed" });
  return { kept: orphan ? begin(record, conversation, "system", [orphan]) : result };
}

function begin(
  record: StoredRecord,
  { draft }: Conversation,
  role: Message["role"],
  parts: Part[],
  more?: MessageFacts,
): Message {
  const message = draft.write(record, role, parts, more);
  const summary = record.envelope?.text("conversationSummary");
  // It sums up all that was said until here.
  if (summary !== undefined)
    draft.write({ id: `${message.id}-summary`, at: record.at }, "system", [
      { type: "compaction", summary },
    ]);
  return message;
}

/** The content of a message: a text, or a list of parts; undefined when it is neither. */
function partsOf(fields: Fields): Part[] | undefined {
  return textOrBlocks(fields, "content", partOf);
}

function partOf(stored: Fields): Part {
  const type = stored.text("type") ?? "none";
  const url = type === "imageUrl" ? stored.object("imageUrl")?.text("url") : undefined;
  const image: FilePart | undefined =
    url === undefined ? undefined : { type: "file", from: "upload", ...(dataUrl(url) ?? { url }) };
  return blockPart(type === "text" ? textPart(stored) : image, stored, "part", type);
}

/** Tokens of an answer: as providers name them, or as the extensions do. */
function usageOf(counts: Fields): Usage {
  const details = counts.object("prompt_tokens_details") ?? counts.object("promptTokensDetails");
  const written =
    counts.object("completion_tokens_details") ?? counts.object("completionTokensDetails");
  return present<Usage>({
    inputTokens: counts.number("prompt_tokens", "promptTokens"),
    outputTokens: counts.number("completion_tokens", "completionTokens"),
    cacheReadTokens: details?.number("cached_tokens", "cachedTokens"),
    cacheWriteTokens: details?.number("cache_write_tokens", "cacheWriteTokens"),
    reasoningTokens: written?.number("reasoning_tokens", "reasoningTokens"),
  });
}
