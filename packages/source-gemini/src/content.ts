import { type FilePart, type Part, present, type ReasoningPart } from "@chatexport/core";
import { addNative, type Fields } from "@chatexport/core/source";

/** What a list of parts says: what people read, the calls that it names, and results of calls. */
export interface Said {
  parts: Part[];
  calls: Fields[];
  results: Fields[];
}

/** Reads a list of parts of the Gemini API. */
export function saidIn(list: readonly Fields[], from: FilePart["from"]): Said {
  const said: Said = { parts: [], calls: [], results: [] };
  for (const part of list) {
    const call = part.object("functionCall");
    const result = part.object("functionResponse");
    if (call) said.calls.push(call);
    else if (result) said.results.push(result);
    else said.parts.push(partOf(part, from));
  }
  return said;
}

function partOf(part: Fields, from: FilePart["from"]): Part {
  const text = part.string("text");
  if (text !== undefined)
    return part.flag("thought")
      ? present<ReasoningPart>({
          type: "reasoning",
          text,
          signature: part.text("thoughtSignature"),
        })
      : { type: "text", text };
  const blob = part.object("inlineData") ?? part.object("fileData");
  const [data, url] = [blob?.text("data"), blob?.text("fileUri")];
  if (blob && (data ?? url) !== undefined) {
    const mediaType = blob.text("mimeType");
    const file = present<FilePart>({
      type: "file",
      mediaType,
      name: blob.text("displayName"),
      url,
      data,
      from,
    });
    addNative(file, blob.rest());
    return file;
  }
  // Code that the model ran, and whatever comes: it stays as it is, and is told.
  part.unknown.push("part");
  const native = part.all();
  return { type: "unknown", recordType: `part/${Object.keys(native)[0] ?? "none"}`, native };
}
