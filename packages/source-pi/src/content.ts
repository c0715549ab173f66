import { type FilePart, type Part, present, type ReasoningPart } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { begunCall, blockPart, type Fields, textOrBlocks, textPart } from "@chatexport/core/source";
import { detailsOf } from "./tools.js";

/** The parts of a text or a list of blocks; undefined when it is neither. */
export function partsIn(fields: Fields, from: FilePart["from"] = "upload"): Part[] | undefined {
  return textOrBlocks(fields, "content", (block) => partOf(block, from));
}

function partOf(block: Fields, from: FilePart["from"]): Part {
  const type = block.word(["text", "thinking", "image", "toolCall"], "type");
  return blockPart(type && readers[type](block, from), block, "block", type);
}

function isLong(value: unknown): boolean {
  return typeof value === "string" && value.length > 40;
}

type BlockReader = (block: Fields, from: FilePart["from"]) => Part | undefined;

const readers: Readonly<Record<"text" | "thinking" | "image" | "toolCall", BlockReader>> = {
  text: (block) => textPart(block),
  thinking: (block) => {
    const [text, redacted] = [block.string("thinking"), block.flag("redacted")];
    if (text === undefined) return undefined;
    return present<ReasoningPart>({
      type: "reasoning",
      text: text || undefined,
      redacted: redacted || undefined,
      // Some providers have none: then the name of their field stands there.
      signature: textOf(block.fitting("thinkingSignature", isLong)),
    });
  },
  image: (block, from) => {
    const [mediaType, data] = [block.text("mimeType"), block.text("data")];
    return data === undefined
      ? undefined
      : present<FilePart>({ type: "file", mediaType, data, from });
  },
  toolCall: (block) => {
    const [id, name] = [block.text("id"), block.text("name")];
    if (id === undefined || name === undefined) return undefined;
    return begunCall({ id, name, input: block.json("arguments") }, detailsOf);
  },
};
