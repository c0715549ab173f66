import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AccountExports } from "@chatexport/account-exports";
import {
  type Context,
  contextFor,
  type FilePart,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
  type SessionRef,
  schemaVersion,
} from "@chatexport/core";
import {
  attempt,
  isMissing,
  jsonIn,
  listOf,
  objectOf,
  readBytes,
  TallyCounter,
  textOf,
  unreadableFile,
  utcTime,
  type WordSearch,
} from "@chatexport/core/read";
import { type Fields, type Holder, keepRest, malformedEntry } from "@chatexport/core/source";
import { malformedList, unlistedFiles } from "./diagnostics.js";
import { fieldsOf } from "./fields.js";

/* The contents of an export beside its conversations, as sessions without messages. */

/** The place of a project of an export, or of what claude.ai remembers. */
export interface FilesLocator {
  format: "claude-ai/project" | "claude-ai/memory";
  /** The folder of the export. */
  folder: string;
}

/** An object in a list. */
interface Element {
  /** Counted from 0. */
  index: number;
  data: JsonObject;
}

/** A project or a memory, as its file has it. */
interface Found extends Element {
  id: string;
  format: FilesLocator["format"];
  path: string;
  fields: Fields;
  /** The files to read in it, and the memory that claude.ai has of a project. */
  files: FilePart[];
}

/** The projects and memories of exports, given by their folders; of one in several exports the last. */
export async function listFiles(
  folders: readonly string[],
  exports: AccountExports,
  context: Context,
): Promise<SessionRef<FilesLocator>[]> {
  const refs: SessionRef<FilesLocator>[] = [];
  for (const folder of folders)
    for (const found of await filesIn(folder, exports, context)) refs.push(refOf(found, folder));
  return [...new Map(refs.map((ref) => [ref.id, ref])).values()];
}

/** Reports the exports that hold projects or memories, where nobody asked for them. */
export async function reportFiles(
  folders: readonly string[],
  exports: AccountExports,
  context: Context,
): Promise<void> {
  for (const folder of folders)
    if ((await contentsIn(folder, exports, context)).length > 0)
      context.report(unlistedFiles(folder));
}

/** Loads a project or a memory. Rejects when the export has changed since it was listed. */
export async function loadFiles(
  id: string,
  { folder }: FilesLocator,
  exports: AccountExports,
  { signal }: Context,
): Promise<Session> {
  // Listing has told what is wrong with the files.
  const all = await filesIn(folder, exports, contextFor({ signal }, {}));
  const found = all.find((each) => each.id === id);
  if (!found) throw new Error("The export has changed since it was listed.");
  const { format, path, index, fields, files } = found;
  const tally = new TallyCounter();
  tally.read();
  tally.keep();
  for (const name of ["uuid", "account_uuid", "name"]) fields.text(name);
  for (const name of ["created_at", "updated_at"]) fields.time(name);
  const rest: Holder = {};
  keepRest(rest, fields, format === "claude-ai/project" ? "project" : "memory", tally);
  return present({
    schemaVersion,
    id,
    source: "claude-ai",
    format,
    ...headOf(found),
    messages: [],
    attachments: nonEmpty(files),
    records: tally.result(),
    origin: { path, at: `/${index}` },
    native: rest.native,
  });
}

/** Looks for the words of a search in both files of an export, and in the names that loading gives their texts. */
export async function searchFiles(
  { folder }: FilesLocator,
  search: WordSearch,
  exports: AccountExports,
  context: Context,
): Promise<void> {
  search.lookIn("Description Instructions Memory of project Document");
  for (const { content } of await contentsIn(folder, exports, context))
    await search.lookInFile(content, context);
}

function pathsIn(folder: string): [projects: string, memories: string] {
  return [join(folder, "projects.json"), join(folder, "memories.json")];
}

/** The files that an export has, with where their contents lie. */
async function contentsIn(
  folder: string,
  exports: AccountExports,
  context: Context,
): Promise<{ path: string; content: string }[]> {
  const found: { path: string; content: string }[] = [];
  for (const path of pathsIn(folder))
    try {
      const content = await exports.contentOf(path, context);
      if (existsSync(content)) found.push({ path, content });
    } catch (cause) {
      context.signal.throwIfAborted();
      if (!isMissing(cause)) context.report(unreadableFile(path, cause));
    }
  return found;
}

async function filesIn(
  folder: string,
  exports: AccountExports,
  context: Context,
): Promise<Found[]> {
  const [ofProjects, ofMemories] = pathsIn(folder);
  const contents = await contentsIn(folder, exports, context);
  const elementsAt = (at: string) =>
    contents.flatMap(({ path, content }) =>
      path === at ? elementsIn(path, content, context) : [],
    );
  const projects = elementsAt(ofProjects);
  const memories = elementsAt(ofMemories);
  return [
    ...projects.map(({ data, index }): Found => {
      const id = `project-${textOf(data.uuid) ?? index}`;
      const fields = fieldsOf(data);
      const files = filesOfProject(fields, textOf(data.uuid) ?? "", memories);
      return { id, format: "claude-ai/project", path: ofProjects, index, data, fields, files };
    }),
    ...memories.map(({ data, index }): Found => {
      const id = `memory-${textOf(data.account_uuid) ?? index}`;
      const fields = fieldsOf(data);
      const files = filesOfMemory(fields, projects);
      return { id, format: "claude-ai/memory", path: ofMemories, index, data, fields, files };
    }),
  ];
}

/** The objects of a list, with their indexes. Reports a file that is none, and each item that is no object. */
function elementsIn(path: string, content: string, context: Context): Element[] {
  try {
    const bytes = readBytes(content);
    const list = listOf(attempt(() => jsonIn(bytes)));
    if (!list) context.report(malformedList(path));
    return (list ?? []).flatMap((item, index): Element[] => {
      const data = objectOf(item);
      if (data) return [{ index, data }];
      context.report(malformedEntry(path, `/${index}`));
      return [];
    });
  } catch (cause) {
    context.report(unreadableFile(path, cause));
  }
  return [];
}

function refOf(found: Found, folder: string): SessionRef<FilesLocator> {
  const { id, format, data, files } = found;
  const text = JSON.stringify([data, files]);
  return {
    id,
    source: "claude-ai",
    ...headOf(found),
    bytes: Buffer.byteLength(JSON.stringify(data)),
    listedBy: "memory",
    revision: createHash("sha256").update(text).digest("hex").slice(0, 16),
    locator: { format, folder },
  };
}

function headOf({ format, data }: Found) {
  const name = textOf(data.name);
  return present({
    title: format === "claude-ai/project" ? name : "Memory",
    startedAt: utcTime(data.created_at),
    updatedAt: utcTime(data.updated_at),
    project: name === undefined ? undefined : { name },
  });
}

/**
 * The texts and files that a person put into a project, and the memory that claude.ai has of it.
 */
function filesOfProject(project: Fields, uuid: string, memories: readonly Element[]): FilePart[] {
  return [
    ...textFile("Description", project.text("description"), "upload"),
    ...textFile("Instructions", project.text("prompt_template"), "upload"),
    ...memories.flatMap(({ data }) =>
      textFile("Memory", textOf(objectOf(data.project_memories)?.[uuid]), "tool"),
    ),
    ...project.objects("docs").flatMap((doc) => {
      const text = doc.text("content");
      return text === undefined
        ? []
        : textFile(doc.text("filename") ?? "Document", text, "upload", doc);
    }),
  ];
}

/**
 * The memory that claude.ai has of all conversations, and of projects that are not in the export.
 */
function filesOfMemory(memory: Fields, projects: readonly Element[]): FilePart[] {
  const known = new Set(projects.map(({ data }) => data.uuid));
  const ofProjects = memory.object("project_memories");
  return [
    ...textFile("Memory", memory.text("conversations_memory"), "tool"),
    ...(ofProjects?.names ?? []).flatMap((uuid) => {
      const text = ofProjects?.text(uuid);
      return known.has(uuid) ? [] : textFile(`Memory of project ${uuid}`, text, "tool");
    }),
  ];
}

function textFile(
  name: string,
  text: string | undefined,
  from: FilePart["from"],
  rest?: Fields,
): FilePart[] {
  // What claude.ai names itself has no extension, and is Markdown.
  const mediaType = name.endsWith(".md") || !name.includes(".") ? "text/markdown" : "text/plain";
  return text === undefined
    ? []
    : [present({ type: "file", name, mediaType, from, text, native: rest?.rest() })];
}
