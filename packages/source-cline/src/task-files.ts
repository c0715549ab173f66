import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Context, present } from "@chatexport/core";
import {
  attempt,
  type JsonLine,
  jsonLinesOf,
  listOf,
  objectOf,
  parseJson,
  readTextFile,
  remembered,
} from "@chatexport/core/read";
import { droppedFields, type Fields, type NamedFields, RowsBeside } from "@chatexport/core/source";
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

/** The facts about a task from a list of the tool. */
export interface HistoryItem {
  id?: string;
  task?: string;
  cwd?: string;
  /** The task that had this one done. */
  parentId?: string;
}

/**
 * The entry of a task in a list of the tool: beside it (Roo Code), or for all tasks of an extension. Reports fields of
 * such a list that are unknown, where a context is given.
 */
export function historyItem(path: string, context?: Context): HistoryItem | undefined {
  const [ownFile = "", ...lists] = itemFiles(path);
  // It is read with the task, which keeps what is unknown of it.
  const own = documentAt(ownFile);
  if (own) return new RowsBeside(itemFields).read(own, {}, itemOf);
  const id = basename(dirname(path));
  for (const file of lists) {
    const found = attempt(() => statSync(file));
    const list = found && itemsAt(`${file}\n${found.mtimeMs}`);
    if (context) list?.rows.report(context);
    const item = list?.items.get(id);
    if (item) return item;
  }
  return undefined;
}

/** The files that may have the entry of a task, its own first. */
export function itemFiles(path: string): string[] {
  const own = dirname(path);
  return [join(own, ownItem), ...listFiles(dirname(own))];
}

/** The lists that may be there of the tasks in a folder. */
export function listFiles(tasks: string): string[] {
  const names = ["../state/taskHistory.json", "taskHistory.json", "_index.json"];
  return names.map((name) => join(tasks, name));
}

/** The entries of a list by the ids of tasks; the key is the path with the time of its last change. */
const itemsAt = remembered((key: string) => {
  const [path = ""] = key.split("\n");
  const stored = attempt(() => parseJson(readTextFile(path)));
  const rows = new RowsBeside(itemFields);
  const list = listOf(stored) ?? objectOf(stored)?.entries ?? stored;
  const items = rows.readEach(list, basename(path, ".json"), { path }, itemOf);
  return { rows, items: new Map(items.map((item) => [item.id, item])) };
});

function itemOf(fields: Fields): HistoryItem {
  return present<HistoryItem>({
    id: fields.text("id"),
    task: fields.text("task"),
    cwd: fields.text("cwdOnTaskInitialization", "workspace"),
    parentId: fields.text("parentTaskId"),
  });
}

/** The sums of the tool for its list, and its own state of a task (Cline 3.x, Roo Code 3.x). */
const itemFields: NamedFields = {
  dropped: droppedFields({
    "added up for the list": {
      numbers: "ts tokensIn tokensOut cacheWrites cacheReads totalCost size",
    },
    "of the tool's list": {
      texts: `ulid number isFavorited modelId mode apiConfigName status toolProtocol
        shadowGitConfigWorkTree checkpointManagerErrorMessage`,
      objects: "conversationHistoryDeletedRange",
    },
    "tasks name the one above them": {
      texts: "rootTaskId delegatedToId awaitingChildId",
      objects: "childIds",
    },
    "the task says so itself": { texts: "completedByChildId completionResultSummary" },
  }),
};

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
