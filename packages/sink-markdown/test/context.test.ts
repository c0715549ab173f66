import { answer, prompt, ran, said, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { toMarkdown } from "../src/to-markdown.js";

const image = {
  type: "file",
  from: "upload",
  mediaType: "image/png",
  data: "iVBORw0KGgo=",
} as const;

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

test("context for a model stands in the open, without HTML, reasoning and long outputs", () => {
  const before = lines(300);
  const session = sessionOf([
    prompt("p", "Count the lines.", { ...image, name: "photo.png" }),
    answer(
      "a",
      { type: "reasoning", text: "Which lines?" },
      said("- one"),
      said("- two"),
      ran("seq 60", lines(60)),
      {
        type: "tool-call",
        id: "e",
        name: "Edit",
        kind: "edit",
        status: "completed",
        edits: [{ path: "a.txt", kind: "delete", before }],
      },
    ),
  ]);
  const document = toMarkdown(session, { profile: "context" });
  expect(document).toContain("## 1 · You: Count the lines.\n");
  expect(document).toContain("Image: `photo.png` — not in this document\n");
  expect(document).toContain("- one\n\n---\n\n- two\n");
  expect(document).toContain(
    "Run: `seq 60`\n\n```\nline 1\nline 2\nline 3\n```\n\n*55 lines left out*\n\n```\nline 59\nline 60\n```\n",
  );
  expect(document).toContain(before.replace(/^/gm, "-"));
  expect(document).not.toMatch(/<|Which lines|base64/);
});
