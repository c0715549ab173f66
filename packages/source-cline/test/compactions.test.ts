import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import cline from "../src/index.js";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));
const id = "1790928000000_abcde";

/** The tally of a session with one more message beside its summary. */
async function recordsWith(text: string, more: object = {}) {
  const home = mkdtempSync(join(tmpdir(), "chatexport-cline-"));
  try {
    cpSync(fixture, home, { recursive: true });
    const path = join(home, `.cline/data/sessions/${id}/${id}.compaction.json`);
    const stored = JSON.parse(readFileSync(path, "utf8"));
    stored.messages.push({ role: "user", content: [{ type: "text", text, ...more }] });
    writeFileSync(path, JSON.stringify(stored));
    for await (const { session } of sessions([cline({ home })]))
      if (session.id === id) return session.records;
    return undefined;
  } finally {
    rmSync(home, { recursive: true });
  }
}

test("a message beside a summary, with a text that the session has not, is unknown", async () => {
  const records = await recordsWith("Nobody said this before.");
  expect(records?.unknown).toEqual({ user: 1 });
});

test("a message beside a summary that the session has, too, is unknown where it has a field more", async () => {
  const said = "Forty boards are enough.";
  expect((await recordsWith(said))?.unknown).toBeUndefined();
  expect((await recordsWith(said, { glow: "A lamp is lit." }))?.unknown).toEqual({ user: 1 });
});

test("the tool's notice beside a summary repeats calls of the session", async () => {
  const notice = "<SYSTEM_NOTICE>\nEarlier context was compacted. Commands ran:\n</SYSTEM_NOTICE>";
  expect((await recordsWith(notice))?.unknown).toBeUndefined();
});
