import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  contextFor,
  type Diagnostic,
  type Message,
  type Session,
  type SessionRef,
  type Source,
  schemaVersion,
} from "@chatexport/core";
import sink, { type DialectName } from "@chatexport/sink-jsonl";
import { onTestFinished } from "vitest";
import jsonl from "../src/index.js";

/** A folder with the given files by relative path, removed after the test. */
export function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** The lines that the sink writes for a session. */
export async function linesOf(session: Session): Promise<string[]> {
  return (await fileIn("chatexport", session)).split(/(?<=\n)/);
}

/** The file that the sink writes for sessions, one after the other. */
export async function fileOf(...sessions: Session[]): Promise<string> {
  return (await Promise.all(sessions.map(linesOf))).flat().join("");
}

/** The file that the sink writes for a session in another dialect. */
export async function fileIn(dialect: DialectName, session: Session): Promise<string> {
  const context = { ...contextFor({}, {}), asset: async () => undefined };
  let text = "";
  for await (const piece of sink({ dialect }).render(session, context)) text += String(piece);
  return text;
}

/** The sessions that a source lists, and those that it loads of them. */
export interface Archive {
  refs: SessionRef[];
  sessions: Session[];
  /** The reports: severity, code, file name, line. */
  listing: string[];
  loading: string[];
}

/** Lists and loads all sessions of the roots. */
export async function read(...roots: string[]): Promise<Archive> {
  return readFrom(jsonl({ roots }));
}

/** Lists and loads all sessions of a source. */
export async function readFrom(source: Source): Promise<Archive> {
  const archive: Archive = { refs: [], sessions: [], listing: [], loading: [] };
  const reporting = (reported: string[]) =>
    contextFor({ report: (diagnostic) => reported.push(shown(diagnostic)) }, {});
  for await (const ref of source.list(reporting(archive.listing))) archive.refs.push(ref);
  for (const ref of archive.refs)
    archive.sessions.push(await source.load(ref, reporting(archive.loading)));
  return archive;
}

/** Reads a file of one session in which some lines, by their number, have other content. */
export async function readChanged(session: Session, changes: Record<number, string>) {
  const lines = (await linesOf(session)).map((line, index) => changes[index + 1] ?? line);
  const archive = await read(folderWith({ "a.jsonl": lines.join("") }));
  return { ...archive, session: archive.sessions[0] };
}

function shown({ severity, code, origin }: Diagnostic): string {
  const name = origin?.path?.replace(/^.*\//, "") ?? "";
  return `${severity} ${code} ${name}${origin?.at === undefined ? "" : `:${origin.at}`}`;
}

/** A message with a text. */
export function message(id: string, text = id): Message {
  return { id, role: "user", parts: [{ type: "text", text }] };
}

/** A session with the messages "one" and "two", or with what is given. */
export function sessionOf(id: string, more: Partial<Session> = {}): Session {
  return {
    schemaVersion,
    id,
    source: "claude",
    format: "claude/jsonl",
    messages: [message("one"), message("two")],
    records: { read: 3, kept: 2, skipped: { progress: 1 } },
    origin: { path: `/home/mira/.claude/projects/-home-mira-shop/${id}.jsonl` },
    ...more,
  };
}

/** The ids of messages. */
export function ids(messages: readonly { id: string }[] | undefined): string[] {
  return messages?.map(({ id }) => id) ?? [];
}
