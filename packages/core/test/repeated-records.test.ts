import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contextFor, defined, type JsonObject } from "../src/index.js";
import {
  Draft,
  Fields,
  readRecords,
  recordsOfLines,
  type StoredRecord,
} from "../src/source/index.js";
import { emptyFolder } from "./folders.js";

function recordOf(raw: JsonObject, at: number): StoredRecord {
  const fields = new Fields(raw, {});
  const [id, createdAt] = [fields.text("id"), fields.time("time")];
  return defined({ id, createdAt, type: "say", at, fields, raw });
}

/** The texts that are read from lines, and the account of these. */
async function readLines(...lines: readonly string[]) {
  const path = join(emptyFolder(), "talk.jsonl");
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
  const context = contextFor({ report() {} }, {});
  const draft = new Draft();
  const file = { path, records: recordsOfLines(path, recordOf, context), draftOf: () => draft };
  const texts: (string | undefined)[] = [];
  const read = ({ fields }: StoredRecord) => {
    texts.push(fields.text("text"));
    return { kept: {} };
  };
  await readRecords(file, read, context);
  const { read: count, kept, skipped } = draft.tally.result();
  return { texts, count, kept, skipped };
}

test("a record with an id that stands twice is read once", async () => {
  const [first, second] = ['{"id":"a","text":"yes"}', '{"id":"b","text":"yes"}'] as const;
  expect(await readLines(first, first, "", first, second)).toEqual({
    texts: ["yes", "yes"],
    count: 4,
    kept: 2,
    skipped: { repeated: 2 },
  });
  const longer = '{"id":"a","text":"yes, please"}';
  expect((await readLines(first, longer)).texts).toEqual(["yes", "yes, please"]);
});

test("a record without an id is read once where nothing else has its time", async () => {
  const at = (time: string, text: string) =>
    `{"time":"2026-01-01T00:00:${time}Z","text":"${text}"}`;
  const [before, one, other] = [at("01.5", "Go on?"), at("02.25", "yes"), at("03.25", "yes")];
  expect(await readLines(before, one, one, other)).toEqual({
    texts: ["Go on?", "yes", "yes"],
    count: 4,
    kept: 3,
    skipped: { repeated: 1 },
  });
  // All that was copied from another session has one time, and the person said it twice there.
  const copied = at("02.25", "Go on?");
  expect((await readLines(copied, one, one)).texts).toEqual(["Go on?", "yes", "yes"]);
  expect((await readLines(at("02", "yes"), at("02", "yes"))).texts).toEqual(["yes"]);
  // Where there are no times, nothing was said in between.
  const [yes, why] = ['{"text":"yes"}', '{"text":"Why?"}'] as const;
  expect((await readLines(yes, yes, why, yes)).texts).toEqual(["yes", "Why?", "yes"]);
});
