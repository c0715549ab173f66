import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import aider from "../src/index.js";
import { sessionsIn } from "../src/sessions.js";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));
const name = ".aider.chat.history.md";

/** Rewrites the history. */
function change(store: string, edit: (text: string) => string) {
  const path = join(store, name);
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}

const anyText = "Any text is a history: no line of it can be malformed.";

const checks = sourceChecks({
  create: aider,
  async makeHome(home) {
    cpSync(fixture, home, { recursive: true });
    return home;
  },
  skip: {
    "listing reads no bodies":
      "A history holds many sessions, and has no index: listing looks for the marks that begin them.",
    "damage is reported with its place": anyText,
    "damaged records are counted as malformed": anyText,
  },
  records: 38,
  recordsIn() {
    const lines = readFileSync(join(fixture, name), "utf8").split("\n");
    const isStructure = (line: string) =>
      /^(?:# aider chat|<{7}|>{7}|<\/?thinking-content)/.test(line);
    // Of a session that was started and left, there is nothing to read.
    const said = lines.slice(5).filter((line) => !isStructure(line));
    return said.map((line) => ({ line: line.replace(/^(?:####|>) ?/, "").trim() }));
  },
  async enlarge(store, bytes) {
    change(store, (text) => text.replace("\nI round", () => `\n${"x".repeat(bytes)}\n\nI round`));
  },
  async damage(store) {
    const whole = sessionsIn(join(store, name)).map(({ listed }) => listed.id);
    change(store, (text) => text.replace("Delete the old harbour page.", "\0\0\0\uFFFD"));
    return whole.filter((_, index) => index !== 1);
  },
});

for (const { name: title, skip, run } of checks)
  test(title, (context) => (skip === undefined ? run() : context.skip(skip)));
