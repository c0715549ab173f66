import { join } from "node:path";
import { type FilePart, type Part, present, type ReasoningPart } from "@chatexport/core";
import { attempt, dataUrl, readBytes, sizeOf } from "@chatexport/core/read";
import { blockPart, type Fields, textOrBlocks } from "@chatexport/core/source";

/** The content in a field: a text, or a list of parts; undefined when it is neither. An empty text is none. */
export function contentIn(
  fields: Fields,
  name: string,
  folder: string,
  from: FilePart["from"] = "upload",
): Part[] | undefined {
  if (fields.fitting(name, (value) => value === null) === null) return [];
  return textOrBlocks(fields, name, (block) => partOf(block, folder, from));
}

/** The part that a stored one becomes; none for an empty text. `folder` is that of the file that holds it. */
export function partOf(block: Fields, folder: string, from: FilePart["from"] = "upload"): Part[] {
  const type = block.text("type") ?? "unknown";
  const isBlank = (value: unknown) => value === "";
  if (type === "text" && block.fitting("text", isBlank) === "") return [];
  return [
    blockPart(textIn(type, block) ?? mediaIn(type, block, folder, from), block, "part", type),
  ];
}

function textIn(type: string, block: Fields): (Part & { type: "text" | "reasoning" }) | undefined {
  const text = type === "text" ? block.text("text") : undefined;
  if (text !== undefined)
    return isTag.test(text) ? { type: "text", text, synthetic: "context" } : { type: "text", text };
  const thought = type === "think" ? block.string("think") : undefined;
  if (thought === undefined) return undefined;
  const encrypted = block.text("encrypted");
  return present<ReasoningPart>({ type: "reasoning", text: thought || undefined, encrypted });
}

/** A line of the tool to its model about the picture that follows: <image path="a.png"> */
const isTag = /^<\/?(?:image|audio|video)\b[^<>]*>$/;

/** An image, a sound or a film; a large one lies in a file of its own. */
function mediaIn(
  type: string,
  block: Fields,
  folder: string,
  from: FilePart["from"],
): FilePart | undefined {
  const kind = /^(?:image|audio|video)/.exec(type)?.[0];
  const held = block.object(`${kind}_url`) ?? block.object(`${kind}Url`) ?? block;
  const url = kind && held.text("url");
  if (!url) return undefined;
  const [, mediaType, hash] = /^blobref:([\w.+-]{1,100}\/[\w.+-]{1,100});(\w{64})$/.exec(url) ?? [];
  if (hash === undefined)
    return present<FilePart>({ type: "file", ...(dataUrl(url) ?? { url }), from });
  const path = join(folder, "blobs", hash);
  const data = attempt(() => readBytes(path, 0, sizeOf(path)).toString("base64"));
  const missing = data === undefined ? "not stored" : undefined;
  return present<FilePart>({ type: "file", mediaType, data, missing, from, native: { url } });
}
