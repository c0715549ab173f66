import type { SessionRef } from "./plugin.js";

/**
 * A file name for a session, without an extension: its id, in which everything that could leave the folder or
 * upset a file system is encoded as in a URL.
 */
export function fileNameOf({ id }: Pick<SessionRef, "id">): string {
  const encoded = encodeURIComponent(id.replace(/\p{Cs}/gu, "\ufffd")).replaceAll("*", "%2A");
  return safeName(encoded.replace(/^\./, "%2E"));
}

const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** A name of which Windows opens a file, not a device. */
export function safeName(name: string): string {
  return deviceName.test(name) ? `${name}-` : name;
}
