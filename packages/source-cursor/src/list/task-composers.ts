import { compareStrings, type JsonObject, type Parent } from "@chatexport/core";
import { listOf, objectOf, objectsOf, stringOf } from "@chatexport/core/read";
import { type Database, type KeyValues, textOfValue } from "@chatexport/sqlite";
import type { Copy } from "../conversation/copy.js";
import { jsonObjectOf } from "../values/json-text.js";
import { bubbleTime } from "../values/times.js";

/*
 * Until early 2026 a sub-agent was named after the call that started it: "task-<id of the call>".
 * Which conversation made the call is mostly written somewhere else.
 */

const prefix = "task-";

/** Looks for the calls that some of the composers are named after; the others cost nothing. */
export function taskCalls(ids: Iterable<string>) {
  const wanted = new Set([...ids].filter(isTask).map(callOf));
  const callers = new Map<string, string>();
  return {
    /** Some composer is named after a call. */
    areWanted: wanted.size > 0,
    /** Notes the calls that a composer's own JSON names. */
    lookInto(id: string, data: JsonObject): void {
      if (wanted.size === 0) return;
      for (const child of listOf(data.subagentComposerIds) ?? [])
        if (typeof child === "string" && isTask(child)) callers.set(callOf(child), id);
      for (const { grouping } of objectsOf(data.fullConversationHeadersOnly)) {
        const call = stringOf(objectOf(grouping)?.toolCallId);
        if (call !== undefined && wanted.has(call)) callers.set(call, id);
      }
    },
    /** The conversation that started a sub-agent, if the JSON of one names the call. */
    parentOf(id: string): Parent | undefined {
      const caller = isTask(id) ? callers.get(callOf(id)) : undefined;
      return caller === undefined || caller === id ? undefined : parentFor(id, caller);
    },
  };
}

const mostSearched = 5;

/** The conversations that may have started a sub-agent, the latest first. */
export function possibleCallers(copies: readonly Copy[]): Copy[] {
  return copies
    .filter(({ format, startedAt }) => format === "cursor/bubbles" && startedAt !== undefined)
    .sort((a, b) => compareStrings(b.startedAt ?? "", a.startedAt ?? ""));
}

/** Looks for the call that a sub-agent is named after in the bubbles of the conversations before it. */
export function searchCaller(
  task: Copy,
  callers: readonly Copy[],
  rows: KeyValues,
  database: Database,
): Parent | undefined {
  const began = task.startedAt ?? firstTime(task.id, rows);
  if (!isTask(task.id) || began === undefined) return undefined;
  // The id may hold a line break, which JSON escapes.
  const needle = JSON.stringify(callOf(task.id));
  const sql =
    "SELECT 1 FROM cursorDiskKV WHERE key >= ? AND key < ? AND instr(CAST(value AS TEXT), ?) LIMIT 1";
  let searched = 0;
  for (const { id, startedAt = "" } of callers) {
    if (startedAt > began || id === task.id) continue;
    if (searched++ === mostSearched) break;
    if (database.get(sql, `bubbleId:${id}:`, `bubbleId:${id};`, needle))
      return parentFor(task.id, id);
  }
  return undefined;
}

/** True when a composer is named after a call. */
export function isTask(id: string): boolean {
  return id.startsWith(prefix);
}

function callOf(id: string): string {
  return id.slice(prefix.length);
}

function parentFor(id: string, sessionId: string): Parent {
  return { sessionId, relation: "subagent", toolCallId: callOf(id) };
}

function firstTime(id: string, rows: KeyValues): string | undefined {
  for (const { key } of rows.keys(`bubbleId:${id}:`)) {
    // Loading tells what is wrong with it.
    const time = bubbleTime(jsonObjectOf(textOfValue(rows.value(key))) ?? {});
    if (time !== undefined) return time;
  }
  return undefined;
}
