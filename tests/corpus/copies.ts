import { basename, dirname, join, sep } from "node:path";
import { isSameResponse, type RawResponse, responsesOf } from "./counts.js";
import { blocksOf, type ClaudeTranscript } from "./raw.js";

/*
 * Resuming once wrote a new transcript that began with the records of the old one. A record is the same
 * when its uuid and its content are. Ids of another shape are invented, and the same in many files.
 */

/** True when a transcript is that of an agent, by its name. */
export function isAgent({ path }: Pick<ClaudeTranscript, "path">): boolean {
  return basename(path).startsWith("agent-");
}

/**
 * The transcripts in groups that share records; most are alone in theirs. Agents are always alone: what
 * they repeat stands in the transcript of their session.
 */
export function families(transcripts: readonly ClaudeTranscript[]): ClaudeTranscript[][] {
  const familyOf = new Map<ClaudeTranscript, ClaudeTranscript[]>();
  const holders = new Map<string, ClaudeTranscript>();
  for (const transcript of transcripts) {
    familyOf.set(transcript, [transcript]);
    if (isAgent(transcript)) continue;
    for (const record of keysOf(transcript)) {
      const key = `${dirname(transcript.path)} ${record}`;
      const mine = familyOf.get(transcript) ?? [];
      const theirs = familyOf.get(holders.get(key) ?? transcript) ?? [];
      holders.set(key, transcript);
      if (mine === theirs) continue;
      const both = [...theirs, ...mine];
      for (const member of both) familyOf.set(member, both);
    }
  }
  return [...new Set(familyOf.values())];
}

/** The transcripts of a family of which each message stands in a larger one of it. */
export function containedIn(family: readonly ClaudeTranscript[]): ClaudeTranscript[] {
  const recordsOf = new Map(family.map((one) => [one, keysOf(one)]));
  return family.filter((one) => {
    const records = recordsOf.get(one) ?? new Set();
    return family.some((other) => {
      const others = recordsOf.get(other) ?? new Set();
      const isLarger = others.size > records.size || other.lines > one.lines;
      return isLarger && [...records].every((record) => others.has(record));
    });
  });
}

/**
 * The responses that are counted for a family: each once, and none that an agent repeats from the
 * session that started it.
 */
export function ownResponses(
  family: readonly ClaudeTranscript[],
  transcripts: readonly ClaudeTranscript[],
): RawResponse[] {
  const responses: RawResponse[] = [];
  for (const response of family.flatMap(({ records }) => responsesOf(records)))
    if (!responses.some((one) => isCopy(one, response))) responses.push(response);
  const [agent] = family.filter(isAgent);
  if (!agent) return responses;
  const starters = transcripts.filter((one) => !isAgent(one) && isStartedBy(agent, one));
  const repeated = new Set(
    starters.flatMap(({ records }) => responsesOf(records)).map(({ messageId }) => messageId),
  );
  return responses.filter(({ messageId }) => !repeated.has(messageId));
}

/** Invented transcripts use ids again; in a copy the records are the same, too. */
function isCopy(a: RawResponse, b: RawResponse): boolean {
  return isSameResponse(a, b) && a.uuids.some((uuid) => isUuid(uuid) && b.uuids.includes(uuid));
}

function isStartedBy(agent: ClaudeTranscript, { path }: ClaudeTranscript): boolean {
  const id = basename(path, ".jsonl");
  return (
    agent.path.startsWith(`${join(dirname(path), id)}${sep}`) ||
    (dirname(agent.path) === dirname(path) && agent.records[0]?.record.sessionId === id)
  );
}

/** The keys that tell records from each other; early versions turned a text into a list of one in a copy. */
function keysOf({ records }: ClaudeTranscript): Set<string> {
  const messages = records.filter(({ record }) => isUuid(record.uuid) && record.message);
  return new Set(
    messages.map(({ record }) => `${record.uuid} ${JSON.stringify(blocksOf(record))}`),
  );
}

function isUuid(value: unknown): boolean {
  return typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}
