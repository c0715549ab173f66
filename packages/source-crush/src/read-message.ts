import {
  type FilePart,
  type NoticePart,
  type Part,
  present,
  type Session,
  type ToolCall,
} from "@chatexport/core";
import {
  addToList,
  dataUrl,
  nameInPath,
  syntheticOf,
  thoughtIn,
  uniqueId,
} from "@chatexport/core/read";
import {
  addNative,
  begunCall,
  blockPart,
  Draft,
  type Fate,
  type Fields,
  type Holder,
  type MessageFacts,
  recordReaders,
  type StoredRecord,
} from "@chatexport/core/source";
import { endCall, resultOf } from "./results.js";
import { says } from "./says.js";
import { detailsOf } from "./tools.js";

/** A session while its messages are read. */
export class Conversation {
  readonly draft = new Draft();
  /** By the ids that the model gave them: of some models they are the same in each turn. */
  readonly calls = new Map<string, ToolCall[]>();
  readonly callIds = new Set<string>();
  readonly cwd: string | undefined;
  /** The last summary, where messages do not say that they are one: before 0.10. */
  readonly summaryId: string | undefined;
  readonly #byMessage = new Map<string, ToolCall>();

  constructor(cwd: string | undefined, summaryId: string | undefined) {
    this.cwd = cwd;
    this.summaryId = summaryId;
  }

  /** Adds a call that a message makes. */
  add(id: string, messageId: string, call: ToolCall): void {
    // A turn begins the ids anew; two calls of one turn can share theirs.
    const last = this.calls.get(id)?.at(-1);
    if (last && !this.#byMessage.has(`${messageId}$$${id}`)) this.calls.delete(id);
    addToList(this.calls, id, call);
    this.#byMessage.set(`${messageId}$$${id}`, call);
  }

  /** Says of a sub-agent which call started it: its id is the call's, since 0.10 behind the message's. */
  link(subagent: Session): void {
    const call = this.#byMessage.get(subagent.id) ?? this.calls.get(subagent.id)?.at(0);
    if (call?.kind !== "task" || !subagent.parent) return;
    call.subagent = subagent.id;
    subagent.parent.toolCallId = call.id;
  }
}

/** Adds what a message says to its session. */
export const readMessage = recordReaders<StoredRecord, [Conversation]>({
  "user system": (record, conversation) => {
    const role = record.type === "user" ? "user" : "system";
    const parts = partsOf(record, conversation);
    const synthetic = syntheticOf(parts);
    return { kept: conversation.draft.write(record, role, parts, { synthetic }) };
  },
  assistant: readAnswer,
  tool: readResults,
});

function readAnswer(record: StoredRecord, conversation: Conversation): Fate {
  const { fields, id } = record;
  const { draft } = conversation;
  const parts = partsOf(record, conversation);
  const end = endOf(fields);
  const told: MessageFacts = {
    completedAt: end?.time("time") ?? fields.time("finished_at"),
    model: fields.text("model"),
    provider: fields.text("provider"),
    stopReason: end?.text("reason"),
  };
  // The same time once more.
  fields.time("finished_at");
  const flag = fields.number("is_summary_message");
  const texts = parts.flatMap((part) => (part.type === "text" ? part.text : []));
  if ((flag !== 1 && id !== conversation.summaryId) || texts.length === 0)
    return { kept: draft.write(record, "assistant", parts, told) };
  // A thought, or an error, is in a message of its own.
  const others = parts.filter(({ type }) => type !== "text");
  if (others.length > 0) draft.write({ ...record, id: `${id}-thought` }, "assistant", others);
  const summary: Part = { type: "compaction", summary: texts.join("\n\n").trim() };
  return { kept: draft.write(record, "system", [summary], told) };
}

/** Reads the results of calls, which are messages of their own. */
function readResults(record: StoredRecord, conversation: Conversation): Fate {
  const { fields } = record;
  // Repeats that of the answer.
  const provider = conversation.draft.messages.findLast(
    ({ role }) => role === "assistant",
  )?.provider;
  fields.fitting("provider", (name) => name === provider);
  const orphans: Part[] = [];
  let ended: ToolCall | undefined;
  for (const stored of fields.objects("parts")) {
    const data = stored.object("data");
    const type = data && stored.word(["tool_result", "finish"], "type");
    if (type === "tool_result") {
      const toolCallId = data?.string("tool_call_id") ?? "";
      const call = conversation.calls.get(toolCallId)?.find(({ result }) => !result);
      if (call && data) endCall(call, data, conversation.cwd);
      else if (data) orphans.push({ type: "tool-result", toolCallId, result: resultOf(data) });
      addNative((call ?? orphans.at(-1)) as Holder, data?.rest());
      ended ??= call;
    } else if (type === undefined) orphans.push(unknownPart(stored));
    else if (data) takeNothing(data);
  }
  if (orphans.length === 0 && ended) {
    addNative(ended, present({ id: record.id }));
    return { kept: ended };
  }
  return { kept: conversation.draft.write(record, "system", orphans) };
}

/** The end of an answer. */
function endOf(fields: Fields): Fields | undefined {
  const stored = fields.objects("parts").find((part) => part.text("type") === "finish");
  return stored?.object("data");
}

/** Takes the end of a message that is no answer: it says the same in each. */
function takeNothing(end: Fields): void {
  end.word(["stop"], "reason");
  end.fitting("time", (time) => time === 0);
}

function partsOf(record: StoredRecord, conversation: Conversation): Part[] {
  return record.fields.objects("parts").flatMap((stored) => {
    const type = stored.text("type") ?? "none";
    const data = stored.object("data");
    const made = data && partOf(type, data, record, conversation);
    if (!made) return [unknownPart(stored)];
    const [part] = made;
    // What is left of the end of an answer is the answer's.
    if (part && part.type !== "notice") addNative(part as Holder, data.rest());
    return made;
  });
}

/** The part that is stored, none for one that says nothing; undefined for one that is not known. */
function partOf(
  type: string,
  data: Fields,
  record: StoredRecord,
  conversation: Conversation,
): Part[] | undefined {
  switch (type) {
    case "text": {
      const text = data.string("text");
      return text === undefined ? undefined : wordsOf(text, record.type);
    }
    case "reasoning": {
      const text = data.text("thinking");
      const signature = data.text("signature");
      const encrypted = data.object("responses_data")?.text("encrypted_content");
      const isNone = text === undefined && signature === undefined && encrypted === undefined;
      return isNone ? [] : [present<Part>({ type, text, signature, encrypted })];
    }
    case "image_url": {
      const url = data.text("url");
      return (url && [{ type: "file", from: "upload", ...(dataUrl(url) ?? { url }) }]) || undefined;
    }
    case "binary":
      return fileOf(data);
    case "tool_call":
      return callOf(data, record, conversation);
    case "shell_command":
      return commandOf(data);
    case "finish":
      if (record.type === "assistant") return noticesOf(data);
      takeNothing(data);
      return [];
    default:
      return undefined;
  }
}

/** The words of a message; those of an answer may begin with a thought. */
function wordsOf(text: string, type: string): Part[] {
  const { thought = "", said = text } = (type === "assistant" && thoughtIn(text)) || {};
  const reasoning: Part[] = thought === "" ? [] : [{ type: "reasoning", text: thought }];
  return said.trim() === "" ? reasoning : [...reasoning, { type: "text", text: said }];
}

/** A file that was given with a prompt. */
function fileOf(data: Fields): Part[] | undefined {
  const content = data.string("Data");
  if (content === undefined) return undefined;
  const [path, mediaType] = [data.text("Path"), data.text("MIMEType")];
  const isText = mediaType?.startsWith("text/");
  return [
    present<FilePart>({
      type: "file",
      mediaType,
      name: nameInPath(path),
      path,
      ...(isText ? { text: Buffer.from(content, "base64").toString() } : { data: content }),
      from: "upload",
    }),
  ];
}

function callOf(
  data: Fields,
  record: StoredRecord,
  conversation: Conversation,
): Part[] | undefined {
  const [own, name] = [data.string("id"), data.string("name")];
  if (own === undefined || name === undefined) return undefined;
  data.word(["function", "tool_use"], "type");
  data.flag("finished");
  const written = data.text("input");
  const id = uniqueId(own, conversation.callIds.size, conversation.callIds);
  const call = begunCall({ id, name, server: server.exec(name)?.[1], written }, detailsOf);
  conversation.add(own, record.id ?? "", call);
  return [call];
}

/** "mcp_camera_photo": of more names, nothing tells where that of the server ends. */
const server = /^mcp_([^_]+)_[^_]+$/;

/** A command that the user typed behind a "!", what it printed, and its exit code in the words of its tool. */
function commandOf(data: Fields): Part[] | undefined {
  const [command, output] = [data.text("command"), data.string("output")];
  if (command === undefined || output === undefined) return undefined;
  const exitCode = data.number("exit_code");
  const lines = [output.trimEnd(), exitCode ? `${says.exited} ${exitCode}` : ""];
  const text = lines.filter((each) => each !== "").join("\n");
  const typed: Part = { type: "text", text: `! ${command}`, synthetic: "command" };
  return text === "" ? [typed] : [typed, { type: "text", text, synthetic: "output" }];
}

/** The notice of an answer that did not come to its end. */
function noticesOf(end: Fields): NoticePart[] {
  const code = end.text("reason");
  if (code !== "error") {
    end.word(usualMessages, "message");
    if (code !== "canceled") return [];
    return [{ type: "notice", level: "warning", text: says.interrupted, code }];
  }
  const said = [end.text("message"), end.text("details")];
  const text = said.filter((each) => each !== undefined).join(": ");
  return [{ type: "notice", level: "error", text: text || says.failed, code }];
}

/** The messages that the tool adds to a reason, in 0.1 to 0.90.0. */
const usualMessages = [
  "Request cancelled",
  "User canceled request",
  "Permission denied",
  "User denied permission",
];

function unknownPart(stored: Fields): Part {
  return blockPart(undefined, stored, "part", stored.text("type") ?? "none");
}
