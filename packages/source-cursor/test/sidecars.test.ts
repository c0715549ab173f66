import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { contextFor, tallyAddsUp } from "@chatexport/core";
import { createDatabases, type Databases, type KeyValues, keyValues } from "@chatexport/sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { writeDatabase } from "../../sqlite/test/support/databases.js";
import { listCaches, readCache } from "../src/list/cache-storage.js";
import { filesOf } from "../src/locate/shapes.js";
import { storeFiles } from "../src/locate/store-files.js";
import {
  readAiTracking,
  readDailyStats,
  readScoredCommits,
} from "../src/sidecars/ai-code-tracking.js";
import { planFinder, readRegistry } from "../src/sidecars/plans.js";

let folder: string;
let databases: Databases;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cursor-sidecars-"));
  databases = createDatabases();
});

afterEach(() => {
  databases.close();
  rmSync(folder, { recursive: true });
});

function write(path: string, content: string | Uint8Array): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function items(rows: Readonly<Record<string, unknown>>): KeyValues {
  const path = join(folder, "state.vscdb");
  const content = Object.entries(rows).map(([key, value]) => [key, JSON.stringify(value)]);
  writeDatabase(path, { ItemTable: { rows: content } });
  const result = keyValues(databases.open(path), "ItemTable");
  if (!result) throw new Error("no ItemTable");
  return result;
}

describe("the tracking of code", () => {
  const day = Date.UTC(2026, 0, 31);

  test("counts hashes by file, model and source, and has the summary", () => {
    const path = join(folder, "ai-code-tracking.db");
    const hash = (fileName: string, model: string, conversationId: string | null, at: number) => ({
      hash: `${fileName}${at}`,
      source: "composer",
      fileName,
      conversationId,
      timestamp: day + at,
      createdAt: day,
      model,
    });
    writeDatabase(path, {
      ai_code_hashes: {
        rows: [
          hash("cart.ts", "model-a", "C1", 1000),
          hash("cart.ts", "model-a", "C1", 3000),
          hash("__proto__", "model-b", "C1", 2000),
          hash("other.ts", "model-a", null, 0),
        ],
      },
      conversation_summaries: {
        rows: [
          {
            conversationId: "c1",
            title: "The cart",
            summaryBullets: '["one","two"]',
            updatedAt: day,
          },
          { conversationId: "c2", title: null, summaryBullets: "one\ntwo", updatedAt: null },
        ],
      },
    });
    const tracking = readAiTracking(databases.open(path));
    expect([...tracking.keys()].sort()).toEqual(["c1", "c2"]);
    expect(tracking.get("c1")).toEqual({
      code: {
        hashes: 3,
        files: Object.fromEntries([
          ["__proto__", 1],
          ["cart.ts", 2],
        ]),
        models: { "model-a": 2, "model-b": 1 },
        sources: { composer: 3 },
        firstAt: "2026-01-31T00:00:01.000Z",
        lastAt: "2026-01-31T00:00:03.000Z",
      },
      summary: {
        title: "The cart",
        bullets: ["one", "two"],
        updatedAt: "2026-01-31T00:00:00.000Z",
      },
    });
    expect(tracking.get("c2")).toEqual({ summary: { bullets: ["one", "two"] } });
  });

  test("has no conversation where tables and columns are missing", () => {
    const path = join(folder, "ai-code-tracking.db");
    writeDatabase(path, {
      ai_code_hashes: { rows: [{ hash: "a", conversationId: "c1" }] },
      conversation_summaries: { rows: [{ title: "Nobody's" }] },
    });
    expect([...readAiTracking(databases.open(path))]).toEqual([["c1", { code: { hashes: 1 } }]]);
    const empty = write("empty.db", "");
    expect(readAiTracking(databases.open(empty)).size).toBe(0);
    expect(readScoredCommits(databases.open(empty))).toEqual([]);
  });

  test("reads commits, the oldest first", () => {
    const path = join(folder, "ai-code-tracking.db");
    writeDatabase(path, {
      scored_commits: {
        rows: [
          {
            commitHash: "b",
            branchName: "main",
            scoredAt: day + 1,
            linesAdded: 3,
            v2AiPercentage: "66.67",
          },
          {
            commitHash: "a",
            branchName: null,
            scoredAt: day,
            linesAdded: null,
            v2AiPercentage: null,
          },
          {
            commitHash: null,
            branchName: null,
            scoredAt: null,
            linesAdded: 1,
            v2AiPercentage: null,
          },
        ],
      },
    });
    expect(readScoredCommits(databases.open(path))).toEqual([
      { hash: "a", scoredAt: "2026-01-31T00:00:00.000Z", numbers: {} },
      {
        hash: "b",
        branch: "main",
        scoredAt: "2026-01-31T00:00:00.001Z",
        numbers: { linesAdded: 3, v2AiPercentage: 66.67 },
      },
    ]);
  });

  test("reads the statistics of days", () => {
    const rows = items({
      "aiCodeTracking.dailyStats.v1.5.2026-02-01": { date: "2026-02-01", tabSuggestedLines: 4 },
      "aiCodeTracking.dailyStats.v1.5.2026-01-31": { composerAcceptedLines: 2, secret: "x" },
      "aiCodeTracking.dailyStats.v1.5.2026-02-02": "not an object",
      "aiCodeTracking.other": {},
    });
    expect(readDailyStats(rows)).toEqual([
      { date: "2026-01-31", composerAcceptedLines: 2 },
      { date: "2026-02-01", tabSuggestedLines: 4 },
    ]);
  });
});

describe("plans", () => {
  const registry = {
    cart_1: {
      id: "cart_1",
      name: "Cart",
      uri: { fsPath: "/home/mira/.cursor/plans/cart_1.plan.md" },
      createdBy: "C1",
    },
    tax_2: {
      id: "tax_2",
      uri: "file:///home/mira/.cursor/plans/tax_2.plan.md",
      editedBy: ["c2", "c1"],
    },
    gone_3: { id: "gone_3", createdBy: "c3", builtBy: { c4: ["todo"] } },
  };

  function given(value: unknown) {
    write("plans/cart_1.plan.md", "# Cart");
    write("plans/tax_2.plan.md", "# Tax");
    const context = { report: () => {}, signal: new AbortController().signal };
    const found = readRegistry(items({ "composer.planRegistry": value }), context);
    return planFinder([found], [folder]);
  }

  test("of the composers that created, edited or built them", () => {
    const found = given(registry);
    expect(found("c1", {})).toEqual([
      {
        type: "file",
        mediaType: "text/markdown",
        name: "cart_1.plan.md",
        path: "/home/mira/.cursor/plans/cart_1.plan.md",
        text: "# Cart",
        from: "tool",
      },
      {
        type: "file",
        mediaType: "text/markdown",
        name: "tax_2.plan.md",
        path: "/home/mira/.cursor/plans/tax_2.plan.md",
        text: "# Tax",
        from: "tool",
      },
    ]);
    expect(found("C4", {})).toMatchObject([{ name: "gone_3.plan.md", missing: "not found" }]);
    expect(found("c9", {})).toEqual([]);
  });

  test.each([
    ["a list", Object.values(registry)],
    ["a map", registry],
    ["a list of ids", Object.keys(registry)],
  ])("that a composer refers to, with a registry that is %s", (_, value) => {
    const referencedPlans = [
      "cart_1",
      { uri: { path: "/home/mira/.cursor/plans/tax_2.plan.md" } },
      "/home/mira/.cursor/plans/cart_1.plan.md",
      null,
    ];
    expect(given(value)("c9", { referencedPlans })).toMatchObject([
      { name: "cart_1.plan.md", text: "# Cart" },
      { name: "tax_2.plan.md", text: "# Tax" },
    ]);
  });

  test("are never read from outside of the folder", () => {
    write("secret.plan.md", "secret");
    const referencedPlans = ["../secret", join(folder, "secret.plan.md")];
    const found = given({})("c9", { referencedPlans });
    expect(found).toHaveLength(2);
    expect(found.every(({ text, missing }) => text === undefined && missing === "not found")).toBe(
      true,
    );
  });

  test("about unknown things", () => {
    expect(given("nonsense")("c1", {})).toEqual([]);
    expect(planFinder([], [join(folder, "none")])("c1", {})).toEqual([]);
  });
});

describe("files of the store", () => {
  const outside = { missing: "outside of Cursor's folders" };

  test("are read below the roots only", () => {
    const inside = write("cursor/images/1.png", new Uint8Array([1, 2]));
    const other = write("other/1.png", "other");
    const sibling = write("cursor-other/1.png", "other");
    const files = storeFiles([join(folder, "none"), join(folder, "cursor")]);
    expect([...(files.read(inside) as Uint8Array)]).toEqual([1, 2]);
    expect(files.read(other)).toEqual(outside);
    expect(files.read(sibling)).toEqual(outside);
    expect(files.read(join(folder, "cursor", "..", "other", "1.png"))).toEqual(outside);
    expect(files.read(join(folder, "cursor", "none"))).toEqual({ missing: "not found" });
    expect(files.read("images/1.png")).toEqual({ missing: "not found" });
    expect(files.read(join(folder, "cursor", "images"))).toEqual({ missing: "not a file" });
  });

  test("around a lone database are its images only", () => {
    const image = write("downloads/images/1.png", "image");
    const other = write("downloads/1.png", "other");
    const path = join(folder, "downloads", "state.vscdb");
    const files = filesOf([{ kind: "database", path }]);
    expect(String(files.read(image))).toBe(String(Buffer.from("image")));
    expect(files.read(other)).toEqual(outside);
  });

  test.skipIf(process.platform === "win32")("are not found by a path of Windows", () => {
    expect(storeFiles([folder]).read("C:\\Users\\mira\\1.png")).toEqual({ missing: "not found" });
  });

  test.skipIf(process.platform === "win32")(
    "are not read through links that lead elsewhere",
    () => {
      const secret = write("secret.txt", "secret");
      const inside = write("cursor/real.txt", "inside");
      symlinkSync(secret, join(folder, "cursor", "link.txt"));
      symlinkSync(inside, join(folder, "cursor", "own.txt"));
      symlinkSync(join(folder, "cursor"), join(folder, "linked"));
      const files = storeFiles([join(folder, "linked")]);
      expect(files.read(join(folder, "linked", "link.txt"))).toEqual(outside);
      for (const path of ["linked/own.txt", "linked/real.txt", "cursor/real.txt"])
        expect(String(files.read(join(folder, path)))).toBe(String(Buffer.from("inside")));
    },
  );

  test("are not read when they are huge", () => {
    const huge = write("huge.bin", "");
    truncateSync(huge, 50_000_001);
    expect(storeFiles([folder]).read(huge)).toEqual({ missing: "larger than 50 MB" });
  });
});

describe("caches", () => {
  const context = contextFor({ signal: new AbortController().signal }, {});
  const messages = [
    { role: "user", content: 'Why is "total" [wrong]? \\' },
    { role: "assistant", content: "Because of the tax: ü" },
    { role: "tool", content: "" },
  ];

  test("give what looks like messages, marked as a guess", () => {
    const binary = Buffer.from([0, 1, 0xff, 0x22, 0]);
    const text = Buffer.from(JSON.stringify({ id: 1, messages }));
    const path = write(
      "Cursor/WebStorage/1/CacheStorage/a/0_0",
      Buffer.concat([
        Buffer.from('{"messages": [{"role": "user", "cont'),
        binary,
        text,
        binary,
        Buffer.from('"messages":[] "messages":[{"role":1,"content":"no"}] "messages"'),
      ]),
    );
    write("Cursor/Cache_Data/again", text);
    write("Cursor/User/globalStorage/other", text);
    const inside = write("Cursor/User/WebStorage/https_lantern/CacheStorage/b/_0", text);
    const copies = listCaches(join(folder, "Cursor", "User"), context);
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    expect(copies.map((copy) => copy.path)).toEqual([
      join(folder, "Cursor", "Cache_Data", "again"),
      path,
      inside,
    ]);
    for (const copy of copies) {
      const session = readCache(copy, context);
      expect(session).toMatchObject({ format: "cursor/cache", native: { guess: true } });
      const [guess, ...found] = session.messages;
      expect(guess?.parts).toMatchObject([{ type: "notice", level: "warning" }]);
      expect(found.map(({ role, parts }) => [role, parts])).toEqual([
        ["user", [{ type: "text", text: messages[0]?.content }]],
        ["assistant", [{ type: "text", text: messages[1]?.content }]],
      ]);
      expect(session.records).toEqual({ read: 3, kept: 2, skipped: { empty: 1 } });
      expect(tallyAddsUp(session.records)).toBe(true);
    }
  });

  test("that cannot be read are reported", () => {
    const user = join(folder, "Cursor", "User");
    const loop = join(folder, "Cursor", "Cache_Data");
    write("Cursor/Cache.log", "a file");
    symlinkSync(loop, loop);
    const report = vi.fn();
    listCaches(user, contextFor({ report, signal: new AbortController().signal }, {}));
    expect(report.mock.calls).toMatchObject([
      [{ severity: "error", code: "unreadable-folder", origin: { path: loop } }],
    ]);
  });

  test("are left as soon as reading is aborted", () => {
    write("Cursor/Cache/inner/1", "nothing");
    const { signal } = new AbortController();
    let folders = 0;
    vi.spyOn(signal, "throwIfAborted").mockImplementation(() => {
      if (++folders > 1) throw new Error("stopped");
    });
    expect(() => listCaches(join(folder, "Cursor", "User"), contextFor({ signal }, {}))).toThrow(
      "stopped",
    );
  });

  test("that are gone or absent", () => {
    expect(listCaches(join(folder, "Cursor", "User"), context)).toEqual([]);
    const path = write("Cursor/Cache/1", "nothing");
    expect(() => readCache({ id: "cache-1", path }, context)).toThrow("no longer");
  });
});
