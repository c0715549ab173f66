import {
  allMessages,
  apiVersion,
  type Feature,
  type FileEdit,
  type FilePart,
  type IndexEntry,
  type Part,
  type Session,
  type Sink,
  type SinkContext,
  type ToolResult,
} from "@chatexport/core";

/** The words that a line can begin with. */
export const lineWords: ReadonlySet<string> = new Set(
  "session message text call thought result summary notice file edit record tool usage native page entry".split(
    " ",
  ),
);

/** Changes a text so that it can stand in a line. */
export type Escape = (text: string) => string;

/** A text without line breaks and control characters. */
export const harmless: Escape = (text) => text.replace(/[\p{Cc}\p{Cs}]+/gu, " ");

const features: readonly Feature[] = [
  "reasoning",
  "tool-input",
  "tool-output",
  "tool-definitions",
  "files",
  "edits",
  "branches",
  "subagents",
  "usage",
  "native",
  "unknown",
];

/**
 * A small sink that does everything that is asked of one: each thing stands in a line of its own that
 * begins with a word for what it is. It is as safe as the function that escapes its texts.
 */
export function plainText(escaped: Escape = harmless): Sink {
  return {
    name: "plain-text",
    apiVersion,
    extension: "txt",
    mediaType: "text/plain",
    layout: "folder",
    keeps: new Set(features),
    render: (session, context) => document(linesOf(session, context), context, escaped),
    index: (entries, context) => document(entries.map(entryLine), context, escaped),
  };
}

/** A word and the texts that follow it. */
type Line = [word: string, ...texts: string[]];

/** A further document, of which the place is not known yet. */
interface Page {
  name: string;
  lines: AsyncIterable<Line | Page>;
}

async function* document(
  lines: Iterable<Line> | AsyncIterable<Line | Page>,
  context: Pick<SinkContext, "signal" | "page">,
  escaped: Escape,
): AsyncGenerator<string> {
  for await (const line of lines) {
    context.signal.throwIfAborted();
    if (Array.isArray(line)) {
      yield written(line, escaped);
      continue;
    }
    const content = document(line.lines, context, escaped);
    if (context.page) yield written(["page", await context.page(line.name, content)], escaped);
    else yield* content;
  }
}

function written([word, ...texts]: Line, escaped: Escape): string {
  return `${word}: ${texts.map(escaped).join(" | ")}\n`;
}

function entryLine({ href, earlier = [], ...rest }: IndexEntry): Line {
  return ["entry", href, ...earlier, ...Object.entries(rest).sort().flat().map(String)];
}

async function* linesOf(session: Session, context: SinkContext): AsyncGenerator<Line | Page> {
  const { title = "", id, usage, native } = session;
  yield ["session", title, id];
  if (usage) yield ["usage", ...usageTexts(usage)];
  if (native) yield ["native", JSON.stringify(native)];
  for (const tool of session.tools ?? []) yield ["tool", JSON.stringify(tool)];
  yield* partLines(session.attachments ?? [], context);
  for (const message of allMessages(session)) {
    yield ["message", message.id, message.role];
    if (message.usage) yield ["usage", ...usageTexts(message.usage)];
    if (message.native) yield ["native", JSON.stringify(message.native)];
    yield* partLines(message.parts, context);
  }
  for (const subagent of session.subagents ?? [])
    yield { name: subagent.id, lines: linesOf(subagent, context) };
}

async function* partLines(parts: readonly Part[], context: SinkContext): AsyncGenerator<Line> {
  for (const part of parts) yield* linesOfPart(part, context);
}

async function* linesOfPart(part: Part, context: SinkContext): AsyncGenerator<Line> {
  if (part.type === "text") yield ["text", part.text];
  else if (part.type === "reasoning") yield ["thought", part.text ?? ""];
  else if (part.type === "compaction") yield ["summary", part.summary ?? ""];
  else if (part.type === "notice") yield ["notice", part.text];
  else if (part.type === "file") yield ["file", ...(await fileTexts(part, context))];
  else if (part.type === "edit") yield ["edit", ...part.edits.flatMap(editTexts)];
  else if (part.type === "unknown") yield ["record", JSON.stringify(part.native)];
  else if (part.type === "tool-result") yield* resultLines(part.result, context);
  else if (part.type === "tool-call") {
    const { input, rawInput = "", native, result } = part;
    yield ["call", part.name, rawInput, JSON.stringify(input) ?? ""];
    if ("edits" in part) yield ["edit", ...(part.edits ?? []).flatMap(editTexts)];
    if (native) yield ["native", JSON.stringify(native)];
    if (result) yield* resultLines(result, context);
  }
}

async function* resultLines(
  { content, output }: ToolResult,
  context: SinkContext,
): AsyncGenerator<Line> {
  yield* partLines(content, context);
  if (content.length === 0 && output !== undefined) yield ["result", JSON.stringify(output)];
}

function usageTexts({ cost, ...tokens }: NonNullable<Session["usage"]>): string[] {
  const numbers = Object.entries(tokens).map(([name, count]) => `${name} ${count}`);
  return [...numbers.sort(), cost ? `${cost.amount} ${cost.currency}` : ""];
}

function editTexts({
  path,
  newPath = "",
  before = "",
  after = "",
  hunks = [],
}: FileEdit): string[] {
  return [path, newPath, before, after, ...hunks.flatMap(({ lines }) => lines)];
}

async function fileTexts(part: FilePart, { asset }: SinkContext): Promise<string[]> {
  const { name = "", path = "", url = "", text = "", mediaType = "", data } = part;
  if (data === undefined) return [name, path, url, text];
  const link = await asset(Buffer.from(data, "base64"), mediaType, part.name);
  return [name, link ?? data];
}
