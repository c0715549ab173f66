import type { Json, JsonObject } from "@chatexport/core";
import { type TallyCounter, textOf, wordOf } from "@chatexport/core/read";
import { type Entry, fileHistoryTypes, linkTypes, stateTypes } from "../records/records.js";
import { FileHistory } from "./file-history.js";

/** What the records about the session say. */
export interface SessionState {
  /** Vendor data for the session, by record type. */
  native: JsonObject;
  /** The uuid at which the tool says that the active line ends. */
  leaf: string | undefined;
  /** The other records, which belong to the conversation. */
  conversation: Entry[];
}

/**
 * Takes the records about the session out of a transcript and counts them. Of those that replace
 * each other the last one is kept: the tool repeats them near the end of the file again and again.
 */
export function takeState(
  entries: readonly Entry[],
  isOwn: (uuid: string) => boolean,
  tally: TallyCounter,
): SessionState {
  const native: JsonObject = {};
  const conversation: Entry[] = [];
  const fileHistory = new FileHistory();
  const last = new Map<string, JsonObject>();
  for (const { record } of entries)
    if (stateTypes.has(wordOf(record.type))) last.set(wordOf(record.type), record);

  for (const entry of entries) {
    const { record } = entry;
    const type = wordOf(record.type);
    if (stateTypes.has(type)) {
      if (last.get(type) === record) {
        const value = content(record);
        // An empty one takes back what was said before: a tag is cleared so.
        if (value !== "") native[type] = value;
        tally.keep();
      } else tally.skip("superseded");
    } else if (linkTypes.has(type)) {
      const links = native[type];
      if (Array.isArray(links)) links.push(content(record));
      else native[type] = [content(record)];
      tally.keep();
    } else if (fileHistoryTypes.has(type)) {
      if (fileHistory.add(record)) tally.keep();
      else tally.skip("empty-snapshot");
    } else if (type === "summary") {
      const leaf = textOf(record.leafUuid);
      if (leaf === undefined || isOwn(leaf)) tally.keep();
      else tally.skip("other-session");
    } else conversation.push(entry);
  }
  const backups = fileHistory.result();
  if (backups) native["file-history"] = backups;
  return { native, leaf: textOf(last.get("last-prompt")?.leafUuid), conversation };
}

/** A record about the session without what only says which record it is. */
function content({ type: _, sessionId, uuid, ...fields }: JsonObject): Json {
  const values = Object.values(fields);
  return values.length === 1 ? (values[0] ?? null) : fields;
}
