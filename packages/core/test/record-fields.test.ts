import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../src/index.js";
import { addNative, droppedFields, Fields, type Holder } from "../src/source/index.js";

const named = {
  dropped: droppedFields({ "tells nothing": { texts: "checksum" } }),
  kept: new Set(["theme"]),
};

function fieldsOf(object: JsonObject): Fields {
  return new Fields(object, named);
}

describe("a field is taken", () => {
  test("as the kind of value that its reader wants", () => {
    const fields = fieldsOf({
      title: "Tides",
      note: "",
      count: 3,
      done: false,
      at: 1_767_225_600_000,
      state: "open",
      input: [1],
      names: ["ebb", ""],
    });
    expect(fields.text("title")).toBe("Tides");
    expect(fields.string("note")).toBe("");
    expect(fields.number("count")).toBe(3);
    expect(fields.flag("done")).toBe(false);
    expect(fields.time("at")).toBe("2026-01-01T00:00:00.000Z");
    expect(fields.word(["open", "closed"], "state")).toBe("open");
    expect(fields.json("input")).toEqual([1]);
    expect(fields.texts("names")).toEqual(["ebb", ""]);
    expect(fields.rest()).toBeUndefined();
    expect(fields.unknown).toEqual([]);
  });

  test("by the first name under which there is such a value", () => {
    const fields = fieldsOf({ name: "", title: "Tides", caption: "Low water" });
    expect(fields.text("name", "title", "caption")).toBe("Tides");
    expect(fields.rest()).toEqual({ caption: "Low water" });
  });

  test("only when it is of its object, and not of the prototype of all", () => {
    expect(fieldsOf({}).json("constructor")).toBeUndefined();
    const fields = fieldsOf(JSON.parse('{"__proto__":{"wind":"north"}}'));
    expect(fields.object("__proto__")?.text("wind")).toBe("north");
    expect(JSON.stringify(fieldsOf(JSON.parse('{"__proto__":7}')).rest())).toBe('{"__proto__":7}');
  });
});

describe("what is left over", () => {
  test.each<
    [kind: "text" | "number" | "flag" | "time" | "object" | "objects" | "texts", value: Json]
  >([
    ["text", [{ type: "text", text: "Tides" }]],
    ["number", "3"],
    ["flag", "true"],
    ["time", "yesterday"],
    ["object", "Tides"],
    ["objects", ["Tides", ["low"]]],
    ["texts", ["Tides", { text: "Tides" }]],
  ])("is a value of another kind than %s, and it is unknown", (kind, value) => {
    const fields = fieldsOf({ value });
    expect(fields[kind]("value") ?? []).toEqual([]);
    expect(fields.rest()).toEqual({ value });
    expect(fields.unknown).toEqual(["value"]);
  });

  test("is a word that its reader does not know", () => {
    const fields = fieldsOf({ state: "ajar" });
    expect(fields.word(["open", "closed"], "state")).toBeUndefined();
    expect(fields.rest()).toEqual({ state: "ajar" });
  });

  test("is not unknown when the source names it, and is gone when it has a reason", () => {
    const fields = fieldsOf({ theme: "dark", checksum: "8f1c" });
    expect(fields.rest()).toEqual({ theme: "dark" });
    expect(fields.unknown).toEqual([]);
  });

  test("says something", () => {
    expect(fieldsOf({ a: null, b: "", c: false, d: [], e: {} }).rest()).toBeUndefined();
    expect(fieldsOf({ a: 0, b: true, c: [null] }).rest()).toEqual({ a: 0, b: true, c: [null] });
  });

  test("stays inside the objects that were taken", () => {
    const fields = fieldsOf({
      usage: { input: 7, model: "tide-1" },
      blocks: [{ text: "a" }, { text: "b", weight: 2 }],
    });
    fields.object("usage")?.number("input");
    for (const block of fields.objects("blocks")) block.text("text");
    expect(fields.rest()).toEqual({ usage: { model: "tide-1" }, blocks: [null, { weight: 2 }] });
    expect(fields.unknown).toEqual(["model", "weight"]);
  });

  test("are the items of a list that are no objects, beside those that are read", () => {
    const fields = fieldsOf({
      blocks: ["Tides", { text: "a" }, null, [7], { text: "b", weight: 2 }],
    });
    expect(fields.objects("blocks").map((block) => block.text("text"))).toEqual(["a", "b"]);
    expect(fields.otherKinds).toEqual(["blocks"]);
    expect(fields.rest()).toEqual({ blocks: ["Tides", null, null, [7], { weight: 2 }] });
    expect(fields.unknown).toEqual(["weight", "blocks"]);
    const whole = fieldsOf({ blocks: [{ text: "a" }, null] });
    for (const block of whole.objects("blocks")) block.text("text");
    expect(whole.rest()).toBeUndefined();
    expect(whole.otherKinds).toEqual([]);
  });

  test("is handed out once", () => {
    const fields = fieldsOf({ usage: { model: "tide-1" }, wind: "north" });
    expect(fields.object("usage")?.rest()).toEqual({ model: "tide-1" });
    expect(fields.rest()).toEqual({ wind: "north" });
    expect(fields.rest()).toBeUndefined();
    expect(fields.unknown).toEqual(["model", "wind"]);
  });
});

test("some fields, or all, are taken as they are", () => {
  const fields = fieldsOf({ output: "Low water", error: "", wind: "north" });
  expect(fields.only("output", "error")).toEqual({ output: "Low water" });
  expect(fields.names).toEqual(["output", "error", "wind"]);
  expect(fields.all()).toEqual({ output: "Low water", error: "", wind: "north" });
  expect(fields.rest()).toBeUndefined();
});

test("every value that says something is taken or left over", () => {
  const values = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.jsonValue());
  fc.assert(
    fc.property(values, fc.subarray(["a", "b", "c", "d"]), (object, wanted) => {
      const fields = fieldsOf(object as JsonObject);
      const taken = wanted.filter((name) => fields.text(name) !== undefined);
      const found = [...taken, ...Object.keys(fields.rest() ?? {})];
      const nothing = new Set(["null", "false", '""', "[]", "{}"]);
      const says = Object.entries(object).filter(
        ([, value]) => !nothing.has(JSON.stringify(value)),
      );
      expect(found.sort()).toEqual(says.map(([name]) => name).sort());
    }),
  );
});

test("a field is taken when it fits", () => {
  const fields = fieldsOf({ time: 0, at: 7 });
  const isZero = (value: Json) => value === 0;
  expect(fields.fitting("time", isZero)).toBe(0);
  expect(fields.fitting("at", isZero)).toBeUndefined();
  expect(fields.rest()).toEqual({ at: 7 });
});

test("what two records say under one name is both kept", () => {
  const holder: Holder = {};
  addNative(holder, undefined);
  expect(holder).toEqual({});
  for (const wind of ["north", "north", "east", "north", ["east"]]) addNative(holder, { wind });
  expect(holder.native).toEqual({ wind: "north", "wind~2": "east", "wind~3": ["east"] });
});

test("what is dropped is left over when a reader wanted it, and it is of another kind", () => {
  const mark = { value: "deep" };
  const names = ["text", "string", "number", "flag", "time", "word", "object", "objects", "texts"];
  const dropped = droppedFields({ "told elsewhere": { objects: names.join(" ") } });
  const stored = Object.fromEntries(names.map((name) => [name, name === "object" ? "deep" : mark]));
  const fields = new Fields(stored, { dropped });
  expect(new Fields(stored, { dropped }).rest()).toBeUndefined();
  fields.text("text");
  fields.string("string");
  fields.number("number");
  fields.flag("flag");
  fields.time("time");
  fields.word(["on"], "word");
  fields.object("object");
  fields.objects("objects");
  fields.texts("texts");
  expect(fields.rest()).toEqual(stored);
  expect(fields.unknown).toEqual(names);
});

test("what is dropped, and does not fit, is not left over; what a reader wants to make something of is", () => {
  const fields = fieldsOf({ checksum: 7 });
  fields.fitting("checksum", (value) => value === 8);
  expect(fields.otherKinds).toEqual([]);
  expect(fields.rest()).toBeUndefined();
  const wanted = fieldsOf({ checksum: 7 });
  wanted.made(() => undefined, "checksum");
  expect(wanted.otherKinds).toEqual(["checksum"]);
  expect(wanted.rest()).toEqual({ checksum: 7 });
});

test("what is secret is in no rest, at any depth, and is not told", () => {
  const secret = /token/i;
  const fields = new Fields(
    { accessToken: "t1", logs: [{ at: 7, refreshToken: "t2" }], tide: 3 },
    { kept: new Set(["tide"]), secret },
  );
  expect(fields.rest()).toEqual({ logs: [{ at: 7 }], tide: 3 });
  expect(fields.unknown).toEqual(["logs"]);
  const whole = new Fields({ token: "t3", tide: 3 }, { secret });
  expect(whole.all()).toEqual({ tide: 3 });
});

test("what is dropped is left over when it is an object or a list, but for what always is one", () => {
  const dropped = droppedFields({ "told elsewhere": { texts: "turnId note", objects: "state" } });
  const fieldsWith = (value: Json) =>
    new Fields({ turnId: value, note: value, state: value }, { dropped });
  for (const value of ["a", 7, null, true, {}, []])
    expect(fieldsWith(value).rest()).toBeUndefined();
  for (const value of [{ value: "a" }, ["a"]]) {
    const fields = fieldsWith(value);
    expect(fields.rest()).toEqual({ turnId: value, note: value });
    expect(fields.unknown).toEqual(["turnId", "note"]);
    expect(fieldsWith(value).areKnown()).toBe(false);
  }
});

test("what is dropped as a number is left over when it is a text", () => {
  const dropped = droppedFields({ "told elsewhere": { texts: "note", numbers: "count" } });
  const fieldsWith = (value: Json) => new Fields({ count: value, note: value }, { dropped });
  for (const value of [7, false, null, ""]) expect(fieldsWith(value).rest()).toBeUndefined();
  const fields = fieldsWith("seven");
  expect(fields.rest()).toEqual({ count: "seven" });
  expect(fields.unknown).toEqual(["count"]);
});
