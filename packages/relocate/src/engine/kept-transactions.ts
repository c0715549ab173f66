import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { defined } from "@chatexport/core";
import { type Lock, lockFolder, makeFolder } from "@chatexport/core/host";
import { type System, thisSystem } from "@chatexport/core/read";
import { isThere, lookAt } from "../disk/look-at.js";
import { ChangeError } from "../move/change-error.js";
import { type Journal, journalPath, type Phase, readJournal } from "./journal.js";

/** Whose transactions. */
export interface Owner {
  /** The home folder, when it is not the user's: nothing is kept outside of it then. */
  home?: string;
  /** The system that this runs on when it is absent. */
  system?: System;
}

/**
 * The folder where journals and backups of transactions are kept, most of them moves: outside of the
 * stores, for the user alone.
 */
export function transactionsFolder({ home, system = thisSystem() }: Owner): string {
  return join(stateFolder(home, system), "chatexport", "moves");
}

function stateFolder(home: string | undefined, { platform, env, home: ownHome }: System): string {
  const usual = join(home ?? ownHome, ".local", "state");
  const set = platform === "win32" ? env.LOCALAPPDATA : env.XDG_STATE_HOME;
  return home === undefined && set !== undefined && isAbsolute(set) ? set : usual;
}

/** The folder of one transaction. */
export function folderOf(id: string, owner: Owner): string {
  return join(transactionsFolder(owner), id);
}

/** A name for a transaction: later ones sort behind it. */
export function newId(time: Date): string {
  return `${time.toISOString().replace(/\D/g, "")}-${randomBytes(3).toString("hex")}`;
}

/** The names of all transactions, the earliest first. */
export function transactionIds(owner: Owner): string[] {
  const folder = transactionsFolder(owner);
  if (!isThere(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d+-[0-9a-f]+$/.test(name))
    .sort();
}

/** Keeps other processes from changing any store; throws `ChangeError` when one does. */
export async function lockTransactions(owner: Owner): Promise<Lock> {
  const folder = transactionsFolder(owner);
  makeFolder(folder);
  return await lockFolder(folder, {
    signal: new AbortController().signal,
    wait(other) {
      const message = `${other} is changing stores: try again when it has ended`;
      throw new ChangeError("busy", message, { paths: [join(folder, "lock")] });
    },
  });
}

/** A transaction of which something is kept. */
export interface KeptTransaction
  extends Pick<Journal, "id" | "time" | "phase" | "about" | "from" | "to"> {
  /** It was interrupted, and has left the stores in between: `recover` sets it back. */
  isUnfinished: boolean;
  /** The folder of its journal and its backups. */
  folder: string;
  /** Bytes that these take. */
  size: number;
}

/** All transactions of which something is kept, the earliest first. Throws `ChangeError` for a journal that cannot be read. */
export function listTransactions(owner: Owner): KeptTransaction[] {
  return transactionIds(owner).flatMap((each) => {
    const folder = folderOf(each, owner);
    const journal = readJournal(folder);
    if (!journal) return [];
    const { id, time, phase, about, from, to } = journal;
    const isUnfinished = !finished.has(phase);
    const kept = { id, time, phase, isUnfinished, from, to, folder, size: sizeOf(folder) };
    return [{ ...kept, ...defined({ about }) }];
  });
}

function sizeOf(folder: string): number {
  const sizes = readdirSync(folder).map((name) => Number(lookAt(join(folder, name))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The transactions that an undo can set back, because they are done; the earliest first. */
export function listUndoable(owner: Owner): KeptTransaction[] {
  return listTransactions(owner).filter(({ phase }) => phase === "done" || phase === "cleaning");
}

/** The transaction that an undo sets back: the last one, or the one of this id. */
export function lastUndoable(owner: Owner, id?: string): KeptTransaction | undefined {
  return listUndoable(owner).findLast((each) => id === undefined || each.id === id);
}

/** Throws `ChangeError` when a transaction has left stores in between: nothing else may change them before a recovery. */
export function assertNoneUnfinished(owner: Owner): void {
  const unfinished = listTransactions(owner).find(({ isUnfinished }) => isUnfinished);
  if (!unfinished) return;
  const { from, folder } = unfinished;
  const path = journalPath(folder);
  const message = `a change in ${from} was not finished, and has to be recovered first (${path})`;
  throw new ChangeError("unfinished", message, { paths: [path] });
}

const finished: ReadonlySet<Phase> = new Set(["done", "cleaning", "undone"]);
