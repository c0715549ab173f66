import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Context, type JsonObject, present } from "@chatexport/core";
import {
  attempt,
  groupBy,
  linesAt,
  listOf,
  objectOf,
  objectsOf,
  parseJson,
  promptTitle,
  readBytes,
  readTextFile,
  sizeOf,
  textOf,
  utcTime,
  withoutByteOrderMark,
  withoutLinesEnding,
} from "@chatexport/core/read";
import { bothEnds, malformedEntry } from "@chatexport/core/source";
import { conversationAt, requestIn } from "./antigravity.js";
import { saidIn } from "./content.js";
import { askedIn, promptParts } from "./prompt.js";
import { recordOf } from "./record.js";

/** The parts of a file that a list reads of a session. */
export interface Head {
  path: string;
  /** "prompts": all that is left of it is in the list of everything that was ever asked. */
  kind: "chat" | "checkpoint" | "prompts" | "antigravity";
  id: string;
  /** The session whose sub-agent it is; empty where nothing says which. */
  above?: string;
  startedAt?: string;
  updatedAt?: string;
  /** The name that the tool or the user gave it. */
  name?: string;
  /** The first request, in one line. */
  asked?: string;
  /** The folder where a sub-agent worked. */
  cwd?: string;
}

type Reporting = Pick<Context, "report">;

/** True when a file is a document, as the tool wrote them until 0.38, and no log. */
export function isDocument(path: string): boolean {
  return path.endsWith(".json");
}

/** The sessions in a file, by its ends. Throws when it cannot be read; reports prompts that name no session. */
export function headsIn(path: string, reporting: Reporting): Head[] {
  const name = basename(path);
  const tag = /^checkpoint-(.+)\.json$/.exec(name)?.[1];
  if (tag !== undefined) {
    const id = `checkpoint-${tag}-${basename(dirname(path))}`;
    return [{ path, kind: "checkpoint", id, name: attempt(() => decodeURIComponent(tag)) ?? tag }];
  }
  if (name !== "logs.json") return chatIn(path, reporting);
  const all = promptsIn(path);
  for (const [at, { sessionId }] of all.entries())
    if (textOf(sessionId) === undefined) reporting.report(malformedEntry(path, `/${at}`));
  const sessions = groupBy(all, ({ sessionId }) => textOf(sessionId) ?? "");
  return [...sessions].flatMap(([id, prompts]) => {
    const said = prompts.map(({ message: content }) =>
      askedBy({ type: "user", content: content ?? "" }),
    );
    return id ? { path, kind: "prompts" as const, id, ...spanOf(prompts, said) } : [];
  });
}

/** The entries of the list of all prompts. Throws when the file holds none. */
export function promptsIn(path: string): JsonObject[] {
  const list = listOf(parseJson(readTextFile(path)));
  if (!list) throw new Error("The file holds no list.");
  return list.map((entry) => objectOf(entry) ?? {});
}

function chatIn(path: string, reporting: Reporting): Head[] {
  const facts = isDocument(path) ? documentEnds(path, reporting) : logEnds(path);
  const messages = facts.flatMap((fact) =>
    textOf(fact.id) === undefined ? objectsOf(fact.messages) : [fact],
  );
  const isOurs =
    (ownName.test(path) && statSync(path).size > 0) ||
    facts.some(({ startTime, projectHash }) => startTime ?? projectHash) ||
    messages.some(({ type, content }) => (type === "user" || type === "gemini") && content);
  const hasSteps = facts.some(({ step_index }) => typeof step_index === "number");
  if (hasSteps || (ownLog.test(withoutLinesEnding(path)) && statSync(path).size > 0))
    return stepsIn(path, facts);
  if (!isOurs) return [];
  // A damaged beginning does not cost the session.
  const stem = withoutLinesEnding(basename(path, ".json"));
  const folder = /[\\/]chats[\\/]([^\\/]+)[\\/][^\\/]+$/.exec(path)?.[1];
  const isAgent = facts.some(({ kind }) => kind === "subagent");
  const folders = facts.flatMap(({ directories }) => listOf(directories) ?? []);
  const head = present<Head>({
    path,
    kind: "chat",
    id: facts.map(({ sessionId }) => textOf(sessionId)).find(Boolean) ?? stem,
    above: folder ?? (isAgent ? "" : undefined),
    name: facts.map(({ summary }) => textOf(summary)).findLast(Boolean),
    cwd: isAgent ? textOf(folders[0]) : undefined,
  });
  return [{ ...head, ...spanOf(facts, messages.map(askedBy)) }];
}

/** The place and name of a session, or a sub-agent, in the tool's own store, which stay when nothing in it can be read. */
const ownName =
  /[\\/]\.gemini[\\/]tmp[\\/][^\\/]+[\\/]chats[\\/](?:session-[^\\/]+|[^\\/]+[\\/][^\\/]+)$/;

/** The place and name of a log of Antigravity. */
const ownLog = /[\\/]brain[\\/][^\\/]+[\\/]\.system_generated[\\/]logs[\\/]transcript(?:_full)?$/;

/** A conversation of Antigravity; of its two logs, the full one. */
function stepsIn(path: string, facts: readonly JsonObject[]): Head[] {
  const isPart = /transcript$/.test(withoutLinesEnding(path));
  if (isPart && linesAt(join(dirname(path), "transcript_full.jsonl"))) return [];
  const asked = facts
    .filter(({ type }) => type === "USER_INPUT")
    .map(({ content }) => requestIn(textOf(content) ?? "") ?? "");
  return [{ path, kind: "antigravity", id: conversationAt(path), ...spanOf(facts, asked) }];
}

/** The first question and the times of some records. */
function spanOf(
  facts: readonly JsonObject[],
  asked: readonly string[],
): Pick<Head, "asked" | "startedAt" | "updatedAt"> {
  const times = facts
    .flatMap((fact) => [fact.startTime, fact.timestamp, fact.created_at, fact.lastUpdated])
    .flatMap((time) => utcTime(time) ?? [])
    .sort();
  return present({ asked: promptTitle(asked), startedAt: times[0], updatedAt: times.at(-1) });
}

/** The records at both ends of a log; of a change what it says. */
function logEnds(path: string): JsonObject[] {
  const { head, tail } = bothEnds(path);
  return [...head, ...tail].map((record) => objectOf(record.$set) ?? record);
}

/** The fields that describe a document come before and after its messages; a short one is read whole, in any order. */
function documentEnds(path: string, { report }: Reporting): JsonObject[] {
  const start = withoutByteOrderMark(readBytes(path, 0, 64 * 1024).toString());
  const whole = parseJson(start);
  if (objectOf(whole)) return [whole as JsonObject];
  // Other tools' files may hold what they want; by its name, this one is a session.
  if (whole !== undefined && basename(path).startsWith("session-"))
    report(malformedEntry(path, "document"));
  const end = readBytes(path, Math.max(0, sizeOf(path) - 16 * 1024)).toString();
  const before = objectOf(parseJson(`${start.slice(0, start.search(/,\s{0,20}"messages"\s?:/))}}`));
  const messages = [...start.matchAll(prompts)].map(([, content]) => ({
    type: "user",
    content: parseJson(content) ?? "",
  }));
  const summary = parseJson(lastSummary.exec(end)?.[1]) ?? "";
  return [{ ...before, messages, summary }];
}

const prompts =
  /"type":\s?"user",\s{0,20}"content":\s?(?:\[\s{0,20}\{\s{0,20}"text":\s?)?("(?:[^"\\]|\\.){0,4000}")/g;
const lastSummary = /\]\s{0,20},\s{0,20}"summary":\s?("(?:[^"\\]|\\.){0,1000}")/;

function askedBy(message: JsonObject): string {
  if (message.type !== "user") return "";
  const { fields } = recordOf(message, 0);
  const said = saidIn(fields.objects("content"), "upload").parts;
  const shown = saidIn(fields.objects("displayContent"), "upload").parts;
  return askedIn(promptParts(said, shown)) ?? "";
}
