import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contextFor, type SessionRef } from "../src/index.js";
import { unreadableFolder } from "../src/read/index.js";
import { type FileSourceParts, fileSource } from "../src/source/index.js";
import { emptyFolder } from "./folders.js";

const refOf = (id: string, more: Partial<SessionRef<string>> = {}): SessionRef<string> => ({
  id,
  source: "tide",
  revision: "1",
  locator: `${id} ${more.updatedAt ?? ""}`,
  ...more,
});

const sourceAt = (place: string, more: Partial<FileSourceParts<string>> = {}) =>
  fileSource<string>({
    name: "tide",
    format: "tide/log",
    places: [place],
    sessionsAt: () => [
      refOf("ebb", { updatedAt: "2026-01-01T00:00:00Z" }),
      refOf("ebb", { updatedAt: "2026-03-01T00:00:00Z", trace: true }),
      refOf("ebb", { updatedAt: "2026-02-01T00:00:00Z" }),
      refOf("flood", { trace: true }),
    ],
    filesOf: () => [join(place, "words")],
    load: () => Promise.reject(new Error("not asked")),
    formatOf: (locator) => (locator.startsWith("ebb") ? "tide/log" : "tide/trace"),
    retentionAt: () => ({ days: 30 }),
    says: { moon: "The moon is full." },
    ...more,
  });
const context = contextFor({ signal: new AbortController().signal }, {});

test("of copies the newest counts, and a trace only alone", async () => {
  const locators: string[] = [];
  for await (const { locator } of sourceAt("sea").list(context)) locators.push(locator);
  expect(locators).toEqual(["ebb 2026-02-01T00:00:00Z", "flood "]);
});

test("a store has the shapes of its sessions, and says when they are deleted", async () => {
  expect(await sourceAt("sea").stores(context)).toMatchObject([
    { sessions: 2, formats: { "tide/log": 1, "tide/trace": 1 }, retention: { days: 30 } },
  ]);
});

test("a store in which nothing could be read is not readable, and says why", async () => {
  const sessionsAt: FileSourceParts<string>["sessionsAt"] = (place, { report }) => {
    report(unreadableFolder(join(place, "logs"), new Error("you may not open it.")));
    return [];
  };
  const [store] = await sourceAt("sea", { sessionsAt }).stores(context);
  expect(store).toMatchObject({ found: true, readable: false });
  expect(store?.reason).toBe("The folder cannot be read: you may not open it.");
});

test("words are looked for in all files, and in what the source says", async () => {
  const place = emptyFolder();
  writeFileSync(join(place, "words"), "high water");
  const mayContain = (...words: string[]) =>
    sourceAt(place).mayContain?.(refOf("ebb"), words, context);
  expect(await mayContain("water", "moon")).toBe(true);
  expect(await mayContain("wind")).toBe(false);
});
