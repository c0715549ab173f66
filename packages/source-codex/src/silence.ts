import type { JsonObject } from "@chatexport/core";
import { nameSet, objectOf, objectsOf, parseLine, textOf } from "@chatexport/core/read";
import { injectedTexts } from "./injected.js";

/** Whether nothing was said in a whole file: the tool alone wrote, and only what every session begins with. */
export function isSilent(lines: string): boolean {
  return lines.split("\n").every((line) => {
    const record = parseLine(line);
    return record === undefined || (typeof record === "object" && isQuiet(record));
  });
}

const quiet = nameSet(
  "session_meta turn_context world_state state task_started turn_started thread_settings_applied",
  "session_configured token_count turn_aborted thread_rolled_back",
);

function isQuiet(record: JsonObject): boolean {
  const payload = objectOf(record.payload) ?? record;
  const { type = record.type ?? record.record_type ?? "session_meta", role } = payload;
  if (type !== "message") return quiet.has(`${type}`);
  if (role !== "user") return role === "developer" || role === "system";
  const injected = injectedTexts(payload);
  const reasons = objectsOf(payload.content).map(({ text }) => injected.get(textOf(text) ?? ""));
  // A command is told by the tool, and typed by a person.
  return reasons.length > 0 && reasons.every((reason) => reason && reason !== "command");
}
