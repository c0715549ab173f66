import { ok } from "node:assert/strict";
import type { Feature, Sink } from "@chatexport/core";
import type { SinkSubject } from "../sink-checks.js";
import { commonProbes, featureNames, type Probe, probes } from "./feature-probes.js";
import { everythingOf, rendered, sumOf } from "./host.js";

// Of letters alone, which no format escapes, and of the same length.
const word = "zqxfirstword";
const otherWord = "zqxotherword";

/** Whatever belongs to a feature that the sink claims to keep is found again. */
export async function keepsWhatItClaims(subject: SinkSubject): Promise<void> {
  const { keeps } = subject.create();
  for (const feature of featureNames.filter((name) => keeps.has(name))) {
    const [lost] = await lostPlaces(subject, feature);
    ok(lost === undefined, `keeps has "${feature}", but ${lost} is not found again`);
  }
}

/** They are no feature that a sink could leave out, for without them much reads wrong. */
export async function keepsSummariesAndCalls(subject: SinkSubject): Promise<void> {
  await assertKept(subject, commonProbes.summary);
  await assertKept(subject, commonProbes.callName);
}

/** The same for what the tool told its user. */
export async function keepsNotices(subject: SinkSubject): Promise<void> {
  await assertKept(subject, commonProbes.notice);
}

async function assertKept(subject: SinkSubject, probe: Probe): Promise<void> {
  ok(await survives(subject, subject.create(), probe), `${probe.place} is not found again`);
}

/** Of each feature that the sink does not claim to keep, something is lost. */
export async function claimsWhatItKeeps(subject: SinkSubject): Promise<void> {
  const { keeps } = subject.create();
  for (const feature of featureNames.filter((name) => !keeps.has(name))) {
    const lost = await lostPlaces(subject, feature);
    ok(lost.length > 0, `all of "${feature}" is found again, but keeps does not have it`);
  }
}

async function lostPlaces(subject: SinkSubject, feature: Feature): Promise<string[]> {
  const sink = subject.create();
  const lost: string[] = [];
  for (const probe of probes[feature])
    if (!(await survives(subject, sink, probe))) lost.push(probe.place);
  return lost;
}

async function survives(subject: SinkSubject, sink: Sink, probe: Probe): Promise<boolean> {
  const offer = { files: true };
  const first = await rendered(subject, sink, probe.session(word, 20_011), offer);
  if (probe.isVerbatim) return everythingOf(first).includes(word);
  const other = await rendered(subject, sink, probe.session(otherWord, 30_013), offer);
  return sumOf(first) !== sumOf(other);
}
