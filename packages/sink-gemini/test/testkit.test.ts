import { sinkChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { shapesOfLines } from "../../../tests/fixtures/tool-sessions.js";
import gemini from "../src/index.js";

for (const { name, skip, run } of sinkChecks({ create: () => gemini(), outline: shapesOfLines }))
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
