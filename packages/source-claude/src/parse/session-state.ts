import { type FilePart, type Json, type JsonObject, present } from "@chatexport/core";
import {
  fieldsWhere,
  getOrAdd,
  numberOf,
  objectOf,
  objectsOf,
  type TallyCounter,
  textOf,
  wordOf,
} from "@chatexport/core/read";
import { addNative, Fields } from "@chatexport/core/source";
import { named } from "../records/named-fields.js";
import { type Entry, fileHistoryTypes, linkTypes } from "../records/records.js";
import { says } from "../says.js";

/** The end of a line of the conversation, as the last record that names one says. */
export interface NamedLeaf {
  /** Absent where everything was taken back. */
  uuid?: string | undefined;
  /** It was chosen, so that what had been said after it is no longer part of the line (2.1.330). */
  isChosen: boolean;
  /** The line of the file in which it is named. */
  line: number;
}

/**
 * Reads the records about the session and counts them. Of those that replace each other the last one is
 * kept: the tool repeats them near the end of the file again and again. `native` has them by their types, `leaf` is
 * the end of the active branch, as the tool says.
 */
export function sessionState(
  entries: readonly Entry[],
  isOwn: (uuid: string) => boolean,
  tally: TallyCounter,
): { native: JsonObject; leaf: NamedLeaf | undefined } {
  const native: JsonObject = {};
  const backups: Backups = new Map();
  const last = new Map(entries.map((entry) => [wordOf(entry.record.type), entry]));
  for (const entry of entries) {
    const { record } = entry;
    const type = wordOf(record.type);
    const fields = new Fields(record, named);
    fields.text("type");
    const isBackup = fileHistoryTypes.has(type);
    const isTold = isBackup && addBackups(fields, backups);
    if (!isBackup) fields.text("subtype");
    const left = fields.rest();
    let skipped: string | undefined;
    if (isBackup) {
      addNative({ native }, left);
      if (!isTold && !left) skipped = "empty-snapshot";
    } else if (type === "summary" || linkTypes.has(type)) {
      const leaf = type === "summary" ? textOf(record.leafUuid) : undefined;
      if (leaf === undefined || isOwn(leaf)) addLink(native, type, record);
      else skipped = "other-session";
    } else if (last.get(type) === entry) {
      const value = content(record);
      // An empty one takes back what was said before: a tag is cleared so.
      if (value !== "") native[type] = value;
    } else skipped = "superseded";
    if (skipped === undefined) tally.keep();
    else tally.skip(skipped);
    for (const name of fields.unknown) tally.unknownField("record-key", name);
  }
  const history = Array.from(backups, ([path, named]) => [path, [...named.values()]]);
  if (history.length > 0) native["file-history"] = Object.fromEntries(history);
  return { native, leaf: leafIn(last.get("active-leaf")) ?? leafIn(last.get("last-prompt")) };
}

function leafIn(entry: Entry | undefined): NamedLeaf | undefined {
  const { type, leafUuid, explicit } = entry?.record ?? {};
  const uuid = textOf(leafUuid);
  // Qoder writes it with each part of its transcripts, and when the user goes back.
  const isOfQoder = type === "active-leaf";
  if (!entry || (uuid === undefined && !(isOfQoder && leafUuid === null))) return undefined;
  return { uuid, isChosen: isOfQoder || explicit === true, line: entry.line };
}

function addLink(native: JsonObject, type: string, record: JsonObject): void {
  const links = native[type];
  if (Array.isArray(links)) links.push(content(record));
  else native[type] = [content(record)];
}

/** A record about the session without what only says which record it is. */
function content({ type: _, ...record }: JsonObject): Json {
  const isOwn = (value: Json, name: string) =>
    typeof value !== "string" || (name !== "sessionId" && name !== "uuid");
  const fields = fieldsWhere(record, isOwn) ?? {};
  const values = Object.values(fields);
  return values.length === 1 ? (values[0] ?? null) : fields;
}

/**
 * The backups that rewinding uses (2.0 and later), by the file that they are of and by their name,
 * or by the version where the tool noted that there was no file. Snapshots repeat all backups again
 * and again, so each is kept once, with the prompt for which it was made. A path is a name that a
 * transcript chose: as the key of an object it could reach a prototype.
 */
type Backups = Map<string, Map<Json | undefined, JsonObject>>;

/** Takes what a record tells. False when it names no file. */
function addBackups(record: Fields, backups: Backups): boolean {
  const isDelta = record.text("type") === "file-history-delta";
  record.text("uuid");
  record.time("timestamp");
  const messageId = record.text("messageId");
  record.text("snapshotMessageId");
  record.flag("isSnapshotUpdate");
  const snapshot = record.object("snapshot");
  snapshot?.text("messageId");
  snapshot?.time("timestamp");
  const path = isDelta ? record.text("trackingPath") : undefined;
  const tracked = snapshot?.object("trackedFileBackups");
  const all: [string, Fields | undefined, string][] =
    path === undefined ? [] : [[path, record, "backup"]];
  for (const name of tracked?.names ?? []) all.push([name, tracked, name]);
  for (const [path, holder, name] of all) {
    const named = getOrAdd(backups, path, () => new Map());
    holder?.fitting(name, (value) => addBackup(value, messageId, named));
  }
  return all.length > 0;
}

/** Adds a backup, unless it is known; false when it is none, or says something else than before. */
function addBackup(
  value: Json,
  messageId: string | undefined,
  named: Map<Json | undefined, JsonObject>,
): boolean {
  const backup = objectOf(value);
  const name = backup?.backupFileName;
  if (typeof name !== "string" && name !== null) return false;
  const key = name ?? backup?.version;
  const { messageId: _, ...known } = getOrAdd(named, key, () => present({ ...backup, messageId }));
  return JSON.stringify(known) === JSON.stringify(backup);
}

/** Pull requests (2.1.112 and later) and previews of artifacts that a session led to, each once. */
export function linkedPages(state: JsonObject): FilePart[] {
  const pages = new Map<string, FilePart>();
  const add = (address: unknown, name: string | undefined) => {
    const url = textOf(address);
    if (url) pages.set(url, present({ type: "file", name, url, from: "tool" }));
  };
  for (const { prUrl, prRepository, prNumber } of objectsOf(state["pr-link"])) {
    const number = numberOf(prNumber);
    const name = `${says.pullRequest} ${textOf(prRepository) ?? ""}#${number}`;
    add(prUrl, number === undefined ? undefined : name);
  }
  for (const { frameUrl, title } of objectsOf(state["frame-link"])) add(frameUrl, textOf(title));
  return [...pages.values()];
}
