import type { Reasoning } from "@chatexport/core/turns";
import { sinkChecks } from "@chatexport/testkit";
import { describe, test } from "vitest";
import { shapesOfLines } from "../../../tests/fixtures/tool-sessions.js";
import codex from "../src/index.js";

describe.each<Reasoning>(["omit", "text"])("with reasoning: %s", (reasoning) => {
  const isVariant = reasoning === "text";
  const checks = sinkChecks({
    create: () => codex({ reasoning }),
    outline: shapesOfLines,
    isVariant,
  });
  for (const { name, skip, run } of checks)
    test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
});
