import fc from "fast-check";
import { expect, test } from "vitest";
import { type Element, elementsOf } from "../src/list-elements.js";

/** Any text, with much of what could be mistaken for structure. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.constantFrom('"', "\\", "[", "]", "{", "}", ",", "\\u005d", "é", "😀"))
    .map((all) => all.join("")),
);
const value = fc.letrec((again) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    text,
    fc.array(again("any"), { maxLength: 4 }),
    fc.dictionary(text, again("any"), { maxKeys: 4 }),
  ),
})).any;
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
const space = fc.constantFrom("", " ", "\n", "\r\n\t ", "    ");

async function split(bytes: Buffer, sizes: readonly number[]): Promise<Element[]> {
  async function* chunks() {
    let start = 0;
    for (let turn = 0; start < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1;
      yield bytes.subarray(start, start + size);
      start += size;
    }
  }
  const elements: Element[] = [];
  for await (const element of elementsOf(chunks())) elements.push(element);
  return elements;
}

const textsOf = (elements: readonly Element[]) =>
  elements.map((element) => ("bytes" in element ? element.bytes.toString() : element.malformed));

test("gives the elements that JSON.parse gives, however the file is cut into chunks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { maxLength: 6 }),
      fc.constantFrom(undefined, 1, 2, "\t"),
      fc.tuple(space, space, space, space),
      fc.boolean(),
      cuts,
      async (list, indent, [before, after, left, right], mark, sizes) => {
        const items = list.map((item) => left + JSON.stringify(item, undefined, indent) + right);
        const start = `${mark ? "\uFEFF" : ""}${before}[`;
        const bytes = Buffer.from(`${start}${items.join(",")}${left}]${after}`);
        const elements = await split(bytes, sizes);
        const parsed = JSON.parse(bytes.toString().replace(/^\uFEFF/, ""));
        expect(textsOf(elements).map((element) => JSON.parse(element))).toEqual(parsed);
        for (const element of elements) {
          if (!("bytes" in element)) continue;
          const again = bytes.subarray(element.start, element.start + element.length);
          expect(again).toEqual(element.bytes);
        }
      },
    ),
  );
});

test("keeps the elements before the place where a file was cut off, and says that it was", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(text, text), { minLength: 1, maxLength: 5 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      cuts,
      async (list, share, sizes) => {
        const whole = Buffer.from(JSON.stringify(list));
        const bytes = whole.subarray(0, 1 + Math.floor(share * (whole.length - 2)));
        const texts = textsOf(await split(bytes, sizes));
        expect(texts.at(-1)).toBe("cut-off");
        expect(texts.slice(0, -1)).toEqual(
          list.slice(0, texts.length - 1).map((item) => JSON.stringify(item)),
        );
      },
    ),
  );
});

test.each([
  ["", ["no-list"]],
  [" \n", ["no-list"]],
  ['{"conversations": []}', ["no-list"]],
  ["[] []", ["more-after-end"]],
  ["[1]x", ["1", "more-after-end"]],
  ["[1,,2]", ["1", "", "2"]],
  ["[1,]", ["1"]],
  ["[1 , 2]", ["1 ", "2"]],
  ['["[,]"', ["cut-off"]],
])("%j gives %j", async (json, texts) => {
  expect(textsOf(await split(Buffer.from(json), [3]))).toEqual(texts);
});
