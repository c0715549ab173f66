import { type Json, type Part, present } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { firstText } from "../values.js";

/**
 * The parts of a list of blocks as MCP servers answer with: `{ type: "text", text }`, `{ type:
 * "image", data, mimeType }`, `{ type: "resource", resource: { uri, text } }`. Undefined for a list
 * of anything else.
 */
export function blockParts(list: Json | undefined): Part[] | undefined {
  const blocks = listOf(list);
  if (!blocks || blocks.length === 0) return undefined;
  const parts = blocks.map(blockPart);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function blockPart(item: Json): Part | [] | undefined {
  const block = objectOf(item);
  switch (block?.type) {
    case "text": {
      const text = textOf(block.text);
      return text === undefined ? [] : { type: "text", text };
    }
    case "image":
    case "audio":
      return present({
        type: "file",
        mediaType: firstText(block, "mimeType", "mediaType"),
        data: textOf(block.data),
        missing: textOf(block.data) === undefined ? "not stored" : undefined,
        from: "tool",
      });
    case "resource":
    case "resource_link": {
      const resource = objectOf(block.resource) ?? block;
      return present({
        type: "file",
        mediaType: textOf(resource.mimeType),
        name: firstText(resource, "name", "title"),
        url: textOf(resource.uri),
        text: textOf(resource.text),
        data: textOf(resource.blob),
        from: "tool",
      });
    }
    default:
      return undefined;
  }
}
