import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import gemini from "../src/index.js";

const fixture = fileURLToPath(new URL("../fixtures/antigravity/home", import.meta.url));
const log =
  ".gemini/antigravity-cli/brain/a9110000-aaaa-4bbb-8ccc-00000000000d/.system_generated/logs/transcript_full.jsonl";

test.each(["SYSTEM_MESSAGE", "CHECKPOINT"])(
  "a %s that says something in another shape is unknown",
  async (type) => {
    const home = mkdtempSync(join(tmpdir(), "chatexport-gemini-"));
    try {
      cpSync(fixture, home, { recursive: true });
      const path = join(home, log);
      const lines = readFileSync(path, "utf8").trim().split("\n");
      const changed = lines.map((line) => {
        const step = JSON.parse(line);
        return step.type === type ? { ...step, content: { value: "deep" } } : step;
      });
      writeFileSync(path, changed.map((step) => JSON.stringify(step)).join("\n"));
      for await (const { session } of sessions([gemini({ home })]))
        expect(session.records.unknown).toMatchObject({ [type]: 1 });
    } finally {
      rmSync(home, { recursive: true });
    }
  },
);
