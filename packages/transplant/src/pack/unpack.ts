import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { messageOf } from "@chatexport/core";
import { realPath, type System } from "@chatexport/core/read";
import { ChangeError, type PathPair } from "@chatexport/relocate";
import { contentElsewhere } from "@chatexport/relocate/records";
import { transcriptPath, transcriptsNamed } from "@chatexport/source-claude/paths";
import { unpackTar } from "modern-tar";
import { lostText } from "../read-back.js";
import { changeFiles, type EditOptions, fileWith, readTranscript } from "../records/edit.js";
import {
  manifestIn,
  manifestName,
  type PackManifest,
  packedConfig,
  packedProject,
  sessionOfFile,
} from "./manifest.js";

/** What unpacking sessions would put into the store of Claude Code; nothing was written yet. */
export interface Unpacking {
  manifest: PackManifest;
  /** The folder in which the sessions go on, with links resolved. */
  folder: string;
  /** What paths in the pack become. */
  pairs: PathPair[];
  /** Where each file goes, by its name in the pack. */
  targets: Map<string, string>;
  contents: ReadonlyMap<string, Buffer>;
}

/** How many bytes a pack may hold: what claims to be more was made to fill a disk. */
const most = 4 * 1024 ** 3 - 1;

/**
 * Says where the sessions of a pack would lie when they go on in a folder. Throws `ChangeError` for a file that is
 * no pack, and when Claude Code has one of the sessions already.
 */
export async function planUnpacking(
  path: string,
  { folder: given, system }: { folder: string; system: System },
): Promise<Unpacking> {
  const { manifest, contents } = await readPack(path);
  const folder = realPath(resolve(given));
  for (const { id } of manifest.sessions) {
    const [other] = transcriptsNamed(id, system);
    if (other !== undefined) throw occupied(other);
  }
  const project = dirname(transcriptPath("any", folder, system));
  const config = dirname(dirname(project));
  const targets = new Map(
    [...contents.keys()].map((name) => {
      const [first, ...rest] = name.split("/");
      return [name, first === "project" ? join(project, ...rest) : join(config, name)];
    }),
  );
  const pairs = [
    { from: packedProject, to: folder },
    { from: `${packedConfig}/project`, to: project },
    { from: packedConfig, to: config },
  ];
  return { manifest, folder, pairs, targets, contents };
}

/**
 * Puts the sessions of a pack into the store, and reads them back: all that was said is there. Resolves to the
 * name of the change, for `undo` of `@chatexport/relocate`.
 */
export async function applyUnpacking(
  { manifest, folder, pairs, targets, contents }: Unpacking,
  options: EditOptions,
): Promise<string> {
  const [{ id: session } = { id: "" }] = manifest.sessions;
  const staged = mkdtempSync(join(tmpdir(), "chatexport-pack-"));
  try {
    const rewrites = [...contents].map(([name, bytes]) => {
      const from = join(staged, name);
      writeStaged(from, bytes);
      const content = contentElsewhere(from, pairs);
      return fileWith(targets.get(name) ?? "", () => content);
    });
    return await changeFiles({ session, folder }, options, () => {
      // They may have come since the plan was made. What a deleted session has left elsewhere is replaced.
      for (const [name, path] of targets)
        if (name.startsWith("project/") && existsSync(path)) throw occupied(path);
      return {
        rewrites,
        async verify() {
          for (const { id } of manifest.sessions) {
            const name = `project/${id}.jsonl`;
            const packed = await readTranscript(join(staged, name));
            if (!packed || packed.messages.length === 0)
              throw new ChangeError("not-a-pack", `the pack has no conversation ${id}`);
            const after = await readTranscript(targets.get(name) ?? "");
            const lost = lostText(packed, after);
            if (lost)
              throw new ChangeError("not-verified", `Read back, this is missing of ${id}: ${lost}`);
          }
        },
      };
    });
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Throws `ChangeError` for a name that this system does not take, and where there is no room. */
function writeStaged(path: string, bytes: Buffer): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    const message = `Nothing was changed: ${path} cannot be written: ${messageOf(cause)}`;
    throw new ChangeError("failed", message, { paths: [path], cause });
  }
}

function occupied(path: string): ChangeError {
  return new ChangeError("occupied", `Claude Code has the session already: ${path}`, {
    paths: [path],
  });
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new ChangeError("unreadable", `${path} cannot be read: ${messageOf(cause)}`, {
      ...{ paths: [path], cause },
    });
  }
}

/** What a pack holds. Throws `ChangeError` for any other file, and for names that lead out of a store. */
async function readPack(path: string) {
  const isNone = (cause?: unknown) =>
    new ChangeError("not-a-pack", `${path} is not a file that chatexport pack has written.`, {
      paths: [path],
      cause,
    });
  const bytes = bytesOf(path);
  const entries = await promisify(gunzip)(bytes, { maxOutputLength: most })
    .then((tar) => unpackTar(tar, { strict: true }))
    .catch((cause: unknown) => {
      throw isNone(cause);
    });
  const [first, ...others] = entries;
  const text = first?.header.name === manifestName ? Buffer.from(first.data ?? []).toString() : "";
  const manifest = manifestIn(text);
  if (manifest === "later")
    throw new ChangeError(
      "not-a-pack",
      `${path} was packed by a later version of chatexport: unpack it with that one.`,
      { paths: [path] },
    );
  if (!manifest) throw isNone();
  const contents = new Map<string, Buffer>();
  for (const { header, data } of others) {
    const isOwn = sessionOfFile(header.name, manifest) !== undefined && header.type === "file";
    if (!isOwn || contents.has(header.name))
      throw isNone(new Error(`unexpected ${header.type} ${header.name}`));
    contents.set(header.name, Buffer.from(data ?? []));
  }
  if (!manifest.sessions.every(({ id }) => contents.has(`project/${id}.jsonl`))) throw isNone();
  return { manifest, contents };
}
