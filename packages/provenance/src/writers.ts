import { getOrAdd } from "@chatexport/core/read";
import { type AddedLines, isTelling, normal } from "./added-lines.js";
import type { TextEvidence } from "./evidence.js";
import type { Work, Written } from "./work.js";

/** The share of a file's lines from which on a session counts as one of those who wrote them. */
const leastShare = 0.25;

/** A line of so many characters is enough for itself. */
const longLine = 24;

/** A place where lines were written. */
interface Place {
  work: Work;
  written: Written;
}

/**
 * The sessions that wrote lines of a commit before the time of its author (milliseconds since 1970); `roots` are
 * the working trees of the repository. Each line is of the session that wrote it last. Too few lines, or too
 * small a share of each file, tell nothing.
 */
export function writersOf(
  files: readonly AddedLines[],
  time: number,
  works: readonly Work[],
  roots: readonly string[],
): Map<Work, TextEvidence> {
  const of = files.reduce((sum, { lines }) => sum + lines.length, 0);
  const found = new Map<Work, Map<Written, string[]>>();
  for (const file of files) {
    const last = new Map<string, Place>();
    for (const place of placesOf(file, time, works, roots))
      for (const line of place.written.lines) last.set(line, place);
    const ofFile = new Map<Work, [Written, string][]>();
    for (const line of file.lines) {
      const place = last.get(line);
      if (place) getOrAdd(ofFile, place.work, () => []).push([place.written, line]);
    }
    for (const [work, lines] of ofFile)
      if (lines.length >= file.lines.length * leastShare)
        for (const [written, line] of lines)
          getOrAdd(
            getOrAdd(found, work, () => new Map()),
            written,
            () => [],
          ).push(line);
  }
  const writers = new Map<Work, TextEvidence>();
  for (const [work, byEdit] of found) {
    const lines = [...byEdit.values()].flat();
    if (lines.length < 2 && !lines.some((line) => line.length >= longLine)) continue;
    const [most] = [...byEdit].sort(([, one], [, other]) => other.length - one.length);
    if (most) writers.set(work, { kind: "text", lines: lines.length, of, written: most[0] });
  }
  return writers;
}

/**
 * The session that wrote a line last before a time. A line that says little is known by those before and
 * after it.
 */
export function writerOfLine(
  path: string,
  [before, line, after]: readonly [string, string, string],
  time: number,
  works: readonly Work[],
  roots: readonly string[],
): Place | undefined {
  const wanted = normal(line);
  const isHere = (lines: readonly string[], at: number) =>
    lines[at] === wanted &&
    (isTelling(wanted) || isBetween(lines[at - 1], normal(before), lines[at + 1], normal(after)));
  return placesOf({ path }, time, works, roots).findLast(({ written: { lines } }) =>
    lines.some((_, at) => isHere(lines, at)),
  );
}

/** Tells if the text written around a line is also around it now; an edit ends somewhere. */
function isBetween(
  above: string | undefined,
  before: string,
  below: string | undefined,
  after: string,
): boolean {
  const isSame = (above ?? before) === before && (below ?? after) === after;
  return isSame && isTelling(`${above ?? ""}${below ?? ""}`);
}

/** The texts that were written to a file before a time, the oldest first. */
function placesOf(
  file: Omit<AddedLines, "lines">,
  time: number,
  works: readonly Work[],
  roots: readonly string[],
): Place[] {
  const places = works.flatMap((work) =>
    work.written
      // Git counts whole seconds.
      .filter((written) => written.time < time + 1000 && isOfFile(written, file, roots))
      .map((written) => ({ work, written })),
  );
  return places.sort((one, other) => one.written.time - other.written.time);
}

function isOfFile(
  { path: recorded, command = "" }: Written,
  { path, oldPath = path }: Omit<AddedLines, "lines">,
  roots: readonly string[],
): boolean {
  if (recorded === undefined) return command.includes(path.split("/").at(-1) ?? path);
  const written = recorded.replaceAll("\\", "/");
  const inner = pathBelow(written, roots);
  if (inner === path || inner === oldPath) return true;
  // A working tree can be gone, and a repository can have been moved.
  const isElsewhere = inner === undefined || inner.includes("worktrees/");
  return isElsewhere && [path, oldPath].some((each) => `/${written}`.endsWith(`/${each}`));
}

/** The files that a session wrote below one of the working trees, as paths from its root. */
export function filesOf({ written }: Work, roots: readonly string[]): string[] {
  const paths = written.flatMap(
    ({ path = "" }) => pathBelow(path.replaceAll("\\", "/"), roots) ?? [],
  );
  return [...new Set(paths)];
}

function pathBelow(path: string, roots: readonly string[]): string | undefined {
  const below = roots.filter((root) => path.startsWith(`${root}/`));
  // Of nested working trees the inner one counts.
  const inner = below.reduce(
    (longest, root) => (root.length > longest.length ? root : longest),
    "",
  );
  return inner === "" ? undefined : path.slice(inner.length + 1);
}
