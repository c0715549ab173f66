import { sinkChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { shapesOfLines } from "../../../tests/fixtures/tool-sessions.js";
import copilot from "../src/index.js";

for (const { name, skip, run } of sinkChecks({ create: () => copilot(), outline: shapesOfLines }))
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
