import {
  type FilePart,
  type Part,
  present,
  type ReasoningPart,
  type ToolResult,
  type ToolResultPart,
} from "@chatexport/core";
import { begunCall, blockPart, type Fields, textOrBlocks, textPart } from "@chatexport/core/source";
import { detailsOf, serverOf } from "./tools.js";

/** The parts of a text or a list of blocks; undefined when it is neither. */
export function partsIn(fields: Fields, from: FilePart["from"] = "upload"): Part[] | undefined {
  return textOrBlocks(fields, "content", (block) => partOf(block, from));
}

type BlockType = (typeof types)[number];

const types = [
  "text",
  "thinking",
  "redacted_thinking",
  "tool_use",
  "tool_result",
  "image",
  "document",
] as const;

function partOf(block: Fields, from: FilePart["from"]): Part {
  const type = block.word(types, "type");
  return blockPart(type && readers[type](block, from), block, "block", type);
}

type HoldingPart = Exclude<Part, { type: "unknown" }>;

const readers: Readonly<
  Record<BlockType, (block: Fields, from: FilePart["from"]) => HoldingPart | undefined>
> = {
  text: (block) => textPart(block),
  thinking: (block) => {
    const text = block.string("thinking");
    if (text === undefined) return undefined;
    // Some providers have none: then the name of their field stands there.
    const signature = block.made((value) => (isLong(value) ? value : undefined), "signature");
    return present<ReasoningPart>({ type: "reasoning", text: text || undefined, signature });
  },
  redacted_thinking: (block) => {
    const encrypted = block.text("data");
    return encrypted === undefined ? undefined : { type: "reasoning", redacted: true, encrypted };
  },
  tool_use: (block) => {
    const [id, name] = [block.text("id"), block.text("name")];
    if (id === undefined || name === undefined) return undefined;
    return begunCall({ id, name, server: serverOf(name), input: block.json("input") }, detailsOf);
  },
  tool_result: (block) => {
    const [toolCallId, content] = [block.text("tool_use_id"), partsIn(block, "tool")];
    if (toolCallId === undefined || !content) return undefined;
    const result: ToolResult = { content, isError: block.flag("is_error") ?? false };
    return { type: "tool-result", toolCallId, result } satisfies ToolResultPart;
  },
  image: fileIn,
  document: fileIn,
};

/** An image or document, whose source holds the data or names a URL. */
function fileIn(block: Fields, from: FilePart["from"]): FilePart {
  const source = block.object("source");
  const isText = source?.word(["base64", "text", "url"], "type") === "text";
  const [data, url] = [source?.string("data"), source?.string("url")];
  return present<FilePart>({
    type: "file",
    mediaType: source?.string("media_type"),
    name: block.string("title"),
    url,
    data: isText ? undefined : data,
    text: isText ? data : undefined,
    missing: data === undefined && url === undefined ? "not stored" : undefined,
    from,
  });
}

function isLong(value: unknown): value is string {
  return typeof value === "string" && value.length > 40;
}
