import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contextFor, type Diagnostic } from "../src/index.js";
import { Draft, recordBeside } from "../src/source/index.js";
import { emptyFolder } from "./folders.js";

function read(path: string) {
  const reports: Diagnostic[] = [];
  const { signal } = new AbortController();
  const draft = new Draft();
  const context = contextFor({ signal, report: (found) => reports.push(found) }, {});
  const record = recordBeside(path, draft, context);
  return { record, tally: draft.tally.result(), codes: reports.map(({ code }) => code), draft };
}

test("a file beside a session is a record of it", () => {
  const path = join(emptyFolder(), "facts.json");
  expect(read(path)).toMatchObject({ record: undefined, tally: { read: 0 }, codes: [] });
  writeFileSync(path, '{\n "mood": "calm"\n}');
  expect(read(path)).toMatchObject({
    record: { mood: "calm" },
    tally: { read: 1, kept: 1 },
    codes: [],
  });
});

test("one that is damaged is counted, noted and reported", () => {
  const path = join(emptyFolder(), "facts.json");
  writeFileSync(path, '{"mood": "ca');
  const { record, tally, codes, draft } = read(path);
  expect(record).toBeUndefined();
  expect(tally).toMatchObject({ read: 1, malformed: 1 });
  expect(codes).toEqual(["malformed-line"]);
  expect(draft.messages[0]?.parts).toMatchObject([{ native: { text: '{"mood": "ca' } }]);
});

test("one that cannot be read is reported", () => {
  const path = join(emptyFolder(), "facts.json");
  mkdirSync(path);
  expect(read(path)).toMatchObject({ record: undefined, codes: ["unreadable-file"] });
});
