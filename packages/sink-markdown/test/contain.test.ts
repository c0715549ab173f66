import { describe, expect, test } from "vitest";
import { contain } from "../src/contain/contain.js";

/** A body after containment, line by line. */
function contained(body: string): string {
  return contain(body).value;
}

describe("a body", () => {
  test.each([
    ["keeps ordinary Markdown as it is", "A **b** `c` [d](e)\n\n- f\n- g\n\n> h", undefined],
    [
      "begins its headings at level four",
      "# a\n## b\n### c\n#### d",
      "#### a\n##### b\n###### c\n###### d",
    ],
    ["keeps a backslash that breaks a line", "a\\\nb", undefined],
    ["begins nothing after such a break", "\\\n[^a]: b\\\n1.", "\\\n\\[^a]: b\\\n1\\."],
    ["joins lines of a heading without it", "a\\\nb\n===", "#### a b"],
    ["joins lines of code with the backslash that is code", "`a\\\n[^b]: c`", "`a\\ [^b]: c`"],
    ["has no underlined headings", "one\ntwo #\n===", "#### one two \\#"],
    ["has a thematic break where it has no heading", "a\n\n---", undefined],
    [
      "shows HTML as text",
      "<b>a</b> <!-- b <?c <!D 1 < 2",
      "\\<b>a\\</b> \\<!-- b \\<?c \\<!D 1 < 2",
    ],
    ["keeps a bracket that is escaped already", "\\<b> \\\\<b>", "\\<b> \\\\\\<b>"],
    ["keeps autolinks", "<https://a.b> <c@d.e>", undefined],
    ["has no definitions", "[a]: b\n\n[^c]: d", "\\[a]: b\n\n\\[^c]: d"],
    ["has links in place of images", "![a](b) ![c][d]", "\\![a](b) \\![c][d]"],
    ["has no link that runs code", "[a](javascript:b) <data:c>", "[a]\\(javascript:b) \\<data:c>"],
    [
      "has no link that opens a program",
      "[a](command:b) [c](obsidian://d) <ms-msdt:e>",
      "[a]\\(command:b) [c]\\(obsidian://d) \\<ms-msdt:e>",
    ],
    ["keeps links with a port or a line", "[a](localhost:3000/b) [c](cart.ts:12-14)", undefined],
    [
      "sees through disguises of a scheme",
      "[a](java&#115;cript&colon;b)",
      "[a]\\(java&#115;cript&colon;b)",
    ],
    ["keeps links to places in files", "[a](src/b.ts:12) [c](C:\\d)", undefined],
    ["keeps fenced code", "```\n# <b> ![c](d)\n```", undefined],
    ["keeps indented code", "    # <b> ![c](d)", undefined],
    ["keeps code spans", "`<b>` and ``<i>`</i>``", undefined],
    ["keeps code spans that reach over lines", "`a\nb <c>`", undefined],
    ["closes a fence that is open", "````md\n```\na", "````md\n```\na\n````"],
    ["closes a fence in a list", "- a\n  ~~~\n  b", "- a\n  ~~~\n  b\n  ~~~"],
    ["sees that a cell ends a code span", "|`|<b>|\n|-|-|", "|`|\\<b>|\n|-|-|"],
    ["sees that a link has no code in it", "[a](`) <b> `", "[a](\\`) \\<b> `"],
    ["lets no URL swallow a backtick", "http://a.b/` <b> `", "http\\://a.b/` <b> `"],
    ["lets no URL swallow an escape", "[http://a.b/<b>", "[http\\://a.b/\\<b>"],
    ["takes no declaration for an address", "<!X@b.c>", "\\<!X@b.c>"],
    ["begins no HTML in a code span", "`a\n<div>\nb`", "`a <div>\nb`"],
    ["begins no footnote in a paragraph", "a\n[^b]: c", "a [^b]: c"],
    ["has a bar in each table", "a\n:-", "|a\n|:-"],
    ["keeps a table with bars", "| a |\n|---|\n| `b` |", undefined],
    ["has no row of dashes but in a table", "# a | b\n--|--", "#### a | b\n\\--|--"],
    ["has no table in a fence", "``` a | b\n-|-\n```", "``` a &#124; b\n-|-\n```"],
    ["ends a quotation before a table", "> |a|\n> |-|\n|b|\n|-|", "> |a|\n> |-|\n\n|b|\n|-|"],
    ["ends a quotation before code", "> # a\n    > b", "> #### a\n\n    > b"],
    ["has no carriage returns", "a\r\nb\rc", "a\nb\nc"],
    ["has no control characters", "\u001b[31mred\u001b[0m \u0000\u0007bell", "red bell"],
    ["has no blank lines around it", "\n \na\n\n", "a"],
    ["keeps front matter as text", "---\na: b\n---", "---\n##### a: b"],
  ])("%s", (_, body, expected) => {
    expect(contained(body)).toBe(expected ?? body);
  });

  test("tells whether the next block could go on with it", () => {
    expect(contain("- a").open).toBe(true);
    expect(contain("    a").open).toBe(true);
    expect(contain("a\n\n> b").open).toBe(false);
  });
});

describe("a hostile text of half a megabyte takes no more than its length in time:", () => {
  const units = [
    "[",
    "]",
    "`` ` ",
    "\\",
    "<a ",
    "://[",
    "[](a (",
    '[](a "',
    "](<",
    "> ",
    "- ",
    "-\n",
  ];
  const more = [
    "- - - x\n",
    "`x\n",
    "a #\n",
    "|",
    "[^a",
    "\u001b]0;",
    "](&Tab;",
    "http://a",
    "[^a]: b\n",
    "`\n<p>\n",
  ];

  test.each([...units, ...more])("%j over and over", (unit) => {
    const body = unit.repeat(500_000 / unit.length);
    expect(contain(body).value.length).toBeGreaterThan(0);
  });
});
