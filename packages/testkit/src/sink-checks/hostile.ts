import { fail } from "node:assert/strict";
import { inspect, isDeepStrictEqual } from "node:util";
import { type IndexEntry, messageOf, type Session } from "@chatexport/core";
import { hostileStrings } from "../hostile-strings.js";
import { shortSessions } from "../samples/index.js";
import type { SinkSubject } from "../sink-checks.js";
import { rendered, textsOf } from "./host.js";
import { indexOf, sampleEntries } from "./index-entries.js";
import { differenceOf } from "./same.js";
import { textPlaces, withTexts } from "./text-places.js";

/** A text that somebody wrote changes nothing in a document but the text. */
export async function containsHostileText(subject: SinkSubject): Promise<void> {
  const sink = subject.create();
  const outline = async (session: Session) =>
    textsOf(await rendered(subject, sink, session, { files: true })).map(harmlessOutline(subject));
  for (const session of shortSessions())
    await assertContained(session, outline, `of the sample ${session.id}`);
}

/** The same for an index, where there is one. */
export async function containsHostileTextInIndex(subject: SinkSubject): Promise<void> {
  const sink = subject.create();
  if (!sink.index) return;
  const outline = async (entries: readonly IndexEntry[]) =>
    harmlessOutline(subject)(await indexOf(subject, sink, entries));
  await assertContained(sampleEntries(), outline, "of an index");
}

/** The outline of a text that drives no terminal and confuses no editor. */
function harmlessOutline(subject: SinkSubject): (text: string) => unknown {
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

async function assertContained<T>(value: T, outline: Outline<T>, where: string): Promise<void> {
  const harmless = await outline(withTexts(value, () => around("kiwi")));
  for (const hostile of hostileStrings) {
    const text = around(hostile);
    const difference = await differenceFrom(
      harmless,
      outline,
      withTexts(value, () => text),
    );
    if (difference !== undefined) fail(await explanation(value, outline, hostile, where));
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
  if (isDeepStrictEqual(found, expected)) return undefined;
  return differenceOf(inspected(found), inspected(expected));
}

function inspected(outline: unknown): string {
  return inspect(outline, { depth: null, maxArrayLength: null, breakLength: Infinity });
}

// At the beginning of a text and of a line, where marks have a meaning, and in the middle of one; never
// alone, for an empty text may be left out.
function around(text: string): string {
  return `${text} pear ${text}\n${text} fig`;
}
