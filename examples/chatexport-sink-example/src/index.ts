import {
  type FilePart,
  isStartedBy,
  type Message,
  type Part,
  type PluginOptions,
  resultParts,
  type Session,
  type Sink,
  type SinkContext,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";

/** Describes the options of this sink to chatexport and its users. */
export const options: PluginOptions = {
  reasoning: { type: "boolean", description: "Also write what the model thought (default: false)" },
};

/**
 * Writes a session as plain text. Lines that begin in the first column are ours; what others wrote is
 * indented, so that no text can pass for the next message.
 */
export default function createSink({ reasoning = false }: { reasoning?: boolean } = {}): Sink {
  return {
    name: "example",
    apiVersion: 1,
    extension: "txt",
    mediaType: "text/plain",
    keeps: new Set([
      ...(reasoning ? (["reasoning"] as const) : []),
      ...(["tool-output", "files", "subagents"] as const),
    ]),
    async *render(session, context) {
      yield block("SESSION", session.title ?? session.id);
      yield* conversation(session, { context, reasoning });
    },
  };
}

/** The facts that are the same in a whole document. */
interface Writing {
  context: SinkContext;
  reasoning: boolean;
}

/** The words and deeds of a session. Agents follow the call that started them, others the last message. */
async function* conversation(session: Session, writing: Writing): AsyncGenerator<string> {
  const agents = new Set(session.subagents);
  for (const message of session.messages) {
    writing.context.signal.throwIfAborted();
    for (const part of message.parts) {
      yield* blocks(part, speakerOf(message), writing);
      if (part.type !== "tool-call") continue;
      for (const agent of agents)
        if (isStartedBy(part, agent) && agents.delete(agent)) yield* agentBlocks(agent, writing);
    }
  }
  for (const agent of agents) yield* agentBlocks(agent, writing);
  for (const file of session.attachments ?? []) yield await fileBlock(file, writing);
}

async function* agentBlocks(agent: Session, writing: Writing): AsyncGenerator<string> {
  yield block("AGENT", agent.title ?? agent.id);
  yield* conversation(agent, writing);
  yield block("END OF AGENT", agent.title ?? agent.id);
}

const speakers: Readonly<Record<Message["role"], string>> = {
  user: "YOU",
  assistant: "ASSISTANT",
  system: "SYSTEM",
};

function speakerOf({ role, createdAt = "" }: Message): string {
  // A time that is none would be text by a stranger, which has no place in the first column.
  const isTime =
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(createdAt) && !Number.isNaN(Date.parse(createdAt));
  return isTime ? `${speakers[role]} ${createdAt}` : speakers[role];
}

/** The text of a part, in pieces. What is not among the features in `keeps` leaves no trace. */
async function* blocks(part: Part, speaker: string, writing: Writing): AsyncGenerator<string> {
  switch (part.type) {
    case "text":
      // The tool itself wrote it, for the model: nobody said this.
      yield block(part.synthetic ? "CONTEXT" : speaker, part.text);
      return;
    case "reasoning":
      if (writing.reasoning && part.text) yield block("THOUGHT", part.text);
      return;
    case "tool-call": {
      const subject = part.title ?? subjectOf(part);
      yield block(`CALL ${part.status}`, subject ? `${part.name}: ${subject}` : part.name);
      if (part.result) yield* resultBlocks(part.result, writing);
      return;
    }
    case "tool-result":
      yield* resultBlocks(part.result, writing);
      return;
    case "compaction":
      if (part.summary) yield block("SUMMARY", part.summary);
      return;
    case "notice":
      yield block(`NOTICE ${part.level}`, part.text);
      return;
    case "file":
      yield await fileBlock(part, writing);
      return;
    case "edit":
    case "unknown":
      return;
    default:
      // A newer session may have parts that this version does not know.
      part satisfies never;
  }
}

/** The subject of a call, which its kind tells, whatever the tool calls its arguments. */
function subjectOf(call: ToolCall): string | undefined {
  if (call.kind === "execute") return call.command;
  if (call.kind === "search") return call.query;
  if (call.kind === "read") return call.locations?.map(({ path }) => path).join(", ");
  return undefined;
}

async function* resultBlocks(result: ToolResult, writing: Writing): AsyncGenerator<string> {
  for (const part of resultParts(result)) {
    if (part.type === "text") yield block("RESULT", part.text);
    if (part.type === "file") yield await fileBlock(part, writing);
  }
}

/** A file, by its facts. Its bytes lie beside the document or, where that cannot be, in it. */
async function fileBlock(file: FilePart, { context }: Writing): Promise<string> {
  const { name, path, url, missing, text, data, mediaType = "application/octet-stream" } = file;
  const link = data && (await context.asset(Buffer.from(data, "base64"), mediaType, name));
  const lines = [name, path, url, missing, link ?? data, text].filter((line) => line !== undefined);
  return block("FILE", lines.join("\n"));
}

function block(heading: string, text: string): string {
  const lines = cleanLines(text.trimEnd()).map((line) => `    ${line}`);
  return `${heading}\n${lines.join("\n")}\n\n`;
}

/** The lines of a text by a stranger, without what commands a terminal or is no character. */
function cleanLines(text: string): string[] {
  // Some programs end lines where others see one.
  const lines = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
  return lines.map((line) => line.replace(/[^\P{Cc}\t]/gu, "").toWellFormed());
}
