import { openaiChat } from "../mock/openai-chat.mjs";
import { promptClient } from "../prompt-client.mjs";
import { onboard } from "./home.mjs";
import { scenarios } from "./scenarios.mjs";

/** The model, and nothing from elsewhere. */
const settled = ["--offline", "--provider", "mock", "--model", "mock-model"];

/** pi. */
export const pi = promptClient({
  name: "pi",
  clientPackage: "@earendil-works/pi-coding-agent",
  pinned: "1.6.0",
  protocol: openaiChat,
  scenarios,
  onboard,
  words: {
    begin: (session) => ["--session-id", session, ...settled],
    resume: (session) => ["--session", session, ...settled],
    fork: (from, session) => ["--fork", from, "--session-id", session, ...settled],
    ask: (prompt) => ["-p", prompt],
  },
  transcripts: /^\.pi\/agent\/sessions\//,
  answer: '"role":"assistant"',
});
