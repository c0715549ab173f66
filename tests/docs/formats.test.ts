import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("docs/formats/claude.md names each type of record that its source knows", () => {
  const page = read("docs/formats/claude.md");
  const types = typesIn(read("packages/source-claude/src/records/records.ts"));
  expect(types.length).toBeGreaterThan(30);
  const named = new Set([...page.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
  expect(types.filter((type) => !named.has(type))).toEqual([]);
});

/** The strings in the sets and lists of the file, and the keys of its tables. */
function typesIn(source: string): string[] {
  const withoutComments = source.replaceAll(/^\s*\/\/.*$/gm, "");
  const lists = [
    ...withoutComments.matchAll(/^(?:export )?const \w+[^=]*= (?:nameSet\(|\[)(.*?)[\])];/gms),
  ];
  const tables = [...withoutComments.matchAll(/^(?:export )?const \w+[^=]*= \{\n(.*?)^\}/gms)];
  return [
    ...lists.flatMap(([, body = ""]) => [...body.matchAll(/"([^"]+)"/g)]),
    ...tables.flatMap(([, body = ""]) => [...body.matchAll(/^\s*"?([\w-]+)"?:/gm)]),
  ].flatMap(([, names]) => names?.split(" ") ?? []);
}
