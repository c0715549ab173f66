import type { FilePart, Part, ReasoningPart, TextPart } from "@chatexport/core";
import { present } from "@chatexport/core";
import { dataUrl } from "@chatexport/core/read";
import { addNative, type Fields } from "@chatexport/core/source";

/** The parts of a list of contents: texts and images. Undefined when it is no list of objects. */
export function partsIn(
  fields: Fields,
  name: string,
  synthetic?: TextPart["synthetic"],
): Part[] | undefined {
  return fields.list(name)?.flatMap((block) => partsOf(block, synthetic));
}

function partsOf(block: Fields, synthetic: TextPart["synthetic"]): Part[] {
  const type = block.word(["text", "image"], "type");
  const text = type === "text" ? block.string("text") : undefined;
  const parts: Part[] =
    text === undefined
      ? (type === "image" ? block.texts("image_urls") : []).map(imageOf)
      : [present<TextPart>({ type: "text", text, synthetic })];
  const [first] = parts;
  if (first && first.type !== "unknown") {
    addNative(first, block.rest());
    return parts.filter((part) => part.type !== "text" || part.text !== "");
  }
  // A block of another type or shape stays as it is, and is told.
  block.unknown.push("block");
  return [{ type: "unknown", recordType: `block/${type ?? "unknown"}`, native: block.all() }];
}

function imageOf(url: string): FilePart {
  const data = dataUrl(url);
  return data ? { type: "file", ...data, from: "upload" } : { type: "file", url, from: "upload" };
}

/** The model's thoughts that an event has: of the provider, or in blocks that it signed. */
export function reasoningIn(fields: Fields): ReasoningPart[] {
  const parts: ReasoningPart[] = [];
  for (const block of fields.objects("thinking_blocks")) {
    const type = block.word(["thinking", "redacted_thinking"], "type");
    const part = present<ReasoningPart>({
      type: "reasoning",
      text: block.text("thinking"),
      redacted: type === "redacted_thinking" || undefined,
      encrypted: block.text("data"),
      signature: block.text("signature"),
    });
    addNative(part, block.rest());
    parts.push(part);
  }
  const item = fields.object("responses_reasoning_item");
  const texts = [...(item?.texts("summary") ?? []), ...(item?.texts("content") ?? [])];
  const encrypted = item?.text("encrypted_content");
  item?.text("id");
  const before = parts.length;
  // The provider's text is mostly that of the item; where it is not, both are there.
  for (const text of [fields.text("reasoning_content") ?? "", texts.join("\n\n")])
    if (!parts.some((part) => plain(part.text) === plain(text)) && text !== "")
      parts.push({ type: "reasoning", text });
  if (encrypted !== undefined)
    parts[before] = { ...(parts[before] ?? { type: "reasoning" }), encrypted };
  return parts;
}

/** A text by which it is found again, where blanks differ. */
function plain(text = ""): string {
  return text.replace(/\s+/g, " ").trim();
}
