import { join } from "node:path";
import { type Context, type FilePart, type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, nameInPath, objectOf, parseJson, textOf } from "@chatexport/core/read";
import { droppedFields, type Fields, type NamedFields, RowsBeside } from "@chatexport/core/source";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import { entriesOf } from "../locate/folders.js";
import { storeFiles, textFile } from "../locate/store-files.js";
import { pathFrom } from "../parse/fields.js";
import { planRegistry } from "../rows/keys.js";
import { firstText } from "../values/json-text.js";
import { pathOf } from "../values/uri.js";

/** A plan as the registry knows it. */
interface Plan {
  id: string;
  /** Its path on the machine that wrote it. */
  path?: string;
  /** Ids of the composers, in lower case. */
  composers: ReadonlySet<string>;
}

/** The end of the name of a plan: `<slug>_<8 digits>.plan.md`. */
export const planSuffix = ".plan.md";

/** Finds the plans that a conversation created, edited, built or refers to; `data` is its composerData. */
export type FindPlans = (composerId: string, data: JsonObject) => FilePart[];

/** The plans of registries, each once, with the content that any folder like `~/.cursor` has of it. */
export function planFinder(
  registries: readonly (readonly Plan[])[],
  dotFolders: readonly string[],
): FindPlans {
  const folders = dotFolders.map((folder) => join(folder, "plans"));
  const files = storeFiles(folders);
  const places = folders.map((folder) => ({ folder, names: new Set(entriesOf(folder).files) }));
  return (composerId, data) => {
    const id = composerId.toLowerCase();
    const found = new Map<string, FilePart>();
    for (const registry of [[], ...registries]) {
      const plans = new Map<string, Plan>();
      for (const plan of registry) if (plan.composers.has(id)) plans.set(fileOf(plan), plan);
      for (const reference of listOf(data.referencedPlans) ?? []) {
        const plan = planReferredTo(reference, registry);
        if (plan && !plans.has(fileOf(plan))) plans.set(fileOf(plan), plan);
      }
      for (const [name, plan] of plans)
        for (const { folder, names } of [...places, { folder: "", names: new Set() }]) {
          const local = join(folder, name);
          const { path = local } = plan;
          const file = { type: "file", mediaType: "text/markdown", name, path } as const;
          const part: FilePart = names.has(name)
            ? textFile(file, local, files)
            : { ...file, missing: "not found", from: "tool" };
          if (part.text !== undefined || !found.has(name)) found.set(name, part);
        }
    }
    return [...found.values()];
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
  dropped: droppedFields({
    "the plan has it": { texts: "name" },
    "those that the other fields name": { objects: "composerIds" },
    "a time of the list": { texts: "createdAt lastUpdatedAt" },
  }),
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
