import { listOf, objectOf, type TallyCounter, textOf, wordOf } from "@chatexport/core/read";
import { type Entry, hasNewCopies } from "../records/records.js";

/**
 * Finds the entries of a transcript that were written a second time: whenever VS Code resumed a session (2.0.2),
 * what was said since the last time was appended to its own file, with new uuids and all at one time. Only
 * messages and their ids are the same. What hangs on a copy hangs on the original then.
 */
export class RewrittenEntries {
  readonly #found = new Set<Entry>();
  readonly #firstTimes = new Map<string, string>();
  #time: string | undefined;
  #run: Entry[] = [];
  #isRewritten = false;

  /**
   * Takes the next entry. Those that were written at one time, beginning with the user, are copies when a
   * response among them is an earlier one.
   */
  add(entry: Entry): void {
    const at = textOf(entry.record.timestamp);
    if (at === undefined || at !== this.#time) {
      const { type, version } = entry.record;
      this.#time = type === "user" && hasNewCopies(version) ? at : undefined;
      this.#run = [];
      this.#isRewritten = false;
    }
    const response = responseOf(entry);
    if (this.#time !== undefined) {
      this.#run.push(entry);
      this.#isRewritten ||= (this.#firstTimes.get(response ?? "") ?? at) !== at;
      if (this.#isRewritten) for (const each of this.#run.splice(0)) this.#found.add(each);
    }
    if (response !== undefined && at !== undefined && !this.#firstTimes.has(response))
      this.#firstTimes.set(response, at);
  }

  /** All entries without those, which are counted. */
  without(entries: readonly Entry[], tally: TallyCounter): readonly Entry[] {
    if (this.#found.size === 0) return entries;
    // Of equal texts the last one: what was said next hangs on the end of the copies.
    const originals = new Map<string, string>();
    const replaced = new Map<string, string>();
    return entries.flatMap((entry) => {
      const { line, record } = entry;
      const uuid = textOf(record.uuid);
      if (uuid === undefined) return [entry];
      const keys = contentKeys(entry);
      const found = keys.flatMap((key) => originals.get(key) ?? []);
      const original = found.at(-1);
      if (original !== undefined && found.length === keys.length && this.#found.has(entry)) {
        replaced.set(uuid, original);
        tally.read();
        tally.skip("duplicate");
        return [];
      }
      for (const key of keys) originals.set(key, uuid);
      const parentUuid = replaced.get(wordOf(record.parentUuid));
      return [parentUuid === undefined ? entry : { line, record: { ...record, parentUuid } }];
    });
  }
}

function responseOf({ record: { type, message } }: Entry): string | undefined {
  return type === "assistant" ? textOf(objectOf(message)?.id) : undefined;
}

/** The keys of the items of a message; in a copy each block of a prompt is a record of its own. */
function contentKeys(entry: Entry): string[] {
  const { type, message } = entry.record;
  const content = objectOf(message)?.content;
  const items = listOf(content) ?? (content === undefined ? [] : [{ type: "text", text: content }]);
  return items.map((item) => JSON.stringify([type, responseOf(entry), item]));
}
