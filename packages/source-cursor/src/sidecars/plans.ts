import { join } from "node:path";
import { type Context, type FilePart, type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, nameInPath, objectOf, parseJson, textOf } from "@chatexport/core/read";
import { type Fields, type NamedFields, RowsBeside } from "@chatexport/core/source";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import { entriesOf } from "../locate/folders.js";
import { type StoreFiles, textFile } from "../locate/store-files.js";
import { pathFrom } from "../parse/fields.js";
import { planRegistry } from "../rows/keys.js";
import { firstText } from "../values/json-text.js";
import { pathOf } from "../values/uri.js";

/** The plans that conversations made or worked on. */
export interface Plans {
  /** Those that the composer created, edited, built or refers to; `data` is its composerData. */
  of(composerId: string, data: JsonObject): FilePart[];
}

/** A plan as the registry knows it. */
export interface Plan {
  id: string;
  /** Its path on the machine that wrote it. */
  path?: string;
  /** Ids of the composers, in lower case. */
  composers: ReadonlySet<string>;
}

/** The end of the name of a plan: `<slug>_<8 digits>.plan.md`. */
export const planSuffix = ".plan.md";

/** The plans of a registry, and of the folder `~/.cursor/plans`, which has their content. */
export function plans(registry: readonly Plan[], folder: string, files: StoreFiles): Plans {
  const names = new Set(entriesOf(folder).files);
  return {
    of(composerId, data) {
      const id = composerId.toLowerCase();
      const found = new Map<string, Plan>();
      for (const plan of registry) if (plan.composers.has(id)) found.set(fileOf(plan), plan);
      for (const reference of listOf(data.referencedPlans) ?? []) {
        const plan = planReferredTo(reference, registry);
        if (plan && !found.has(fileOf(plan))) found.set(fileOf(plan), plan);
      }
      return [...found].map(([name, { path }]): FilePart => {
        const local = join(folder, name);
        const file = {
          type: "file",
          mediaType: "text/markdown",
          name,
          path: path ?? local,
        } as const;
        if (names.has(name)) return textFile(file, local, files);
        return { ...file, missing: "not found", from: "tool" };
      });
    },
  };
}

/** The name of its file: `<slug>_<8 digits>.plan.md`, where the slug with the digits is the id. */
function fileOf({ id, path }: Plan): string {
  return (
    nameInPath(path) ?? (id.endsWith(planSuffix) ? id : id + planSuffix).replaceAll(/[\\/]/g, "_")
  );
}

/** The registry in an ItemTable: a map or a list of entries; in some versions a list of ids alone. Reports what is unknown in it. */
export function readRegistry(items: KeyValues | undefined, context: Context): Plan[] {
  const value = items?.value(planRegistry);
  const stored = (value && parseJson(textOfValue(value))) ?? null;
  const rows = new RowsBeside(registryFields);
  const byId = objectOf(stored);
  const entries = byId
    ? Object.entries(byId).map(([id, entry]) =>
        objectOf(entry) ? { id, ...objectOf(entry) } : entry,
      )
    : listOf(stored)?.map((entry) => (typeof entry === "string" ? { id: entry } : entry));
  const origin = present({ path: items?.path, at: planRegistry });
  const plans = rows.readEach(entries ?? stored, planRegistry, origin, planOf);
  rows.report(context);
  return plans.flatMap((plan) => plan ?? []);
}

/** The fields of the registry that plans themselves have. */
const registryFields: NamedFields = {
  dropped: {
    name: "the plan has it",
    composerIds: "those that the other fields name",
    createdAt: "a time of the list",
    lastUpdatedAt: "a time of the list",
  },
  kept: new Set(),
};

function planOf(fields: Fields): Plan | undefined {
  const id = fields.text("id");
  const path = pathFrom(fields, "uri");
  const composers = ["createdBy", "editedBy", "referencedBy", "builtBy"].flatMap(
    (by) => fields.made(idsIn, by) ?? [],
  );
  return id === undefined ? undefined : present({ id, path, composers: new Set(composers) });
}

/** An id, a list of ids, or a map by id; undefined for what is none of these. */
function idsIn(value: Json): string[] | undefined {
  const ids = listOf(value) ?? (textOf(value) ? [value] : Object.keys(objectOf(value) ?? {}));
  const texts = ids.flatMap((id) => textOf(id)?.toLowerCase() ?? []);
  return texts.length === ids.length && texts.length > 0 ? texts : undefined;
}

/** A reference is an id, a URI or path, or an object with one of them. */
function planReferredTo(reference: Json, registry: readonly Plan[]): Plan | undefined {
  const fields = objectOf(reference) ?? {};
  const id = firstText(fields, "id", "planId") ?? textOf(reference);
  const path = pathOf(fields.uri ?? fields.path ?? reference);
  const name = nameInPath(path);
  const known = registry.find((plan) => plan.id === id || (name && fileOf(plan) === name));
  if (known) return known;
  if (name?.endsWith(planSuffix)) return present({ id: name, path, composers: new Set<string>() });
  return id === undefined ? undefined : { id, composers: new Set() };
}
