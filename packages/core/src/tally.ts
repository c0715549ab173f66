import { numberOf, objectOf } from "./json.js";
import { compareStrings } from "./order.js";
import { present } from "./present.js";
import { plainName } from "./safe-text.js";

/**
 * Counts of the records read for a session, by their fate. A record is a line of a file, a row of a
 * database, or a message in a row that holds whole conversations. Always `read = kept + Σ skipped +
 * Σ unknown + malformed`.
 */
export interface Tally {
  /** Records that were read. */
  read: number;
  /** The record's content or effect is in the session. */
  kept: number;
  /** Left out, counted by reason in kebab-case. */
  skipped?: Record<string, number>;
  /** Of a type that the source does not know, counted by type; kept raw. */
  unknown?: Record<string, number>;
  /** Not readable; each has a diagnostic. */
  malformed?: number;
  /**
   * Fields that the source does not know, by place and name: "block-key.newKey". Their records are counted
   * above, and their values are kept raw.
   */
  unknownFields?: Record<string, number>;
}

/**
 * Counts records while a session is read. What is read and what became of it are counted apart, so
 * that a record that a reader forgets shows: then `tallyAddsUp` is false.
 */
export class TallyCounter {
  readonly #tally: Tally = { read: 0, kept: 0 };

  /** Counts records that were read. */
  read(count = 1): void {
    this.#tally.read += count;
  }

  /** Counts a record whose content or effect is in the session. */
  keep(): void {
    this.#tally.kept++;
  }

  /** Counts a record that is left out, with the reason in kebab-case. */
  skip(reason: string): void {
    this.#tally.skipped = increment(this.#tally.skipped, reason, 1);
  }

  /** Counts a record of an unknown type. */
  unknown(type: string): void {
    this.#tally.unknown = increment(this.#tally.unknown, type, 1);
  }

  /** Counts a field that is not known, by what it is a key of ("block-key") and its name, if it is plain. */
  unknownField(place: string, name: string): void {
    const field = `${place}.${plainName(name)}`;
    this.#tally.unknownFields = increment(this.#tally.unknownFields, field, 1);
  }

  /** Counts a record that could not be read. */
  malformed(): void {
    this.#tally.malformed = (this.#tally.malformed ?? 0) + 1;
  }

  /** The tally, with names in alphabetical order so that it does not depend on the order read. */
  result(): Tally {
    return ordered(this.#tally);
  }
}

/** The sum of several tallies. */
export function addTallies(tallies: Iterable<Tally>): Tally {
  const sum: Tally = { read: 0, kept: 0 };
  for (const tally of tallies) {
    sum.read += tally.read;
    sum.kept += tally.kept;
    for (const kind of ["skipped", "unknown", "unknownFields"] as const)
      for (const [name, count] of Object.entries(tally[kind] ?? {}))
        sum[kind] = increment(sum[kind], name, count);
    if (tally.malformed) sum.malformed = (sum.malformed ?? 0) + tally.malformed;
  }
  return ordered(sum);
}

/** True when each record that was read is accounted for. */
export function tallyAddsUp(tally: Tally): boolean {
  return (
    tally.read === tally.kept + total(tally.skipped) + total(tally.unknown) + (tally.malformed ?? 0)
  );
}

/** True when a value that was parsed is a tally; whether it adds up is not asked. */
export function isTally(value: unknown): value is Tally {
  const tally = objectOf(value);
  if (numberOf(tally?.read) === undefined || numberOf(tally?.kept) === undefined) return false;
  const { skipped = {}, unknown = {}, unknownFields = {}, malformed = 0 } = tally ?? {};
  return [skipped, unknown, unknownFields, { malformed }].every((counts) => {
    const known = objectOf(counts);
    return known && Object.values(known).every((count) => numberOf(count) !== undefined);
  });
}

/** The sum of the counts in a part of a tally. */
export function total(counts: Record<string, number> | undefined): number {
  return Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
}

// Record types come from the data, so the counts have no prototype that they could reach.
function increment(counts: Record<string, number> | undefined, name: string, by: number) {
  const result: Record<string, number> = counts ?? Object.create(null);
  result[name] = (result[name] ?? 0) + by;
  return result;
}

function ordered({ read, kept, malformed, ...counts }: Tally): Tally {
  const [skipped, unknown] = [sorted(counts.skipped), sorted(counts.unknown)];
  const unknownFields = sorted(counts.unknownFields);
  return present({ read, kept, skipped, unknown, malformed, unknownFields });
}

function sorted(counts: Record<string, number> | undefined): Record<string, number> | undefined {
  const inOrder = Object.entries(counts ?? {}).sort(([a], [b]) => compareStrings(a, b));
  return counts && Object.fromEntries(inOrder);
}
