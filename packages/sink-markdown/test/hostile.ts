import { hostileStrings } from "@chatexport/testkit";
import fc from "fast-check";

const tokens = [
  ..."ab -#>*+`~|:[]()<>!\\&\"'=_\t\n",
  ..."é\u2028\ud800\r\0\u001b",
  ...["  ", "   ", "    ", "\n\n", "\r\n", "\u001b[1m", "``", "```", "~~~", "````"],
  ...["# ", "## ", "###### ", "===", "---", "***", "- ", "* ", "1. ", "2) ", "10. ", "> ", ">> "],
  ...["\n> ", "\n- ", "\n> - ", "\n  - ", "\n  ", "\n   ", "\n    ", "\n\t"],
  ...["|-|", "a | b\n--|--\n", ":-", "](", "](/u", "](http://x", "![", ' "t"', " (t)"],
  ...["[a]: /u", "[^a]: x", "[^a]", "[x] ", "<div>", "\n<div>\n", "</details>", "<script>"],
  ...["<!--", "-->", "<?", "<!X", "<b ", "<http://x.y>", "<javascript:a>", "<a@b.co>"],
  ...[
    "http://a.b/",
    "www.a.b",
    "https://",
    "javascript:x",
    "&#106;",
    "&colon;",
    "\\\n",
    "~~",
    "$$",
  ],
];

const token = fc.oneof(
  { arbitrary: fc.constantFrom(...tokens), weight: 4 },
  { arbitrary: fc.constantFrom(...hostileStrings), weight: 1 },
);
const line = fc.array(token, { maxLength: 6 }).map((parts) => parts.join(""));

/**
 * Markdown that tries to get out of its place, and any other text. It has no halves of characters, of
 * which nothing can be read again.
 */
export const hostileMarkdown = fc
  .oneof(
    fc.array(token, { maxLength: 30 }).map((parts) => parts.join("")),
    fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n")),
    fc.string({ unit: fc.constantFrom(...'`<>[]()!\\\n -#ab:"'), maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.string({ unit: "binary" }),
  )
  .map((text) => text.replace(/\p{Cs}/gu, "\ufffd"));
