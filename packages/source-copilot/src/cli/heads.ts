import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Context, type JsonObject, present, type Session } from "@chatexport/core";
import {
  attempt,
  beginsPrompt,
  jsonLinesOf,
  listOf,
  objectOf,
  objectsOf,
  oneLine,
  parseLine,
  projectOf,
  promptTitle,
  readBytes,
  sizeOf,
  stringOf,
  textOf,
  unknownFile,
  utcTime,
  withoutByteOrderMark,
  withoutLinesEnding,
} from "@chatexport/core/read";
import { bothEnds } from "@chatexport/core/source";
import { textBeside } from "../beside.js";
import { foreignFile } from "../diagnostics.js";
import type { Head } from "../head.js";
import { isEventLog } from "../locate.js";
import { promptText } from "./prompt-text.js";
import { workspaceFields } from "./workspace-file.js";

/** The first prompt follows notes of the tool. */
const headLength = 128 * 1024;
const tailLength = 16 * 1024;

/**
 * The facts about a session of the command line, or a transcript of VS Code, before it is loaded.
 * Throws when it cannot be read.
 */
export function cliHead(path: string, format: string, context: Context): Head | undefined {
  const info = statSync(path);
  const text = withoutByteOrderMark(readBytes(path, 0, headLength).toString());
  const told = path.endsWith(".json") ? toldInDocument(text) : toldInLines(text, path);
  const folder = isEventLog(path) ? dirname(path) : undefined;
  const file = folder && textBeside(join(folder, "workspace.yaml"), context);
  const fields = workspaceFields(file ?? "");
  // The tool finds a session by the name of its folder; a file there may be damaged.
  const place = folder ?? path;
  const id = idIn(place) ?? told?.id ?? textOf(fields.id) ?? nameIn(place);
  if (!told && Object.keys(fields).length === 0) {
    // Others call a file so, too.
    context.report(folder === undefined ? unknownFile(path, "Copilot") : foreignFile(path));
    return undefined;
  }
  const beside = folder
    ? ["workspace.yaml", "session.db", "session.db-wal", "plan.md"].map((name) =>
        join(folder, name),
      )
    : [];
  const states = beside.map((each) => attempt(() => statSync(each)));
  const cwd = textOf(fields.cwd) ?? told?.cwd;
  return present<Head>({
    id,
    kind: "cli",
    path,
    format,
    ...titleOf(fields, told?.prompt),
    cwd,
    project: projectOf(textOf(fields.git_root) ?? told?.gitRoot ?? cwd),
    branch: textOf(fields.branch) ?? told?.branch,
    startedAt: told?.startedAt ?? utcTime(fields.created_at),
    updatedAt: lastTime(path, sizeOf(path), text) ?? utcTime(fields.updated_at) ?? told?.startedAt,
    bytes: [info, ...states].reduce((sum, state) => sum + (state?.size ?? 0), 0),
    state: [info, ...states].map((state) => `${state?.size} ${state?.mtimeMs}`).join("\n"),
  });
}

/** The facts in the first events of a file. */
interface Told {
  id?: string;
  cwd?: string;
  gitRoot?: string;
  branch?: string;
  startedAt?: string;
  prompt?: string;
}

function toldInLines(text: string, path: string): Told | undefined {
  const lines = [...jsonLinesOf(text.split("\n"), true)];
  const found = lines.flatMap((line) => ("record" in line ? [line.record] : []));
  // The first line may be longer.
  const events = found.length > 0 ? found : bothEnds(path).head;
  const first = events.find(({ data, type }) => textOf(type) && objectOf(data));
  if (!first) return undefined;
  const start = events.find(({ type }) => type === "session.start");
  const data = objectOf(start?.data) ?? {};
  const place = objectOf(data.context) ?? {};
  const prompt = events.find(
    ({ type, agentId, data: said }) =>
      type === "user.message" && !agentId && isOwn(objectOf(said)?.source),
  );
  return present<Told>({
    id: textOf(data.sessionId),
    cwd: textOf(place.cwd),
    gitRoot: textOf(place.gitRoot),
    branch: textOf(place.branch),
    startedAt: utcTime(data.startTime) ?? utcTime(first.timestamp),
    prompt: typedIn(objectOf(prompt?.data) ?? {}),
  });
}

function typedIn({ content, transformedContent }: JsonObject): string {
  const typed = stringOf(content) ?? "";
  return promptText(typed, stringOf(transformedContent) ?? typed).typed;
}

/** A person's text has no source in older versions. */
function isOwn(source: unknown): boolean {
  return source === undefined || source === null || source === "user";
}

function toldInDocument(text: string): Told | undefined {
  const whole = parseLine(text);
  // A long document is not parsed for a list: its first fields and texts tell as much.
  const document =
    typeof whole === "object"
      ? whole
      : { sessionId: fieldIn(text, "sessionId"), startTime: fieldIn(text, "startTime") };
  const id = textOf(document.sessionId);
  const messages = typeof whole === "object" ? objectsOf(whole.chatMessages) : [];
  if (id === undefined && messages.length === 0) return undefined;
  const content = messages.find(({ role }) => role === "user")?.content;
  return present<Told>({
    id,
    startedAt: utcTime(document.startTime),
    prompt: stringOf(content) ?? textOf(objectOf(listOf(content)?.[0])?.text),
  });
}

function fieldIn(text: string, name: string): string | null {
  return new RegExp(`"${name}"\\s{0,4}:\\s{0,4}"([^"\\\\]{1,200})"`).exec(text)?.[1] ?? null;
}

function idIn(path: string): string | undefined {
  return /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/.exec(basename(path))?.[1];
}

/** The name of a file, which a person gave, without its ending. */
function nameIn(path: string): string {
  return withoutLinesEnding(basename(path)).replace(/\.json$/, "");
}

/** The time of the last event, which follows its data. */
function lastTime(path: string, size: number, start: string): string | undefined {
  if (path.endsWith(".json")) return undefined;
  const from = Math.max(0, size - tailLength);
  const end = size <= headLength ? start : readBytes(path, from, tailLength).toString();
  const last = end.slice(Math.max(0, end.lastIndexOf('"timestamp"')));
  return utcTime(/^"timestamp" ?: ?"([^"]{20,40})"/.exec(last)?.[1]);
}

/** The name that a person gave, else the tool's own, else the first prompt. */
function titleOf(
  fields: Record<string, string>,
  prompt: string | undefined,
): { title?: string; titleFrom?: Session["titleFrom"] } {
  const own = promptTitle(prompt ?? "");
  const given = oneLine(fields.name ?? fields.summary ?? "");
  if (given === undefined)
    return own === undefined ? {} : { title: own, titleFrom: "first-message" };
  if (fields.user_named === "true") return { title: given, titleFrom: "user" };
  return beginsPrompt(given, prompt ?? "")
    ? { title: own ?? given, titleFrom: "first-message" }
    : { title: given, titleFrom: "generated" };
}
