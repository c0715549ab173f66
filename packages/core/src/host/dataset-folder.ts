import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../errors.js";
import { type JsonObject, objectOf } from "../json.js";
import { parseLine } from "../read/lines-of-text.js";
import { type Lock, lockFolder } from "./lock-folder.js";
import { makeFolder } from "./make-folder.js";

/** The file in which the folder of a dataset says what it holds. */
export const manifestName = "manifest.json";

/** The first field of every manifest. */
export interface ManifestFormat {
  format: string;
  version: number;
  /** The contents of the folder, as people call them: "tables". */
  contents: string;
}

/** The fields of the manifest in a folder, of whatever format; none where there is no manifest. */
export function manifestIn(folder: string): JsonObject {
  const text = attempt(() => readFileSync(join(folder, manifestName), "utf8"));
  return objectOf(parseLine(text ?? "")) ?? {};
}

/**
 * The manifest of the dataset in a folder; undefined where the folder is empty or missing. Throws, with what to do,
 * for a folder that holds something else, and for a dataset of another version.
 */
export function datasetManifest(
  folder: string,
  { format, version, contents }: ManifestFormat,
): JsonObject | undefined {
  const manifest = manifestIn(folder);
  if (manifest.format !== format) {
    refuseUnlessEmpty(folder);
    return undefined;
  }
  if (manifest.version === version) return manifest;
  throw new Error(
    `${folder} holds ${contents} of version ${JSON.stringify(manifest.version)}, and this chatexport writes version ${version}: name another folder, or install the chatexport that wrote this one`,
  );
}

function refuseUnlessEmpty(folder: string): void {
  const names = attempt(() => readdirSync(folder)) ?? [];
  // What systems and programs hide there is nobody's data.
  if (names.some((name) => !name.startsWith(".")))
    throw new Error(`${folder} holds something else: name an empty folder with --out`);
}

/** Locks the folder of a dataset, which is made if need be; `staging` is a folder in it for files that are not whole. */
export async function lockDataset(
  folder: string,
  options: Parameters<typeof lockFolder>[1],
): Promise<{ lock: Lock; staging: string }> {
  // Names that begin with a dot are no data for those who read it.
  const staging = join(folder, ".staging");
  makeFolder(staging);
  return { lock: await lockFolder(staging, options), staging };
}
