import { sinkChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { shapeOf } from "../../../tests/fixtures/tool-sessions.js";
import opencode from "../src/index.js";

function outline(document: string): unknown {
  return shapeOf(JSON.parse(document));
}

for (const { name, skip, run } of sinkChecks({ create: () => opencode(), outline }))
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
