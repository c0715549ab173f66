import { openaiChat } from "../mock/openai-chat.mjs";
import { promptClient } from "../prompt-client.mjs";
import { onboard } from "./home.mjs";
import { scenarios } from "./scenarios.mjs";

/** No question. */
const settled = ["--auth-type", "openai", "--yolo"];

/** Qwen Code. */
export const qwen = promptClient({
  name: "qwen",
  clientPackage: "@qwen-code/qwen-code",
  pinned: "0.24.4",
  protocol: openaiChat,
  scenarios,
  onboard,
  words: {
    begin: (session) => ["--session-id", session, ...settled],
    resume: (session) => ["--resume", session, ...settled],
    ask: (prompt) => ["-p", prompt],
    list: ["sessions", "list"],
  },
  transcripts: /^\.qwen\/projects\/[^/]+\/(?:chats|subagents)\//,
  answer: '"type":"assistant"',
});
