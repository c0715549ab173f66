import { closeSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "@chatexport/core";
import { type Lock, lockFolder } from "@chatexport/core/host";
import type { ArchivedSession } from "./archived-session.js";
import { writeLasting } from "./atomic-file.js";
import { writeWhole } from "./bytes.js";
import { openFolders } from "./folders.js";
import { type ArchivedIndex, indexesText, readIndexes } from "./indexes.js";
import { readJournal, settle } from "./journal.js";
import { type Manifest, manifestText, readLines, readManifest } from "./manifest.js";
import { ownFolder } from "./own-folder.js";
import { openStaging, rehearsal, type Staging } from "./staging.js";

/** A folder with the documents of sessions and what is known of them. */
export interface Archive extends Known {
  /** Another run was at work meanwhile, so that what was found in the stores may be out of date. */
  readonly hasWaited: boolean;
  /**
   * Announces what a session or index will be, so that the next run knows after a crash whose the
   * files are that it finds.
   */
  announce(change: ArchivedSession | ArchivedIndex): void;
  /** Writes down what is known. */
  save(): Promise<void>;
  /** Lets others write again. */
  close(): void;
}

/** What opening an archive takes. */
export interface ArchiveOptions {
  report(diagnostic: Diagnostic): void;
  signal: AbortSignal;
  /** Told who is at work in the folder, while that one is waited for. */
  wait(owner: string): void;
  /** Nothing may be written. */
  isRehearsal: boolean;
}

/** What is known of an archive, and its files. */
interface Known {
  readonly sessions: Manifest;
  readonly indexes: ArchivedIndex[];
  readonly files: Staging;
}

/** Opens the archive in a folder, or begins one. */
export async function openArchive(root: string, options: ArchiveOptions): Promise<Archive> {
  const filesOf = fileNames(join(root, ownFolder));
  if (options.isRehearsal) return rehearsed((await read(filesOf, rehearsal(root), options)).known);

  const folders = await openFolders(root);
  const own = await folders.make(ownFolder);
  const lock = await lockFolder(own, options);
  try {
    const staging = await openStaging(root, own, folders);
    const { known, hasCrashed } = await read(filesOf, staging, options);
    // The journal begins anew, so what it said has to stand elsewhere.
    if (hasCrashed) await write(filesOf, known);
    return await writable(filesOf, known, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface OwnFiles {
  manifest: string;
  indexes: string;
  journal: string;
}

function fileNames(own: string): OwnFiles {
  const at = (name: string) => join(own, `${name}.jsonl`);
  return { manifest: at("manifest"), indexes: at("indexes"), journal: at("journal") };
}

async function read(
  own: OwnFiles,
  files: Staging,
  { report }: ArchiveOptions,
): Promise<{ known: Known; hasCrashed: boolean }> {
  const sessions = await readManifest(own.manifest, report);
  const known = { sessions, indexes: await readIndexes(own.indexes), files };
  const journaled = await readJournal(own.journal);
  for (const change of journaled) await settle(change, known);
  return { known, hasCrashed: journaled.length > 0 };
}

async function write(own: OwnFiles, { sessions, indexes }: Known): Promise<void> {
  await writeText(own.manifest, manifestText(sessions));
  await writeText(own.indexes, indexesText(indexes));
}

async function writeText(path: string, text: string): Promise<void> {
  if ((await readLines(path)).join("\n") !== text) await writeLasting(path, [text]);
}

async function writable(own: OwnFiles, known: Known, lock: Lock): Promise<Archive> {
  await rm(own.journal, { force: true });
  const journal = openSync(own.journal, "wx", 0o600);
  return {
    ...known,
    hasWaited: lock.hasWaited,
    announce(change) {
      lock.beat();
      // The first newline ends what an earlier write left without an end.
      writeWhole(journal, Buffer.from(`\n${JSON.stringify(change)}\n`));
    },
    async save() {
      lock.beat();
      await write(own, known);
      await rm(own.journal, { force: true });
    },
    close() {
      closeSync(journal);
      lock.release();
    },
  };
}

/** An archive of which nothing is written. */
function rehearsed(known: Known): Archive {
  const nothing = () => {};
  return {
    ...known,
    hasWaited: false,
    announce: nothing,
    save: async () => {},
    close: nothing,
  };
}
