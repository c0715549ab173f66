import { type Json, type JsonObject, nonEmpty, type Part, present } from "@chatexport/core";
import { objectOf, stringOf, textOf } from "@chatexport/core/read";
import { eachOf, firstText, parsed, without } from "../../values/json-text.js";
import { forms } from "./result-forms.js";

/** A result as parts to read. */
interface Readable {
  content: Part[];
  /** The rest that the content does not show; absent when it shows all. */
  rest?: Json;
}

const deepest = 6;

/** A result as something to read, by its shape, for names of tools change; undefined when nothing is known. */
export function readable(result: Json | undefined, depth = 0): Readable | undefined {
  if (typeof result === "string") return { content: textParts(result) };
  const blocks = blockParts(result);
  if (blocks) return { content: blocks };
  const fields = objectOf(result);
  if (!fields || depth > deepest) return undefined;
  const found = textField(fields) ?? nested(fields, depth);
  if (found) return found;
  for (const form of forms) {
    const made = form(fields);
    if (made) return { content: textParts(made.text), rest: made.rest };
  }
  return undefined;
}

/** The field that is the result as text, also when it is empty: a command without output. */
function textField(fields: JsonObject): Readable | undefined {
  const name = ["output", "contents", "markdown", "content"].find(
    (field) => stringOf(fields[field]) !== undefined,
  );
  return name === undefined
    ? undefined
    : { content: textParts(fields[name]), rest: without(fields, name) };
}

/** The first field that holds a result to read. */
function nested(fields: JsonObject, depth: number): Readable | undefined {
  for (const name of ["output", "result", "success", "failure", "rejected", "content"]) {
    const value = fields[name];
    // Only `result` and `content` are JSON in JSON.
    const inner = name === "result" || name === "content" ? parsed(value) : value;
    const found =
      readable(inner, depth + 1) ?? (name === "result" ? readable(value, depth + 1) : undefined);
    if (!found) continue;
    const { content, rest } = found;
    const others = without(fields, name);
    return { content, rest: rest === undefined ? others : { ...others, [name]: rest } };
  }
  return undefined;
}

function textParts(text: Json | undefined): Part[] {
  const own = textOf(text);
  return own === undefined ? [] : [{ type: "text", text: own }];
}

/**
 * The parts of a list of blocks as MCP servers answer with: `{ type: "text", text }`, `{ type:
 * "image", data, mimeType }`, `{ type: "resource", resource: { uri, text } }`; else undefined.
 */
function blockParts(list: Json | undefined): Part[] | undefined {
  return nonEmpty(eachOf(list, blockPart) ?? [])?.flat();
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
