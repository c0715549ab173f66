/**
 * The normalizing floor: reads and parses each bubble in reading order and writes one small line of
 * JSON for its text, reasoning, each block of code and its tool call, which is the least that any
 * export to one common model must do. node normalizing.mjs HOME OUT
 */
import { writeChats } from "./chats.mjs";

writeChats((output, text) => {
  const bubble = JSON.parse(text);
  const { bubbleId, type, createdAt } = bubble;
  const role = type === 1 ? "user" : "assistant";
  for (const part of normalized(bubble))
    output.line(JSON.stringify({ bubbleId, role, createdAt, ...part }));
});

function* normalized({ thinking, text, codeBlocks, toolFormerData }) {
  if (thinking) yield { type: "reasoning", text: thinking.text };
  if (text) yield { type: "text", text };
  for (const { languageId, content } of codeBlocks)
    yield { type: "code", language: languageId, text: content };
  if (toolFormerData) {
    const { toolCallId: id, name, status, rawArgs, result } = toolFormerData;
    yield { type: "tool-call", id, name, status, input: rawArgs, result };
  }
}
