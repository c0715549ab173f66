import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLinesOf } from "../src/read/index.js";

/** The records of a text by their lines, and what is left of others. */
function linesOf(text: string) {
  const texts = text.split("\n");
  return [...jsonLinesOf(texts, texts.at(-1) !== "")].map((line) =>
    "record" in line ? [line.line, line.record] : [line.line, line.malformed, line.text],
  );
}

const [one, two] = [
  { type: "user", text: "one" },
  { type: "assistant", content: [{ type: "text", text: "two {2}" }] },
];
const [first, second] = [JSON.stringify(one), JSON.stringify(two)];

describe("Lines that do not parse", () => {
  it("can hold several records", () => {
    expect(linesOf(`${first}${second}\n${first} ${second}\n`)).toEqual([
      [1, one],
      [1, two],
      [2, one],
      [2, two],
    ]);
  });

  it.each([
    ["in a text", '{"type":"user","text":"on'],
    ["in a name", '{"type":"user","te'],
    ["behind a value", '{"type":"user"'],
    ["behind a comma", '{"type":"user",'],
    ["in a word", '{"isMeta":tru'],
    ["in a number", '{"count":12'],
    ["at an escape", '{"text":"a\\'],
    ["in a list", '{"content":[{"type":"text","text":"x"}'],
  ])("can hold a record behind the beginning of one that was cut %s", (_, cut) => {
    expect(linesOf(`${cut}${second}\n${first}\n`)).toEqual([
      [1, "not-json", cut],
      [1, two],
      [2, one],
    ]);
  });

  it.each([
    ["its first name", '{"type":'],
    ["a name", '{"type":"user","text":'],
    ["the beginning of a list", '{"type":"user","text":"","content":['],
    ["a comma in a list", '{"type":"user","text":"","content":[{"type":"text"},'],
  ])("can hold a record behind one that was cut behind %s", (_, cut) => {
    for (const end of ["", " ", second])
      expect(linesOf(`${cut}${first}${end}\n${first}\n`)).toEqual([
        [1, "not-json", cut],
        [1, one],
        ...(end === second ? [[1, two]] : []),
        [2, one],
      ]);
    const [, record] = jsonLinesOf([`\0${cut}${first}`], false);
    expect(record).toMatchObject({ line: 1, malformed: "not-json", text: cut });
    const columns = { start: 1 + cut.length, end: 1 + cut.length + first.length };
    expect([...jsonLinesOf([`\0${cut}${first}`], false)].at(-1)).toMatchObject({ columns });
  });

  it("tell where in them a record stands", () => {
    const [found] = jsonLinesOf([`\0\0${first}`], false);
    expect(found).toEqual({ line: 1, malformed: "not-json", text: "\0\0" });
    expect([...jsonLinesOf([`\0\0${first}`], false)][1]).toEqual({
      line: 1,
      record: one,
      columns: { start: 2, end: 2 + first.length },
    });
  });

  it("can begin with the end of a record", () => {
    const end = 'of it","usage":{"tokens":1}}';
    expect(linesOf(`${end}${first}\n`)).toEqual([
      [1, "not-json", end],
      [1, one],
    ]);
  });

  it("can have NULs around a record, or in one", () => {
    const nuls = "\0".repeat(8);
    expect(linesOf(`${nuls}${first}${nuls}\n{"type":"us${nuls}${second}\n`)).toEqual([
      [1, "not-json", nuls],
      [1, one],
      [1, "not-json", nuls],
      [2, "not-json", `{"type":"us${nuls}`],
      [2, two],
    ]);
  });

  it("can be a record together, when line breaks in a text are not escaped", () => {
    expect(linesOf('{"type":"user","text":"a\n\n\tb\n7"}\n{\n  "c": [\n1,\n2\n]}\n')).toEqual([
      [1, { type: "user", text: "a\n\n\tb\n7" }],
      [5, { c: [1, 2] }],
    ]);
    expect(linesOf('{"text":"one\n2\n[3]\nfour"}\n')).toEqual([[1, { text: "one\n2\n[3]\nfour" }]]);
  });

  it("can be a record together, though others stand between", () => {
    expect(linesOf(`{"type":"user",\n${second}\n"text":"one"}\n${first}`)).toEqual([
      [1, one],
      [2, two],
      [4, one],
    ]);
    expect(linesOf(`{"type":"user","text":"o${second}\nne"}\n`)).toEqual([
      [1, one],
      [1, two],
    ]);
  });

  it("stay in one piece when there is no record in them", () => {
    const torn = '{"text":"a"{"type":"user","text":"b"oops{"c":';
    expect(linesOf(`${torn}\n${first}\n`)).toEqual([
      [1, "not-json", torn],
      [2, one],
    ]);
  });

  it("hold no record that is only part of one", () => {
    const cut = '{"type":"user","message":{"role":"user"}';
    const broken = '{"message":{"role":"user"},oops}';
    expect(linesOf(`${cut}\n${first}\n${broken}\nnotes {"a":1}, more\n[1]\n`)).toEqual([
      [1, "not-json", cut],
      [2, one],
      [3, "not-json", broken],
      [4, "not-json", 'notes {"a":1}, more'],
      [5, "not-an-object", "[1]"],
    ]);
  });

  it("are truncated at the end of a file that has no line break", () => {
    expect(linesOf(`${first}\n{"type":"us`)).toEqual([
      [1, one],
      [2, "truncated", '{"type":"us'],
    ]);
  });

  it("keep no others waiting for long", () => {
    const many = Array.from({ length: 1000 }, () => first);
    const found = jsonLinesOf(['{"type":"us', ...many], false);
    expect(found.next().value).toMatchObject({ line: 1, malformed: "not-json" });
  });

  it("are read once, however often an object begins", () => {
    const text = `${'{"a":'.repeat(200_000)}x`;
    expect(
      linesOf(`${text}\n${'{"a":"{'.repeat(100_000)}\n`).every(([, kind]) => kind === "not-json"),
    ).toBe(true);
  });

  it("lose no record and no text, whatever is cut from a file", () => {
    const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(records, fc.nat(), (all, cut) => {
        const lines = all.map((record) => JSON.stringify(record));
        const text = lines.join("\n");
        const at = text.length === 0 ? 0 : cut % text.length;
        const before = text.slice(0, at).split("\n").slice(0, -1);
        const found = linesOf(`${text.slice(0, at)}${lines.join("")}\n`);
        const kept = found.flatMap(([, record]) =>
          typeof record === "object" ? [JSON.stringify(record)] : [],
        );
        expect(kept.slice(0, before.length)).toEqual(before);
        const whole = found.map(([, record, left]) => left ?? JSON.stringify(record)).join("");
        expect(whole.length).toBe(
          `${text.slice(0, at)}${lines.join("")}`.replaceAll("\n", "").length,
        );
      }),
    );
  });
});
