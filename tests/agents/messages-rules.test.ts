import { describe, expect, test } from "vitest";
import { messageFaults } from "../../agents/mock/messages-rules.mjs";

type Block = { type: string; [key: string]: unknown };
type Message = { role: string; content: string | Block[] };

const user = (...content: Block[]): Message => ({ role: "user", content });
const model = (...content: Block[]): Message => ({ role: "assistant", content });
const text = (words: string): Block => ({ type: "text", text: words });
const call = (id = "toolu_1", more: object = {}): Block => ({
  ...{ type: "tool_use", id, name: "Bash", input: {} },
  ...more,
});
const result = (tool_use_id = "toolu_1", content: unknown = "done"): Block => ({
  ...{ type: "tool_result", tool_use_id },
  content,
});
const image = (media_type: string, data: string): Block => ({
  type: "image",
  source: { type: "base64", media_type, data },
});

const prompt: Message = { role: "user", content: "Please." };
const pixels = "iVBORw0KGgo=";

test("a whole conversation has no faults", () => {
  const faults = messageFaults([
    prompt,
    { role: "system", content: "The date has changed." },
    model({ type: "thinking", thinking: "Two calls.", signature: "c2ln" }, text("I look.")),
    model(call(), call("toolu_2")),
    user(result("toolu_2")),
    user(result("toolu_1", [text("A page."), image("image/png", pixels)]), text("Go on.")),
    model({ type: "redacted_thinking", data: "aGlk" }, text("Done.")),
    user(image("image/webp", pixels), text("And this?")),
  ]);
  expect(faults).toEqual([]);
});

describe("a fault is found", () => {
  const faults: [string, Message[], string][] = [
    ["no message", [], "there is no message"],
    ["an answer first", [model(text("Hello."))], "the first message is not the user's"],
    ["a role", [prompt, { role: "tool", content: "done" }], "the role tool"],
    ["an empty message", [user()], "it is empty"],
    ["a blank text", [{ role: "user", content: " \n" }], "a text of blanks alone"],
    ["half a character", [user(text("\ud83d"))], "a text with half a character"],
    ["a block of another role", [user(call())], "tool_use of the user"],
    ["an unknown block", [prompt, model({ type: "words" })], "words of the assistant"],
    [
      "thinking without a signature",
      [prompt, model({ type: "thinking", thinking: "Hm.", signature: "" })],
      "thinking without text or signature",
    ],
    [
      "signed thinking without a text",
      [prompt, model({ type: "thinking", thinking: "", signature: "c2ln" })],
      "thinking without text or signature",
    ],
    [
      "redacted thinking without data",
      [prompt, model({ type: "redacted_thinking" })],
      "redacted thinking without data",
    ],
    ["a call without a result", [prompt, model(call()), prompt], "is not answered next"],
    [
      "a result after a text",
      [prompt, model(call()), user(text("So."), result())],
      "is not answered next",
    ],
    ["a call at the end", [prompt, model(call())], "is not answered next"],
    ["a result without a call", [prompt, model(text("So.")), user(result())], "was not called"],
    [
      "an id twice",
      [prompt, model(call()), user(result()), model(call()), user(result())],
      "two calls have the id toolu_1",
    ],
    ["an odd id", [prompt, model(call("a b")), user(result("a b"))], 'the id "a b"'],
    ["an odd name", [prompt, model(call("x", { name: "a.b" })), user(result("x"))], "a.b"],
    ["an odd input", [prompt, model(call("x", { input: [] })), user(result("x"))], "no object"],
    [
      "a call in a result",
      [prompt, model(call()), user(result("toolu_1", [call()]))],
      "tool_use in a result",
    ],
    ["a number as a result", [prompt, model(call()), user(result("toolu_1", 5))], "no list"],
    ["an odd image", [user(image("image/svg+xml", pixels))], "the type image/svg+xml"],
    ["a large image", [user(image("image/png", "A".repeat(6_000_000)))], "6000000 bytes"],
    ["an image of text", [user(image("image/png", "not base64"))], "not in base64"],
    ["too many images", [user(...Array(101).fill(image("image/png", pixels)))], "101 images"],
  ];

  test.each(faults)("%s", (_, messages, fault) => {
    expect(messageFaults(messages)).toContainEqual(expect.stringContaining(fault));
  });
});
