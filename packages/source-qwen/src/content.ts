import { type FilePart, type Part, present, type ToolCall } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { begunCall, blockPart, type Fields } from "@chatexport/core/source";
import type { ChatRecord } from "./chat-record.js";
import { detailsOf } from "./tools.js";

/** The contents of a message; undefined when it has none, not even an empty list. */
export function contentOf({ envelope }: ChatRecord): readonly Fields[] | undefined {
  const message = envelope.object("message");
  message?.text("role");
  return message?.list("parts");
}

/** The parts that contents become. An empty text is none. */
export function partsOf(contents: readonly Fields[], from: FilePart["from"] = "upload"): Part[] {
  return contents.flatMap((content): Part[] => {
    if (content.fitting("text", (text) => text === "") === "") return [];
    const part = textIn(content) ?? fileIn(content, from) ?? callIn(content);
    return [blockPart(part, content, "part", content.names[0])];
  });
}

function textIn(content: Fields): (Part & { type: "text" | "reasoning" }) | undefined {
  const text = content.text("text");
  if (text === undefined) return undefined;
  if (!content.flag("thought")) return { type: "text", text };
  const signature = content.text("thoughtSignature");
  return present({ type: "reasoning" as const, text, signature });
}

function fileIn(content: Fields, from: FilePart["from"]): FilePart | undefined {
  const inline = content.object("inlineData");
  const data = inline?.text("data");
  const stored = inline ?? content.object("fileData");
  const url = stored?.text("fileUri");
  if (data === undefined && url === undefined) return undefined;
  const [mediaType, name] = [stored?.text("mimeType"), stored?.text("displayName")];
  return present<FilePart>({ type: "file", mediaType, name, data, url, from });
}

function callIn(content: Fields): ToolCall | undefined {
  const stored = content.object("functionCall");
  const [id, name] = [stored?.text("id"), stored?.text("name")];
  if (id === undefined || name === undefined) return undefined;
  const server = /^mcp__(.+?)__/.exec(name)?.[1];
  return begunCall({ id, name, server, input: stored?.json("args") }, detailsOf);
}

/** The text of what a call returned: an output, or an error. */
export function responseText(response: Fields): { text?: string; isError: boolean } {
  const output = response.string("output");
  const error = output === undefined ? response.string("error") : undefined;
  return present({ text: textOf(output ?? error), isError: error !== undefined });
}
