import { expect, test } from "vitest";
import { blocksOf } from "../src/blocks.js";

function read(text: string): string[] {
  return [...blocksOf(text)].map(({ type, line, text: own }) => `${line} ${type}: ${own}`);
}

test("a heading in an answer is no prompt, whatever fences are open", () => {
  const answer = "```md\n#### Heading\n\n#### Another\n\n# A page";
  expect(read(`#### Ask  \n\n${answer}\n\n#### Next  \n`)).toEqual([
    "1 prompt: Ask",
    `3 answer: ${answer}`,
    "10 prompt: Next",
  ]);
});

test("a quotation in an answer is not printed, even with both spaces in the midst of it", () => {
  const answer = "It says:\n> Lit since 1902.  \n> It never went out.\n\n> And this.";
  expect(read(`#### Ask  \n\n${answer}\n\n> Tokens: 1 sent, 2 received.  \n`)).toEqual([
    "1 prompt: Ask",
    `3 answer: ${answer}`,
    "9 printed: Tokens: 1 sent, 2 received.",
  ]);
});

test("a printed text of several lines ends with two spaces, also on Windows", () => {
  const text = "#### /run ls\n> one\n\n#### no prompt\nlast  \n\nAnswer";
  for (const end of ["\n", "\r\n", "\r\r\n"])
    expect(read(text.replace("ls", "ls  ").replaceAll("\n", end))).toEqual([
      "1 prompt: /run ls",
      "2 printed: one\n\n#### no prompt\nlast",
      "7 answer: Answer",
    ]);
});

test("a trimmed history has prompts without spaces, but not in the midst of an answer", () => {
  const answer = "Two steps:\n\n#### One\n\n> As said.";
  const text = `#### Ask\n\n#### more\n\n#### /drop\n\n${answer}\n\n> Tokens: 1 sent, 2 received.\n`;
  const expected = ["1 prompt: Ask\nmore", "5 prompt: /drop", `7 answer: ${answer}`];
  expect(read(`${text}> Bye\n\n#### Next`)).toEqual([
    ...expected,
    "13 printed: Tokens: 1 sent, 2 received.\nBye",
    "16 prompt: Next",
  ]);
});
