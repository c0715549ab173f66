import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Session, sessions, tallyAddsUp, withSubagents } from "@chatexport/core";
import codex from "@chatexport/source-codex";
import { describe, expect, it } from "vitest";
import { exportAll } from "./export.js";

/*
 * The store of a real client of Codex: all of its texts are found again.
 */

const folder = fileURLToPath(new URL("../../../shared/corpus/real-agents/codex", import.meta.url));
const home = join(folder, "home");

interface Said {
  marker: string;
  stored: string[];
}

describe.skipIf(!existsSync(folder))("the store of a real client", () => {
  it("has everything that was said, in each kind of document", async () => {
    const { said }: { said: Said[] } = JSON.parse(readFileSync(join(folder, "said.json"), "utf8"));
    const wanted = said.filter(({ stored }) => stored.some((path) => path.includes("sessions/")));
    const exported = await exportAll(codex({ home }));
    expect(exported.diagnostics).toEqual([]);
    for (const kind of ["jsonl", "markdown", "html"] as const) {
      const text = exported.sessions.map((session) => session[kind]).join("\n");
      expect([kind, wanted.filter(({ marker }) => !text.includes(marker))]).toEqual([kind, []]);
    }
    expect(wanted.length).toBeGreaterThan(80);
  });

  it("holds no name that is not known, and each record is counted", async () => {
    const all = await loaded(home);
    const parts = all.flatMap((session) => [...withSubagents(session)]);
    expect(parts.every(({ records }) => tallyAddsUp(records))).toBe(true);
    const { unknown, unknownFields, malformed } = Object.assign(
      {},
      ...parts.map((one) => one.records),
    );
    expect({ unknown, unknownFields, malformed }).toEqual({});
  });

  it("is the same when a file is compressed", async () => {
    const name = "rollout-2026-11-22T17-39-43-01a20457-a774-7453-9a2a-8dde9175d1b6.jsonl";
    const aside = mkdtempSync(join(tmpdir(), "chatexport-zst-"));
    try {
      copyFileSync(join(folder, "zst", `${name}.zst`), join(aside, `${name}.zst`));
      const [compressed] = await loaded(undefined, [aside]);
      const [plain] = await loaded(undefined, [join(home, ".codex/archived_sessions", name)]);
      expect(basename(compressed?.origin.path ?? "")).toBe(`${name}.zst`);
      const texts = (session: Session | undefined) =>
        session?.messages.flatMap(({ parts }) =>
          parts.map((part) => part.type === "text" && part.text.length > 0),
        );
      expect(texts(compressed)).toEqual(texts(plain));
      expect(compressed?.records).toEqual(plain?.records);
    } finally {
      rmSync(aside, { recursive: true });
    }
  });
});

async function loaded(from: string | undefined, roots: string[] = []): Promise<Session[]> {
  const all: Session[] = [];
  const source = codex(from === undefined ? { roots } : { home: from });
  for await (const { session } of sessions([source])) all.push(session);
  return all;
}
