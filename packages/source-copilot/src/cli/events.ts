import type { Context } from "@chatexport/core";
import {
  type DamagedText,
  parseLine,
  readTextFile,
  withoutByteOrderMark,
} from "@chatexport/core/read";
import { recordsOfLines } from "@chatexport/core/source";
import { type CliEvent, eventOf } from "./event.js";
import { eventsOfDocument } from "./old-document.js";

/** The events of a file, in batches. Throws when it cannot be read. */
export async function* eventsOf(
  path: string,
  context: Context,
): AsyncGenerator<(CliEvent | DamagedText)[]> {
  if (path.endsWith(".json")) {
    const text = withoutByteOrderMark(readTextFile(path));
    const document = parseLine(text);
    yield typeof document === "object"
      ? eventsOfDocument(document)
      : [{ line: 1, malformed: document ?? "not-json", text }];
    return;
  }
  yield* recordsOfLines(path, eventOf, context);
}
