import fc from "fast-check";
import type { PhrasingContent, RootContent } from "mdast";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { expect, test } from "vitest";
import {
  code,
  heading,
  inlineCode,
  listItem,
  paragraph,
  remark,
  strong,
  text,
} from "../src/nodes.js";
import { plainMarkdown } from "../src/plain.js";
import { writer } from "../src/stringify.js";
import { nodesOf } from "./document.js";
import { hostileMarkdown } from "./hostile.js";
import { anyMarkdown } from "./markdown.js";

const thorough = writer();
const numRuns = Number(process.env.FUZZ_RUNS ?? 3000);

const marks = [
  "#",
  "1.",
  "2)",
  "-",
  "+",
  "=",
  ">",
  "*",
  "_",
  "~",
  "`",
  "```",
  "|",
  "{",
  "}",
  "&amp;",
];
const others = [
  " ",
  ":",
  "://",
  "https://a.b/c_d",
  "www.",
  "a@b.c",
  "!",
  "[",
  "](",
  "\\",
  "<b",
  "é",
  "\ud83d\ude00",
];
const token = fc.constantFrom(
  "a",
  "Word",
  "two words",
  "42",
  ",",
  ".",
  "(",
  ")",
  ...marks,
  ...others,
);
const words = fc.array(token, { maxLength: 5 }).map((parts) => parts.join(""));
const phrase: fc.Arbitrary<PhrasingContent> = fc.oneof(
  { arbitrary: words.map(text), weight: 3 },
  words.map(inlineCode),
  words.map(strong),
);
const phrases = fc.array(phrase, { minLength: 1, maxLength: 4 });
const items = fc.array(
  fc
    .tuple(fc.boolean(), phrases)
    .map(([isChecked, rest]) => ({ ...listItem(rest), checked: isChecked })),
  { minLength: 1, maxLength: 3 },
);
const block: fc.Arbitrary<RootContent> = fc.oneof(
  words.map((title) => heading(2, title)),
  phrases.map((children) => paragraph(...children)),
  phrases.map((children) => remark(...children)),
  items.map((children) => ({ type: "list" as const, spread: false, children })),
  fc
    .tuple(fc.array(token, { maxLength: 9 }), fc.constantFrom(undefined, "sh", "c++", "c#"))
    .map(([parts, language]) => code(parts.join("\n"), language)),
);

test("what others have written is written as the library writes it", () => {
  const reader = unified().use(remarkParse).freeze();
  fc.assert(
    fc.property(fc.oneof(hostileMarkdown, anyMarkdown), (markdown) => {
      for (const node of nodesOf(reader.parse(markdown)))
        if (node.type !== "root" && node.type !== "html") {
          const own = plainMarkdown(node as RootContent);
          if (own === undefined) continue;
          // The library ends what has not ended.
          const ended = /[\n\r]$/.test(own) ? own : `${own}\n`;
          expect(ended).toBe(thorough([node as RootContent]));
        }
    }),
    { numRuns: numRuns / 10 },
  );
});

test.each(["a\r2) b", "a\r# b", "a\f\r- b"])("a carriage return begins a line: %j", (words) => {
  // Our own texts have none; those of plugins may.
  for (const type of ["text", "inlineCode"] as const)
    expect(plainMarkdown(paragraph({ type, value: words }))).toBeUndefined();
});

test("what is written without the library is what the library writes", () => {
  let plain = 0;
  fc.assert(
    fc.property(block, (node) => {
      const own = plainMarkdown(node);
      if (own === undefined) return;
      plain++;
      expect(`${own}\n`).toBe(thorough([node]));
    }),
    { numRuns },
  );
  expect(plain).toBeGreaterThan(numRuns / 10);
});
