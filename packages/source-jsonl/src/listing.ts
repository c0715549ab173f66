import { type Context, compareStrings, type SessionRef } from "@chatexport/core";
import { unreadableFile } from "@chatexport/core/read";
import { type ArchiveFile, filesAt } from "./files.js";
import { sessionsIn } from "./headers.js";
import type { Locator } from "./locator.js";
import type { Pipes } from "./pipes.js";

/** A session of an archive, and the file that it is in. */
export interface ListedInFile {
  ref: SessionRef<Locator>;
  file: ArchiveFile;
}

/**
 * The sessions of all roots in the order of their places, each once. Reports what hides a session:
 * files that are not ours or cannot be read, damaged lines of sessions, copies of a session.
 */
export async function listArchive(
  roots: readonly string[],
  pipes: Pipes,
  context: Context,
): Promise<ListedInFile[]> {
  const found: ListedInFile[] = [];
  for (const file of await filesAt(roots, pipes, context)) {
    try {
      for (const ref of await sessionsIn(file, context)) found.push({ ref, file });
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableFile(file.path, cause));
    }
  }
  return withoutDuplicates(found, context);
}

/** Of each session the fullest copy: the one with the latest record, then the largest, then the first. */
function withoutDuplicates(found: ListedInFile[], { report }: Context): ListedInFile[] {
  const fullest = new Map<string, ListedInFile>();
  const keyOf = ({ ref }: ListedInFile) => JSON.stringify([ref.source, ref.id]);
  for (const listed of found) {
    const known = fullest.get(keyOf(listed));
    if (!known || isFuller(listed.ref, known.ref)) fullest.set(keyOf(listed), listed);
  }
  return found.filter((listed) => {
    if (fullest.get(keyOf(listed)) === listed) return true;
    const { path, line } = listed.ref.locator;
    report({
      severity: "info",
      code: "duplicate-session",
      message: "The session stands in more than one place; a fuller or equal copy was taken.",
      origin: { path, at: line },
      session: listed.ref.id,
    });
    return false;
  });
}

function isFuller(a: SessionRef, b: SessionRef): boolean {
  const order =
    compareStrings(a.updatedAt ?? "", b.updatedAt ?? "") || (a.bytes ?? 0) - (b.bytes ?? 0);
  return order > 0;
}
