import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { present, type Session, type Transform } from "@chatexport/core";
import { realPath } from "@chatexport/core/read";
import type { PathPair } from "@chatexport/relocate";
import { contentElsewhere } from "@chatexport/relocate/records";
import { sessionFiles } from "@chatexport/source-claude/paths";
import { packTar } from "modern-tar/fs";
import { readConversation } from "../records/edit.js";
import { sessionIn } from "../records/find-transcript.js";
import { manifestName, manifestText, packedConfig, packedProject } from "./manifest.js";
import { masked } from "./mask-files.js";

/** Facts about a pack that was written. */
export interface Pack {
  /** The ids of the sessions. */
  sessions: string[];
  /** The number of files in it, besides the manifest. */
  files: number;
  /** Files that are no text, such as images: what is secret in them is not masked. */
  unmasked: string[];
}

/**
 * Packs sessions of Claude Code with all files that belong to them, so that `unpack` can put them under another
 * path on another system. `paths` are their transcripts, `write` takes the pack, a tar.gz that is the same each
 * time, `mask` hides secrets in a session. Throws `ChangeError` for a transcript in which nothing was said.
 */
export async function packSessions(
  paths: readonly string[],
  write: (content: AsyncIterable<Uint8Array>) => Promise<void>,
  mask?: Transform,
): Promise<Pack> {
  // One session is in memory at a time, and the first file of a pack tells of all of them.
  const staged = mkdtempSync(join(tmpdir(), "chatexport-pack-"));
  try {
    const names = new Set<string>();
    const sessions = [];
    const unmasked: string[] = [];
    const stage = (name: string, bytes: Buffer) => {
      const path = join(staged, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes, { mode: 0o600 });
      names.add(name);
    };
    for (const path of paths) {
      const session = await readConversation(path);
      const files = filesOf(path, session);
      let { title } = session;
      if (mask) {
        const whole = Array.from(files, ([name, read]) => [name, read()] as const);
        const packed = await masked(session, new Map(whole), mask);
        for (const [name, bytes] of packed.files) stage(name, bytes);
        unmasked.push(...packed.unmasked);
        title = packed.title;
      } else for (const [name, read] of files) stage(name, read());
      sessions.push(present({ id: sessionIn(path), title }));
    }
    const manifest = manifestText({ isMasked: mask !== undefined, sessions });
    const tar = packTar([
      { type: "content", content: manifest, target: manifestName, ...sameEachTime },
      ...Array.from(names, (name) => ({
        ...{ type: "file" as const, source: join(staged, name), target: name },
        ...sameEachTime,
      })),
    ]);
    await pipeline(tar, createGzip(), write);
    return { sessions: sessions.map(({ id }) => id), files: names.size, unmasked };
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

const sameEachTime = { mode: 0o600, mtime: new Date(0), uid: 0, gid: 0, uname: "", gname: "" };

/** The files of a session by their names in a pack; what is read has paths that lead into it. */
function filesOf(transcript: string, { cwd }: Session): Map<string, () => Buffer> {
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
      () => contentElsewhere(path, pairs),
    ]),
  );
}

/** A folder as it is written, and as it lies on the disk. */
function pairsOf(from: string, to: string): PathPair[] {
  return [...new Set([from, realPath(from)])].map((each) => ({ from: each, to }));
}
