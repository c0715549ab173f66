import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { contextFor, type Session, type SourceOptions } from "@chatexport/core";
import { realPath, type System } from "@chatexport/core/read";
import { ChangeError, type PathPair } from "@chatexport/relocate";
import { contentElsewhere, placedElsewhere, wholeOf } from "@chatexport/relocate/records";
import { sessionFiles } from "@chatexport/source-claude/paths";
import { oneNamed } from "../one-named.js";
import { readConversation } from "../records/edit.js";
import { ownTranscriptIds, sessionIn } from "../records/find-transcript.js";
import { targets } from "../targets.js";
import { packedConfig, packedProject } from "./manifest.js";
import {
  type PackedToolName,
  packedToolNames,
  packedTools,
  type StoredSession,
  storedSessions,
} from "./packed-tools.js";

/** A session that can be packed. */
export interface Packable {
  /** The name of the source of its tool. */
  tool: "claude" | PackedToolName;
  id: string;
  /** The session as its source reads it. Throws `ChangeError` when nothing was said in it. */
  read(): Promise<Session>;
  /** Its files by their names in a pack; what is read has paths that lead into it. */
  files(session: Session): Map<string, () => Buffer>;
}

/** The tools whose sessions can be packed, by the names of their sources, as people know them. */
export const packableTools: ReadonlyMap<Packable["tool"], string> = new Map([
  ["claude", targets.claude.title] as const,
  ...packedToolNames.map((name) => [name, packedTools[name].title] as const),
]);

/**
 * The session whose id begins or ends with a word, in the user's own stores of some tools. Throws `ChangeError` when
 * there is none, or more than one.
 */
export function findPackable(
  word: string,
  system: System,
  tools: readonly Packable["tool"][] = [...packableTools.keys()],
): Packable {
  const found = tools.flatMap((tool) => oneNamed(word, packablesOf(tool, system)) ?? []);
  const [session, ...others] = found;
  if (session && others.length === 0) return session();
  const titles = tools.map((tool) => packableTools.get(tool)).join(", ");
  throw new ChangeError(
    "no-such-session",
    session
      ? `${word} is a session of ${found.length} tools: name one with --from.`
      : `There is no session ${word} of ${titles}; chatexport list shows all.`,
  );
}

function packablesOf(tool: Packable["tool"], system: System): Map<string, () => Packable> {
  if (tool === "claude") {
    const transcripts = [...ownTranscriptIds(system)];
    return new Map(transcripts.map(([id, path]) => [id, () => transcriptPackable(path)]));
  }
  const stored = storedSessions(tool);
  return new Map(stored.map((each) => [each.id, () => storedPackable(tool, each)]));
}

/** The session of Claude Code in a transcript. */
export function transcriptPackable(path: string): Packable {
  const id = sessionIn(path);
  const read = () => readConversation(path);
  return { tool: "claude", id, read, files: (session) => transcriptFiles(path, session) };
}

function storedPackable(tool: PackedToolName, stored: StoredSession): Packable {
  return {
    ...{ tool, id: stored.id },
    read: () => readStored(tool, stored.path),
    files: ({ cwd }) => {
      const pairs = cwd === undefined ? [] : pairsOf(cwd, packedProject);
      const contents = contentsOf(stored, pairs);
      return new Map([...contents].map(([name, read]) => [`project/${name}`, read]));
    },
  };
}

/** The contents of the files of a session, with other paths where they tell its folder. */
export function contentsOf(
  { files, placedBy }: StoredSession,
  pairs: readonly PathPair[],
): Map<string, () => Buffer> {
  return new Map(
    [...files].map(([name, path]) => {
      const placed = placedBy.find((file) => file.path === path);
      const content = () => (placed ? wholeOf(placedElsewhere(placed, pairs)) : readFileSync(path));
      return [name, content];
    }),
  );
}

/** The session in a file of a tool. Throws `ChangeError` when nothing was said in it. */
export async function readStored(tool: PackedToolName, path: string): Promise<Session> {
  const given: SourceOptions = { roots: [path] };
  const source = packedTools[tool].source(given);
  for await (const ref of source.list(contextFor({}, {}))) {
    const session = await source.load(ref, contextFor({}, {}));
    if (session.messages.length > 0) return session;
  }
  throw new ChangeError("no-such-session", `There is no conversation in ${path}.`);
}

function transcriptFiles(transcript: string, { cwd }: Session): Map<string, () => Buffer> {
  const { own, elsewhere } = sessionFiles(transcript);
  const project = dirname(transcript);
  const config = dirname(dirname(project));
  const pairs = [
    ...(cwd === undefined ? [] : pairsOf(cwd, packedProject)),
    ...pairsOf(project, `${packedConfig}/project`),
    ...pairsOf(config, packedConfig),
  ];
  const nameOf = (path: string) => {
    const isOfProject = path.startsWith(project + sep);
    const name = isOfProject ? join("project", relative(project, path)) : relative(config, path);
    return name.replaceAll(sep, "/");
  };
  return new Map(
    [transcript, ...own, ...elsewhere].map((path) => [
      nameOf(path),
      () => wholeOf(contentElsewhere(path, pairs)),
    ]),
  );
}

/** A folder as it is written, and as it lies on the disk. */
function pairsOf(from: string, to: string): PathPair[] {
  return [...new Set([from, realPath(from)])].map((each) => ({ from: each, to }));
}
