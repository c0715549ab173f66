import { compareStrings, type JsonObject } from "@chatexport/core";
import { getOrAdd, objectOf, objectsOf, textOf } from "@chatexport/core/read";
import { attachmentTypes } from "../parse/attachments.js";
import { systemSubtypes } from "../parse/system-records.js";
import { isKnownType } from "../records/records.js";
import { attachmentKeys, blockKeys, blockTypes, messageKeys, recordKeys } from "./known-keys.js";

/** Where in a record a name stands. */
export type NamePlace =
  | "record-type"
  | "system-subtype"
  | "attachment-type"
  | "block-type"
  | "record-key"
  | "message-key"
  | "attachment-key"
  | "block-key";

/** A name that this version of the reader does not know. Holds no value of any record. */
export interface UnknownName {
  place: NamePlace;
  /** The name, or "(not a plain name)" for one that could be a path or a text. */
  name: string;
  /** How many times it stands there. */
  count: number;
  /** The versions of the tool that wrote it, as far as the records say. */
  versions: string[];
}

/** Collects the names that are not known, from one record after the other. */
export class UnknownNames {
  readonly #found = new Map<string, Omit<UnknownName, "versions"> & { versions: Set<string> }>();

  /** Looks at types and keys, but not inside what tools took and gave: there, keys are data. */
  add(record: JsonObject): void {
    const version = versionOf(record.version);
    const note = (place: NamePlace, name: string) => this.#note(place, name, version);
    const type = textOf(record.type);
    if (type !== undefined && !isKnownType(type)) note("record-type", type);
    for (const key in record) if (!recordKeys.has(key)) note("record-key", key);

    const subtype = type === "system" ? textOf(record.subtype) : undefined;
    if (subtype !== undefined && !systemSubtypes.has(subtype)) note("system-subtype", subtype);

    const attachment = objectOf(record.attachment) ?? {};
    const attached = textOf(attachment.type);
    if (attached !== undefined && !attachmentTypes.has(attached)) note("attachment-type", attached);
    for (const key in attachment) if (!attachmentKeys.has(key)) note("attachment-key", key);

    const message = objectOf(record.message) ?? {};
    for (const key in message) if (!messageKeys.has(key)) note("message-key", key);
    for (const block of objectsOf(message.content)) {
      addBlock(block, note);
      for (const inner of objectsOf(block.content)) addBlock(inner, note);
    }
  }

  /** What was found, by place and name. */
  result(): UnknownName[] {
    return [...this.#found.values()]
      .map((found) => ({ ...found, versions: [...found.versions].sort(compareStrings) }))
      .sort((a, b) => compareStrings(a.place, b.place) || compareStrings(a.name, b.name));
  }

  #note(place: NamePlace, given: string, version: string | undefined): void {
    const name = plainName.test(given) ? given : "(not a plain name)";
    const key = `${place} ${name}`;
    const found = getOrAdd(this.#found, key, () => ({
      place,
      name,
      count: 0,
      versions: new Set<string>(),
    }));
    found.count++;
    if (version !== undefined) found.versions.add(version);
  }
}

const plainName = /^[A-Za-z_][A-Za-z0-9_-]{0,60}$/;

function addBlock(block: JsonObject, note: (place: NamePlace, name: string) => void): void {
  const type = textOf(block.type);
  if (type !== undefined && !blockTypes.has(type)) note("block-type", type);
  for (const key in block) if (!blockKeys.has(key)) note("block-key", key);
}

function versionOf(value: unknown): string | undefined {
  const version = textOf(value);
  return version !== undefined && /^\d{1,4}(?:\.\d{1,6}){1,3}$/.test(version) ? version : undefined;
}
