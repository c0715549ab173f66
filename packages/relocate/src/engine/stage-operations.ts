import { dirname, join } from "node:path";
import { defined } from "@chatexport/core";
import type { Disk } from "../disk/disk.js";
import { isThere, lookAt, sha256Of } from "../disk/look-at.js";
import type { Rewrite, StorePlan } from "../move/store-plan.js";
import { assertRoom, assertUnchanged, dress, looksOf } from "./copies.js";
import {
  type FileBefore,
  type Operation,
  type PutFile,
  pathBefore,
  type RemoveFile,
  type RenameThing,
  willBeThere,
} from "./operation.js";
import type { Transaction } from "./transaction.js";

/**
 * The operations that carry some plans out, with all new content written to the folder of the transaction.
 * Nothing else is touched. Throws when a file changes meanwhile, or there is not enough room.
 */
export async function stage(
  plans: readonly StorePlan[],
  transaction: Transaction,
): Promise<Operation[]> {
  const rewrites = plans.flatMap((plan) => plan.rewrites);
  assertRoom(roomFor(rewrites, transaction.own), transaction.own, transaction.disk);
  const operations: Operation[] = [];
  for (const rewrite of rewrites) {
    await transaction.pause();
    operations.push(...missingFolders(rewrite.path, operations));
    operations.push(...(await stageRewrite(rewrite, operations.length, transaction)));
  }
  for (const { renames, removed = [], emptied } of plans) {
    for (const path of removed)
      operations.push(removalOfFile(path, `${operations.length}`, transaction));
    for (const { from, to } of renames) {
      operations.push(...missingFolders(to, operations));
      operations.push(renameOf(from, to, operations));
    }
    for (const path of emptied) operations.push(removalOf(path, operations));
  }
  return operations;
}

/** Operations for the folders around a path that are not there when some others have been carried out. */
export function missingFolders(path: string, operations: readonly Operation[]): Operation[] {
  const missing: Operation[] = [];
  for (let at = dirname(path); !willBeThere(at, operations) && at !== dirname(at); at = dirname(at))
    missing.unshift({ type: "make-folder", path: at });
  return missing;
}

/** A rename that follows some operations; throws when nothing has its first name then. */
export function renameOf(from: string, to: string, operations: readonly Operation[]): RenameThing {
  const stats = statsThen(from, operations);
  return { type: "rename", from, to, ino: String(stats.ino), isFile: stats.isFile() };
}

function removalOf(path: string, operations: readonly Operation[]): Operation {
  return { type: "remove-folder", path, mode: Number(statsThen(path, operations).mode) };
}

function statsThen(path: string, operations: readonly Operation[]) {
  const place = pathBefore(path, operations);
  const stats = place === undefined ? undefined : lookAt(place);
  if (!stats) throw new Error(`${path} is not there any more`);
  return stats;
}

/** The bytes that are needed: new files are hardly longer than the old ones, and backups of other volumes are copies. */
function roomFor(rewrites: readonly Rewrite[], own: string): number {
  const volume = lookAt(own)?.dev;
  const sizes = rewrites.flatMap(({ path, absorbs, beside }) => {
    const files = [path, ...absorbs, ...beside].map(lookAt).filter((stats) => stats !== undefined);
    return files.map(({ size, dev }) => Number(size) * (dev === volume ? 1 : 2));
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function stageRewrite(
  rewrite: Rewrite,
  number: number,
  transaction: Transaction,
): Promise<Operation[]> {
  const { path, beside, absorbs } = rewrite;
  const before = fileBefore(path);
  const removals = [...beside, ...absorbs].map((each, index) =>
    removalOfFile(each, `${number}.${index}`, transaction),
  );
  const staged = join(transaction.own, `${number}.new`);
  await rewrite.write(staged);
  for (const each of [{ path, before }, ...removals]) assertUnchanged(each.path, each.before);
  const merged = removals.slice(beside.length).map((removal) => removal.before);
  dressStaged(staged, before ? [before, ...merged] : merged, transaction.disk);
  const put: PutFile = {
    type: "put",
    path,
    ...defined({ before }),
    backup: join(transaction.own, `${number}.old`),
    staged,
    after: { size: Number(lookAt(staged)?.size), sha256: sha256Of(staged) },
    absent: logsOf(rewrite).filter((log) => !isThere(log)),
    near: nearPath(path, `${number}`, transaction),
    nearBack: nearPath(path, `${number}.back`, transaction),
  };
  return [...removals.slice(0, beside.length), put, ...removals.slice(beside.length)];
}

/** The logs that SQLite keeps beside a database while it is open. */
function logsOf({ kind, path }: Rewrite): string[] {
  return kind === "database" ? ["-wal", "-shm", "-journal"].map((suffix) => path + suffix) : [];
}

/** Gives a new file what the first one that it takes the place of has, and the times of the newest. */
function dressStaged(staged: string, replaced: readonly FileBefore[], disk: Disk): void {
  const [model] = replaced;
  const newest = replaced.toSorted((a, b) => (BigInt(a.mtimeNs) < BigInt(b.mtimeNs) ? 1 : -1))[0];
  if (model && newest) {
    const { atimeNs, mtimeNs } = newest;
    dress(staged, { ...model, atimeNs, mtimeNs }, disk);
  } else disk.setMode(staged, 0o600);
  disk.sync(staged, "file");
}

function removalOfFile(path: string, name: string, transaction: Transaction): RemoveFile {
  const before = fileBefore(path);
  if (!before) throw new Error(`${path} is not there any more`);
  const backup = join(transaction.own, `${name}.old`);
  return {
    type: "remove",
    path,
    before,
    backup,
    nearBack: nearPath(path, `${name}.back`, transaction),
  };
}

/** A name beside a path, made of the id of the transaction. */
function nearPath(path: string, name: string, { journal }: Transaction): string {
  return join(dirname(path), `.chatexport-${journal.id}.${name}`);
}

function fileBefore(path: string): FileBefore | undefined {
  const stats = lookAt(path);
  if (!stats) return undefined;
  if (!stats.isFile()) throw new Error(`${path} is no file`);
  const { ino, size } = stats;
  return { size: Number(size), sha256: sha256Of(path), ino: String(ino), ...looksOf(stats) };
}
