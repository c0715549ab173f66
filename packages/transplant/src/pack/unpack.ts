import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { addToList, getOrAdd, once, realPath, type System } from "@chatexport/core/read";
import type { PackedPlace, PackedRow } from "@chatexport/core/source";
import { ChangeError, change, isWithin, type Rewrite } from "@chatexport/relocate";
import {
  assertRows,
  type Content,
  sha256Of,
  wholeOf,
  withPackedRows,
  writeContent,
} from "@chatexport/relocate/records";
import { type EditOptions, fileWith, storePlan } from "../records/edit.js";
import { layOut } from "./laid-out-pack.js";
import { withRows } from "./list-rows.js";
import { type PackManifest, packedProject } from "./manifest.js";
import { listing, type Packable } from "./packable.js";
import type { StoredSession } from "./packed-tool.js";
import { type PackedToolName, packedTools } from "./packed-tools.js";
import { noPack, readPack } from "./read-pack.js";
import { rowsIn } from "./tools/rows.js";

/** The changes that unpacking sessions would make in the stores of their tools; nothing was written yet. */
export interface Unpacking {
  /** The pack. */
  path: string;
  manifest: PackManifest;
  /** The folder in which the sessions go on, with links resolved. */
  folder: string;
  /** The files of each tool, with their targets. */
  tools: Map<PackedToolName, { place: PackedPlace; targets: Map<string, string> }>;
}

/**
 * Says where the sessions of a pack would lie when they go on in a folder. Throws `ChangeError` for a file that is
 * no pack, and when a tool has one of its sessions already.
 */
export async function planUnpacking(
  path: string,
  { folder: given, system }: { folder: string; system: System },
): Promise<Unpacking> {
  const { manifest, files } = await readPack(path);
  const folder = realPath(resolve(given));
  const planned: Unpacking = { path, manifest, folder, tools: new Map() };
  for (const { tool, name } of files) {
    const { place, targets } = getOrAdd(planned.tools, tool, () => ({
      place: packedTools[tool].placeFor(folder, system),
      targets: new Map<string, string>(),
    }));
    targets.set(name, place.pathOf(name));
  }
  refuseOccupied(planned, system);
  return planned;
}

/** Throws when a tool has one of the sessions. */
function refuseOccupied({ manifest, tools }: Unpacking, system: System): void {
  for (const tool of tools.keys()) {
    const { title, sessions } = packedTools[tool];
    const known = sessions(system);
    const there = manifest.sessions.find((each) => each.tool === tool && known.has(each.id));
    if (there) throw occupied(known.get(there.id)?.roots[0] ?? "", title);
  }
}

/**
 * Puts the sessions of a pack into the stores of their tools, and reads them back: each file has what was packed, and
 * each session is listed in its folder. Resolves to the name of the change, for `undo` of `@chatexport/relocate`.
 */
export async function applyUnpacking(
  unpacking: Unpacking,
  { command, ...options }: EditOptions,
): Promise<string> {
  const { path, folder, tools } = unpacking;
  const staged = mkdtempSync(join(tmpdir(), "chatexport-pack-"));
  try {
    const { files, manifest, sessions } = await layOut(path, staged);
    const isPlanned = files.every(({ tool, name }) => tools.get(tool)?.targets.has(name));
    const planned = [...tools.values()].reduce((sum, { targets }) => sum + targets.size, 0);
    if (!isPlanned || planned !== files.length)
      throw new ChangeError("changed", `${path} has changed: unpack it again.`, { paths: [path] });
    const folders = await foldersOf(sessions);
    const puts = putsOf(unpacking, sessions);
    const [first] = manifest.sessions;
    const session = manifest.sessions.length === 1 ? (first?.id ?? "") : basename(path);
    const about = { command, source: first?.tool ?? "", session };
    // A database is one file for all sessions.
    const needsRest = Array.from(tools.keys()).some((tool) => packedTools[tool].packed.rows);
    return await change({ about, folder, needsRest, ...options }, async () => {
      // They may have come since the plan was made.
      refuseOccupied(unpacking, options.system);
      for (const { tool, rewrite, isReplacing } of puts)
        if (!isReplacing && existsSync(rewrite.path))
          throw occupied(rewrite.path, packedTools[tool].title);
      const plans = Array.from(tools.keys(), (tool) =>
        storePlan(tool, {
          rewrites: [
            ...puts.filter((put) => put.tool === tool).map(({ rewrite }) => rewrite),
            ...markOf(tools.get(tool)?.place),
          ],
        }),
      );
      return {
        plans,
        async verify() {
          for (const put of puts) put.verify();
          const listed = listing();
          const known = new Map(
            Array.from(tools.keys(), (tool) => [tool, packedTools[tool].sessions(options.system)]),
          );
          for (const { tool, stored } of sessions) {
            const there = known.get(tool)?.get(stored.id);
            const ref = there && (await listed({ tool, stored: there }));
            if (!ref) throw notVerified(`${stored.id} is not listed as a session`);
            if (folders.has(stored) && !isWithin(ref.cwd ?? "", folder))
              throw notVerified(`${stored.id} is not in ${folder}`);
          }
        },
      };
    });
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** The sessions that tell that they take place in the folder of the project. Throws where one has no conversation. */
async function foldersOf(sessions: readonly Packable[]): Promise<Set<StoredSession>> {
  const listed = listing();
  const placed = new Set<StoredSession>();
  for (const packable of sessions) {
    const { id } = packable.stored;
    const ref = await listed(packable);
    if (!ref) throw new ChangeError("not-a-pack", `The pack has no conversation ${id}.`);
    if (ref.cwd !== undefined && isWithin(ref.cwd, packedProject)) placed.add(packable.stored);
  }
  return placed;
}

/** A file that gets its place in a store, or a database that gets rows. */
interface Put {
  tool: PackedToolName;
  isReplacing: boolean;
  rewrite: Rewrite;
  /** Throws when it has not what it was to get. */
  verify(): void;
}

function putsOf({ path, folder, tools }: Unpacking, sessions: readonly Packable[]): Put[] {
  return Array.from(tools).flatMap(([tool, { place, targets }]) => {
    const { packed } = packedTools[tool];
    const pairs = [{ from: packedProject, to: folder }, ...(place.ownFolders ?? [])];
    const own = sessions.filter((each) => each.tool === tool);
    const contents = own.map(({ stored }) => stored.files(pairs));
    const rows = new Map<string, (() => Iterable<PackedRow>)[]>();
    const files = Array.from(targets).flatMap(([name, target]): Put[] => {
      const [content, ...more] = contents.flatMap((files) => files.get(name) ?? []);
      if (!content) throw noPack(path);
      const own = rowsIn(name, content, packed);
      if (own) {
        addToList(rows, target, own);
        return [];
      }
      const rowId = packed.rowIdIn?.(name);
      if (rowId === undefined)
        return [filePut(tool, target, content, place.mayReplace?.(name) ?? false)];
      // Made when it is written: it has its rows when it is read back.
      const list = once(() => listWith(target, rowId, [content, ...more]));
      return [filePut(tool, target, () => [list()], true)];
    });
    return [
      ...files,
      ...Array.from(rows, ([target, all]): Put => {
        const each = function* () {
          for (const own of all) yield* own();
        };
        const adopting = packed.rows ?? { adopted: (row) => [row] };
        return {
          ...{ tool, isReplacing: true, rewrite: withPackedRows(target, each, adopting) },
          verify: () => assertRows(target, each, adopting),
        };
      }),
    ];
  });
}

function filePut(tool: PackedToolName, path: string, content: Content, isReplacing: boolean): Put {
  const write = (target: string) => writeContent(target, content);
  return {
    ...{ tool, isReplacing },
    rewrite: { path, kind: "lines", changes: [], absorbs: [], beside: [], write },
    verify() {
      const hash = createHash("sha256");
      for (const piece of content()) hash.update(piece);
      if (sha256Of(path) !== hash.digest("hex"))
        throw notVerified(`${path} is not as it was packed`);
    },
  };
}

/** A list of a tool with the rows of some sessions. */
function listWith(path: string, rowId: string, rows: readonly Content[]): Buffer {
  const [first = Buffer.alloc(0), ...others] = rows.map(wholeOf);
  const known = existsSync(path) ? readFileSync(path) : undefined;
  let list = known ?? first;
  for (const more of known ? [first, ...others] : others) {
    const longer = withRows(basename(path), list, rowId, more);
    if (!longer)
      throw new ChangeError("unreadable", `${path} is no list of sessions: repair or remove it.`, {
        paths: [path],
      });
    list = longer;
  }
  return list;
}

function markOf(place: PackedPlace | undefined): Rewrite[] {
  const { mark } = place ?? {};
  return mark ? [fileWith(mark.path, () => Buffer.from(mark.text))] : [];
}

function notVerified(what: string): ChangeError {
  return new ChangeError("not-verified", `Read back, ${what}`);
}

function occupied(path: string, title: string): ChangeError {
  return new ChangeError("occupied", `${title} has the session already: ${path}`, {
    paths: [path],
  });
}
