import type { Message, Part, PluginOptions, Sink, ToolCall, ToolResult } from "@chatexport/core";

/** Describes the options of this sink to chatexport and its users. */
export const options: PluginOptions = {
  reasoning: { type: "boolean", description: "Also write what the model thought" },
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
    keeps: new Set(reasoning ? ["reasoning", "tool-output"] : ["tool-output"]),
    async *render({ title, id, messages }, { signal }) {
      yield block("SESSION", title ?? id);
      for (const message of messages) {
        signal.throwIfAborted();
        for (const part of message.parts) yield* blocks(part, speakerOf(message), reasoning);
      }
    },
  };
}

const speakers: Readonly<Record<Message["role"], string>> = {
  user: "YOU",
  assistant: "ASSISTANT",
  system: "SYSTEM",
};

function speakerOf({ role, createdAt = "" }: Message): string {
  // A time that is none would be text by a stranger, which has no place in the first column.
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(createdAt);
  return isTime ? `${speakers[role]} ${createdAt}` : speakers[role];
}

/** The text of a part, in pieces. What is not among the features in `keeps` leaves no trace. */
function* blocks(part: Part, speaker: string, reasoning: boolean): Generator<string> {
  switch (part.type) {
    case "text":
      // The tool itself wrote it, for the model: nobody said this.
      yield block(part.synthetic ? "CONTEXT" : speaker, part.text);
      return;
    case "reasoning":
      if (reasoning && part.text) yield block("THOUGHT", part.text);
      return;
    case "tool-call": {
      const subject = part.title ?? subjectOf(part);
      yield block(`CALL ${part.status}`, subject ? `${part.name}: ${subject}` : part.name);
      if (part.result) yield* resultBlocks(part.result);
      return;
    }
    case "tool-result":
      yield* resultBlocks(part.result);
      return;
    case "compaction":
      if (part.summary) yield block("SUMMARY", part.summary);
      return;
    case "notice":
      yield block(`NOTICE ${part.level}`, part.text);
      return;
    case "edit":
    case "file":
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

function* resultBlocks({ content }: ToolResult): Generator<string> {
  for (const part of content) if (part.type === "text") yield block("RESULT", part.text);
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
