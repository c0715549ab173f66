import { basename, dirname } from "node:path";
import { type Context, defined, type Project, present, type SessionRef } from "@chatexport/core";
import { otherToolFile } from "@chatexport/core/read";
import { emptyTranscript } from "../diagnostics.js";
import { listMemories, listUnowned } from "../formats/attached-files.js";
import { listDesktopTitles } from "../formats/desktop-titles.js";
import { listHistory } from "../formats/history/list-history.js";
import { readIndexes } from "../formats/indexed.js";
import { listWebSessions } from "../formats/web/list-web-sessions.js";
import type { Head, Sidecar } from "../head/head.js";
import { type FoundSession, hash8, type Locator, placeOf, type Trace } from "../head/locator.js";
import { type ScannedTranscript, scanHead } from "../head/scan-head.js";
import { hiddenSession } from "../head/transcript-kind.js";
import type { StoreContents } from "../locate/contents.js";
import { findStores } from "../locate/find-stores.js";
import { type Client, isTranscriptOf } from "../locate/qoder.js";
import type { Root } from "../locate/roots.js";
import { sideFileFinder } from "../side-files/find-side-files.js";
import { findUnownedFiles } from "../side-files/unowned-files.js";
import { findLineage } from "./lineage.js";
import { adoptAgents, adoptOrphans, findOrphans, orphanOf } from "./loose-agents.js";
import { expiryOf, type RetentionOf } from "./retention.js";
import { readSidecars, withOwnNotes } from "./session-notes.js";
import { transcriptRef } from "./transcript-ref.js";
import { withUniqueIds } from "./unique-ids.js";

/** Whose sessions are listed, and what beyond conversations. */
export interface ListOptions {
  /** Claude Code when it is absent. */
  client?: Client | undefined;
  /** Also list what the tool remembers about each project. */
  memory?: boolean | undefined;
  /** Also list files of the tool that belong to no session. */
  unowned?: boolean | undefined;
  /** Also list sessions in which nothing was said. */
  empty?: boolean | undefined;
  /** Also attach contents of files before an edit to their sessions. */
  fileHistory?: boolean | undefined;
  /** For how long the tool keeps what lies in a config folder. */
  retentionOf: RetentionOf;
}

/**
 * The sessions at all roots, from stat and both ends of each file. Reports the files that hide a
 * session: empty, foreign, or not readable. Roots that do not exist hold none.
 */
export async function listSessionsAt(
  roots: readonly Root[],
  options: ListOptions,
  context: Context,
): Promise<SessionRef<Locator>[]> {
  const { client = "claude" } = options;
  const contents = findStores(roots, context, client);
  const loose = await adoptAgents(contents, context);
  const seen: ScannedTranscript[] = [];
  const withoutMessages: ScannedTranscript[] = [];
  for (const file of contents.transcripts) {
    const scan = await scanHead(file, context);
    if (scan && !isTranscriptOf(client, file.path, scan.isOfQoder, roots)) {
      if (client === "claude") context.report(otherToolFile(file.path, "Qoder"));
      continue;
    }
    if (scan?.kind === "conversation") {
      seen.push({ file, scan });
      continue;
    }
    for (const agent of file.agents) loose.push(orphanOf(agent, file));
    // Its sub-agents are sessions of their own, whether or not it is listed; the notes on it stay.
    const notes = file.companions.filter(({ path }) => dirname(path) === file.folder);
    const alone = { ...file, agents: [], companions: notes };
    if (options.empty && scan?.kind === "no-conversation")
      withoutMessages.push({ file: alone, scan });
    else if (scan) context.report(hiddenSession(file.path, scan.kind));
  }

  const ids = new Set(contents.transcripts.map(({ id }) => id));
  const { summaries, lost } = readIndexes(contents.indexes, (id) => ids.has(id), context);
  const desktop = readSidecars(contents.desktopSidecars, context);
  const transcripts = await transcriptSessions(
    seen,
    withoutMessages,
    { summaries, desktop },
    contents,
    options,
    context,
  );
  const found = transcripts.filter(({ listedBy }) => listedBy === undefined);
  const orphans = await findOrphans(loose, context);
  const history = listHistory(contents.configFolders, found, context);
  const remembered = new Set(history.map(({ id }) => id));
  const noted = [
    ...history.map((ref) => titled(ref, summaries.get(ref.id))),
    ...lost.filter(({ id }) => !remembered.has(id)),
  ].map((ref) => titled(ref, desktop.get(ref.id)?.hints.title));
  for (const { id } of noted) ids.add(id);
  const traces = [...noted, ...listDesktopTitles(desktop, (id) => ids.has(id))];
  const adopted = adoptOrphans(traces, orphans, context);
  found.push(...adopted.alone);
  if (options.memory) found.push(...listMemories(contents.memories));
  const sessions = [...withProjects(found), ...adopted.traces];
  if (options.unowned) sessions.push(...listUnowned(findUnownedFiles(contents, found, context)));
  const web = listWebSessions(contents.webSessions, options, context);
  sessions.push(...web.filter(({ listedBy }) => listedBy === undefined));
  const isEmpty = ({ listedBy }: FoundSession) => listedBy === "empty";
  const all = [...withProjects([...found, ...transcripts.filter(isEmpty)]), ...web];
  sessions.push(...withoutKnown(all.filter(isEmpty), sessions, context));
  return withUniqueIds(sessions);
}

/** A trace with the title that the index of its project or the desktop app has for it. */
function titled(ref: Trace, title: string | undefined): Trace {
  const { locator } = ref;
  if (title === undefined || locator.head.titleFrom === "user") return ref;
  const head: Head = { ...locator.head, title, titleFrom: "generated" };
  const revision = `${ref.revision}-${hash8(title)}`;
  return { ...ref, title, revision, locator: { ...locator, head } };
}

/** The titles that other files than the transcripts give sessions, by their ids. */
interface Titles {
  summaries: ReadonlyMap<string, string>;
  desktop: ReadonlyMap<string, Sidecar>;
}

async function transcriptSessions(
  seen: readonly ScannedTranscript[],
  withoutMessages: readonly ScannedTranscript[],
  { summaries, desktop }: Titles,
  { configFolders }: StoreContents,
  { retentionOf, fileHistory }: ListOptions,
  context: Context,
): Promise<FoundSession[]> {
  const lineages = await findLineage(seen, context);
  for (const { file } of withoutMessages) lineages.set(file, { copies: [], originals: [] });
  const finders = new Map(
    configFolders.map((folder) => [folder.path, sideFileFinder(folder, { fileHistory }, context)]),
  );
  const titled = seen.filter(({ scan }) => scan.head.titleFrom === "user");
  const userTitles = new Map(titled.map(({ file, scan }) => [file.path, scan.head.title]));
  return [...seen, ...withoutMessages].flatMap(({ file, scan }) => {
    const relations = lineages.get(file);
    if (!relations) return [];
    const find = file.configFolder === undefined ? undefined : finders.get(file.configFolder);
    // Copies are not listed, but a title that the user gave one counts.
    const titledCopy = relations.copies.find(({ path }) => userTitles.has(path));
    const userTitle = userTitles.get(titledCopy?.path ?? "");
    const summary = summaries.get(file.id);
    const noted = { ...desktop.get(file.id)?.hints, ...present({ summary, userTitle }) };
    const hints = withOwnNotes(noted, file, context);
    const ref = transcriptRef(file, scan, relations, find?.(file.id, scan.slugs), hints);
    return [{ ...ref, ...defined({ expiresAt: expiryOf(file, retentionOf) }) }];
  });
}

/** Sessions known from nothing else; some have prompts in the history, or a copy elsewhere. */
function withoutKnown(
  empty: readonly FoundSession[],
  known: readonly FoundSession[],
  context: Context,
): FoundSession[] {
  const ids = new Set(known.map(({ id }) => id));
  return empty.filter(({ id, locator }) => {
    if (!ids.has(id)) return true;
    if ("path" in locator) context.report(emptyTranscript(locator.path, "no-conversation"));
    return false;
  });
}

/** Without a directory of its own a session has the project of its folder, at least by name. */
function withProjects(found: FoundSession[]): FoundSession[] {
  const folderOf = ({ locator }: FoundSession) => dirname(placeOf(locator));
  const projects = new Map<string, Project>();
  for (const session of found)
    if (session.project) projects.set(folderOf(session), session.project);
  return found.map((session) => {
    if (session.project) return session;
    const folder = folderOf(session);
    const project = projects.get(folder) ?? { name: basename(folder) };
    // It changes with its neighbours.
    const revision = `${session.revision}-${hash8(JSON.stringify(project))}`;
    return { ...session, project, revision };
  });
}
