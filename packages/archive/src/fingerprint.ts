import { createHash } from "node:crypto";
import { compareStrings, schemaVersion } from "@chatexport/core";

/** A plugin as far as the documents made with it depend on it. */
export interface FingerprintInput {
  name: string;
  /** Of its package. */
  version: string;
  /** As they were given to it, without the roots to read. */
  options: Readonly<Record<string, unknown>>;
}

/** A hash of what a document is made with; with another one, the document may be another. */
export function fingerprintOf(...inputs: readonly FingerprintInput[]): string {
  const parts = inputs.map(({ name, version, options }) => [
    name,
    version,
    Object.entries(options).sort(([a], [b]) => compareStrings(a, b)),
  ]);
  return shortHash(JSON.stringify([schemaVersion, ...parts]));
}

/** The first 16 hexadecimal digits of the SHA-256 of a text or of bytes. */
export function shortHash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}
