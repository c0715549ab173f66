import type { Json } from "@chatexport/core";
import { sinkChecks } from "@chatexport/testkit";
import { test } from "vitest";
import gemini from "../src/index.js";

/** The names of a line's fields, without what they hold. */
function shapeOf(value: Json): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

function outline(document: string): unknown {
  if (document !== "" && !document.endsWith("\n")) throw new Error("The last line has no end");
  return document
    .split("\n")
    .slice(0, -1)
    .map((line) => shapeOf(JSON.parse(line)));
}

for (const { name, skip, run } of sinkChecks({ create: () => gemini(), outline }))
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
