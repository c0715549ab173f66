import { dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { present, type Session, type Transform } from "@chatexport/core";
import { realPath } from "@chatexport/core/read";
import type { PathPair } from "@chatexport/relocate";
import { contentElsewhere } from "@chatexport/relocate/records";
import { sessionFiles } from "@chatexport/source-claude/paths";
import { packTar } from "modern-tar";
import { readConversation } from "../records/edit.js";
import { sessionIn } from "../records/find-transcript.js";
import { manifestName, manifestText, packedConfig, packedProject } from "./manifest.js";
import { masked } from "./mask-files.js";

/** Sessions in one file. */
export interface Pack {
  /** A tar.gz, the same one each time. */
  bytes: Buffer;
  /** Their ids. */
  sessions: string[];
  /** How many files are in it, besides the manifest. */
  files: number;
  /** Files that are no text, such as images: what is secret in them is not masked. */
  unmasked: string[];
}

/**
 * Packs sessions of Claude Code with all files that belong to them, so that `unpack` can put them under another
 * path on another system. `paths` are their transcripts, `mask` hides secrets in a session. Throws `ChangeError`
 * for a transcript in which nothing was said.
 */
export async function packSessions(paths: readonly string[], mask?: Transform): Promise<Pack> {
  const contents = new Map<string, Buffer>();
  const sessions = [];
  const unmasked: string[] = [];
  for (const path of paths) {
    const session = await readConversation(path);
    const whole = { title: session.title, files: filesOf(path, session), unmasked: [] };
    const packed = mask ? await masked(session, whole.files, mask) : whole;
    for (const [name, bytes] of packed.files) contents.set(name, bytes);
    unmasked.push(...packed.unmasked);
    sessions.push(present({ id: sessionIn(path), title: packed.title }));
  }
  const manifest = Buffer.from(manifestText({ isMasked: mask !== undefined, sessions }));
  const entries = [[manifestName, manifest] as const, ...contents].map(([name, body]) => ({
    header: { name, size: body.length, mode: 0o600, mtime: new Date(0) },
    body,
  }));
  const bytes = await promisify(gzip)(await packTar(entries));
  return { bytes, sessions: sessions.map(({ id }) => id), files: contents.size, unmasked };
}

/** The files of a session by their names in a pack, with paths that lead into it. */
function filesOf(transcript: string, { cwd }: Session): Map<string, Buffer> {
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
    [transcript, ...own, ...elsewhere].map((path) => [nameOf(path), contentElsewhere(path, pairs)]),
  );
}

/** A folder as it is written, and as it lies on the disk. */
function pairsOf(from: string, to: string): PathPair[] {
  return [...new Set([from, realPath(from)])].map((each) => ({ from: each, to }));
}
