import { expect, test } from "vitest";
import { tableOf, withUnbrokenWords } from "../src/format.js";

const plain = (text: string) => text;
const colors = { dim: plain, yellow: plain, cyan: plain, bold: plain };
const items = [
  { name: "lantern", count: 7, title: "A long title that does not fit" },
  { name: "blog", count: 12, title: "Short\u001b[31m" },
];
const columns = [
  { title: "NAME", text: ({ name }: (typeof items)[0]) => name },
  { title: "N", align: "right" as const, text: ({ count }: (typeof items)[0]) => String(count) },
  { title: "TITLE", text: ({ title }: (typeof items)[0]) => title },
];

test("a table fits its terminal, the last column takes what is left", () => {
  expect(tableOf(items, columns, { colors, columns: 30 })).toBe(
    "NAME      N  TITLE\nlantern   7  A long title…\nblog     12  Short\n",
  );
});

test("a last cell is cut between words, a long word within it", () => {
  const titled = (title: string) =>
    tableOf([{ title }], [{ title: "T", text: (item) => item.title }], { colors, columns: 12 });
  expect(titled("A kiln that fires")).toBe("T\nA kiln that…\n");
  expect(titled("A kiln whichever")).toBe("T\nA kiln…\n");
  expect(titled("kilnmasterofall")).toBe("T\nkilnmastero…\n");
  expect(titled("A kilnmasterofall")).toBe("T\nA kilnmaste…\n");
});

test("a table without a terminal has no header and cuts nothing", () => {
  expect(tableOf(items, columns, { colors })).toBe(
    "lantern   7  A long title that does not fit\nblog     12  Short\n",
  );
});

test("further texts of the last cell are there as far as each fits whole", () => {
  const more = () => ["13 tests pass", "Pull\u001b[31m request #4"];
  const marked = columns.map((column) => (column.title === "TITLE" ? { ...column, more } : column));
  expect(tableOf(items, marked, { colors, columns: 45 })).toMatch(
    /does not fit\nblog {5}12 {2}Short · 13 tests pass\n$/,
  );
  expect(tableOf(items, marked, { colors, columns: 35 })).toMatch(
    /\nblog {5}12 {2}Short · 13 tests pass\n$/,
  );
  expect(tableOf(items, marked, { colors, columns: 33 })).toMatch(/\nblog {5}12 {2}Short\n$/);
  expect(tableOf(items, marked, { colors })).toMatch(/Short · 13 tests pass · Pull request #4\n$/);
});

test("a spare column is left out where there is no room", () => {
  const spare = columns.map((column) => (column.title === "N" ? { ...column, spare: 1 } : column));
  expect(tableOf(items, spare, { colors, columns: 26 })).not.toContain("12");
});

test("words are not torn, and a line with one that has no room stays", () => {
  const terminal = { isTTY: true, columns: 12 };
  expect(withUnbrokenWords("  one two three four", terminal)).toBe("  one two\n  three four");
  expect(withUnbrokenWords("see /a/very/long/path", terminal)).toBe("see /a/very/long/path");
  expect(withUnbrokenWords("one two three four", { columns: 12 })).toBe("one two three four");
});
