import { type FilePart, type Part, present, type ReasoningPart } from "@chatexport/core";
import type { Fields } from "@chatexport/core/source";

/**
 * The content of a list of parts: texts for people, the calls that it names, and results of calls.
 */
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
  if (text !== undefined && !part.flag("thought")) return { type: "text", text };
  const signature = text === undefined ? undefined : part.text("thoughtSignature");
  if (text !== undefined) return present<ReasoningPart>({ type: "reasoning", text, signature });
  const blob = part.object("inlineData") ?? part.object("fileData");
  const [data, url] = [blob?.text("data"), blob?.text("fileUri")];
  if (blob && (data ?? url) !== undefined) {
    const [mediaType, name] = [blob.text("mimeType"), blob.text("displayName")];
    return present<FilePart>({ type: "file", mediaType, name, url, data, from });
  }
  // Code that the model ran, and whatever comes: it stays as it is, and is told.
  part.unknown.push("part");
  const native = part.all();
  return { type: "unknown", recordType: `part/${Object.keys(native)[0] ?? "none"}`, native };
}
