import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pipeline as piped, Readable, Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { messageOf, type Session } from "@chatexport/core";
import { realPath, type System } from "@chatexport/core/read";
import { ChangeError, type PathPair } from "@chatexport/relocate";
import { contentElsewhere, wholeOf } from "@chatexport/relocate/records";
import { transcriptPath, transcriptsNamed } from "@chatexport/source-claude/paths";
import { createTarDecoder, type TarHeader } from "modern-tar";
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
import { contentsOf, readStored } from "./packable.js";
import { type PackedToolName, packedTools, projectFolder, storedSessions } from "./packed-tools.js";

/** The changes that unpacking sessions would make in the store of their tool; nothing was written yet. */
export interface Unpacking {
  /** The pack. */
  path: string;
  manifest: PackManifest;
  /** The folder in which the sessions go on, with links resolved. */
  folder: string;
  /** The paths in the pack, with the new ones. */
  pairs: PathPair[];
  /** The target of each file, by its name in the pack. */
  targets: Map<string, string>;
}

/** The most bytes that a pack may hold: what claims to be more was made to fill a disk. */
const most = 4 * 1024 ** 3 - 1;

/**
 * Says where the sessions of a pack would lie when they go on in a folder. Throws `ChangeError` for a file that is
 * no pack, and when its tool has one of the sessions already.
 */
export async function planUnpacking(
  path: string,
  { folder: given, system }: { folder: string; system: System },
): Promise<Unpacking> {
  const { manifest, names } = await readPack(path);
  const folder = realPath(resolve(given));
  const { tool } = manifest;
  if (tool !== "claude") return storedUnpacking({ path, manifest, folder, names }, tool);
  for (const { id } of manifest.sessions) {
    const [other] = transcriptsNamed(id, system);
    if (other !== undefined) throw occupied(other, "Claude Code");
  }
  const project = dirname(transcriptPath("any", folder, system));
  const config = dirname(dirname(project));
  const targets = new Map(
    Array.from(names, (name) => {
      const [first, ...rest] = name.split("/");
      return [name, first === "project" ? join(project, ...rest) : join(config, name)];
    }),
  );
  const pairs = [
    { from: packedProject, to: folder },
    { from: `${packedConfig}/project`, to: project },
    { from: packedConfig, to: config },
  ];
  return { path, manifest, folder, pairs, targets };
}

/** The same for a tool that only has to find files in the folder of the project. */
function storedUnpacking(
  { names, ...pack }: Pick<Unpacking, "path" | "manifest" | "folder"> & { names: Set<string> },
  tool: PackedToolName,
): Unpacking {
  const { title } = packedTools[tool];
  const known = new Map(storedSessions(tool).map(({ id, path }) => [id, path]));
  for (const { id } of pack.manifest.sessions) {
    const other = known.get(id);
    if (other !== undefined) throw occupied(other, title);
  }
  const project = projectFolder(tool, pack.folder);
  if (project === undefined)
    throw new ChangeError(
      "failed",
      `${title} keeps sessions in a folder that you named: nothing tells where.`,
    );
  const targets = Array.from(names, (name) => {
    const [, ...rest] = name.split("/");
    return [name, join(project, ...rest)] as const;
  });
  const pairs = [{ from: packedProject, to: pack.folder }];
  return { ...pack, pairs, targets: new Map(targets) };
}

/**
 * Puts the sessions of a pack into the store, and reads them back: all that was said is there. Resolves to the
 * name of the change, for `undo` of `@chatexport/relocate`.
 */
export async function applyUnpacking(
  { path, manifest, folder, pairs, targets }: Unpacking,
  options: EditOptions,
): Promise<string> {
  const [{ id: session } = { id: "" }] = manifest.sessions;
  const { tool } = manifest;
  const staged = mkdtempSync(join(tmpdir(), "chatexport-pack-"));
  try {
    const stagedAt = (name: string) => join(staged, "sessions", name);
    const { names } = await readPack(path, (name, body) => writeStaged(stagedAt(name), body));
    if (names.size !== targets.size || ![...names].every((name) => targets.has(name)))
      throw new ChangeError("changed", `${path} has changed: unpack it again.`, { paths: [path] });
    const contents =
      tool === "claude"
        ? new Map(
            [...names].map((name) => [
              name,
              () => wholeOf(contentElsewhere(stagedAt(name), pairs)),
            ]),
          )
        : storedContents(tool, staged, pairs);
    const rewrites = Array.from(targets, ([name, target]) =>
      fileWith(target, contents.get(name) ?? (() => readFileSync(stagedAt(name)))),
    );
    return await changeFiles({ source: tool, session, folder }, options, () => {
      // They may have come since the plan was made. What a deleted session has left elsewhere is replaced.
      for (const [name, path] of targets)
        if (name.startsWith("project/") && existsSync(path)) throw occupied(path, titleOf(tool));
      return {
        rewrites,
        async verify() {
          for (const { id } of manifest.sessions) {
            const name = mainFile(tool, id, staged);
            const packed = await readFrom(tool, stagedAt(name));
            if (!packed || packed.messages.length === 0)
              throw new ChangeError("not-a-pack", `the pack has no conversation ${id}`);
            const after = await readFrom(tool, targets.get(name) ?? "");
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

type Tool = PackManifest["tool"];

function titleOf(tool: Tool): string {
  return tool === "claude" ? "Claude Code" : packedTools[tool].title;
}

/** The contents of files that were staged, by their names in the pack. */
function storedContents(tool: PackedToolName, staged: string, pairs: readonly PathPair[]) {
  const contents = storedSessions(tool, { roots: [staged] }).flatMap((session) => [
    ...contentsOf(session, pairs),
  ]);
  return new Map(contents.map(([name, read]) => [`project/${name}`, read]));
}

/** The name in the pack of the file by which a session is known. */
function mainFile(tool: Tool, id: string, staged: string): string {
  if (tool === "claude") return `project/${id}.jsonl`;
  const session = storedSessions(tool, { roots: [staged] }).find((each) => each.id === id);
  const [name] = [...(session?.files ?? [])].find(([, path]) => path === session?.path) ?? [];
  return `project/${name}`;
}

function readFrom(tool: Tool, path: string): Promise<Session | undefined> {
  return tool === "claude" ? readTranscript(path) : readStored(tool, path).catch(() => undefined);
}

/** Throws `ChangeError` for a name that this system does not take, and where there is no room. */
async function writeStaged(path: string, body: Readable): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    await pipeline(body, createWriteStream(path, { mode: 0o600, flags: "wx" }));
  } catch (cause) {
    const message = `Nothing was changed: ${path} cannot be written: ${messageOf(cause)}`;
    throw new ChangeError("failed", message, { paths: [path], cause });
  }
}

function occupied(path: string, title: string): ChangeError {
  return new ChangeError("occupied", `${title} has the session already: ${path}`, {
    paths: [path],
  });
}

/**
 * Reads a pack file by file; `take` gets the content of each but the manifest. Throws `ChangeError` for any other
 * file, and for names that lead out of a store.
 */
async function readPack(
  path: string,
  take = async (_name: string, body: Readable): Promise<void> => {
    await pipeline(body, async (pieces) => {
      for await (const _ of pieces);
    });
  },
): Promise<{ manifest: PackManifest; names: Set<string> }> {
  const names = new Set<string>();
  let manifest: PackManifest | undefined;
  try {
    for await (const { header, body } of filesIn(path)) {
      if (manifest) {
        const isOwn = sessionOfFile(header.name, manifest) !== undefined && header.type === "file";
        if (!isOwn || names.has(header.name))
          throw new Error(`unexpected ${header.type} ${header.name}`);
        names.add(header.name);
        await take(header.name, body);
      } else {
        manifest = await manifestOf(path, header, body);
      }
    }
  } catch (cause) {
    if (cause instanceof ChangeError) throw cause;
    if (cause instanceof Error && "syscall" in cause)
      throw new ChangeError("unreadable", `${path} cannot be read: ${messageOf(cause)}`, {
        ...{ paths: [path], cause },
      });
    throw noPack(path, cause);
  }
  if (!manifest || !holdsAll(manifest, names)) throw noPack(path);
  return { manifest, names };
}

/** True when each session has files, of Claude Code its transcript among them. */
function holdsAll(manifest: PackManifest, names: ReadonlySet<string>): boolean {
  const found = new Set(Array.from(names, (name) => sessionOfFile(name, manifest)));
  return manifest.sessions.every(({ id }) =>
    manifest.tool === "claude" ? names.has(`project/${id}.jsonl`) : found.has(id),
  );
}

/** The files in a tar.gz; the content of each is to be read before the next one is asked for. */
async function* filesIn(path: string) {
  let size = 0;
  const limited = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      done(size > most ? new RangeError("it holds more than 4 GB") : null, piece);
    },
  });
  // What goes wrong shows where the last one is read.
  const tar = piped(createReadStream(path), createGunzip(), limited, () => {});
  const entries = Readable.fromWeb(
    Readable.toWeb(tar).pipeThrough(createTarDecoder({ strict: true }) as never),
    { objectMode: true },
  );
  for await (const { header, body } of entries) yield { header, body: Readable.fromWeb(body) };
}

/** The first file of a pack, which says what is in it. */
async function manifestOf(path: string, header: TarHeader, body: Readable): Promise<PackManifest> {
  if (header.name !== manifestName || header.size > largestManifest) throw noPack(path);
  const manifest = manifestIn(await text(body));
  if (manifest === "later")
    throw new ChangeError(
      "not-a-pack",
      `${path} was packed by a later version of chatexport: unpack it with that one.`,
      { paths: [path] },
    );
  if (!manifest) throw noPack(path);
  return manifest;
}

const largestManifest = 64 * 1024 ** 2;

function noPack(path: string, cause?: unknown): ChangeError {
  return new ChangeError("not-a-pack", `${path} is not a file that chatexport pack has written.`, {
    paths: [path],
    cause,
  });
}
