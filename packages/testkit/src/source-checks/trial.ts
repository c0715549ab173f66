import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Json, Source, SourceOptions } from "@chatexport/core";
import type { Ask } from "../shared/check.js";
import type { RecordChange } from "./rewritten-stores.js";

/** A source, with what the checks need to know of its stores. */
export interface CheckedSource {
  /** Makes the source; with `home` or `roots` it must look nowhere else. */
  create(options: SourceOptions): Source;
  /**
   * Writes a home folder into an empty folder, with a store of at least two sessions where the tool
   * would have it. Resolves to the path of the store, which as a root gives the same sessions.
   */
  makeHome(home: string): Promise<string>;
  /** The number of records in the store: its lines, its rows. */
  records: number;
  /**
   * Makes bodies of sessions in the store larger by at least so many bytes, which change nothing that
   * listing tells but sizes, revisions and times.
   */
  enlarge(store: string, bytes: number): Promise<void>;
  /**
   * Breaks records and files in the store as life does: a cut line, bytes that are no text, a row of
   * another type, links that form a circle. Resolves to the ids of sessions left whole.
   */
  damage(store: string): Promise<readonly string[]>;
  /**
   * Adds records of types that the source does not know to sessions in the store. Resolves to their number.
   * Without this, only what the source counts as unknown is checked.
   */
  addUnknown?(store: string): Promise<number>;
  /**
   * The records in the store whose values have to be in the sessions: all but those that the tally counts
   * as skipped. Without this, they are the objects in the lines of all files of JSON Lines.
   */
  recordsIn?(store: string): Iterable<Json>;
  /**
   * Rewrites each record in the store as `change` says; undefined takes it out, the same object leaves it as
   * it is. Without this, records are the objects in the lines of all files of JSON Lines; `changeLines`, `changeDocument`
   * and `changeRows` rewrite one such file, a JSON document, or a table of a database.
   */
  changeRecords?(store: string, change: RecordChange): void;
  /**
   * The fields whose values are in no session on purpose, with the reason: a path as a failure prints it
   * (`message.usage.speed`), or a key alone, which is left out at every place. No check asks for them.
   */
  dropped?: Readonly<Record<string, string>>;
  /**
   * The fields whose values sessions have in other words, or only here and there, with the reason, named as in
   * `dropped`: a time in another form, a word of the format. As they are, they are not looked for; of another kind,
   * they have to be in the session or told, like all others.
   */
  rewritten?: Readonly<Record<string, string>>;
}

/** The home folder of a check, with a store in it. */
export interface Trial {
  subject: CheckedSource;
  /** A temporary folder in which everything else lies. */
  folder: string;
  home: string;
  /** The path that `makeHome` resolved to. */
  store: string;
  /** An empty home folder. */
  emptyHome: string;
  /** A path at which there is nothing. */
  missing: string;
  /** A source of the store, or of a copy of it. */
  open(store?: string): Source;
  /** Copies the store, with the times of its files, to a folder of its own. */
  copyStore(): string;
}

/** Asks something in a new home folder, which is removed afterwards. */
export function inNewHome(ask: Ask<Trial>): Ask<CheckedSource> {
  return async function* (subject) {
    // With links resolved, as sources may write paths.
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "chatexport-testkit-")));
    try {
      yield* ask(await newTrial(subject, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

async function newTrial(subject: CheckedSource, folder: string): Promise<Trial> {
  const home = join(folder, "home");
  const emptyHome = join(folder, "empty-home");
  mkdirSync(home);
  mkdirSync(emptyHome);
  const store = realpathSync(await subject.makeHome(home));
  return {
    subject,
    folder,
    home,
    store,
    emptyHome,
    missing: join(folder, "missing"),
    open: (at = store) => subject.create({ roots: [at] }),
    copyStore() {
      // Folders may tell what they are by their name. The one around has one that means something in
      // addresses, in which databases are named as well.
      const copy = join(mkdtempSync(join(folder, "50%25 of #1 ü-")), basename(store));
      cpSync(store, copy, { recursive: true, preserveTimestamps: true });
      return copy;
    },
  };
}
