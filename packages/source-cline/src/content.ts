import { type FilePart, type Part, present, type ReasoningPart } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import { addNative, begunCall, blockPart, type Fields, textPart } from "@chatexport/core/source";
import { detailsOf } from "./tools.js";

/** The contents of a message: a text, or a list of blocks; undefined when it is neither. */
export interface Contents {
  parts: Part[];
  /** Results of calls, which are in messages of their own. */
  results: readonly Fields[];
}

/** Reads the contents of a message, or of a field of another name. An empty text is none. */
export function contentsOf(
  fields: Fields,
  from: FilePart["from"] = "upload",
  name = "content",
): Contents | undefined {
  const text = fields.string(name);
  if (text !== undefined)
    return { parts: text === "" ? [] : [{ type: "text", text }], results: [] };
  const blocks = fields.list(name);
  if (!blocks) return undefined;
  const results = blocks.filter((block) => block.word(["tool_result"], "type"));
  const others = blocks.filter((block) => !results.includes(block));
  return { parts: others.flatMap((block) => partOf(block, from)), results };
}

function partOf(block: Fields, from: FilePart["from"]): Part[] {
  const type = block.text("type") ?? "unknown";
  if (type === "text" && block.fitting("text", (text) => text === "") === "") return [];
  return [blockPart(readers[type]?.(block, from), block, "block", type)];
}

type HoldingPart = Exclude<Part, { type: "unknown" }>;

const readers: Readonly<
  Record<string, (block: Fields, from: FilePart["from"]) => HoldingPart | undefined>
> = {
  text: (block) => textPart(block),
  thinking: (block) => {
    const text = block.string("thinking");
    if (text === undefined) return undefined;
    const signature = block.text("signature");
    return present<ReasoningPart>({ type: "reasoning", text: text || undefined, signature });
  },
  redacted_thinking: (block) => {
    const encrypted = block.text("data");
    return encrypted === undefined ? undefined : { type: "reasoning", redacted: true, encrypted };
  },
  image: imageIn,
  file: (block, from) => {
    const path = block.text("path");
    const text = block.string("content");
    if (path === undefined && text === undefined) return undefined;
    return present<FilePart>({
      type: "file",
      path,
      text,
      from: from === "tool" ? from : "mention",
    });
  },
  tool_use: (block) => {
    const [id, name] = [block.text("id"), block.text("name")];
    if (id === undefined || name === undefined) return undefined;
    const input = block.json("input");
    const { result, ...more } = objectOf(input) ?? {};
    const said = name === "attempt_completion" ? textOf(result) : undefined;
    if (said !== undefined) {
      // The answer itself, which the model gives as an argument.
      const answer = { type: "text" as const, text: said, native: { id, name } };
      addNative(answer, more);
      return answer;
    }
    return begunCall({ id, name, input }, detailsOf);
  },
};

/** An image: with its data beside it, as Cline stores it, or in a source, as the provider wants it. */
function imageIn(block: Fields, from: FilePart["from"]): FilePart | undefined {
  const source = block.object("source") ?? block;
  source.word(["base64", "url"], "type");
  const [data, url] = [source.text("data"), source.text("url")];
  const mediaType = source.text("media_type", "mediaType", "mimeType");
  if (data === undefined && url === undefined) return undefined;
  return present<FilePart>({ type: "file", mediaType, data, url, from });
}
