import type { Json, JsonObject } from "@chatexport/core";
import {
  byName,
  type DamagedText,
  listOf,
  nameSet,
  objectOf,
  textOf,
  utcTime,
  wordOf,
} from "@chatexport/core/read";
import { qoderTypes } from "./qoder-names.js";

/*
 * The names that Claude Code gives to its records and their fields. Nothing outside this package
 * knows them. Seen in the versions 0.2.126 to 2.1.332; the set grows with nearly every release.
 */

/** A record together with its line in the file, counted from 1. */
export interface Entry {
  line: number;
  /** Empty where the line holds none. */
  record: JsonObject;
  /** The damaged text on the line instead of a record. */
  damaged?: DamagedText;
  /** The records on the next lines, where all are loose: an entry for each costs as much as they do. */
  further?: JsonObject[];
}

/** The records of entries. */
export function* recordsOf(entries: Iterable<Entry>): Generator<JsonObject> {
  for (const { record, further = [] } of entries) {
    yield record;
    yield* further;
  }
}

/** True when a record is of an unknown type, and nothing hangs on it. */
export function isLoose(record: JsonObject): boolean {
  const { type, uuid, isSidechain } = record;
  const isLinked = uuid !== undefined || isSidechain !== undefined;
  const isKnown = isTranscriptType(type) || isLastFrame(record) || skipReason(record);
  return !isLinked && !isKnown;
}

/** Records that form the conversation: each has a uuid and names its parent. */
export const conversationTypes = nameSet("user assistant system attachment progress");

/**
 * Records about the session; only the last one of each type counts. Other tools write `session_start`, which
 * names the directory and the time.
 */
export const stateTypes = nameSet(
  "custom-title ai-title last-prompt tag agent-name agent-color agent-setting permission-mode",
  "mode worktree-state relocated continued-in fork-context-ref agent_metadata session_start cost-state",
  "derived-from ended-by-model dev-mods repl-mode",
);

/** Records about the session that add up. */
export const linkTypes = nameSet("pr-link frame-link");

/** Records that name the backups of files in another folder, which rewinding uses. */
export const fileHistoryTypes = nameSet("file-history-snapshot file-history-delta");

/** Records without a link of their own that belong to the conversation where they are written. */
export const standaloneTypes = nameSet("queue-operation content-replacement");

/** Calls and results as records of their own, which other writers than the tool make. */
const callTypes = nameSet("tool_use tool_result");

/** Records that are left out, with the reason. */
export const skippedTypes: ReadonlyMap<string, string> = byName([
  // The chain runs through them, but what they show is shown again by what follows.
  ["progress", "progress"],
  // These hold ids of the user's account.
  [
    "account",
    "bridge-session session-owner hybrid-organization memory-mode artifact-autoreact-ledger",
  ],
  [
    "internal-state",
    "artifact-comment-monitor data-flow-incomplete data-flow-records observer-ref resume-head-vouch",
    "history-suppression atis-latch isolation-latch attribution-snapshot speculation-accept tools-used",
  ],
  // What was sent to the model (2.1.330): it repeats the conversation and the system prompt.
  ["request-log", "api-request api-request-blob api-request-shape api-request-resumed"],
]);

/** Records of a workflow's journal: the work of its agents is in their own transcripts. */
const journalTypes = nameSet("started result");

/** True when a record is the last frame of a headless run, which counts tokens and cost (2.1.143). */
function isLastFrame({ type, subtype, key }: JsonObject): boolean {
  return type === "result" && key === undefined && typeof subtype === "string";
}

/** True when a record is about the session, and no part of the conversation. */
export function isAboutSession(record: JsonObject): boolean {
  return aboutSession.has(wordOf(record.type)) || isLastFrame(record);
}

const aboutSession = nameSet(
  "summary",
  ...stateTypes,
  ...qoderTypes,
  ...linkTypes,
  ...fileHistoryTypes,
);

/** True when a progress record tells of a sub-agent in a way that is not known. */
export function isOtherProgress({ type, data }: JsonObject): boolean {
  if (type !== "progress" || data === undefined) return false;
  const { type: kind, agentId, message = {}, normalizedMessages } = objectOf(data) ?? {};
  if (kind !== "agent_progress") return typeof kind !== "string";
  const isCopy = (copy: Json) => objectOf(objectOf(copy)?.message) !== undefined;
  const said = objectOf(message);
  const copies = listOf(normalizedMessages ?? []);
  const isKnown = said && objectOf(said.message ?? {}) && copies?.every(isCopy);
  return typeof agentId !== "string" || !isKnown;
}

/** Beginnings of the names of further internal records. */
const internalPrefixes = ["artifact-", "marble-origami-"];

/** The reason why a record is left out, or undefined for one that is not. */
export function skipReason(record: JsonObject): string | undefined {
  const { type } = record;
  if (typeof type !== "string" || isOtherProgress(record)) return undefined;
  const reason = skippedTypes.get(type);
  if (reason) return reason;
  // The last frame of a headless run has the same type, but no key.
  if (journalTypes.has(type)) return record.key === undefined ? undefined : "journal";
  return internalPrefixes.some((prefix) => type.startsWith(prefix)) ? "internal-state" : undefined;
}

/** True when a transcript may have a record of this type. */
export function isTranscriptType(type: unknown): type is string {
  if (typeof type !== "string") return false;
  const read = [conversationTypes, standaloneTypes, callTypes, aboutSession];
  return read.some((types) => types.has(type)) || skipReason({ type }) !== undefined;
}

/** True when a value is an id as the tool makes them, so that no other record or session has it. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

/**
 * The identity that a record and its copy share: the uuid, with the id of the response or else the
 * time. Copies of responses got the time of the copying in 1.0.56, the others keep theirs.
 * Undefined when a record has neither of the two, or no real uuid: other writers count from 1 in
 * each file.
 */
export function identityOf({ uuid, timestamp, message }: JsonObject): string | undefined {
  const { id, model } = objectOf(message) ?? {};
  const witness = (model === "<synthetic>" ? undefined : textOf(id)) ?? utcTime(timestamp);
  return isUuid(uuid) && witness ? [uuid, witness].join(" ") : undefined;
}

/**
 * True when a version may have copied records with new times: until 1.0.60 when `claude -p` resumed a
 * session, with new uuids, in 2.0.0 when one was forked, and in 2.0.2 when VS Code resumed one, into its
 * own file.
 */
export function hasNewCopies(version: unknown): boolean {
  return /^(?:[01]|2\.0)\./.test(wordOf(version));
}
