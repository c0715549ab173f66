import { statSync } from "node:fs";
import { basename } from "node:path";
import { type Context, type JsonObject, present } from "@chatexport/core";
import {
  type DamagedText,
  isLinesName,
  jsonLinesOf,
  numberOf,
  objectOf,
  objectsOf,
  parsedLines,
  parseLine,
  projectOf,
  promptTitle,
  readBytes,
  readDocument,
  reportLine,
  saysSomething,
  sizeOf,
  textOf,
  utcTime,
  withoutLinesEnding,
} from "@chatexport/core/read";
import type { Listed } from "@chatexport/core/source";
import { textIn } from "./content.js";

/** The place of a trajectory: a document, or a line of a file with its bytes, the last one not included. */
export interface Place {
  path: string;
  line?: number;
  start?: number;
  end?: number;
}

/** A trajectory as a list shows it. */
export interface Head extends Listed {
  place: Place;
  bytes: number;
}

const endLength = 64 * 1024;

/** The code of a space; those of line ends and tabs come before it. */
const space = 0x20;

/** True when a file may hold trajectories, by its name. */
export function mayHoldTrajectories(path: string): boolean {
  return path.endsWith(".json") || isLinesName(path);
}

/** The trajectories in a file. Lines beside them that hold none are reported. Throws when it cannot be read. */
export function headsIn(path: string, context: Pick<Context, "report">): Head[] {
  if (!isLinesName(path)) {
    const size = sizeOf(path);
    const start = readBytes(path, 0, endLength).toString();
    const end = size > endLength ? readBytes(path, size - endLength, endLength).toString() : start;
    return headOf({ path }, statSync(path).size, start, end) ?? [];
  }
  const others: number[] = [];
  const heads = parsedLines(path, undefined, (bytes, { line, start, end }) => {
    const tail = bytes.length > endLength ? bytes.subarray(-endLength) : bytes;
    const head = bytes.subarray(0, endLength);
    // Transcripts of other tools are lines, too, and are not worth a parse.
    const found = ['"schema_version"', '"step_id"'].some((name) => head.includes(name))
      ? headOf({ path, line, start, end }, bytes.length, head.toString(), tail.toString())
      : undefined;
    if (!found && head.some((byte) => byte > space)) others.push(line);
    return found;
  });
  const found = [...heads].flat(2);
  if (found.length > 0)
    for (const line of others) reportLine({ line, malformed: "not-json" }, path, context);
  return found;
}

/** A trajectory, and what is left of it where it is damaged. */
export interface StoredTrajectory {
  trajectory: JsonObject;
  damaged: readonly DamagedText[];
}

/** The trajectory at a place; of a damaged one its whole steps. Throws when the file cannot be read. */
export function trajectoryAt({ path, line, start = 0, end = 0 }: Place): StoredTrajectory {
  const range = line === undefined ? undefined : { line, start, end };
  const document = range ? undefined : readDocument(path);
  if (document && "record" in document) return { trajectory: document.record, damaged: [] };
  const lines = range ? [...parsedLines(path, range, (bytes) => bytes.toString())].flat() : [];
  const text = document ? document.text : lines.join("");
  const whole = objectOf(parseLine(text));
  if (whole) return { trajectory: whole, damaged: [] };
  const found = [...jsonLinesOf([text], true)];
  const damaged = found.flatMap((each): DamagedText[] => ("malformed" in each ? [each] : []));
  return { trajectory: { steps: stepsIn(text) }, damaged };
}

/**
 * The facts from both ends of a trajectory, of which a short one is whole; undefined for another
 * text.
 */
function headOf(place: Place, bytes: number, start: string, end: string): Head[] | undefined {
  const isWhole = bytes <= endLength;
  const whole = isWhole ? objectOf(parseLine(start)) : undefined;
  const stepsAt = start.search(/"steps"\s{0,20}:\s{0,20}\[/);
  const beginning = `${start.slice(0, Math.max(stepsAt, 0)).trimEnd().replace(/,$/, "")}}`;
  const about = whole ?? objectOf(parseLine(beginning)) ?? {};
  const first = whole ? objectsOf(whole.steps) : stepsIn(start.slice(Math.max(stepsAt, 0)));
  if (!isTrajectory(about, first)) return undefined;
  const last = whole ? first : stepsIn(end);
  const times = (steps: readonly JsonObject[]) =>
    steps.flatMap(({ timestamp }) => utcTime(timestamp) ?? []);
  // What stands last is of the trajectory only when it ends there.
  const tail = objectOf(parseLine(`{${end.slice(Math.max(end.lastIndexOf('"extra"'), 0))}`)) ?? {};
  const extra = objectOf(whole ? whole.extra : tail.extra) ?? {};
  const cwd = textOf(extra.cwd);
  const asked = first.filter(({ source }) => source === "user");
  const name = withoutLinesEnding(basename(place.path)).replace(/\.json$/, "");
  const own = idOf(about);
  const head = present<Head>({
    id: own ?? ((place.line ?? 1) === 1 ? name : `${name}-${place.line}`),
    title: textOf(extra.title) ?? promptTitle(asked.map(({ message }) => textIn(message) ?? "")),
    cwd,
    project: projectOf(cwd),
    startedAt: times(first)[0],
    updatedAt: times(last).at(-1),
    place,
    bytes,
  });
  return [head];
}

/**
 * True for what names its version, has all fields of a trajectory, or two of its other signs: a
 * client may have one in another way.
 */
function isTrajectory(about: JsonObject, steps: readonly JsonObject[]): boolean {
  const { name, version } = objectOf(about.agent) ?? {};
  const ids = about.trajectory_id ?? about.session_id;
  const signs = [textOf(name) && textOf(version), saysSomething(ids), steps.some(isStep)];
  const isNamed = textOf(about.schema_version)?.startsWith("ATIF-") === true;
  const hasFields = ["schema_version", "agent", "steps"].every((field) => field in about);
  return isNamed || hasFields || signs.filter(Boolean).length > 1;
}

function idOf({ trajectory_id, session_id }: JsonObject): string | undefined {
  return textOf(trajectory_id) ?? textOf(session_id);
}

/** The whole steps in a piece of a trajectory. */
function stepsIn(text: string): JsonObject[] {
  return [...jsonLinesOf([text], true)]
    .flatMap((line): JsonObject[] => ("record" in line ? [line.record] : []))
    .filter(isStep);
}

function isStep({ step_id }: JsonObject): boolean {
  return numberOf(step_id) !== undefined;
}
