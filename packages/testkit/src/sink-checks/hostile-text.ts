import { fail } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { type IndexEntry, messageOf, type Session } from "@chatexport/core";
import { nameSet } from "@chatexport/core/read";
import { hostileStrings } from "../samples/hostile-strings.js";
import { shortSessions } from "../samples/sample-sessions.js";
import { type CheckedSink, rendered, textsOf } from "./host.js";
import { indexOf, sampleEntries } from "./index-entries.js";
import { outlineDifference } from "./outlines.js";

/** An untrusted text changes nothing in a document but the text. */
export async function* containsHostileText(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  const outline = async (session: Session) =>
    textsOf(await rendered(subject, sink, session, { files: true })).map(harmlessOutline(subject));
  const sessions = shortSessions();
  const { hostile: own = [] } = subject;
  for (const [index, session] of sessions.entries()) {
    const isForThis = (_: string, at: number) => at % sessions.length === index;
    const known = subject.isVariant ? hostileStrings.filter(isForThis) : hostileStrings;
    yield* spills(session, [...own, ...known], outline, `of the sample ${session.id}`);
  }
}

/** The same for an index, where there is one. */
export async function* containsHostileTextInIndex(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  if (!sink.index) return;
  const { hostile: own = [] } = subject;
  const outline = async (entries: readonly IndexEntry[]) =>
    harmlessOutline(subject)(await indexOf(subject, sink, entries));
  yield* spills(sampleEntries(), [...own, ...hostileStrings], outline, "of an index");
}

/** The outline of a text that drives no terminal and confuses no editor. */
function harmlessOutline(subject: CheckedSink): (text: string) => unknown {
  return (text) => {
    const [control] = /[^\P{Cc}\t\r\n]/u.exec(text) ?? [];
    if (control !== undefined) fail(`the document has the control character ${nameOf(control)}`);
    return subject.outline(text);
  };
}

function nameOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

type Outline<T> = (value: T) => Promise<unknown>;

async function* spills<T>(
  value: T,
  strings: readonly string[],
  outline: Outline<T>,
  where: string,
): AsyncGenerator<string> {
  const harmless = await outline(withTexts(value, () => around("kiwi")));
  for (const hostile of strings) {
    const text = around(hostile);
    const difference = await differenceFrom(
      harmless,
      outline,
      withTexts(value, () => text),
    );
    if (difference !== undefined) yield await explanation(value, outline, hostile, where);
  }
}

/** Names the first place at which the text alone makes a difference. */
async function explanation<T>(
  value: T,
  outline: Outline<T>,
  hostile: string,
  where: string,
): Promise<string> {
  const said = `${JSON.stringify(hostile)} is more than text`;
  for (const only of textPlaces(value)) {
    const at = (text: string) =>
      withTexts(value, (place) => around(place === only ? text : "kiwi"));
    const difference = await differenceFrom(await outline(at("kiwi")), outline, at(hostile));
    if (difference !== undefined) return `${said} in ${only} ${where}: ${difference}`;
  }
  return `${said} when it is everywhere ${where}`;
}

/** In what the outline of a value differs from the one expected; undefined when it is the same. */
async function differenceFrom<T>(
  expected: unknown,
  outline: Outline<T>,
  value: T,
): Promise<string | undefined> {
  let found: unknown;
  try {
    found = await outline(value);
  } catch (error) {
    return messageOf(error);
  }
  return isDeepStrictEqual(found, expected) ? undefined : outlineDifference(found, expected);
}

// At the beginning of a text and of a line, where marks have a meaning, and in the middle of one; never
// alone, for an empty text may be left out.
function around(text: string): string {
  return `${text} pear ${text}\n${text} fig`;
}

// Words of the model itself, content in base64, and links that the host made.
const closed = nameSet(
  "type kind role status reason relation from level trigger",
  "titleFrom createdAtFrom purpose rejectedBy synthetic data state href earlier",
);

// Here each name is a tool's own, too.
const open = nameSet("input inputSchema output native skipped unknown");

/** A copy with another text at each place where a text can be anything; places read `messages[0].id`. */
function withTexts<T>(value: T, textAt: (place: string) => string): T;
function withTexts(value: unknown, textAt: (place: string) => string): unknown {
  return replaced(value, "", false, textAt);
}

/** The places at which `withTexts` asks for a text. */
function textPlaces(value: unknown): string[] {
  const places: string[] = [];
  withTexts(value, (place) => {
    places.push(place);
    return "";
  });
  return places;
}

function replaced(
  value: unknown,
  place: string,
  isOpen: boolean,
  textAt: (place: string) => string,
): unknown {
  if (typeof value === "string") return textAt(place);
  if (Array.isArray(value))
    return value.map((item, index) => replaced(item, `${place}[${index}]`, isOpen, textAt));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const inside = place === "" ? key : `${place}.${key}`;
    if (!isOpen && closed.has(key)) return [key, inner];
    return [
      isOpen ? textAt(`${inside} (name)`) : key,
      replaced(inner, inside, isOpen || open.has(key), textAt),
    ];
  });
  return Object.fromEntries(fields);
}
