import { type JsonObject, messageOf } from "@chatexport/core";
import { objectOf, type TallyCounter } from "@chatexport/core/read";
import { type KeyValues, type StoredValue, textOfValue } from "@chatexport/sqlite";
import type { ReadContext } from "../read-context.js";

/**
 * The object in a row. NULL, which is what Cursor leaves of a row that it deleted, is counted as
 * skipped; what is no JSON object, or lies on a page that is corrupt, is reported and counted as
 * malformed. Then there is no object. The caller counts the row as read, and as kept where it is.
 */
export function readRow(
  rows: KeyValues,
  key: string,
  tally: TallyCounter,
  context: ReadContext,
): JsonObject | undefined {
  return objectIn(rows.value(key), { path: rows.path, at: key }, tally, context);
}

/** As `readRow`, for a value that was read already. */
export function objectIn(
  value: StoredValue,
  origin: { path: string; at: string },
  tally: TallyCounter,
  context: ReadContext,
): JsonObject | undefined {
  if (value.kind === "null" || value.kind === "missing") {
    tally.skip("null");
    return undefined;
  }
  const parsed =
    value.kind === "unreadable" ? { cause: value.cause } : parsedRow(textOfValue(value) ?? "");
  if ("row" in parsed) return parsed.row;
  tally.malformed();
  reportMalformed(origin, parsed.cause, context);
  return undefined;
}

function parsedRow(text: string): { row: JsonObject } | { cause: unknown } {
  try {
    const row = objectOf(JSON.parse(text));
    return row ? { row } : { cause: "not an object" };
  } catch {
    // The message of the parser would quote the row.
    return { cause: "not JSON" };
  }
}

/** Reports a record that cannot be read. */
export function reportMalformed(
  origin: { path?: string; at?: number | string },
  cause: unknown,
  context: ReadContext,
): void {
  context.report({
    severity: "warning",
    code: "malformed-row",
    message: `The row cannot be read (${messageOf(cause)}) and is left out; a backup of the database may still hold it.`,
    origin,
    cause,
  });
}

/** A prefix of keys, and why the rows are left out. */
type Family = readonly [prefix: string, reason: string];

/** Families of rows about a composer that hold nothing of the conversation: `prefix + ID + ":"`. */
const uselessFamilies: readonly Family[] = [
  ["checkpointId:", "checkpoint"],
  ["codeBlockPartialInlineDiffFates:", "diff-fate"],
  ["agentKv:bubbleCheckpoint:", "agent-state"],
];

/** The same, with one row for each composer: `prefix + ID`. */
const uselessRows: readonly Family[] = [
  ["agentKv:checkpoint:", "agent-state"],
  ["composerVirtualRowHeights:", "interface"],
  ["cloudAgentDraft:", "draft"],
];

/** What lies beside bubbles, and is of no use to a composer that has none. */
export const withoutBubbles: readonly Family[] = [
  ["messageRequestContext:", "no-bubble"],
  ["codeBlockDiff:", "no-bubble"],
];

/**
 * Counts, from the keys alone, the rows of a composer that hold nothing of the conversation; `others`
 * are further families of such rows.
 */
export function countUseless(
  rows: KeyValues,
  id: string,
  tally: TallyCounter,
  others: readonly Family[] = [],
): void {
  const skip = (count: number, reason: string) => {
    tally.read(count);
    for (let index = 0; index < count; index++) tally.skip(reason);
  };
  for (const [prefix, reason] of [...uselessFamilies, ...others])
    skip(rows.extent(`${prefix}${id}:`).count, reason);
  for (const [prefix, reason] of uselessRows)
    for (const { key } of rows.keys(prefix + id))
      if (key === prefix + id || key.startsWith(`${prefix}${id}:`)) skip(1, reason);
}
