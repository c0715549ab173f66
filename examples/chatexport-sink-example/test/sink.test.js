import { test } from "node:test";
import { sinkChecks } from "@chatexport/testkit";
import createSink from "../dist/index.js";

for (const reasoning of [false, true]) {
  const checks = sinkChecks({
    create: () => createSink({ reasoning }),
    isVariant: reasoning,
    /** What is not indented. */
    outline: (document) => document.split("\n").filter((line) => !line.startsWith("    ")),
  });
  for (const { name, skip, run } of checks)
    test(`${reasoning ? "with" : "without"} reasoning: ${name}`, { skip }, run);
}
