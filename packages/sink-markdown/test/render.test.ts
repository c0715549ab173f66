import type { Message, SinkContext, ToolCall } from "@chatexport/core";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import { documentOf, nodesOf, parse, piecesOf, textOf } from "./document.js";

const png = "iVBORw0KGgo=";
const image = { type: "file" as const, from: "upload" as const, mediaType: "image/png", data: png };

function bash(output: string): ToolCall {
  const result = { isError: false, content: [{ type: "text" as const, text: output }] };
  return {
    type: "tool-call",
    id: "1",
    name: "Bash",
    kind: "execute",
    status: "completed",
    command: "x",
    result,
  };
}

function prompts(count: number): Message[] {
  return Array.from({ length: count }, (_, index) => prompt(`${index}`, "word ".repeat(100)));
}

describe("a document", () => {
  test("comes in pieces, so that a huge session is never one string", async () => {
    const pieces = await piecesOf(sessionOf(prompts(1000)));
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
  });

  test("holds its images when the host cannot hold files", async () => {
    const document = await documentOf(sessionOf([{ ...prompt("prompt", "See"), parts: [image] }]));
    const images = [...nodesOf(parse(document))].filter((node) => node.type === "image");
    expect(images.map(({ url }) => url)).toEqual([`data:image/png;base64,${png}`]);
  });

  test("links to files that the host puts beside it, and gives it their bytes", async () => {
    const given: unknown[] = [];
    const session = sessionOf([
      { ...prompt("prompt", "See"), parts: [{ ...image, name: "a.png" }] },
    ]);
    const asset: SinkContext["asset"] = async (bytes, mediaType, name) => {
      given.push(Buffer.from(bytes).toString("base64"), mediaType, name);
      return "my files/a.png";
    };
    const document = await documentOf(session, {}, { asset });
    expect(given).toEqual([png, "image/png", "a.png"]);
    expect(document).toContain("![a.png](<my files/a.png>)");
  });

  test("names a file of another type that the host cannot hold, but does not contain it", async () => {
    const part = { ...image, mediaType: "text/html" };
    const document = await documentOf(sessionOf([{ ...prompt("prompt", "See"), parts: [part] }]));
    expect(document).toContain("File: `text/html` — text/html, 8 bytes, not in this document");
  });

  test("names a large image that the host cannot hold, but does not contain it", async () => {
    const data = Buffer.alloc(4 * 1024 * 1024 + 1).toString("base64");
    const session = sessionOf([
      { ...prompt("prompt", "See"), parts: [{ ...image, name: "a.png", data }] },
    ]);
    expect(await documentOf(session)).toContain(
      "Image: `a.png` — image/png, 4194305 bytes, not in this document: larger than 4 MB",
    );
    const asset: SinkContext["asset"] = async () => "files/a.png";
    expect(await documentOf(session, {}, { asset })).toContain("![a.png](files/a.png)");
  });

  test("has an anchor before the heading of each prompt, made of the id of its message", async () => {
    const copiedFrom = { sessionId: "other", messageId: "1" };
    const document = await documentOf(
      sessionOf([
        { ...prompt("copy", "Before"), copiedFrom },
        prompt("a/b", "Hello"),
        answer("answer", { type: "text", text: "- Hi" }),
        prompt("c", "Bye"),
      ]),
    );
    expect(document).toContain('</details>\n\n<a id="m-a-b"></a>\n\n## 2 · You\n\nHello\n');
    expect(document).toContain('- Hi\n\n<a id="m-c"></a>\n\n## 3 · You\n\nBye\n');
    expect(document.match(/<a /g)).toHaveLength(2);
    const depths = parse(document).children.flatMap((node) =>
      node.type === "heading" ? [node.depth] : [],
    );
    expect(depths).toEqual([1, 2, 3, 2]);
  });

  test("says what was achieved, with links to pull requests", async () => {
    const call = { ...bash("https://example.org/kim/roof/pull/12"), command: "gh pr create" };
    const document = await documentOf(sessionOf([{ ...answer("a", "Done."), parts: [call] }]));
    expect(document).toContain(
      "\n1 call · [Opened pull request #12](https://example.org/kim/roof/pull/12)\n",
    );
  });

  test("has words in which nothing is struck out and no address swallows an escape", async () => {
    const title = "~~Look~~ https://a.b/c_d?e=1&f=2 www.a.b/c_d a_b@c.de http://a.b:80/c";
    const document = await documentOf(sessionOf([], { title }));
    const [heading] = parse(document).children;
    expect(heading && textOf(heading)).toBe(title);
    expect(document).toContain(" http://a.b:80/c\n");
  });

  test("cuts a long output unless everything is asked for, and says so", async () => {
    const session = sessionOf([answer("answer", bash(`start${"x".repeat(10_000)}end`))]);
    const cut = await documentOf(session);
    expect(cut).toMatch(
      /startx{1195}\n\[… 8008 characters left out, --detail full shows all …\]\nx{797}end\n/,
    );
    expect(await documentOf(session, { detail: "full" })).toMatch(/startx{10000}end\n/);
  });

  test("does not hang on texts that have nothing in common", async () => {
    const lines = (mark: string) => Array.from({ length: 20_000 }, (_, index) => mark + index);
    const edits = [
      {
        path: "a",
        kind: "update" as const,
        before: lines("a").join("\n"),
        after: lines("b").join("\n"),
      },
    ];
    const document = await documentOf(sessionOf([answer("answer", { type: "edit", edits })]), {
      detail: "full",
    });
    expect(document).toContain("-a19999\n+b0\n");
    expect(document).toContain("+b19999\n");
  });
});
