import type { Context } from "@chatexport/core";
import {
  parseLine,
  readJsonLines,
  readTextFile,
  withoutByteOrderMark,
} from "@chatexport/core/read";
import { type EventOrFault, eventOf } from "./event.js";
import { eventsOfDocument } from "./old-document.js";

/** The events of a file, in batches. Throws when it cannot be read. */
export async function* eventsOf(path: string, context: Context): AsyncGenerator<EventOrFault[]> {
  if (path.endsWith(".json")) {
    const text = withoutByteOrderMark(readTextFile(path));
    const document = parseLine(text);
    yield typeof document === "object"
      ? eventsOfDocument(document)
      : [{ line: 1, malformed: document ?? "not-json", text }];
    return;
  }
  for await (const lines of readJsonLines(path, context))
    yield lines.map((line) => ("record" in line ? eventOf(line.record, line.line) : line));
}
