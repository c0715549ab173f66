import type { Context, Json, JsonObject } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import { reportRow } from "../reports.js";

/*
 * `ItemTable` holds tokens and passwords, too. Nothing is read from it but the keys of this file.
 */

/** The keys that say something about conversations. */
export const itemKeys = {
  /** The tabs of the old chat pane, of a workspace (until about 0.44). */
  tabs: "workbench.panel.aichat.view.aichat.chatdata",
  /** The composers of a workspace: whole (0.40), their heads (0.45 on), which are open (3.0 on). */
  composers: "composer.composerData",
  /** The heads of the composers of all workspaces (3.0 to about 3.8). */
  heads: "composer.composerHeaders",
  /** The projects of the agents' window, and the conversations in them (3.9 on). */
  projects: "glass.localAgentProjects.v1",
  projectMembers: "glass.localAgentProjectMembership.v1",
} as const;

/** The keys of the panes of a workspace: with the prefix alone, or with the pane's id behind it. */
export const panePrefix = "workbench.panel.composerChatViewPane";

/** The registry of plans; see sidecars/plans.ts. */
export const planRegistry = "composer.planRegistry";
/** The prefix of statistics by day; see sidecars/ai-code-tracking.ts. */
export const dailyStats = "aiCodeTracking.dailyStats.";

/** Whether a key says something about conversations. */
export function isConversationItem(key: string): boolean {
  return (
    conversationItems.has(key) ||
    key.startsWith(dailyStats) ||
    (key.startsWith(panePrefix) && !key.endsWith(".hidden"))
  );
}

const conversationItems: ReadonlySet<string> = new Set([...Object.values(itemKeys), planRegistry]);

/** Whether a key holds a list of what was typed, without the conversations. */
export function isPromptItem(key: string): boolean {
  return key === "aiService.prompts" || key === "aiService.generations";
}

/** The JSON of a row; undefined when it is missing, NULL, or malformed, which is reported. */
export function readJson(rows: KeyValues, key: string, context: Context): Json | undefined {
  const value = rows.value(key);
  const text = textOfValue(value);
  try {
    if (text !== undefined && text !== "") return JSON.parse(text);
    if (value.kind === "unreadable") throw value.cause;
  } catch (cause) {
    reportRow(rows.path, key, "warning", cause, context);
  }
  return undefined;
}

/** The object that a row holds; undefined as in `readJson`, and for anything else, which is reported. */
export function readObject(rows: KeyValues, key: string, context: Context): JsonObject | undefined {
  const json = readJson(rows, key, context);
  const object = objectOf(json);
  const isWrong = json !== undefined && json !== null && !object;
  if (isWrong) reportRow(rows.path, key, "warning", new Error("it holds no object"), context);
  return object;
}

/**
 * As `readJson`, for a row that holds all conversations of a workspace and is asked for once for each:
 * it is read again only when it was written anew.
 */
export function readSharedJson(rows: KeyValues, key: string, context: Context): Json | undefined {
  const rowid = rowidOf(rows, key);
  const last = lastShared.get(rows);
  if (last && last.key === key && last.rowid === rowid) return last.json;
  const json = readJson(rows, key, context);
  if (json !== undefined && rowid > 0) lastShared.set(rows, { key, rowid, json });
  return json;
}

const lastShared = new WeakMap<KeyValues, { key: string; rowid: number; json: Json }>();

/** The number of a row, which is a new one whenever the row is written anew; 0 where there is none. */
export function rowidOf(rows: KeyValues, key: string): number {
  for (const row of rows.keys(key)) if (row.key === key) return row.rowid;
  return 0;
}
