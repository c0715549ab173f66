import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { messageOf, type Session } from "@chatexport/core";
import { getOrAdd, realPath, thisSystem } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { writeShared } from "./list-rows.js";
import { type PackedFile, type PackManifest, packedProject } from "./manifest.js";
import { type Packable, readPackable } from "./packable.js";
import type { StoredSession } from "./packed-tool.js";
import { type PackedToolName, packedTools } from "./packed-tools.js";
import { readPack } from "./read-pack.js";
import { settle } from "./tools/rows.js";

/**
 * Lays the files of a pack out in a folder, as small stores of their tools, and finds the sessions in it. Throws
 * `ChangeError` for a file that is no pack, or damaged, and where there is no room.
 */
export async function layOut(
  path: string,
  folder: string,
): Promise<{ manifest: PackManifest; files: PackedFile[]; sessions: Packable[] }> {
  const { manifest, files } = await readPack(path, async ({ tool, name }, body, checksum) => {
    const staged = laidOutAt(folder, tool, name);
    const sum = await writeStaged(staged, body);
    if (sum !== checksum)
      throw new ChangeError("not-a-pack", `${path} is damaged: ${tool}/${name} has changed.`, {
        paths: [path],
      });
    settle(staged, name, packedTools[tool].packed);
  });
  return { manifest, files, sessions: laidOutIn(folder, manifest) };
}

/** The sessions of a pack that was laid out in a folder. Throws `ChangeError` where one has no conversation. */
function laidOutIn(folder: string, { sessions }: PackManifest): Packable[] {
  const there = new Map<PackedToolName, ReadonlyMap<string, StoredSession>>();
  return sessions.map(({ tool, id }) => {
    const own = () => packedTools[tool].sessions(thisSystem(), join(folder, tool));
    const stored = getOrAdd(there, tool, own).get(id);
    if (!stored) throw new ChangeError("not-a-pack", `The pack has no conversation ${id}.`);
    return { tool, stored };
  });
}

function laidOutAt(folder: string, tool: PackedToolName, name: string): string {
  return join(folder, tool, packedTools[tool].packed.laidOutAt?.(name) ?? name);
}

/**
 * Does some work with the sessions of a pack, as their sources read them, each time anew, when they go on in a
 * folder. Throws as `layOut` does.
 */
export async function withSessionsIn<T>(
  path: string,
  folder: string,
  work: (sessions: (() => Promise<Session>)[]) => Promise<T>,
): Promise<T> {
  const staged = mkdtempSync(join(tmpdir(), "chatexport-pack-"));
  try {
    const pairs = [{ from: packedProject, to: realPath(resolve(folder)) }];
    const { manifest, sessions } = await layOut(path, join(staged, "pack"));
    for (const { tool, stored } of sessions)
      for (const [name, content] of stored.files(pairs)) {
        const target = laidOutAt(join(staged, "moved"), tool, name);
        const { packed } = packedTools[tool];
        const isNew = !existsSync(target);
        writeShared(target, content, packed.rowIdIn?.(name));
        if (isNew) settle(target, name, packed);
      }
    const moved = laidOutIn(join(staged, "moved"), manifest);
    return await work(moved.map((packable) => () => readPackable(packable)));
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/**
 * Writes a file and gives its SHA-256. Throws `ChangeError` for a name that this system does not take, and where
 * there is no room.
 */
async function writeStaged(path: string, body: Readable): Promise<string> {
  const hash = createHash("sha256");
  const hashed = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  };
  try {
    mkdirSync(dirname(path), { recursive: true });
    await pipeline(body, hashed, createWriteStream(path, { mode: 0o600, flags: "wx" }));
    return hash.digest("hex");
  } catch (cause) {
    const message = `Nothing was changed: ${path} cannot be written: ${messageOf(cause)}`;
    throw new ChangeError("failed", message, { paths: [path], cause });
  }
}
