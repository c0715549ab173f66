import { type JsonObject, present } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";

/**
 * Takes out of a progress record what nobody reads: all but the copies of the records of a sub-agent,
 * which it held until about 2.1.8x, and those of one that has a transcript. `stored` are the ids of these.
 */
export function dropCopies(record: JsonObject, stored: ReadonlySet<string>): void {
  const data = record.type === "progress" ? objectOf(record.data) : undefined;
  if (!data) return;
  const agentId = textOf(data.agentId);
  const isOnlyCopy =
    data.type === "agent_progress" && agentId !== undefined && !stored.has(agentId);
  if (!isOnlyCopy) record.data = present({ type: data.type, agentId });
}
