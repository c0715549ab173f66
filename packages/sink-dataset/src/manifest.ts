import { statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { DatasetPrivacy, JsonObject } from "@chatexport/core";
import { datasetManifest } from "@chatexport/core/host";
import { numberOf, objectOf, objectsOf, stringOf, textOf } from "@chatexport/core/read";
import type { Settings } from "./options.js";

/** The name of its card. */
export const cardName = "README.md";

const format = "chatexport-dataset";
const version = 1;

/** The description that a data set has of itself. */
export interface Manifest {
  /** Everything it depends on besides its sessions; empty while it is being written. */
  basis: JsonObject;
  files: readonly FileEntry[];
  sessions: readonly SessionEntry[];
}

/** A file of lines, or the card. */
export interface FileEntry {
  name: string;
  bytes: number;
  sha256: string;
}

/** A session that was looked at: it is in a split, or was left out for a reason. */
interface SessionEntry {
  source: string;
  id: string;
  revision: string;
  split?: string;
  leftOut?: string;
}

/**
 * The manifest of the data set in a folder; undefined where there is none. Throws for a folder that
 * holds something else, and for a data set of another version.
 */
export function readManifest(folder: string): Manifest | undefined {
  const manifest = datasetManifest(folder, { format, version, contents: "a data set" });
  if (!manifest) return undefined;
  return {
    basis: objectOf(manifest.basis) ?? {},
    files: objectsOf(manifest.files).flatMap(fileIn),
    sessions: objectsOf(manifest.sessions).flatMap(sessionIn),
  };
}

function fileIn(file: JsonObject): FileEntry[] {
  const [name, bytes, sha256] = [textOf(file.name), numberOf(file.bytes), textOf(file.sha256)];
  const isWhole = name !== undefined && bytes !== undefined && sha256 !== undefined;
  return isWhole ? [{ name, bytes, sha256 }] : [];
}

function sessionIn(session: JsonObject): SessionEntry[] {
  // A store may not say of which tool a session is.
  const [source, id] = [stringOf(session.source), stringOf(session.id)];
  const revision = stringOf(session.revision);
  const isWhole = source !== undefined && id !== undefined && revision !== undefined;
  return isWhole ? [{ source, id, revision }] : [];
}

/** Everything that a data set depends on besides its sessions, as in its manifest. */
export function basisOf(settings: Settings, privacy: DatasetPrivacy | undefined): JsonObject {
  const basis = { ...settings, decisions: privacy?.revision() };
  return objectOf(JSON.parse(JSON.stringify(basis))) ?? {};
}

/** The text of a manifest. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ format, version, ...manifest }, null, 1)}\n`;
}

/** True when a data set was written on the same basis, and all its files are still there. */
export function isIntact(folder: string, { basis, files }: Manifest, wanted: JsonObject): boolean {
  const hasFile = ({ name, bytes }: FileEntry) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    // The card may be edited.
    return found !== undefined && (found.size === bytes || name === cardName);
  };
  return isDeepStrictEqual(basis, wanted) && files.every(hasFile);
}
