import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { present } from "@chatexport/core";
import { realPath } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { type Content, sha256Of } from "@chatexport/relocate/records";
import { packTar } from "modern-tar/fs";
import { writeShared } from "./list-rows.js";
import { manifestName, manifestText, type PackedSession, packedProject } from "./manifest.js";
import { type Mask, maskFiles } from "./mask-files.js";
import { listing, type Packable, readPackable } from "./packable.js";
import { type PackedToolName, packedTools } from "./packed-tools.js";
import { isSigned } from "./tools/rows.js";

/** Facts about a pack that was written. */
export interface Pack {
  sessions: PackedSession[];
  /** The number of files in it, besides the manifest. */
  files: number;
  /** Files that are no text, such as images: what is secret in them is not masked. */
  unmasked: string[];
  /** The ids of sessions that were left out, since nothing was said in them. */
  empty: string[];
}

/**
 * Packs sessions with all files that belong to them, so that `unpack` can put them under another path on another
 * system. `write` takes the pack, a tar.gz that is the same each time, `mask` hides secrets in a session. Throws
 * `ChangeError` when nothing was said in any of them.
 */
export async function packSessions(
  packables: readonly Packable[],
  write: (content: AsyncIterable<Uint8Array>) => Promise<void>,
  mask?: Mask,
): Promise<Pack> {
  // The first file of a pack tells of all of them.
  const staged = new StagedFiles(mkdtempSync(join(tmpdir(), "chatexport-pack-")));
  try {
    const listed = listing();
    const sessions: PackedSession[] = [];
    const unmasked: string[] = [];
    const empty: string[] = [];
    for (const packable of packables) {
      const { tool, stored } = packable;
      const ref = await listed(packable);
      if (!ref) {
        empty.push(stored.id);
        continue;
      }
      const pairs = [
        ...(ref.cwd === undefined ? [] : pairsOf(ref.cwd, packedProject)),
        ...(stored.ownFolders ?? []).flatMap(({ from, to }) => pairsOf(from, to)),
      ];
      const files = stored.files(pairs);
      let { title } = ref;
      const added = Array.from(files, ([name, content]) => staged.add(tool, name, content));
      if (mask) {
        const paths = added.map((name) => join(staged.folder, name));
        const left = await maskFiles(
          () => readPackable(packable),
          paths,
          mask,
          (line) => isSigned(line, packedTools[tool].packed),
        );
        unmasked.push(...left.map((path) => relative(staged.folder, path).replaceAll(sep, "/")));
        [title] = await mask.texts(title === undefined ? [] : [title]);
      }
      sessions.push(present({ tool, id: stored.id, title }));
    }
    if (sessions.length === 0)
      throw new ChangeError("no-such-session", `There is no conversation in ${empty.join(", ")}.`);
    const checksums = staged.checksums();
    const manifest = manifestText({ isMasked: mask !== undefined, sessions, checksums });
    const tar = packTar([
      { type: "content", content: manifest, target: manifestName, ...sameEachTime },
      ...Array.from(checksums.keys(), (name) => ({
        ...{ type: "file" as const, source: join(staged.folder, name), target: name },
        ...sameEachTime,
      })),
    ]);
    await pipeline(tar, createGzip(), write);
    return { sessions, files: checksums.size, unmasked, empty };
  } finally {
    rmSync(staged.folder, { recursive: true, force: true });
  }
}

const sameEachTime = { mode: 0o600, mtime: new Date(0), uid: 0, gid: 0, uname: "", gname: "" };

/** A folder as it is written, and as it lies on the disk. */
function pairsOf(from: string, to: string) {
  return [...new Set([from, realPath(from)])].map((each) => ({ from: each, to }));
}

/** The files of a pack until it is written. */
class StagedFiles {
  readonly folder: string;
  readonly #names = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Adds a file, which may belong to several sessions; a list gets the rows of each. Gives its name in the pack. */
  add(tool: PackedToolName, name: string, content: Content): string {
    const { packed } = packedTools[tool];
    writeShared(join(this.folder, tool, name), content, packed.rowIdIn?.(name));
    this.#names.add(`${tool}/${name}`);
    return `${tool}/${name}`;
  }

  /** The SHA-256 of each file, by its name in the pack. */
  checksums(): Map<string, string> {
    return new Map(Array.from(this.#names, (name) => [name, sha256Of(join(this.folder, name))]));
  }
}
