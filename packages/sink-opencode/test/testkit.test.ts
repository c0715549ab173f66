import type { Json } from "@chatexport/core";
import { sinkChecks } from "@chatexport/testkit";
import { test } from "vitest";
import opencode from "../src/index.js";

/** The names of the fields of a document, without what they hold. */
function shapeOf(value: Json): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

function outline(document: string): unknown {
  return shapeOf(JSON.parse(document));
}

for (const { name, skip, run } of sinkChecks({ create: () => opencode(), outline }))
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
