import { createHash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type Diagnostic,
  errorCode,
  type ListedSession,
  type Sink,
  type Source,
} from "@chatexport/core";
import { fileDigest, type Lock, lockFolder, writeWhole } from "@chatexport/core/host";
import type { ArchivedIndex, ArchivedSession } from "./archived-session.js";
import { writeAtomic } from "./atomic-file.js";
import type { FingerprintInput } from "./fingerprint.js";
import { openFolders, ownFolder } from "./folders.js";
import { readJournal, recover } from "./journal.js";
import {
  indexesLines,
  type Manifest,
  manifestLines,
  readIndexes,
  readManifest,
} from "./manifest.js";
import type { Roots } from "./roots.js";
import { dryRunStaging, openStaging, type Staging } from "./staging.js";

/** The means to write into an archive. */
export interface ArchiveOptions {
  /** All sessions that were found in the stores, whether or not they are to be written. */
  listed: readonly ListedSession[];
  /** The sinks whose documents are kept. */
  sinks: readonly Sink[];
  /** The roots that were read, from `rootsOf`; the places of the tools when it is absent. */
  roots?: Roots;
  /** True when a session would have been found if it were in its root; every one when it is absent. */
  wouldList?(session: Pick<ArchivedSession, "source" | "listedBy">): boolean;
  /** Everything that all documents depend on besides their source and sink, such as transforms. */
  inputs?: readonly FingerprintInput[];
  /**
   * The input that the documents of a source or sink depend on; its name alone when it is absent.
   */
  inputOf?(plugin: Source | Sink): FingerprintInput;
  /** Writes every document anew, over what people or the tool have changed. */
  force?: boolean;
  /** Writes nothing, and tells what would be written. */
  isDryRun?: boolean;
  /** Receives what is wrong. */
  report?(diagnostic: Diagnostic): void;
  signal?: AbortSignal;
  /** Told which process writes to the folder, while this one waits for it. */
  wait?(owner: string): void;
}

/** The options with all that was left out. */
export type ArchiveWork = Required<ArchiveOptions>;

/** The facts about an archive, and its files. */
export interface KnownState {
  readonly sessions: Manifest;
  readonly indexes: ArchivedIndex[];
  readonly files: Staging;
}

/** An archive that is open for one writer. */
export interface ArchiveState extends KnownState {
  /** Another run was at work meanwhile, so that what was found in the stores may be out of date. */
  readonly hasWaited: boolean;
  /**
   * Writes down what a session or index will be before its files get their names, so that the next
   * run knows after a crash whose the files are that it finds.
   */
  logChange(change: ArchivedSession | ArchivedIndex): void;
  /** Writes down what is known. */
  save(): Promise<void>;
  /** Lets others write again. */
  close(): void;
}

/** Opens what is known of the archive in a folder, or begins one, once no other process writes there. */
export async function openState(root: string, work: ArchiveWork): Promise<ArchiveState> {
  if (work.isDryRun) return dryRunState(await readState(root, work));
  const folders = await openFolders(root);
  const own = await folders.make(ownFolder);
  const lock = await lockFolder(own, work);
  try {
    const files = ownFiles(root);
    const staging = await openStaging(root, own, folders);
    const { known, hasCrashed } = await read(files, staging, work);
    // The journal begins anew, so what it said has to stand elsewhere.
    if (hasCrashed) await write(files, known);
    return await writable(files, known, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Reads what is known of the archive in a folder; nothing is written. */
export async function readState(
  root: string,
  options: Pick<ArchiveWork, "report">,
): Promise<KnownState> {
  return (await read(ownFiles(root), dryRunStaging(root), options)).known;
}

type OwnFiles = ReturnType<typeof ownFiles>;

function ownFiles(root: string) {
  const at = (name: string) => join(root, ownFolder, `${name}.jsonl`);
  return { manifest: at("manifest"), indexes: at("indexes"), journal: at("journal") };
}

async function read(
  own: OwnFiles,
  files: Staging,
  { report }: Pick<ArchiveWork, "report">,
): Promise<{ known: KnownState; hasCrashed: boolean }> {
  const sessions = readManifest(own.manifest, report);
  const known = { sessions, indexes: readIndexes(own.indexes), files };
  const changes = readJournal(own.journal);
  for (const change of changes) await recover(change, known);
  return { known, hasCrashed: changes.length > 0 };
}

async function write(own: OwnFiles, { sessions, indexes }: KnownState): Promise<void> {
  await writeLines(own.manifest, () => manifestLines(sessions));
  await writeLines(own.indexes, () => indexesLines(indexes));
}

/** Writes lines to a file, unless it holds them: a large manifest is in memory neither time. */
async function writeLines(path: string, lines: () => Iterable<string>): Promise<void> {
  const hash = createHash("sha256");
  for (const line of lines()) hash.update(line);
  if (hash.digest("hex") !== (await digestIfThere(path)))
    await writeAtomic(path, lines(), { isLasting: true });
}

/** As `fileDigest`; a file that is not there holds nothing. */
async function digestIfThere(path: string): Promise<string> {
  return fileDigest(path).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return createHash("sha256").digest("hex");
    throw error;
  });
}

async function writable(own: OwnFiles, known: KnownState, lock: Lock): Promise<ArchiveState> {
  await rm(own.journal, { force: true });
  const journal = openSync(own.journal, "wx", 0o600);
  return {
    ...known,
    hasWaited: lock.hasWaited,
    logChange(change) {
      lock.heartbeat();
      // The first newline ends what an earlier write left without an end.
      writeWhole(journal, `\n${JSON.stringify(change)}\n`);
    },
    async save() {
      lock.heartbeat();
      await write(own, known);
      await rm(own.journal, { force: true });
    },
    close() {
      closeSync(journal);
      lock.release();
    },
  };
}

function dryRunState(known: KnownState): ArchiveState {
  const nothing = () => {};
  return { ...known, hasWaited: false, logChange: nothing, save: async () => {}, close: nothing };
}
