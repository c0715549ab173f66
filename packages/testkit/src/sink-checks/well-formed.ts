import { apiVersion, type Feature, type Session } from "@chatexport/core";
import { sessionOf } from "../samples/builders.js";
import { shortSessions } from "../samples/sample-sessions.js";
import { pluginName } from "../shared/check.js";
import { featureNames } from "./feature-probes.js";
import { type CheckedSink, rendered, textsOf } from "./host.js";

// As a host takes it, which makes names of files of it.
const extension = /^[a-z\d]{1,16}(?:\.[a-z\d]{1,16})?$/;
const layouts: readonly unknown[] = [undefined, "file", "folder"];

/** Checks what a host reads of a sink before it renders anything. */
export async function* isWellFormed(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  if (sink.apiVersion !== apiVersion) yield "apiVersion is not the one of this host";
  if (!fits(sink.name, pluginName)) yield "name is not a short noun in small letters";
  if (!fits(sink.extension, extension))
    yield "extension is not one or two short words of small letters, without the first dot";
  if (!fits(sink.mediaType, /^[\w.+-]+\/[\w.+-]+$/)) yield "mediaType is not one";
  if (!layouts.includes(sink.layout)) yield 'layout is neither "file" nor "folder"';
  if (typeof sink.render !== "function") yield "render is not a function";
  if (!(sink.keeps instanceof Set)) yield "keeps is not a Set";
  const known: readonly Feature[] = featureNames;
  for (const feature of sink.keeps)
    if (!known.includes(feature)) yield `keeps has "${feature}", which is no feature`;
}

function fits(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

/** A session that has only its name gets a document, or a report says why not. */
export async function* rendersEmptySessions(subject: CheckedSink): AsyncGenerator<string> {
  const { text, reported } = await rendered(subject, subject.create(), sessionOf([]));
  if (text === "" && reported.length === 0)
    yield "a session without messages becomes nothing, and no report says so";
  if (text !== "") subject.outline(text);
}

const times = [
  "",
  "yesterday",
  "1969-12-31T23:59:59Z",
  "2026-02-30T25:61:61Z",
  "0000-01-01T00:00:00Z",
  "+275760-09-13T00:00:00.000Z",
  "+999999-01-01T00:00:00Z",
  "2026-01-01",
];
const numbers = [0, -1, 0.1 + 0.2, 1e-7, 2 ** 53, 1e21, Number.MAX_VALUE, -Number.MAX_VALUE];

/** Whatever a store has for a time or a number, there is a document. */
// biome-ignore lint/correctness/useYield: the outline of the subject throws what is wrong.
export async function* takesOddTimesAndNumbers(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  for (const session of shortSessions())
    for (const [index, time] of times.entries()) {
      const odd = withValues(session, time, numbers[index] ?? 0);
      for (const text of textsOf(await rendered(subject, sink, odd))) subject.outline(text);
    }
}

function withValues(session: Session, time: string, number: number): Session {
  return JSON.parse(JSON.stringify(session), (key, value: unknown) => {
    if (key !== "schemaVersion" && typeof value === "number") return number;
    return key.endsWith("At") && typeof value === "string" ? time : value;
  });
}
