import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import vibe from "../src/index.js";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));

test.each([
  { active_model: { key: "private" }, models: "none" },
  { active_model: "gale", modelsNext: "private" },
  { active_model: "gale", models: { gale: "private" } },
  { active_model: "gale", models: [{ alias: "gale", name: ["private"] }] },
  { active_model: "gale", models: [{ alias: ["private"], name: "gale-2" }] },
])("settings of another kind are told by their name, and are in no session", async (config) => {
  const home = mkdtempSync(join(tmpdir(), "chatexport-vibe-"));
  try {
    cpSync(fixture, home, { recursive: true });
    for (const name of readdirSync(home, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith("meta.json")) continue;
      const meta = JSON.parse(readFileSync(join(home, name), "utf8"));
      writeFileSync(join(home, name), JSON.stringify({ ...meta, config }));
    }
    const told: string[] = [];
    for await (const { session } of sessions([vibe({ home })])) {
      told.push(...Object.keys(session.records.unknownFields ?? {}));
      expect(JSON.stringify(session)).not.toContain("private");
    }
    // The fourth session has no settings.
    expect(told.filter((name) => name.endsWith(".config"))).toHaveLength(3);
  } finally {
    rmSync(home, { recursive: true });
  }
});
