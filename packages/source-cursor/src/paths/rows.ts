import { familyOf } from "../stores/key-families.js";
import { plainName } from "../stores/plain-name.js";

/** The tables of keys and values of the editor's databases. */
export const keyTables = ["ItemTable", "cursorDiskKV"] as const;

/** Prefixes of the keys in `cursorDiskKV` whose values name places. What content addresses cannot change. */
export const placeFamilies = [
  "composerData:",
  "bubbleId:",
  "messageRequestContext:",
  "checkpointId:",
  "inlineDiff",
] as const;

/** Prefixes of the keys in `cursorDiskKV` that have a URI or the name of a folder in `workspaceStorage` in them. */
export const placeKeys = ["ofsContent:", "inlineDiff"] as const;

/**
 * Whether a key of `ItemTable` may hold a token or tell who somebody is: such a value is never looked into.
 * Others may be: of them only texts are taken that are, as a whole, a place that moves.
 */
export function isSecretItem(key: string): boolean {
  return /^(?:cursorAuth\/|secret:\/\/|telemetry\.|storage\.serviceMachineId)|auth|token|password|credential|apikey/i.test(
    key,
  );
}

/** What a key is called before people: without ids and places. */
export function keyLabel(table: string, key: string): string {
  return table === "ItemTable" ? plainName(key) : familyOf(key).family;
}
