import fc from "fast-check";
import { hostileMarkdown } from "./hostile.js";

const word = fc.constantFrom(
  "a",
  "b c",
  "é",
  "1",
  "x_y",
  "2*3",
  "# d",
  "- e",
  "[f]",
  "|",
  "$$",
  "&amp;",
);

const { inline } = fc.letrec<{ inline: string; simple: string }>((tie) => ({
  simple: fc.oneof(
    word,
    fc.constantFrom("`code`", "`` a`b ``", "<b>", "</details>", "<!-- x -->", "<https://a.b/c>"),
    fc.constantFrom(
      "[a](b/c.ts:1)",
      '[d](e "f")',
      "![g](h.png)",
      "[i][j]",
      "\\*",
      "\\",
      "<a@b.co>",
    ),
  ),
  inline: fc.oneof(
    { maxDepth: 2 },
    tie("simple"),
    fc
      .tuple(fc.constantFrom("*", "**", "_", "~~", "`"), tie("inline"))
      .map(([mark, text]) => mark + text + mark),
    tie("inline").map((text) => `[${text}](u)`),
    fc.array(tie("inline"), { minLength: 1, maxLength: 4 }).map((texts) => texts.join(" ")),
  ),
}));

function indented(text: string, first: string): string {
  const rest = " ".repeat(first.length);
  return text
    .split("\n")
    .map((line, index) => (index === 0 ? first : line === "" ? "" : rest) + line)
    .join("\n");
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

const { blocks } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3 },
    fc.array(inline, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), inline)
      .map(([depth, text]) => `${"#".repeat(depth)} ${text}`),
    fc.tuple(inline, fc.constantFrom("===", "---")).map(([text, line]) => `${text}\n${line}`),
    fc
      .tuple(fc.constantFrom("```", "~~~~", "```ts"), inline, fc.constantFrom("```", "~~~~", ""))
      .map(([open, text, close]) => `${open}\n${text}\n${close}`),
    fc.constantFrom(
      "    code",
      "---",
      "***",
      "<div>\n\n# x\n\n</div>",
      "[a]: /b",
      "[^a]: note",
      "<details>",
    ),
    fc.tuple(inline, inline, inline).map(([a, b, c]) => `| ${a} | ${b} |\n| - | - |\n| ${c} |`),
    tie("blocks").map(quoted),
    fc
      .tuple(fc.constantFrom("- ", "* ", "1. ", "7) ", "- [ ] "), tie("blocks"))
      .map(([mark, text]) => indented(text, mark)),
  ),
  blocks: fc
    .tuple(
      fc.constantFrom("\n", "\n\n", "\n\n\n"),
      fc.array(tie("block"), { minLength: 1, maxLength: 4 }),
    )
    .map(([between, list]) => list.join(between)),
}));

/** The Markdown of people and models, together with texts that try to get out of their place. */
export const anyMarkdown = fc.oneof(hostileMarkdown, blocks);
