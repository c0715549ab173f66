import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contextFor, listSessions, type Source } from "@chatexport/core";
import claude from "@chatexport/source-claude";
import claudeAi from "@chatexport/source-claude-ai";
import cursor from "@chatexport/source-cursor";
import jsonl from "@chatexport/source-jsonl";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildStore } from "../../../../scripts/cursor-store.mjs";
import { emptyFolder } from "../binary.js";
import { chatexport } from "../in-process.js";
import { unfoundWords } from "../unfound-words.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const example = join(root, "examples/home");

/*
 * A developer who adds a text to what is loaded that no store holds will see it here: it belongs to the words
 * that a source knows as its own.
 */
describe("a source is never certain that a session lacks a word that it has", () => {
  for (const name of folders("packages/source-claude/fixtures"))
    it(`in the fixture ${name} of Claude Code`, async () => {
      const home = join(root, "packages/source-claude/fixtures", name, "home");
      const store = join(root, "packages/source-claude/fixtures", name, "store");
      const place = existsSync(home) ? { home } : { roots: [store] };
      expect(await unfoundIn(claude({ ...place, memory: true }))).toEqual([]);
    });

  for (const name of folders("packages/source-cursor/fixtures"))
    it(`in the fixture ${name} of Cursor`, async () => {
      const store = built(join(root, "packages/source-cursor/fixtures", name, "store"));
      const roots = ["User", ".cursor"].map((folder) => join(store, folder)).filter(existsSync);
      expect(await unfoundIn(cursor({ roots }))).toEqual([]);
    });

  it("in the example", async () => {
    const sources: Source[] = [claude({ home: example }), cursor({ home: example })];
    for (const source of sources) {
      const { unfound, count } = await unfoundWords(source);
      expect(unfound).toEqual([]);
      expect(count).toBeGreaterThan(500);
    }
  });

  it("but knows that a word is nowhere", async () => {
    const context = contextFor({}, {});
    const sources: Source[] = [claude({ home: example }), cursor({ home: example })];
    for (const source of sources) {
      for (const { ref } of await listSessions([source], { report: () => {} })) {
        // Until 0.45 one row held all conversations of a workspace.
        const isUnclear = /"key":"(?!composerData:)/.test(JSON.stringify(ref.locator));
        const found = await source.mayContain?.(ref, ["zebrafish", "the"], context);
        expect(found, ref.id).toBe(isUnclear);
      }
      await source.close?.();
    }
  });

  it("in an archive", async () => {
    const out = emptyFolder();
    await chatexport(out, "--home", example, "--to", "jsonl", "--out", out);
    const { unfound, count } = await unfoundWords(jsonl({ roots: [out] }));
    expect(unfound).toEqual([]);
    expect(count).toBeGreaterThan(1000);
  });

  it("in the export of an account", async () => {
    const folder = emptyFolder();
    const conversations = ["first", "second"].map((word, index) => ({
      uuid: `c-${index}`,
      name: `The ${word} talk`,
      created_at: "2026-01-31T10:00:00Z",
      updated_at: "2026-01-31T10:00:00Z",
      chat_messages: [
        {
          uuid: `m-${index}`,
          sender: "human",
          content: [{ type: "text", text: `only ${word}ly` }],
        },
      ],
    }));
    writeFileSync(join(folder, "conversations.json"), JSON.stringify(conversations));
    const source = () => claudeAi({ roots: [folder] });
    const { unfound, count } = await unfoundWords(source());
    expect({ unfound, count }).toEqual({ unfound: [], count: 10 });
    const refs = [];
    const context = { report: () => {}, signal: new AbortController().signal };
    for await (const ref of source().list(context)) refs.push(ref);
    const has = refs.map((ref) => source().mayContain?.(ref, ["secondly"], context));
    expect((await Promise.all(has)).sort()).toEqual([false, true]);
  });
});

async function unfoundIn(source: Source): Promise<string[]> {
  return (await unfoundWords(source)).unfound;
}

function folders(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** A store with its databases, in which "<store>" is the path of the copy. */
function built(store: string): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "chatexport-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  cpSync(store, path, { recursive: true });
  for (const name of readdirSync(path, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".rows.json")) continue;
    const rows = join(path, name);
    writeFileSync(rows, readFileSync(rows, "utf8").replaceAll("<store>", path));
  }
  buildStore(path);
  return path;
}
