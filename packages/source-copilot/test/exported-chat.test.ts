import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import copilot from "../src/index.js";

test("a long chat that was exported began with its first request", async () => {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-copilot-"));
  try {
    const path = join(folder, "chat.json");
    const said = (message: string, length: number, timestamp: number) => ({
      message,
      response: [{ value: "x".repeat(length) }],
      timestamp,
    });
    const requests = [said("Sow.", 400_000, 1_772_442_000_000), said("Cut.", 9, 1_772_452_000_000)];
    writeFileSync(path, JSON.stringify({ responderUsername: "GitHub Copilot", requests }));
    for await (const { ref, session } of sessions([copilot({ roots: [path] })])) {
      expect(ref.startedAt).toBe("2026-03-02T09:00:00.000Z");
      expect(session.startedAt).toBe(ref.startedAt);
    }
    expect.assertions(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
