import { expect, test } from "vitest";
import { formatCount } from "../src/read/index.js";

test("thousands stand apart, as English writes them", () => {
  const english = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });
  const numbers = [0, 7, 999, 1000, 65_536, 1_234_567, -12, -1234, 0.25, 1234.5678, 2 ** 53];
  expect(numbers.map(formatCount)).toEqual(numbers.map((number) => english.format(number)));
});
