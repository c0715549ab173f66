import type { Json } from "@chatexport/core";
import { sinkChecks } from "@chatexport/testkit";
import { describe, test } from "vitest";
import claude, { type TranscriptOptions } from "../src/index.js";

// Where each name is a tool's own.
const open = new Set(["input"]);

/** The names of a record's fields, without what they hold. */
function shapeOf(value: Json, key = ""): unknown {
  if (open.has(key)) return key;
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, key));
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shapeOf(inner, name)]),
  );
}

function outline(document: string): unknown {
  if (document !== "" && !document.endsWith("\n")) throw new Error("The last line has no end");
  return document
    .split("\n")
    .slice(0, -1)
    .map((line) => shapeOf(JSON.parse(line)));
}

const reasonings: Required<TranscriptOptions>["reasoning"][] = ["omit", "text"];

describe.each(reasonings)("with reasoning: %s", (reasoning) => {
  const isVariant = reasoning === "text";
  const checks = sinkChecks({ create: () => claude({ reasoning }), outline, isVariant });
  for (const { name, skip, run } of checks)
    test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
});
