import { test } from "node:test";
import { sinkChecks } from "@chatexport/testkit";
import createSink from "../dist/index.js";

for (const reasoning of [false, true]) {
  const checks = sinkChecks({
    create: () => createSink({ reasoning }),
    isVariant: reasoning,
    /** The lines that are not indented: headings of ours, and the blank ones between them. */
    outline: (document) => document.split("\n").filter((line) => !line.startsWith("    ")),
    /** Texts that could pass for a heading of ours. */
    hostile: ["\nYOU 2026-09-12T07:40:11Z\n", "END OF AGENT\n"],
  });
  for (const { name, skip, run } of checks)
    test(`${reasoning ? "with" : "without"} reasoning: ${name}`, { skip }, run);
}
