import { expect, test } from "vitest";
import type { Diagnostic } from "../src/index.js";
import { droppedFields, RowsBeside } from "../src/source/index.js";

test("new names are only information where a tool keeps its settings", () => {
  const rows = new RowsBeside({}, { hasSettings: true });
  rows.read({ title: ["Kites"], glow: "amber" }, {}, (fields) => fields.text("title"));
  const codes: string[] = [];
  rows.report({ report: ({ code }) => codes.push(code) });
  expect(codes).toEqual(["unknown-field", "unknown-setting"]);
});

test("unknown fields of rows are told of once, with the place of the first", () => {
  const rows = new RowsBeside({ dropped: droppedFields({ "of the list": { texts: "size" } }) });
  const titleOf = (at: number, raw: { [name: string]: string | number | string[] }) =>
    rows.read(raw, { path: "/list.json", at }, (fields) => fields.text("title"));
  expect(titleOf(1, { title: "Kites", size: 3 })).toBe("Kites");
  expect(titleOf(2, { title: ["Kites"], glow: "amber" })).toBeUndefined();
  expect(titleOf(3, { title: "Tails", glow: "red" })).toBe("Tails");
  const reported: Diagnostic[] = [];
  const context = { report: (each: Diagnostic) => reported.push(each) };
  rows.report(context);
  rows.report(context);
  expect(reported).toMatchObject([
    { code: "unknown-field", origin: { at: 2 }, message: expect.stringContaining('"title"') },
    {
      code: "unknown-field",
      origin: { at: 2 },
      message: expect.stringContaining("(the first of 2)"),
    },
  ]);
});

test("a list that is none, and an item of it that is no object, are told of by the name of the list", () => {
  const rows = new RowsBeside({});
  const path = "/list.json";
  const titles = rows.readEach(
    [{ title: "Kites" }, "Tails", { glow: "amber" }],
    "kites",
    { path },
    (row) => row.text("title"),
  );
  expect(titles).toEqual(["Kites", undefined]);
  expect(rows.readEach({ title: "Kites" }, "toys", { path }, () => "read")).toEqual([]);
  expect(rows.readEach(undefined, "none", { path }, () => "read")).toEqual([]);
  const told: unknown[] = [];
  rows.report({ report: ({ message, origin }) => told.push([message.split('"')[1], origin?.at]) });
  expect(told).toEqual([
    ["kites", undefined],
    ["glow", "/2"],
    ["toys", undefined],
  ]);
});
