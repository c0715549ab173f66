import { join } from "node:path";
import { type FilePart, type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, nameInPath, objectOf, parseJson, textOf } from "@chatexport/core/read";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import { entriesOf } from "../locate/folders.js";
import { type StoreFiles, textFile } from "../locate/store-files.js";
import { planRegistry } from "../rows/keys.js";
import { firstText } from "../values/json-text.js";
import { pathOf } from "../values/uri.js";

/** The plans that conversations made or worked on. */
export interface Plans {
  /** Those that the composer created, edited, built or refers to; `data` is its composerData. */
  of(composerId: string, data: JsonObject): FilePart[];
}

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

/** The plans of the registry in the global ItemTable, and of the folder `~/.cursor/plans`, which has their content. */
export function plans(items: KeyValues | undefined, folder: string, files: StoreFiles): Plans {
  const registry = readRegistry(items);
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

/** A map or a list of entries; in some versions a list of ids alone. */
function readRegistry(items: KeyValues | undefined): Plan[] {
  const value = items?.value(planRegistry);
  const registry = value && parseJson(textOfValue(value));
  const list = listOf(registry);
  if (list) return list.flatMap((entry) => planOf(entry) ?? []);
  return Object.entries(objectOf(registry) ?? {}).flatMap(([id, entry]) => planOf(entry, id) ?? []);
}

function planOf(entry: Json, key?: string): Plan | undefined {
  const fields = objectOf(entry) ?? {};
  const id = textOf(fields.id) ?? key ?? textOf(entry);
  if (id === undefined) return undefined;
  const { createdBy, editedBy, referencedBy, builtBy } = fields;
  return present({
    id,
    path: pathOf(fields.uri),
    composers: new Set([createdBy, editedBy, referencedBy, builtBy].flatMap(idsIn)),
  });
}

/** An id, a list of ids, or a map by id. */
function idsIn(value: Json | undefined): string[] {
  const ids = listOf(value) ?? Object.keys(objectOf(value) ?? {});
  return [value, ...ids].flatMap((id) => textOf(id)?.toLowerCase() ?? []);
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
