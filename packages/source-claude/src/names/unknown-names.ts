import { compareStrings, type JsonObject, type UnknownName as Name } from "@chatexport/core";
import { getOrAdd, textOf } from "@chatexport/core/read";
import { eachUnknownName, type NamePlace } from "../parse/each-unknown-name.js";

export type { NamePlace };

/** A name that this version of the reader does not know. Holds no value of any record. */
export interface UnknownName extends Name {
  place: NamePlace;
  versions: string[];
}

/** Collects the names that are not known, from one record after the other. */
export class UnknownNames {
  readonly #found = new Map<string, Omit<UnknownName, "versions"> & { versions: Set<string> }>();

  /** Looks at a record. */
  add(record: JsonObject): void {
    const version = versionOf(record.version);
    eachUnknownName(record, (place, name) => {
      const versions = new Set<string>();
      const found = getOrAdd(this.#found, `${place} ${name}`, () => {
        return { place, name, count: 0, versions };
      });
      found.count++;
      if (version !== undefined) found.versions.add(version);
    });
  }

  /** What was found, by place and name. */
  result(): UnknownName[] {
    return [...this.#found.values()]
      .map((found) => ({ ...found, versions: [...found.versions].sort(compareStrings) }))
      .sort((a, b) => compareStrings(a.place, b.place) || compareStrings(a.name, b.name));
  }
}

function versionOf(value: unknown): string | undefined {
  const version = textOf(value);
  return version !== undefined && /^\d{1,4}(?:\.\d{1,6}){1,3}$/.test(version) ? version : undefined;
}
