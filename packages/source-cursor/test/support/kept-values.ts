import { readFileSync } from "node:fs";
import type { JsonObject } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import { filesOf } from "../../../../tests/fixtures/read-fixture.js";
import { dropped as agentDropped } from "../../src/parse/agent/fields.js";
import * as fields from "../../src/parse/fields.js";
import { itemKeys } from "../../src/rows/keys.js";
import { databasesOf, tablesOf } from "./build-store.js";

/** The keys of which no value is looked for: those that are left out, and those that are secret. */
export const dropped: Readonly<Record<string, string>> = {
  ...agentDropped,
  ...fields.dropped,
  blobEncryptionKey: "a secret",
  speculativeSummarizationEncryptionKey: "a secret",
  // It repeats `text` as the state of an editor, and is read where there is none.
  richText: "said by the text",
  "allComposers.unifiedMode": "said by the composer",
};

/** The values in the rows and lines about conversations below a folder, as JSON. */
export function keptValues(folder: string): JsonObject[] {
  const rows = databasesOf(folder).flatMap((path) => Object.values(tablesOf(path)).flat());
  const lines = Object.keys(filesOf(folder))
    .filter((path) => path.includes("agent-transcripts") && path.endsWith(".jsonl"))
    .flatMap((path) => readFileSync(path, "utf8").split("\n"));
  const texts = [...rows.flatMap(({ key, value }) => (isKept(key) ? [value] : [])), ...lines];
  return texts.flatMap((value) => {
    const text = value instanceof Uint8Array ? Buffer.from(value).toString() : textOf(value);
    return parsed(text).filter((found) => found.role !== "system");
  });
}

function isKept(key: unknown): boolean {
  const name = String(key);
  const families = [
    "bubbleId:",
    "composerData:",
    "agentKv:blob:",
    "messageRequestContext:",
    "codeBlockDiff:",
  ];
  return (
    name === itemKeys.tabs ||
    name === itemKeys.composers ||
    families.some((family) => name.startsWith(family))
  );
}

function parsed(text = ""): JsonObject[] {
  try {
    return [objectOf(JSON.parse(text, pathOfUri)) ?? []].flat();
  } catch {
    return [];
  }
}

/** A URI says its path in up to three ways, of which one is kept, as the system writes it. */
function pathOfUri(_: string, value: unknown): unknown {
  // The time of the message.
  if (typeof value === "string") return value.replace(/<timestamp>[^<]{0,60}<\/timestamp>/, "");
  const { scheme, fsPath } = objectOf(value) ?? {};
  return scheme === undefined ? value : fsPath;
}
