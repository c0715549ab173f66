import { readdirSync } from "node:fs";
import { join } from "node:path";
import { MoveError } from "../move-error.js";
import { type Journal, journalPath, type Phase, readJournal } from "./journal.js";
import { lookAt } from "./look.js";
import { folderOf, moveIds, type Owner } from "./moves-folder.js";

/** A move of which something is kept. */
export interface KeptMove {
  id: string;
  /** When it began, as an ISO time. */
  time: string;
  phase: Phase;
  /** It was interrupted, and has left the stores in between: `recover` sets it back. */
  isUnfinished: boolean;
  from: string;
  to: string;
  /** Where its journal and its backups lie. */
  folder: string;
  /** Bytes that these take. */
  size: number;
}

/** All moves of which something is kept, the earliest first. Throws `MoveError` for a journal that cannot be read. */
export function listMoves(owner: Owner): KeptMove[] {
  return journals(owner).map(({ own, journal }) => {
    const { id, time, phase, from, to } = journal;
    const isUnfinished = !finished.has(phase);
    return { id, time, phase, isUnfinished, from, to, folder: own, size: sizeOf(own) };
  });
}

function sizeOf(folder: string): number {
  const sizes = readdirSync(folder).map((name) => Number(lookAt(join(folder, name))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The journals of all moves, the earliest first, and where each lies. */
export function journals(owner: Owner): { own: string; journal: Journal }[] {
  return moveIds(owner).flatMap((id) => {
    const own = folderOf(id, owner);
    const journal = readJournal(own);
    return journal ? [{ own, journal }] : [];
  });
}

/** Throws `MoveError` when a move has left stores in between: nothing else may change them before a recovery. */
export function assertNoneUnfinished(owner: Owner): void {
  const unfinished = journals(owner).find(({ journal }) => !finished.has(journal.phase));
  if (!unfinished) return;
  const { from, to } = unfinished.journal;
  const path = journalPath(unfinished.own);
  const message = `a move from ${from} to ${to} was not finished, and has to be recovered first (${path})`;
  throw new MoveError("unfinished", message, { paths: [path] });
}

const finished: ReadonlySet<Phase> = new Set(["done", "cleaning", "undone"]);
