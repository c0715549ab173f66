import { answer, sessionOf } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import { conversationOf, pageOf } from "./page.js";

const png = "iVBORw0KGgo=";

describe("what somebody wrote", () => {
  const bodies: [what: string, markdown: string, shown: string][] = [
    ["headings below ours", "# a\n\n## b", "<h3>a</h3>\n<h4>b</h4>"],
    [
      "headings without a gap",
      "### a\n\n##### b\n\n###### c\n\n# d\n\n### e",
      "<h3>a</h3>\n<h4>b</h4>\n<h5>c</h5>\n<h3>d</h3>\n<h4>e</h4>",
    ],
    [
      "a header without words as a cell",
      "| | a |\n| --- | --- |\n| b | c |",
      "<tr>\n<td></td>\n<th>a</th>\n</tr>",
    ],
    [
      "a link",
      "[a](https://x.y/)",
      '<a href="https://x.y/" rel="noopener noreferrer nofollow">a</a>',
    ],
    ["a link without words", "[](https://x.y/)", ">https://x.y/</a>"],
    ["an address as it reads", "<https://x.y/%C3%BC>", ">https://x.y/ü</a>"],
    ["an address that hides something", "<https://x.y/%1b[m>", ">https://x.y/%1b[m</a>"],
    ["a path that hides something", "[a](b%07)", "<code>b%07</code>"],
    ["a path", "[a](src/a.ts#L1)", '<span class="reference">a</span> <code>src/a.ts#L1</code>'],
    ["a path that is its own name", "[a.ts](a.ts)", '<p><span class="reference">a.ts</span></p>'],
    [
      "an image from elsewhere",
      '![a](https://x.y/p.png "t")',
      '<a href="https://x.y/p.png" title="t" rel="noopener noreferrer nofollow">Image: a</a>',
    ],
    [
      "an image in a link",
      "[![a](https://x.y/p.png)](https://x.y)",
      '<span class="reference">Image: a</span> <code>https://x.y/p.png</code></a>',
    ],
    [
      "an image in the text",
      `![a](data:image/png;base64,${png})`,
      `<img src="data:image/png;base64,${png}" alt="a">`,
    ],
    ["a definition", "[a]: https://x.y\n\n[a]", "<p>[a]: https://x.y</p>\n<p>[a]</p>"],
    [
      "tasks",
      "- [x] a\n- [ ] b",
      '<li class="task"><span class="box" role="img" aria-label="done">☑</span> a</li>',
    ],
    ["alignment", "|a|b|\n|:-|-:|\n|1|2|", '<th>a</th>\n<th class="right">b</th>'],
    ["more cells than columns", "|a|\n|-|\n| 1 | `2||3` |", "<td>1 | <code>2||3</code></td>"],
    ["a line in one of them", "|a|\n|-|\n|1|`2\\|3`|", "<td>1|<code>2|3</code></td>"],
    [
      "where code is from",
      "```1:2:src/a.ts\nlet\n```",
      '<p class="caption">1:2:src/a.ts</p><pre class="code" tabindex="0" data-language="ts" data-syntax="braces">',
    ],
    ["HTML", "a <b>c</b> <!-- d -->", "<p>a &lt;b&gt;c&lt;/b&gt; &lt;!-- d --&gt;</p>"],
  ];

  test.each(bodies)("shows %s", async (_, markdown, shown) => {
    expect(conversationOf(await pageOf(sessionOf([answer("a", markdown)])))).toContain(shown);
  });
});
