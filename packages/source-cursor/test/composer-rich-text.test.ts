import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partsOf, textsOf } from "./support/composer.js";

const textOfState = (state: unknown): string =>
  textsOf([
    {
      id: "u",
      role: "user",
      parts: partsOf({
        type: 1,
        bubbleId: "u",
        text: "",
        richText: typeof state === "string" ? state : JSON.stringify(state),
      }),
    },
  ]).join("");

const lexical = (...children: object[]) => ({ root: { type: "root", children } });
const paragraph = (...children: object[]) => ({ type: "paragraph", children });
const text = (text: string) => ({ type: "text", text });

describe("the state of an editor", () => {
  test("is text in paragraphs, breaks, tabs and mentions", () => {
    const state = lexical(
      paragraph(text("Look at "), { type: "mention", mentionName: "cart.ts", text: "@cart.ts" }),
      paragraph(),
      paragraph(text("a"), { type: "linebreak" }, { type: "tab" }, text("b")),
    );
    expect(textOfState(state)).toBe("Look at @cart.ts\n\na\n\tb");
  });

  test("is a list, a line for each item", () => {
    const item = (line: string, ...more: object[]) => ({
      type: "listitem",
      children: [text(line), ...more],
    });
    const nested = { type: "list", children: [item("two")] };
    const state = lexical({ type: "list", children: [item("one", nested), item("three")] });
    expect(textOfState(state)).toBe("one\ntwo\nthree");
  });

  test("is code in a fence", () => {
    const state = lexical(paragraph(text("Run")), {
      type: "code",
      language: "sh",
      children: [text("npm test"), { type: "linebreak" }, text("npm start")],
    });
    expect(textOfState(state)).toBe("Run\n```sh\nnpm test\nnpm start\n```");
  });

  test("can be of ProseMirror", () => {
    const state = {
      type: "doc",
      content: [
        { type: "paragraph", content: [text("one"), { type: "hardBreak" }, text("two")] },
        { type: "paragraph", content: [{ type: "mention", attrs: { label: "cart.ts" } }] },
      ],
    };
    expect(textOfState(state)).toBe("one\ntwo\n@cart.ts");
  });

  test("can be plain text, or JSON that is none", () => {
    expect(textOfState("just words")).toBe("just words");
    expect(textOfState("{ not json")).toBe("{ not json");
  });

  test("can be nested beyond reason", () => {
    const state = `{"root":${'{"type":"quote","children":['.repeat(9000)}${"]}".repeat(9000)}}`;
    expect(partsOf({ type: 1, bubbleId: "u", richText: state })).toEqual([]);
  });

  test("gives back each word and each line that was typed", () => {
    const line = fc
      .array(fc.stringMatching(/^[a-z{}"\\]{1,8}$/), { minLength: 1, maxLength: 4 })
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.boolean(), (lines, isOne) => {
        const nodes = isOne
          ? [paragraph(...lines.flatMap((line) => [{ type: "linebreak" }, text(line)]).slice(1))]
          : lines.map((line) => paragraph(...line.split(/(?<= )/).map(text)));
        expect(textOfState(lexical(...nodes))).toBe(lines.join("\n"));
      }),
    );
  });

  test("that is no state is the text itself", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][^<>{}\s]{0,30}$/), (typed) => {
        expect(textOfState(typed)).toBe(typed);
      }),
    );
  });
});
