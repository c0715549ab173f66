import { getOrAdd, numberOf, objectOf, textOf, wordOf } from "@chatexport/core/read";
import {
  byTime,
  contentOf,
  type StoredPart,
  type StoredRecord,
  type WholeMessage,
} from "./stored.js";

/**
 * The messages and parts in the log that the tool deleted when their user went on from an earlier
 * place.
 */
export interface Removed {
  /** The messages removed together, in order. */
  groups: WholeMessage[][];
  /** The records of the log that it was read from. */
  used: ReadonlySet<StoredRecord>;
  /** Those that do not name the message or part that they are about. */
  nameless: ReadonlySet<StoredRecord>;
}

/** A message as the log last had it. */
interface Logged {
  message?: StoredRecord;
  parts: Map<string, StoredPart>;
}

/** The messages and parts that only the log still has; `isThere`: by the id of a message or part. */
export function removedIn(
  events: readonly StoredRecord[],
  isThere: (id: string) => boolean,
): Removed {
  const logged = new Map<string, Logged>();
  const sources = new Map<StoredRecord, StoredRecord>();
  const groups: Map<string, WholeMessage>[] = [];
  const used = new Set<StoredRecord>();
  const nameless = new Set<StoredRecord>();
  let isOpen = false;
  for (const event of events) {
    const data = objectOf(event.data.data) ?? {};
    const type = wordOf(event.data.type).replace(/\.\d+$/, "");
    const messageId = textOf(data.messageID);
    const entry = (id: string) => getOrAdd(logged, id, (): Logged => ({ parts: new Map() }));
    if (type === "message.updated") {
      const record = recordIn(data.info, event);
      if (!record) {
        nameless.add(event);
        continue;
      }
      // What is said next begins another line.
      if (!logged.has(record.id)) isOpen = false;
      entry(record.id).message = record;
      sources.set(record, event);
    } else if (type === "message.part.updated") {
      const record = recordIn(data.part, event);
      const owner = textOf(objectOf(data.part)?.messageID);
      if (!record || owner === undefined) {
        nameless.add(event);
        continue;
      }
      const time = entry(owner).parts.get(record.id)?.time ?? numberOf(data.time) ?? 0;
      const part = { ...record, messageId: owner, time };
      entry(owner).parts.set(record.id, part);
      sources.set(part, event);
    } else if (/^message\.(?:part\.)?removed$/.test(type)) {
      if (messageId === undefined) {
        nameless.add(event);
        continue;
      }
      const found = goneWith(messageId, textOf(data.partID), logged.get(messageId), isThere);
      if (!found) continue;
      if (!isOpen) groups.push(new Map());
      isOpen = true;
      for (const record of [found.message, ...found.parts]) {
        const source = sources.get(record);
        if (source) used.add(source);
      }
      used.add(event);
      const group = groups.at(-1);
      const known = group?.get(messageId);
      if (known) known.parts.push(...found.parts);
      else group?.set(messageId, found);
    }
  }
  const inOrder = (group: Map<string, WholeMessage>) => {
    for (const { parts } of group.values()) parts.sort(byTime);
    return [...group.values()].sort((one, other) => byTime(one.message, other.message));
  };
  return { groups: groups.map(inOrder), used, nameless };
}

/** The parts that went with a message, or with one of its parts. */
function goneWith(
  messageId: string,
  partId: string | undefined,
  logged: Logged | undefined,
  isThere: (id: string) => boolean,
): WholeMessage | undefined {
  if (!logged?.message || isThere(partId ?? messageId)) return undefined;
  if (partId === undefined) return { message: logged.message, parts: [...logged.parts.values()] };
  const part = logged.parts.get(partId);
  return part && { message: logged.message, parts: [part], isRest: true };
}

function recordIn(value: unknown, { origin }: StoredRecord): StoredRecord | undefined {
  const object = objectOf(value) ?? {};
  const id = textOf(object.id);
  const time = numberOf(objectOf(object.time)?.created) ?? 0;
  return id === undefined ? undefined : { id, time, origin, data: contentOf(object) };
}
