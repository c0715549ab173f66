import { objectOf, textOf } from "@chatexport/core/read";
import { roleOf } from "../records/injected-text.js";
import {
  addRecord,
  beginMessage,
  type Fate,
  type LineState,
  type OpenEntry,
  quietFailedTry,
} from "./line-state.js";
import { systemParts, systemSubtypes } from "./system-records.js";

/** Reads a record of the tool itself. */
export function readSystem(entry: OpenEntry, line: LineState): Fate {
  const { record, fields } = entry;
  const subtype = fields.text("subtype");
  if (subtype === "turn_duration") return readTurnDuration(entry, line);
  const parts = systemParts(entry);
  if (!parts) return "unknown";
  if (parts.length === 0) return { skipped: "empty" };
  const role = subtype === "local_command" ? roleOf(parts) : "system";
  const { headers, ...error } = objectOf(record.error) ?? {};
  // The server's headers name the account.
  const more = headers === undefined ? {} : { native: { error } };
  if (headers !== undefined) fields.json("error");
  const message = beginMessage(entry, role, parts, line, more);
  if (subtype === "api_error") {
    quietFailedTry(line);
    line.failedTry = message;
  }
  const kept = [message];
  // What the summary was to keep. Mostly the command stands in the transcript as it was typed.
  const request = textOf(objectOf(record.compactMetadata)?.userContext);
  if (request && !line.compactCommands().some((text) => text.includes(request)))
    kept.push(beginMessage(entry, "user", [{ type: "text", text: request }], line));
  return { kept, unknown: subtype !== undefined && !systemSubtypes.has(subtype) };
}

/** Reads the duration of a turn, which is a fact about the response that ended it. */
function readTurnDuration(entry: OpenEntry, { response }: LineState): Fate {
  if (!response) return { skipped: "turn-without-response" };
  const turnDurationMs = entry.fields.number("durationMs");
  if (turnDurationMs === undefined) return "unknown";
  response.native = { ...response.native, turnDurationMs };
  addRecord(response, entry);
  return { kept: [response] };
}
