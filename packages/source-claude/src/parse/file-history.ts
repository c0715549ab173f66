import type { JsonObject } from "@chatexport/core";
import { objectOf, stringOf, textOf } from "@chatexport/core/read";

/**
 * The names of the backups that rewinding uses (2.0 and later), by the file that they are of; null
 * where the tool noted that there was no file. Snapshots repeat all names again and again, so each
 * stands once.
 */
export class FileHistory {
  // A path is a name that a transcript chose: as the key of an object it could reach a prototype.
  readonly #backups = new Map<string, Set<string | null>>();

  /** Takes what a record tells. False when it names no file. */
  add(record: JsonObject): boolean {
    if (record.type === "file-history-delta")
      return this.#addBackup(textOf(record.trackingPath), objectOf(record.backup));
    const tracked = Object.entries(objectOf(objectOf(record.snapshot)?.trackedFileBackups) ?? {});
    for (const [path, backup] of tracked) this.#addBackup(path, objectOf(backup));
    return tracked.length > 0;
  }

  /** The names by path in the order of the first mention, or undefined when there are none. */
  result(): JsonObject | undefined {
    if (this.#backups.size === 0) return undefined;
    return Object.fromEntries(Array.from(this.#backups, ([path, names]) => [path, [...names]]));
  }

  #addBackup(path: string | undefined, backup: JsonObject | undefined): boolean {
    if (path === undefined) return false;
    const names = this.#backups.get(path) ?? new Set();
    this.#backups.set(path, names);
    const name = backup?.backupFileName === null ? null : stringOf(backup?.backupFileName);
    if (name !== undefined) names.add(name);
    return true;
  }
}
