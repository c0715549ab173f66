import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeAtomic } from "@chatexport/archive";
import {
  type EngineOptions,
  type ListedSession,
  listSessions,
  type Source,
} from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import type { CommonOptions } from "../../options/option-table.js";
import type { Run } from "../run.js";
import { indexPlace } from "./index-place.js";

/** The options that say where sessions are. */
type Places = Pick<CommonOptions, "home" | "root" | "option" | "from">;

/**
 * Lists sessions as `listSessions` does. Once there is a search index, sources read only files that have changed: beside
 * it lie the facts that they found in the others, unless a secret is in them.
 */
export async function listRemembered(
  sources: readonly Source[],
  options: Places,
  run: EngineOptions & Pick<Run, "redaction">,
): Promise<ListedSession[]> {
  const memory = fileMemory(options, run);
  const listed = await listSessions(sources, { ...run, recall: memory?.recall });
  if (!run.signal?.aborted) await memory?.save();
  return listed;
}

/** The facts that a source found in a file in some state; absent where they hold a secret. */
interface Entry {
  state: string;
  facts?: unknown;
}

/** By hashes of the keys of sources. */
type Entries = Readonly<Record<string, Entry>>;

/** The content of the file. */
interface Stored {
  /** With others, all of it is replaced. */
  rules: string;
  places: Readonly<Record<string, Entries>>;
}

/** The memory for some places; undefined before the first search made an index, and where there can be none. */
function fileMemory(options: Places, { redaction }: Pick<Run, "redaction">) {
  const index = indexPlace(options, { redaction });
  if (!index || !existsSync(index.folder)) return undefined;
  const { folder, place } = index;
  const path = join(folder, "files.json");
  const rules = `${index.rules} ${programState()}`;
  const stored = attempt(() => JSON.parse(readFileSync(path, "utf8")) as Stored | null);
  const places = stored?.rules === rules ? stored.places : {};
  const before = new Map(Object.entries(places[place] ?? {}));
  // A list of some sources says nothing of the files of others.
  const now = new Map(options.from ? before : []);
  const found: { entry: Entry; facts: unknown }[] = [];
  return {
    recall<Facts>(key: string, state: string, find: () => Facts): Facts {
      const hash = createHash("sha256").update(key).digest("base64url").slice(0, 24);
      const known = before.get(hash);
      const entry = known?.state === state ? known : { state };
      now.set(hash, entry);
      if (entry.facts !== undefined) return entry.facts as Facts;
      const facts = find();
      if (entry !== known) found.push({ entry, facts });
      return facts;
    },
    /** Writes the new facts, without those of files that are gone. Where that fails, files are read again the next time. */
    async save(): Promise<void> {
      if (found.length === 0 && now.size === before.size) return;
      const all = found.map(({ facts }) => facts);
      const masked = await redaction.data(all);
      for (const [at, { entry, facts }] of found.entries())
        if (JSON.stringify(masked[at]) === JSON.stringify(facts)) entry.facts = facts;
      const content: Stored = { rules, places: { ...places, [place]: Object.fromEntries(now) } };
      await writeAtomic(path, [JSON.stringify(content)]).catch(() => {});
    },
  };
}

/**
 * Another one when a checkout of this program was built anew: sources may find something else then. Of one that is
 * installed, the version says enough, and several may be in use.
 */
function programState(): string {
  const path = fileURLToPath(import.meta.url);
  return /[\\/]node_modules[\\/]/.test(path) ? "" : String(statSync(path).mtimeMs);
}
