import { readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  contextFor,
  type Diagnostic,
  type Session,
  type SessionRef,
  type Source,
} from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { type ZippedFile, zipOf } from "../../../scripts/zip-file.mjs";
import claudeAi from "../src/index.js";
import { conversation, message, read, textOf } from "./export.js";
import { folderWith } from "./folder.js";

const hello = conversation("c1", [message(1, "human", "Hello."), message(2, "assistant", "Hi.")]);
const list = { name: "conversations.json", content: JSON.stringify([hello]) };

/** The path of a ZIP file with some files. */
function zipWith(...files: ZippedFile[]): string {
  const path = join(folderWith({}), "data-2026-03-02.zip");
  writeFileSync(path, zipOf(files));
  return path;
}

describe("the ZIP file of an export", () => {
  test("is read as the folder in it is", async () => {
    const folder = folderWith({ "conversations.json": list.content });
    const zip = zipWith({ name: "users.json", content: "[]" }, list, {
      name: "images/conversations.json/x",
      content: "",
    });
    const [ofFolder, ofZip] = [await read(folder), await read(zip)];
    expect(ofZip.diagnostics).toEqual([]);
    const told = ({ origin, ...session }: Session) => [session, origin.path?.split(/[\\/]/).at(-1)];
    expect(ofZip.sessions.map(told)).toEqual(ofFolder.sessions.map(told));
    expect(ofZip.sessions[0]?.origin.path).toBe(join(zip, "conversations.json"));
    expect(ofZip.refs[0]?.revision).toBe(ofFolder.refs[0]?.revision);
  });

  test("may hold the export in a folder", async () => {
    for (const name of ["data-2026/conversations.json", "./conversations.json"])
      expect(
        (await read(zipWith({ ...list, name }))).sessions.map(({ messages }) =>
          messages.map(textOf),
        ),
        name,
      ).toEqual([["Hello.", "Hi."]]);
  });

  test("is told with what is in it, searched, and loaded from a ref in JSON", async () => {
    const zip = zipWith(list, { name: "memories.json", content: '[{"account_uuid":"a1"}]' });
    const source: Source = claudeAi({ roots: [zip], memory: true });
    const context = contextFor({}, {});
    expect(await source.stores(context)).toEqual([
      {
        path: join(zip, "conversations.json"),
        format: "claude-ai/export",
        found: true,
        readable: true,
        sessions: 1,
      },
    ]);
    const refs: SessionRef[] = [];
    for await (const ref of source.list(context)) refs.push(JSON.parse(JSON.stringify(ref)));
    expect(refs.map(({ id }) => id)).toEqual(["c1", "memory-a1"]);
    const [ref] = refs as [SessionRef];
    expect(await source.mayContain?.(ref, ["hello"], context)).toBe(true);
    expect(await source.mayContain?.(ref, ["bread", "rye"], context)).toBe(false);
    const other: Source = claudeAi({ roots: [zip] });
    for (const each of refs) expect((await other.load(each, context)).id).toBe(each.id);
    await other.close?.();
    await source.close?.();
  });

  test("leaves no copy behind", async () => {
    const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith("chatexport-copy"));
    const before = new Set(copies());
    const source: Source = claudeAi({ roots: [zipWith(list)] });
    for await (const _ of source.list(contextFor({}, {})));
    const made = copies().filter((name) => !before.has(name));
    expect(made.length).toBeGreaterThan(0);
    await source.close?.();
    for (const name of made) expect(copies()).not.toContain(name);
  });
});

const large = "x".repeat(200_000);

describe("a ZIP file that cannot be read", () => {
  test.each<[string, () => string, string, string]>([
    [
      "is cut off",
      () => {
        const path = zipWith(list);
        writeFileSync(path, zipOf([list]).subarray(0, -30));
        return path;
      },
      "error unreadable-zip",
      "End of central directory record signature not found",
    ],
    ["is none", () => folderZip("PK"), "error unreadable-zip", "End of central directory"],
    ["is empty", () => folderZip(""), "error unreadable-zip", "End of central directory"],
    [
      "is encrypted",
      () => zipWith({ ...list, encrypted: true }),
      "error unreadable-zip",
      "it is encrypted",
    ],
    [
      "has a name that leads out of it",
      () => zipWith({ ...list, name: "../conversations.json" }),
      "error unreadable-zip",
      "invalid relative path",
    ],
    ["is damaged", () => zipWith({ ...list, sum: 7 }), "error unreadable-zip", "it is damaged"],
    [
      "holds more than it says",
      () => zipWith({ ...list, content: large, length: 10 }),
      "error unreadable-zip",
      "too many bytes in the stream",
    ],
    [
      "says that it holds gigabytes",
      () => zipWith({ ...list, length: 2 ** 31 }),
      "error unreadable-zip",
      "it holds far more than it seems to",
    ],
    [
      "has no conversations",
      () => zipWith({ name: "photo.json", content: "[]" }),
      "info foreign-file",
      "not a list of conversations",
    ],
  ])("because it %s is told with its place, and hides no other", async (_, make, code, reason) => {
    const zip = make();
    const folder = folderWith({ "conversations.json": list.content });
    const told: string[] = [];
    const source: Source = claudeAi({ roots: [zip, folder] });
    const report = ({ severity, code, message, origin }: Diagnostic) => {
      expect(origin?.path?.startsWith(zip)).toBe(true);
      expect(message).toContain(reason);
      told.push(`${severity} ${code}`);
    };
    const ids: string[] = [];
    for await (const { id } of source.list(contextFor({ report }, {}))) ids.push(id);
    expect(told).toEqual([code]);
    expect(ids).toEqual(["c1"]);
    const [store] = await source.stores(contextFor({}, {}));
    expect(store?.readable).toBe(code === "info foreign-file");
    await source.close?.();
  });
});

function folderZip(content: string): string {
  return join(folderWith({ "data.zip": content }), "data.zip");
}
