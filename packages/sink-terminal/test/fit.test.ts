import { expect, test } from "vitest";
import { fitEndWords, fitWords } from "../src/format.js";

test.each([
  ["mend the roof", 13, "mend the roof", "mend the roof"],
  ["mend the roof", 11, "mend the…", "…the roof"],
  ["mend the roof", 9, "mend the…", "…the roof"],
  ["upholsterer", 6, "uphol…", "…terer"],
  ["mend", 0, "", ""],
])(
  "of %j in %i columns whole words are kept, where there are some",
  (text, columns, begin, end) => {
    expect(fitWords(text, columns)).toBe(begin);
    expect(fitEndWords(text, columns)).toBe(end);
  },
);
