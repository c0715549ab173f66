import { prompt, sessionOf } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import { type DocumentNode, documentTree, settingsOf } from "../src/index.js";

/** The document of a text that somebody typed. */
function shown(...lines: string[]): string {
  const session = sessionOf([prompt("p", lines.join("\n"))]);
  return [...documentTree(session, settingsOf({}))].flatMap(bodiesIn).join("\n--\n");
}

function bodiesIn(node: DocumentNode): string[] {
  if (node.type === "body") return [node.value];
  return "children" in node ? (node.children as DocumentNode[]).flatMap(bodiesIn) : [];
}

describe("plain text", () => {
  test("keeps its lines, but for those of lists, quotes and tables, which end by themselves", () => {
    expect(
      shown("First this.", "Then that:", "- one", "more of one", "- two", "", "> no", "Yes."),
    ).toMatchInlineSnapshot(`
        "First this.\\
        Then that:
        - one\\
        more of one
        - two

        > no

        Yes."
      `);
    expect(shown("Rows:", "| a | b |", "|---|---|", "| 1 | 2 |")).toBe(
      "Rows:\n| a | b |\n|---|---|\n| 1 | 2 |",
    );
  });

  test("has neither headings nor emphasis, and its numbers stay", () => {
    expect(
      shown("# not a heading", "Why", "---", "is __init__ not *here* in a/**/*.ts? C:\\_x &lt;"),
    ).toMatchInlineSnapshot(`
      "\\# not a heading\\
      Why\\
      \\---\\
      is __init\\_\\_ not *here\\* in a/\\*\\*/\\*.ts? C:\\\\_x \\&lt;"
    `);
    expect(shown("1. yes", "3. no", "4. maybe")).toBe("1. yes\\\n3\\. no\\\n4\\. maybe");
    expect(shown("1. a", "2. b")).toBe("1. a\n2. b");
  });

  test("keeps code in backticks, addresses and links", () => {
    const text = "Run `a*b*c` and ``x ` *y*`` as in https://a.example/_b_/*c* or [here](x_y_)";
    expect(shown(text)).toBe(text.replace("y_)", "y\\_)"));
    expect(shown("it's a `b*c*")).toBe("it's a \\`b\\*c\\*");
  });

  test("goes on in the next line where a backslash was typed for it", () => {
    expect(shown("One\\", "\\", "two")).toBe("One\n\ntwo");
  });
});

describe("what is code by its look is fenced", () => {
  test("also where a compiler underlines with tildes, which begin no fence", () => {
    const error = [
      "4:7 - error: not known",
      "",
      "4       <menu>",
      "        ~~~~~~",
      "  at app.ts:20",
    ];
    expect(
      shown("It does not compile:", ...error, "", "Why does it say so, and what can I do?"),
    ).toMatchInlineSnapshot(`
      "It does not compile:\\
      4:7 - error: not known

      \`\`\`
      4       <menu>
              ~~~~~~
        at app.ts:20
      \`\`\`

      Why does it say so, and what can I do?"
    `);
  });

  test.each([
    [["# agents.yaml", "version: 1", "agents:", "  - name: reviewer", "    tools: [Read, Grep]"]],
    [["TypeError: x is not a function", "    at main (a.js:1:2)", "    at run (b.js:3:4)"], 1],
    [["[package]", 'name = "demo"', "", "[profile.release]", "opt-level = 3"]],
    [["$ demo build --all", "   Compiling demo v0.1.0", "running 2 tests", "test a::b ... ok"]],
    [["diff --git a/x b/x", "@@ -1,2 +1,2 @@ fn", "- old words in here", "+ new words in here"]],
    [["Name      Size", "a.txt     12 kB"]],
    [["{", '  "a": 1', "}"]],
    [["<Button", "  wide", ">"]],
    [["const a = 1;", "// a comment of many words stands here", "const b = 2;"]],
    [
      [
        "def main():",
        "    # 先算总数，再写文件",
        "",
        "    # 第二步：把结果打印出来",
        "    show(1)",
      ],
    ],
    [["total = 1", "", "-- 最後に合計を画面に表示します", "show();"]],
    [['print("こんにちは、世界の皆さん")', 'print("さようなら、また明日")']],
    [["const имя = 1;", "// здесь стоит длинное пояснение к коду", "const b = 2;"]],
  ])("%j", (lines, before = 0) => {
    const code = lines.slice(before);
    const text = shown("See this please:", ...lines, "", "What is wrong with it, do you think?");
    expect(text).toContain(`\n\`\`\`\n${code.join("\n")}\n\`\`\`\n\nWhat is`);
  });

  test("longer than a fence in it", () => {
    expect(shown("  a", "  ```` b", "  c")).toContain("```");
    expect(shown("x = '```'", "y = '`'")).toBe("````\nx = '```'\ny = '`'\n````");
  });

  test.each([
    [["Fix the tests in src/a_b/c.ts and @src/d.ts.", "They fail since v1.2.3 (see #12)!"]],
    [["- one", "  more of it", "  and more", "- two"]],
    [["  Draw a page for me, please", "", "The sky in it is blue."]],
    [["Thanks :)", "Now (please) go on."]],
    [["> It is slow.", ">", "> And it is loud.", ">", "> So what?"]],
    [["窓の色を薄い青に変えてください、お願いします。", "「保存」は右（今は左）に置きます。"]],
    [["1、菜单太宽了，改窄一点。", "2、按钮放到右边，点击后保存。", "3、完成"]],
    [["请修改get_sum()函数，然后运行测试。", "如果失败了，就把日志贴出来。"]],
    [["・一覧の画面", "  件数を上に出す", "・設定の画面"]],
    [["一、登录", "  验证码放在下面", "二、注册"]],
    [["ช่วยเปลี่ยนสีปุ่มนี้เป็นสีเขียวด้วยครับ", "แล้วย้ายเมนูไปทางขวา"]],
    [["ກະລຸນາປ່ຽນສີປຸ່ມນີ້", "ແລະຍ້າຍເມນູໄປທາງຂວາ"]],
    [["សូមប្តូរពណ៌ប៊ូតុងនេះ", "ហើយដាក់វានៅខាងស្តាំ"]],
    [["ဒီခလုတ်ကို ပြင်ပေးပါ။", "မီနူးကို ညာဘက်ရွှေ့ပါ။"]],
    [["메뉴를 오른쪽으로 옮겨 주세요.", "목록(검색 포함)도 함께 고쳐 주세요."]],
    [["غيّر لون الزر، من فضلك؛ هل يمكن ذلك؟", "وانقل القائمة إلى اليمين."]],
    [["कृपया इस बटन का रंग बदलें।", "और सूची को दाईं ओर ले जाएँ।"]],
    [["Сделай кнопку «Сохранить» шире.", "Меню — справа, список — слева."]],
  ])("but not %j", (lines) => {
    expect(shown(...lines)).not.toContain("```");
  });

  test("beside prose in a script without spaces", () => {
    const error = ["TypeError: x is not a function", "    at main (a.js:1:2)", "    at b.js:3:4"];
    expect(
      shown("运行之后出现下面的错误：", "", ...error, "", "应该怎么修复？为什么会这样？"),
    ).toMatchInlineSnapshot(`
      "运行之后出现下面的错误：

      TypeError: x is not a function
      \`\`\`
          at main (a.js:1:2)
          at b.js:3:4
      \`\`\`

      应该怎么修复？为什么会这样？"
    `);
    expect(
      shown(
        "const a = 1;",
        "const b = 2;",
        "",
        "この二つをまとめてください。",
        "",
        "f(a);",
        "g(b);",
      ),
    ).toMatchInlineSnapshot(`
      "\`\`\`
      const a = 1;
      const b = 2;
      \`\`\`

      この二つをまとめてください。

      \`\`\`
      f(a);
      g(b);
      \`\`\`"
    `);
  });
});

describe("Markdown", () => {
  test("stays where somebody wrote it, with headings or bold words", () => {
    const plan = "Do this:\n\n## Context\n\nMany words\nof *two* lines.\n\n1. a\n1. b";
    expect(shown(plan)).toBe(plan);
    const bold = "- **Bug**: it\n  fails\n# now";
    expect(shown(bold)).toBe(bold);
  });

  test("is not what a prompt of one line is", () => {
    expect(shown("# remember this")).toBe("\\# remember this");
  });

  test("fences of people stay", () => {
    const text = "Why?\n```\nx *y*\n# z\n```\nSo it\\_is";
    expect(shown(text)).toBe(text.replace("\\", "\\\\"));
    expect(shown("1. a", "   ```", "   *b*", "   ```", "2. c")).toBe(
      "1. a\n   ```\n   *b*\n   ```\n2. c",
    );
  });
});
