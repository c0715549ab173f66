import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { present, type Transform } from "@chatexport/core";
import { ChangeError } from "@chatexport/relocate";
import { packTar } from "modern-tar/fs";
import { manifestName, manifestText } from "./manifest.js";
import { masked } from "./mask-files.js";
import type { Packable } from "./packable.js";

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
 * Packs sessions of one tool with all files that belong to them, so that `unpack` can put them under another path on
 * another system. `write` takes the pack, a tar.gz that is the same each time, `mask` hides secrets in a session.
 * Throws `ChangeError` for sessions of several tools, and for one in which nothing was said.
 */
export async function packSessions(
  packables: readonly Packable[],
  write: (content: AsyncIterable<Uint8Array>) => Promise<void>,
  mask?: Transform,
): Promise<Pack> {
  const [{ tool } = { tool: "claude" as const }] = packables;
  if (packables.some((each) => each.tool !== tool))
    throw new ChangeError("not-a-pack", "A pack holds sessions of one tool: pack each tool's own.");
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
    for (const { id, read, files: filesOf } of packables) {
      const session = await read();
      const files = filesOf(session);
      let { title } = session;
      if (mask) {
        const whole = Array.from(files, ([name, read]) => [name, read()] as const);
        const packed = await masked(session, new Map(whole), mask);
        for (const [name, bytes] of packed.files) stage(name, bytes);
        unmasked.push(...packed.unmasked);
        title = packed.title;
      } else for (const [name, read] of files) stage(name, read());
      sessions.push(present({ id, title }));
    }
    const manifest = manifestText({ tool, isMasked: mask !== undefined, sessions });
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
