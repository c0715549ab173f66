import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, Scalar, stringify } from "yaml";
import { yamlOf } from "../src/yaml.js";
import { hostileMarkdown } from "./hostile.js";

const numRuns = Number(process.env.FUZZ_RUNS ?? 3000);

const words = [
  ...["a", "Null", "~", "true", "FALSE", "42", "-1", "+.5", "1.", "1e5", ".e5", "0x1f", "0o17"],
  ...[".inf", "-.INF", ".nan", "-.nan", "2026-01-02", "yes", "---", "...", "é", "\ud83d\ude00"],
];
const marks = [..." ,[]{}#&*!|>'\"%@`?:-\\<(\t\n\r\0\u0007\u000b\u001b\u0085\u009f\u2028\ufeff"];
const token = fc.constantFrom(...words, ...marks, "\ud800", "# ", ": ", "- ", "<b>", "![", "](");
const text = fc.oneof(
  fc.array(token, { maxLength: 5 }).map((tokens) => tokens.join("")),
  hostileMarkdown,
);

// Beyond what YAML asks for, quoted: a reader may take front matter for Markdown.
const unsafe = /<|!(?=\[)|\](?=\()|[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gu;

/** The text as the library writes it, with what is unsafe escaped. */
function byLibrary(value: string): string {
  const scalar = new Scalar(value);
  if (value.search(unsafe) !== -1) scalar.type = "QUOTE_DOUBLE";
  const doubleQuotedMinMultiLineLength = Number.POSITIVE_INFINITY;
  return stringify({ value: scalar }, { lineWidth: 0, doubleQuotedMinMultiLineLength }).replace(
    unsafe,
    (character) => {
      if (character === "\n") return character;
      const code = character.charCodeAt(0).toString(16);
      return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code}`;
    },
  );
}

test("a text is written as the library writes it, and read back", () => {
  const run = (value: string) => {
    const yaml = yamlOf({ value });
    expect(yaml).toBe(byLibrary(value));
    expect(parse(yaml)).toEqual({ value });
  };
  fc.assert(fc.property(text, run), { numRuns });
});
