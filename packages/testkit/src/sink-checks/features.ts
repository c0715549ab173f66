import type { Feature, Message, Session, Sink } from "@chatexport/core";
import { sampleSessions } from "../samples/sample-sessions.js";
import { commonProbes, featureNames, type Probe, probes } from "./feature-probes.js";
import { type CheckedSink, everythingOf, rendered, sumOf } from "./host.js";

// Of letters alone, which no format escapes, and of the same length.
const word = "zqxfirstword";
const otherWord = "zqxotherword";

/** Whatever belongs to a feature that the sink claims to keep is found again. */
export async function* keepsWhatItClaims(subject: CheckedSink): AsyncGenerator<string> {
  const { keeps } = subject.create();
  for (const feature of featureNames.filter((name) => keeps.has(name))) {
    const [lost] = await lostPlaces(subject, feature);
    if (lost !== undefined) yield `keeps has "${feature}", but ${lost} is not found again`;
  }
}

/** They are no feature that a sink could leave out, for without them much reads wrong. */
export async function* keepsSummariesAndCalls(subject: CheckedSink): AsyncGenerator<string> {
  yield* lostAt(subject, commonProbes.summary);
  yield* lostAt(subject, commonProbes.callName);
}

/** The same for what the tool told its user. */
export async function* keepsNotices(subject: CheckedSink): AsyncGenerator<string> {
  yield* lostAt(subject, commonProbes.notice);
}

async function* lostAt(subject: CheckedSink, probe: Probe): AsyncGenerator<string> {
  if (!(await survives(subject, subject.create(), probe)))
    yield `${probe.place} is not found again`;
}

/** Of each feature that the sink does not claim to keep, something is lost. */
export async function* claimsWhatItKeeps(subject: CheckedSink): AsyncGenerator<string> {
  const { keeps } = subject.create();
  for (const feature of featureNames.filter((name) => !keeps.has(name))) {
    const lost = await lostPlaces(subject, feature);
    if (lost.length === 0) yield `all of "${feature}" is found again, but keeps does not have it`;
  }
}

async function lostPlaces(subject: CheckedSink, feature: Feature): Promise<string[]> {
  const sink = subject.create();
  const lost: string[] = [];
  for (const probe of probes[feature])
    if (!(await survives(subject, sink, probe))) lost.push(probe.place);
  return lost;
}

async function survives(subject: CheckedSink, sink: Sink, probe: Probe): Promise<boolean> {
  const offer = { files: true };
  const first = await rendered(subject, sink, probe.session(word, 20_011), offer);
  if (probe.isVerbatim) return everythingOf(first).includes(word);
  const other = await rendered(subject, sink, probe.session(otherWord, 30_013), offer);
  return sumOf(first) !== sumOf(other);
}

/** Every word that people and models said on the active branch is found, as often as it was said. */
export async function* keepsEveryWord(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  for (const session of sampleSessions()) {
    const document = everythingOf(await rendered(subject, sink, session));
    for (const text of saidIn(session)) yield* missingWords(document, text);
  }
}

function saidIn({ messages }: Session): string[] {
  return messages
    .filter(isOwn)
    .flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "text" && !part.synthetic ? part.text : [])),
    );
}

// What another session holds may be folded into a line.
function isOwn({ role, synthetic, copiedFrom }: Message): boolean {
  return role !== "system" && !synthetic && !copiedFrom;
}

/** Each word is there as often as it was said. Between words may be anything: formats escape it. */
function* missingWords(document: string, text: string): Generator<string> {
  for (const [word, count] of countsOf(text)) {
    const found = document.split(word).length - 1;
    if (found < count)
      yield `"${word}" is ${found} times in a document for which it was said ${count} times: ${JSON.stringify(text.slice(0, 200))}`;
  }
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[a-z]{2,}/gi)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
