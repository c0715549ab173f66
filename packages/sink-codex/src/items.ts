import { type JsonObject, jsonText } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import { type Block, type Changes, textBlocks } from "@chatexport/core/turns";

/**
 * The input items of a message's blocks, for the Responses API; a document is named, which counts
 * as a change.
 */
export function inputParts(blocks: readonly Block[], changes: Changes): JsonObject[] {
  return blocks.flatMap((block): JsonObject[] => {
    if (block.type === "image") return [{ type: "input_image", image_url: addressOf(block) }];
    const text = textOf(block.text);
    if (text === undefined) changes.add("files", "text");
    return textBlocks(text ?? "[a document that Codex cannot be sent]").map((each) => ({
      type: "input_text",
      text: each.text ?? "",
    }));
  });
}

/** The texts of blocks. */
export function textIn(blocks: readonly Block[]): string {
  return blocks.flatMap(({ text }) => textOf(text) ?? []).join("\n\n");
}

/** The addresses of images among blocks, which hold their content. */
export function imagesIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.type === "image" ? [addressOf(block)] : []));
}

function addressOf({ source }: Block): string {
  const { media_type, data } = objectOf(source) ?? {};
  return `data:${textOf(media_type)};base64,${textOf(data)}`;
}

/** A call of a function, or of a tool that takes a text. */
export function callItem({ id = "", name = "", input = {} }: Block): JsonObject {
  return typeof input === "string"
    ? { type: "custom_tool_call", status: "completed", call_id: id, name, input }
    : { type: "function_call", name, arguments: jsonText(input), call_id: id };
}

/** The output of a call: a text, or parts with images among them. */
export function outputItem(
  { tool_use_id = "", content = "" }: Block,
  isCustom: boolean,
  changes: Changes,
): JsonObject {
  const type = isCustom ? "custom_tool_call_output" : "function_call_output";
  if (!Array.isArray(content)) return { type, call_id: tool_use_id, output: content };
  const blocks = content.flatMap((each) => objectOf(each) ?? []) as Block[];
  const isText = blocks.every((block) => block.type === "text");
  return {
    type,
    call_id: tool_use_id,
    output: isText ? textIn(blocks) : inputParts(blocks, changes),
  };
}
