import type { Context, JsonObject } from "@chatexport/core";
import {
  objectOf,
  parseLine,
  readJsonLines,
  readTextFile,
  textOf,
  utcTime,
  withoutByteOrderMark,
} from "@chatexport/core/read";
import type { CliEvent, EventOrFault } from "./event.js";
import { eventsOfDocument } from "./old-document.js";

/** The events of a file, in batches. Throws when it cannot be read. */
export async function* eventsOf(path: string, context: Context): AsyncGenerator<EventOrFault[]> {
  if (path.endsWith(".json")) {
    const document = parseLine(withoutByteOrderMark(readTextFile(path)));
    yield typeof document === "object"
      ? eventsOfDocument(document)
      : [{ line: 1, malformed: document ?? "not-json" }];
    return;
  }
  for await (const lines of readJsonLines(path, context))
    yield lines.map((line) => ("record" in line ? eventOf(line.record, line.line) : line));
}

/** A line as an event. */
function eventOf(record: JsonObject, at: number | string): CliEvent {
  const createdAt = utcTime(record.timestamp);
  const agentId = textOf(record.agentId);
  return {
    at,
    id: textOf(record.id) ?? `event-${at}`,
    type: textOf(record.type) ?? "none",
    ...(createdAt !== undefined && { createdAt }),
    ...(agentId !== undefined && { agentId }),
    data: objectOf(record.data) ?? {},
    raw: record,
  };
}
