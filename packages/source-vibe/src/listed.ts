import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  compareStrings,
  type JsonObject,
  type Parent,
  present,
  type Session,
} from "@chatexport/core";
import {
  attempt,
  beginsPrompt,
  linesAt,
  objectOf,
  parseJson,
  promptTitle,
  readTextFile,
  remembered,
  stringOf,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import type { Ends, Listed } from "@chatexport/core/source";

/** The facts of a session, from the file of its own facts and its first messages; undefined for another file. */
export function listedOf({ head, bytes }: Ends, path: string): Listed | undefined {
  const meta = metaBeside(path);
  const folder = basename(dirname(path));
  const named = folderName.exec(folder);
  // Damage does not cost the session: its folder is named after it, unless a person gave it another name.
  const id = textOf(meta?.session_id) ?? named?.[1] ?? folder;
  const isOwn = named ?? meta?.session_id ?? (existsSync(metaFile(path)) && head.some(isMessage));
  if (!isOwn || bytes === 0) return undefined;
  return present<Listed>({
    id,
    title: titleOf(meta, head).title,
    cwd: textOf(objectOf(meta?.environment)?.working_directory),
    branch: textOf(meta?.git_branch),
    startedAt: utcTime(meta?.start_time),
    updatedAt: utcTime(meta?.end_time),
    parent: parentOf(meta, head),
  });
}

/** "session_20260701_101500_6f1d2c3b" */
const folderName = /_\d{8}_\d{6}_([0-9a-f]{8})$/;

/** The file of the facts of a session. */
export function metaFile(path: string): string {
  return join(dirname(path), "meta.json");
}

/** The facts beside the messages of a session, read again when they have changed. */
function metaBeside(path: string): JsonObject | undefined {
  const file = metaFile(path);
  const state = attempt(() => statSync(file));
  return state && readMeta(`${state.size} ${state.mtimeMs}\n${file}`);
}

const readMeta = remembered((key: string) => {
  const text = attempt(() => readTextFile(key.slice(key.indexOf("\n") + 1)));
  return objectOf(parseJson(text));
});

/** The title that a person gave, or the tool; which takes the beginning of the first prompt where it has none. */
export function titleOf(
  meta: JsonObject | undefined,
  head: readonly JsonObject[],
): Pick<Session, "title" | "titleFrom"> {
  const stored = textOf(meta?.title);
  const prompts = head.flatMap(({ role, injected, content }) =>
    role === "user" && injected !== true ? (stringOf(content) ?? []) : [],
  );
  if (stored !== undefined && meta?.title_source === "manual")
    return { title: stored, titleFrom: "user" };
  const isOwn =
    stored !== "Untitled session" &&
    !head.some(({ content }) => beginsPrompt(stored ?? "", stringOf(content) ?? ""));
  if (stored !== undefined && isOwn) return { title: stored, titleFrom: "generated" };
  const title = promptTitle(prompts);
  return title === undefined ? {} : { title, titleFrom: "first-message" };
}

/** The session that one came out of: summed up in it, or copied, when it was forked or rewound. */
function parentOf(
  meta: JsonObject | undefined,
  [first]: readonly JsonObject[],
): Parent | undefined {
  const sessionId = textOf(meta?.parent_session_id);
  if (sessionId === undefined) return undefined;
  return { sessionId, relation: first && isSummary(first) ? "continuation" : "fork" };
}

/** True when a message is what the tool tells the model in place of all that was said before. */
export function isSummary({ injected, content }: JsonObject): boolean {
  const text = stringOf(content) ?? "";
  return injected === true && summaryBeginnings.some((beginning) => text.startsWith(beginning));
}

const summaryBeginnings = [
  "You are continuing a trajectory after a context compaction.",
  "Another language model started to solve this problem and produced a summary",
];

function isMessage({ role }: JsonObject): boolean {
  return textOf(role) !== undefined;
}

/** The files on which a session depends: its facts, its images, and the messages of the session that it came out of. */
export function besideOf(path: string): string[] {
  const images = attachmentsOf(path);
  const names = attempt(() => readdirSync(images)) ?? [];
  const files = names.sort(compareStrings).map((name) => join(images, name));
  return [metaFile(path), parentFile(path) ?? [], files].flat();
}

/** The folder of the images of a session. */
export function attachmentsOf(path: string): string {
  return join(dirname(path), "attachments");
}

/** The messages of the session that one came out of; its folder ends with the beginning of the id. */
export function parentFile(path: string): string | undefined {
  const id = textOf(metaBeside(path)?.parent_session_id)?.slice(0, 8);
  const sessions = dirname(dirname(path));
  const names = id === undefined ? [] : (attempt(() => readdirSync(sessions)) ?? []);
  const name = names.find((each) => folderName.exec(each)?.[1] === id);
  return name && linesAt(join(sessions, name, "messages.jsonl"));
}
