import type { JsonObject } from "@chatexport/core";
import { nameSet, objectOf, objectsOf, parseLine, textOf } from "@chatexport/core/read";
import { injectedBy, kindsOf } from "./injected.js";

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
  const kinds = kindsOf(payload);
  const texts = objectsOf(payload.content).map(({ text }) => textOf(text) ?? "");
  return texts.length > 0 && texts.every((text, index) => injectedBy(text, kinds[index]));
}
