import type { FilePart } from "@chatexport/core";
import { fold, inlineCode, lineOf, paragraph, remark, text } from "../builders.js";
import { cutBody, cutCode } from "../cut.js";
import type { Content, Line } from "../nodes.js";
import type { Scope } from "../scope.js";
import { oneLine } from "../text.js";
import { languageOf, shortPath } from "./paths.js";

/** A file or an image. The host decides whether its bytes are put beside the document. */
export function* file(part: FilePart, scope: Scope): Generator<Content> {
  const line = fileLine(part, scope);
  if (part.url !== undefined && part.data === undefined && part.text === undefined) {
    yield link(part, part.url);
    return;
  }
  if (part.data !== undefined) yield { type: "asset", part };
  else if (part.text !== undefined && scope.detail !== "conversation") {
    yield fold("file", line, content(part, part.text, scope));
  } else if (isLost(part) && scope.detail !== "full") yield remark(text("(image not stored)"));
  else yield fold("file", line, []);
  if (part.url !== undefined) yield paragraph(text("From "), inlineCode(part.url));
}

/** True when a picture is gone: nobody reads the path of what is not there. */
function isLost({ missing, mediaType }: FilePart): boolean {
  return missing !== undefined && mediaType?.startsWith("image/") === true;
}

/** Markdown reads as what it is; everything else as code. */
function content(part: FilePart, text: string, scope: Scope): Content[] {
  if (part.mediaType === "text/markdown") return cutBody(text, scope);
  return cutCode(text, scope, "output", languageOf(part.path ?? part.name ?? ""));
}

function fileLine(part: FilePart, scope: Scope): Line {
  const { path, name, range, mediaType, from } = part;
  // The path of a file that the tool keeps itself interests no reader.
  const isNamed = path === undefined || (name !== undefined && from === "tool");
  const where = isNamed ? (name ?? mediaType ?? "") : shortPath(path, scope);
  const lines = range && `:${[...new Set([range.start, range.end ?? range.start])].join("-")}`;
  // The content of a file that was only mentioned is not missed.
  const missing = from === "mention" ? undefined : part.missing;
  return lineOf(leadOf(part), {
    code: `${where}${lines ?? ""}`,
    outcome: missing === undefined ? undefined : `missing: ${missing}`,
  });
}

/** An address is of no use when it is cut. */
function link({ mediaType, name }: FilePart, url: string): Content {
  const lead = mediaType?.startsWith("image/") ? "Image" : "Link";
  const outcome = name === undefined ? "" : ` — ${oneLine(name)}`;
  return paragraph(text(`${lead}: `), inlineCode(url), text(outcome));
}

function leadOf({ mediaType, from }: FilePart): string {
  if (mediaType?.startsWith("image/")) return "Image";
  return from === "selection" ? "Selection" : "File";
}
