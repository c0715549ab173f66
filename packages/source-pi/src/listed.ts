import { basename, dirname, join } from "node:path";
import { type JsonObject, type Parent, present } from "@chatexport/core";
import {
  linesAt,
  numberOf,
  objectOf,
  objectsOf,
  promptTitle,
  stringOf,
  textOf,
  utcTime,
  withoutLinesEnding,
} from "@chatexport/core/read";
import type { Ends, Listed } from "@chatexport/core/source";
import { wordsOf } from "./prompt-files.js";

/** The facts from both ends of a session; undefined for a file that is none. */
export function listedOf(ends: Ends, path: string): Listed | undefined {
  const { head } = ends;
  const [first] = head;
  const header = first?.type === "session" ? first : {};
  // A damaged header does not cost the session: the name of its file ends with its id, unless a person gave it.
  const named = () => (head.some(isOwn) ? withoutLinesEnding(basename(path)) : undefined);
  const id = textOf(header.id) ?? idIn(path) ?? named();
  if (id === undefined) return undefined;
  const { tail } = ends;
  return present<Listed>({
    id,
    ...titleOf([...head, ...tail]),
    cwd: textOf(header.cwd),
    startedAt: utcTime(header.timestamp),
    updatedAt: tail.map(({ timestamp }) => utcTime(timestamp)).findLast(Boolean),
    parent: parentOf(header),
  });
}

/** True for a header, a model, and a message with a time of its own, of which no other tool has the like. */
function isOwn({ type, cwd, modelId, message }: JsonObject): boolean {
  if (type === "session") return textOf(cwd) !== undefined;
  if (type === "model_change") return textOf(modelId) !== undefined;
  return type === "message" && numberOf(objectOf(message)?.timestamp) !== undefined;
}

/** The name that a person gave last, else the first prompt. */
function titleOf(entries: readonly JsonObject[]): Pick<Listed, "title"> {
  const named = entries.findLast(({ type, name }) => type === "session_info" && textOf(name));
  return present({ title: textOf(named?.name) ?? promptTitle(promptsIn(entries)) });
}

function* promptsIn(entries: readonly JsonObject[]): Generator<string> {
  for (const message of entries.map((entry) => objectOf(entry.message))) {
    if (message?.role !== "user") continue;
    const { content } = message;
    const text = textOf(objectsOf(content).find(({ text }) => textOf(text))?.text);
    yield wordsOf(stringOf(content) ?? text ?? "");
  }
}

/** The session that one was copied from: its header has the path of that one's file, which ends with the id. */
function parentOf(header: JsonObject): Parent | undefined {
  const path = parentPath(header);
  return path === undefined ? undefined : present({ sessionId: idIn(path), relation: "fork" });
}

/** Versions of 2025 said "branchedFrom". */
function parentPath({ parentSession, branchedFrom }: JsonObject): string | undefined {
  return textOf(parentSession) ?? textOf(branchedFrom);
}

function idIn(path: string): string | undefined {
  return /\dZ_([^\\/]+)$/.exec(withoutLinesEnding(path))?.[1];
}

/** The file of the session that one was copied from: one of the same folder, wherever the header leads. */
export function parentFile({ head }: Ends, path: string): string | undefined {
  const told = head[0] && parentPath(head[0]);
  return told && linesAt(join(dirname(path), basename(told.replaceAll("\\", "/"))));
}
