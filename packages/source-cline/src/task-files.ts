import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import {
  attempt,
  type JsonLine,
  jsonLinesOf,
  listOf,
  objectOf,
  objectsOf,
  parseJson,
  readTextFile,
  remembered,
  textOf,
} from "@chatexport/core/read";
import { documentAt } from "./documents.js";

/** The files of a task of an extension: what the model was sent and said, and what a person saw of it. */
export interface TaskFiles {
  id: string;
  /** The messages of the model. */
  api?: string;
  /** The messages that a person saw. */
  shown?: string;
  /** The tool's notes on the task. */
  about: string[];
}

const api = "api_conversation_history.json";
/** The second one until early 2025. */
const shown = ["ui_messages.json", "claude_messages.json"];

const ownItem = "history_item.json";

/** True when a file is the entry of a task that lies beside it. */
export function isHistoryItem(path: string): boolean {
  return basename(path) === ownItem;
}

/** True when a file is the one by which a task is known: the messages of the model, else what a person saw. */
export function isTask(path: string): boolean {
  const folder = dirname(path);
  const [first] = [api, ...shown].filter((name) => existsSync(join(folder, name)));
  return first !== undefined && basename(path) === first;
}

/** The files in the folder of a task. */
export function taskFiles(path: string): TaskFiles {
  const folder = dirname(path);
  const there = (name: string) => existsSync(join(folder, name));
  const [seen] = shown.filter(there);
  return {
    id: basename(folder),
    ...(there(api) && { api: join(folder, api) }),
    ...(seen !== undefined && { shown: join(folder, seen) }),
    about: [ownItem, "task_metadata.json"].filter(there).map((name) => join(folder, name)),
  };
}

/**
 * The entry of a task in a list of the tool: beside it (Roo Code), or for all tasks of an extension. Of the latter
 * only the title and the folder count: the rest is what the tool adds up for its list.
 */
export function historyItem(path: string): JsonObject | undefined {
  const [ownFile = "", ...lists] = itemFiles(path);
  const own = documentAt(ownFile);
  if (own) return own;
  const id = basename(dirname(path));
  for (const list of lists) {
    const found = attempt(() => statSync(list));
    const items = found && itemsAt(`${list}\n${found.mtimeMs}`);
    const item = items?.get(id);
    if (item) return item;
  }
  return undefined;
}

/** The files that may have the entry of a task, its own first. */
export function itemFiles(path: string): string[] {
  const lists = ["../../state/taskHistory.json", "../taskHistory.json", "../_index.json"];
  return [ownItem, ...lists].map((name) => join(dirname(path), name));
}

/** The entries of a list by the ids of tasks; the key is the path with the time of its last change. */
const itemsAt = remembered((key: string): ReadonlyMap<string, JsonObject> => {
  const [path = ""] = key.split("\n");
  const stored = attempt(() => parseJson(readTextFile(path)));
  const items = objectsOf(listOf(stored) ?? objectOf(stored)?.entries);
  return new Map(items.map((item) => [textOf(item.id) ?? "", item]));
});

/** The items of a list in a file; of a damaged one, those that are whole, and what is left of the others. */
export function itemsIn(path: string): JsonLine[] {
  const text = readTextFile(path);
  const items = listOf(parseJson(text));
  if (!items) return [...jsonLinesOf(text.split("\n"), true)];
  return items.map((item, line): JsonLine => {
    const record = objectOf(item);
    return record
      ? { line, record }
      : { line, malformed: "not-an-object", text: JSON.stringify(item) };
  });
}
