import { basename } from "node:path";
import { addTallies, allMessages, allParts, type Session, withSubagents } from "@chatexport/core";
import type { Reading } from "../reading.js";
import type { Finished, Invariant } from "./finished.js";
import { wholeFile } from "./whole-file.js";

/** True when whole lines are gone and nothing else: nobody can tell that there were more. */
function isShorter({ fault, files, damaged }: Finished): boolean {
  return fault.places.every(({ path }) => {
    const [was, is] = [files.get(path), damaged.get(path)].map((bytes) => bytes?.toString());
    if (was === undefined || is === undefined) return false;
    const lines = new Set(was.split("\n"));
    return is.split("\n").every((line) => line === "" || lines.has(line));
  });
}

/** True when a piece of each damaged text is gone and nothing else. */
function isWithoutPiece({ fault, files, damaged, store }: Finished): boolean {
  if (!store.isPlain) return false;
  return fault.places.every(({ path }) => {
    const [was, is] = [files.get(path), damaged.get(path)];
    if (!was || !is) return false;
    const end = is.findIndex((byte, at) => byte !== was[at]);
    const rest = end === -1 ? 0 : is.length - end;
    return was.subarray(was.length - rest).equals(is.subarray(is.length - rest));
  });
}

/** True when a list of places was changed, and is one still. */
function isOtherRegister({ fault, damaged, store: { register } }: Finished): boolean {
  return fault.places.every(({ path }) => {
    if (basename(path) !== register) return false;
    try {
      return JSON.parse(String(damaged.get(path))) !== null;
    } catch {
      return false;
    }
  });
}

function unownedMalformed({ stores }: Reading): number {
  return addTallies(stores.flatMap(({ unowned = {} }) => Object.values(unowned))).malformed ?? 0;
}

/** True when a path is one of the damaged places, or lies below one. */
function isIn(path: string, { places }: Finished["fault"]): boolean {
  return places.some((place) => path === place.path || path.startsWith(`${place.path}/`));
}

/** SQLite takes what comes after damage in a `-wal` for what was never committed. */
function isUncommitted({ fault }: Finished): boolean {
  return fault.places.every(({ path }) => path.endsWith("-wal"));
}

/** A session that is gone was named, or something at the place that it came from. */
export const lostSessionsAreNamed: Invariant = (finished) => {
  const { before, after, fault } = finished;
  const isRenamed = [...after.sessions.keys()].some((key) => !before.sessions.has(key));
  if (isRenamed || fault.isInvisible || isUncommitted(finished)) return [];
  if (isShorter(finished) || isWithoutPiece(finished) || isOtherRegister(finished)) return [];
  // Of sessions that consist of lines of a common file, nothing else may be left.
  const isCounted = unownedMalformed(after) > unownedMalformed(before);
  // What a damaged fact takes for a sub-agent is in the session that began it.
  const within = new Set(
    [...after.sessions.values()].flatMap((each) =>
      [...withSubagents(each.session)].map(({ source, id }) => `${source} ${id}`),
    ),
  );
  return [...before.sessions].flatMap(([key, { session, ref }]) => {
    if (after.sessions.has(key) || within.has(key)) return [];
    const isNamed = after.diagnostics.some(
      (each) =>
        each.session === session.id ||
        (each.origin?.path !== undefined &&
          (isIn(each.origin.path, fault) || each.origin.path === session.origin?.path)),
    );
    // In what is only listed on request, nothing was said.
    if (isNamed || ref.listedBy !== undefined || isCounted) return [];
    return [`${key} is gone, and nobody says so`];
  });
};

/**
 * A text of a message whose line, or row, is as it was comes out somewhere, or it was said that its
 * file could not be read.
 */
export const untouchedTextsComeOut: Invariant = (finished) => {
  const { before, after, fault } = finished;
  if (fault.isInvisible || fault.isDeep) return [];
  const all = [...after.sessions.values()].map(({ jsonl }) => jsonl ?? "").join("");
  const [untouched, touched] = [untouchedLines(finished), touchedLines(finished)];
  if (untouched === undefined) return [];
  const failed = new Set(
    after.diagnostics.filter(({ code }) => code === "session-failed").map((each) => each.session),
  );
  return [...before.sessions].flatMap(([key, { session, jsonl }]) => {
    if (after.sessions.get(key)?.jsonl === jsonl || failed.has(session.id)) return [];
    const lost = textsOf(session).filter(
      ({ escaped, path }) =>
        !all.includes(escaped) &&
        !(path !== undefined && wholeFile(after, path)) &&
        untouched.includes(escaped) &&
        !touched.includes(escaped),
    );
    return lost.map(({ escaped }) => `a text of ${key} is lost: ${escaped.slice(0, 100)}`);
  });
};

/** The lines that stand in the damaged files as they stood before; undefined where nobody can tell. */
function untouchedLines({ fault, files, damaged, store }: Finished): string | undefined {
  const texts: string[] = [];
  for (const { path, row } of fault.places) {
    const [was, is] = [files.get(path), damaged.get(path)];
    if (row || !was || !is || !path.endsWith(".jsonl")) return undefined;
    // Which session a line belongs to is told by the lines above it.
    if (store.isMixed || store.name.startsWith("jsonl/")) return undefined;
    const lines = new Set(was.toString().split("\n"));
    texts.push(
      is
        .toString()
        .split("\n")
        .filter((line) => lines.has(line) && speaksForItself(line))
        .join("\n"),
    );
  }
  return texts.join("\n");
}

/** The lines of the damaged files that do not stand in them any more: what they say may be repeated. */
function touchedLines({ fault, files, damaged }: Finished): string {
  return fault.places
    .flatMap(({ path }) => {
      const lines = new Set(damaged.get(path)?.toString().split("\n"));
      return (files.get(path)?.toString().split("\n") ?? []).filter((line) => !lines.has(line));
    })
    .join("\n");
}

/**
 * True when the prompt says by itself that it was said: of one that was taken back, it depends on what the
 * queue says after it.
 */
function speaksForItself(line: string): boolean {
  try {
    return JSON.parse(line).type !== "queue-operation";
  } catch {
    return false;
  }
}

function textsOf(session: Session): { escaped: string; path: string | undefined }[] {
  return [...withSubagents(session)].flatMap((each) =>
    [...allMessages(each)].flatMap((message) => {
      // What a fork took from another session lies in that one's file.
      const path = message.origin?.path ?? each.origin?.path;
      return [...allParts(message)]
        .flatMap((part) => (part.type === "text" && part.text.length >= 8 ? [part.text] : []))
        .map((text) => ({ escaped: JSON.stringify(text).slice(1, -1), path }));
    }),
  );
}
