import { readFileSync } from "node:fs";
import { type Json, type JsonObject, type Session, withSubagents } from "@chatexport/core";
import { listOf, objectOf, parseLine } from "@chatexport/core/read";
import { readStore } from "./reading.js";
import { filesBelow } from "./store-files.js";
import { inNewHome } from "./trial.js";

/**
 * The values of a record are in the session, or are left out for a reason that the source names.
 */
export const everyValueIsFound = inNewHome(async function* (trial) {
  const { dropped, rewritten, recordsIn = linesIn } = trial.subject;
  const notSought = { ...dropped, ...rewritten };
  const { sessions } = await readStore(trial);
  const records = [...recordsIn(trial.store)];
  const lost = [...lostValues(sessions, records, notSought)];
  const more = lost.length > mostShown ? `\n  and ${lost.length - mostShown} more` : "";
  if (lost.length > 0)
    yield `In no session:\n  ${lost.slice(0, mostShown).join("\n  ")}${more}\nWhat has no field belongs into native. What is left out on purpose is named in dropped as its path, with the reason, and what stands there in other words in rewritten; a key alone means every place.`;
  const paths = new Set(records.flatMap((record) => [...pathsIn(record, "")]));
  for (const path of Object.keys(notSought))
    if (path.includes(".") && !paths.has(path))
      yield `dropped or rewritten names ${path}, and no record has a value at this path.`;
});

/** The number of lost values that one failure shows. */
const mostShown = 20;

/** The objects in the lines of all files of JSON Lines at and below a path. */
function* linesIn(store: string): Generator<JsonObject> {
  for (const path of filesBelow(store)) {
    if (!path.endsWith(".jsonl")) continue;
    for (const line of readFileSync(path, "utf8").split("\n")) {
      const record = parseLine(line);
      if (typeof record === "object") yield record;
    }
  }
}

/**
 * The values of records that are in none of the sessions, each as the path of its keys with its
 * beginning: texts of at least 12 letters and digits, and numbers of at least five digits. A text may be
 * split, and lose tags or brackets around it; a text that is JSON is looked into; a time may be written in another
 * way. `dropped` has the paths and keys of which no value is looked for, with the reasons.
 */
export function* lostValues(
  sessions: Iterable<Session>,
  records: Iterable<Json>,
  dropped: Readonly<Record<string, string>> = {},
): Generator<string> {
  const found = new Found(sessions);
  const told = new Set<string>();
  for (const record of records)
    for (const [place, value] of scalarsIn(record, "", dropped)) {
      if (found.has(value)) continue;
      const lost = `${place} (${JSON.stringify(value).slice(0, 80)})`;
      if (!told.has(lost)) yield lost;
      told.add(lost);
    }
}

function* scalarsIn(
  value: Json,
  place: string,
  dropped: Readonly<Record<string, string>>,
): Generator<[place: string, value: string | number]> {
  if (typeof value === "string") {
    const inner = /^\s{0,64}[[{]/.test(value) ? jsonOf(value) : undefined;
    if (inner !== undefined) yield* scalarsIn(inner, place, dropped);
    else if (isLong(value)) yield [place, value];
  } else if (typeof value === "number") {
    if (Math.abs(value) >= 10_000) yield [place, value];
  } else if (typeof value === "object" && value !== null)
    for (const [key, field] of Object.entries(value)) {
      const path = pathOf(place, key, value);
      const isDropped =
        !Array.isArray(value) && [key, path].some((name) => Object.hasOwn(dropped, name));
      if (!isDropped) yield* scalarsIn(field, path, dropped);
    }
}

/** The paths of all fields of a record. */
function* pathsIn(value: Json, place: string): Generator<string> {
  if (typeof value === "string" && /^\s{0,64}[[{]/.test(value))
    yield* pathsIn(jsonOf(value) ?? null, place);
  if (typeof value !== "object" || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    const path = pathOf(place, key, value);
    yield path;
    yield* pathsIn(field, path);
  }
}

/** "message.content.text": the keys that lead to a field; an item of a list has the path of the list. */
function pathOf(place: string, key: string, parent: Json): string {
  if (Array.isArray(parent)) return place;
  return place === "" ? key : `${place}.${key}`;
}

function jsonOf(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return objectOf(value) ?? listOf(value);
  } catch {
    return undefined;
  }
}

const shortest = 12;

function isLong(text: string): boolean {
  return (text.slice(0, 1000).match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= shortest;
}

/** All that is in sessions. */
class Found {
  readonly #values = new Set<string | number>();
  readonly #lines = new Set<string>();
  #text = "";

  constructor(sessions: Iterable<Session>) {
    for (const whole of sessions)
      for (const { subagents: _, ...session } of withSubagents(whole)) this.#add(session);
    this.#text = [...this.#lines].join("\n");
  }

  has(value: string | number): boolean {
    if (this.#values.has(value)) return true;
    const time = new Date(value);
    if (!Number.isNaN(time.getTime()) && this.#values.has(time.toISOString())) return true;
    return typeof value === "number" ? this.#text.includes(`${value}`) : this.#hasPieces(value);
  }

  #add(value: unknown): void {
    if (typeof value === "string") {
      if (this.#values.has(value)) return;
      this.#values.add(value);
      for (const line of value.split("\n")) this.#lines.add(line.trim());
    } else if (typeof value === "number") this.#values.add(value);
    else if (typeof value === "object" && value !== null)
      for (const [key, field] of Object.entries(value)) {
        // What was a value may be a key, and the other way round.
        if (!Array.isArray(value)) this.#lines.add(key);
        this.#add(field);
      }
  }

  /** True when each line of a text is there, without the tags in it. */
  #hasPieces(text: string): boolean {
    return text.split(/\n|<\/?[\w-]{1,40}[^<>\n]{0,200}>/).every((piece) => {
      const line = piece.trim().replace(/^\[|\]$/g, "");
      if (this.#lines.has(line) || !isLong(line)) return true;
      if (!this.#text.includes(line)) return false;
      // Looked for once: records repeat themselves.
      this.#lines.add(line);
      return true;
    });
  }
}
