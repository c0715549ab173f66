import type { FilePart } from "@chatexport/core";
import { type Block, code, inlineCode, paragraph, text } from "../block.js";
import { cut, outputLimit } from "../cut.js";
import { fold, type Line, phrasingOf } from "../fold.js";
import { oneLine } from "../line.js";
import { languageOf, shortPath } from "../paths.js";
import type { Scope } from "../scope.js";

/** A file or an image. The host decides whether its bytes are put beside the document. */
export function* file(part: FilePart, scope: Scope): Generator<Block> {
  const line = fileLine(part, scope);
  if (part.url !== undefined && part.data === undefined && part.text === undefined) {
    yield link(part, part.url);
    return;
  }
  if (part.data !== undefined) yield { type: "asset", part };
  else if (part.text !== undefined && scope.detail !== "conversation") {
    const shown = cut(part.text, scope.detail, outputLimit);
    yield* fold(line, [code(shown, languageOf(part.path ?? part.name ?? ""))]);
  } else yield paragraph(...phrasingOf(line));
  if (part.url !== undefined) yield paragraph(text("From "), inlineCode(part.url));
}

function fileLine(part: FilePart, scope: Scope): Line {
  const { path, name, range, mediaType, from } = part;
  const where = path === undefined ? (name ?? mediaType ?? "") : shortPath(path, scope);
  const lines =
    range && (range.end === undefined ? `:${range.start}` : `:${range.start}-${range.end}`);
  // Nobody expects more of a file that was only named.
  const missing = from === "mention" ? undefined : part.missing;
  return {
    lead: leadOf(part),
    code: `${where}${lines ?? ""}`,
    ...(missing !== undefined && { outcome: `missing: ${missing}` }),
  };
}

/** An address is of no use when it is cut. */
function link({ mediaType, name }: FilePart, url: string): Block {
  const lead = mediaType?.startsWith("image/") ? "Image" : "Link";
  const outcome = name === undefined ? "" : ` — ${oneLine(name)}`;
  return paragraph(text(`${lead}: `), inlineCode(url), text(outcome));
}

function leadOf({ mediaType, from }: FilePart): string {
  if (mediaType?.startsWith("image/")) return "Image";
  return from === "selection" ? "Selection" : "File";
}
