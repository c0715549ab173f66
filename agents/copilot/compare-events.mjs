import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatexport } from "../chatexport.mjs";
import { schemaOf } from "./home.mjs";

/**
 * Asks which types of events and which of their fields are known, of those that the client says it may store: its
 * package has a schema. A session that has one of each tells.
 *
 * @param {string} version
 * @returns {import("../clients.mjs").Comparison}
 */
export function compareEvents(version) {
  const samples = samplesOf(JSON.parse(readFileSync(schemaOf(version), "utf8")));
  const home = mkdtempSync(join(tmpdir(), "chatexport-events-"));
  const session = "00000000-0000-4000-8000-000000000000";
  const folder = join(home, ".copilot/session-state", session);
  mkdirSync(folder, { recursive: true });
  const timestamp = "2026-01-01T00:00:00.000Z";
  const lines = [...samples.values()].map((event, index) =>
    JSON.stringify({
      ...event,
      id: `event-${index}`,
      parentId: index === 0 ? null : `event-${index - 1}`,
      timestamp,
    }),
  );
  writeFileSync(join(folder, "events.jsonl"), `${lines.join("\n")}\n`);
  const words = ["doctor", "--home", home, "--from", "copilot", "--schema", "--json"];
  const { unknown } = JSON.parse(chatexport(words, { home }).stdout);
  rmSync(home, { recursive: true, force: true });
  const bad = unknown
    .flatMap((/** @type {any} */ { names }) => names)
    .map((/** @type {any} */ { place, name }) =>
      place === "record-type" ? name : `${place} ${name}`,
    );
  return {
    good: `all ${samples.size} types of events that the client says it may store are known, and their fields`,
    wrong: `Of ${samples.size} types of events that the client says it may store, and of their fields, these are not known`,
    bad: [...new Set(bad)],
    isTold: true,
  };
}

/** An event of each type that is not only shown while the client runs. @param {any} schema */
function samplesOf({ definitions }) {
  /** @type {Map<string, object>} */
  const samples = new Map();
  for (const event of definitions.SessionEvent.anyOf) {
    const { type, ephemeral, data } = resolved(event, definitions).properties ?? {};
    if (typeof type?.const !== "string" || ephemeral?.const === true) continue;
    samples.set(type.const, { type: type.const, data: sampleOf(data, definitions) });
  }
  return samples;
}

/** All that a schema allows. @param {any} schema @param {any} definitions @returns {unknown} */
function sampleOf(schema, definitions, levels = 8) {
  if (levels === 0) return null;
  const {
    const: only,
    enum: choices,
    anyOf,
    type,
    properties,
    items,
  } = resolved(schema, definitions);
  if (only !== undefined) return only;
  if (choices) return choices[0];
  if (anyOf) return sampleOf(anyOf[0], definitions, levels);
  if (type === "object")
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, field]) => [
        name,
        sampleOf(field, definitions, levels - 1),
      ]),
    );
  if (type === "array") return items ? [sampleOf(items, definitions, levels - 1)] : [];
  return { boolean: true, number: 1, integer: 1, string: "2026-01-01T00:00:00.000Z" }[
    /** @type {string} */ (type)
  ];
}

/** @param {any} schema @param {any} definitions */
function resolved(schema, definitions) {
  return definitions[schema?.$ref?.split("/").at(-1)] ?? schema ?? {};
}
