import { findPlaces, type PlaceOptions, replacePlaces } from "./edit-places.js";
import type { RowEdit, RowWork } from "./row-work.js";

/** Changes what a column of a row holds: JSON, or nothing but a URI. */
export function changeColumn(
  edit: RowEdit & { content: Buffer },
  field: string,
  isNested: PlaceOptions["isNested"],
  { moved, tell, leave, write }: RowWork,
): void {
  const options: PlaceOptions = { isNested, tell: (from, to) => tell(field, from, to) };
  const { content } = edit;
  if (!isJson(content)) {
    // A plain path may be the beginning of what somebody typed.
    const text = content.toString("utf8");
    const uri = /^file:\S+$/i.test(text) ? moved.paths.uri(text) : undefined;
    if (uri === undefined) return;
    options.tell(text, uri);
    write?.({ ...edit, content: Buffer.from(uri) });
    return;
  }
  try {
    const found = findPlaces(content, moved, options);
    if (found.size > 0) write?.({ ...edit, content: replacePlaces(content, found) });
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    leave("malformed");
  }
}

/** Much of what the editor remembers is no JSON: words, numbers, base64. */
function isJson(content: Buffer): boolean {
  return /^\s*[{["]/.test(content.toString("latin1", 0, 20));
}
