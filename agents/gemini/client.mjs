import { gemini as protocol } from "../mock/gemini.mjs";
import { promptClient } from "../prompt-client.mjs";
import { onboard } from "./home.mjs";
import { scenarios } from "./scenarios.mjs";

/** The model, so that none chooses it, and no question. */
const settled = ["-m", "gemini-2.5-pro", "--yolo"];

/** Gemini CLI. */
export const gemini = promptClient({
  name: "gemini",
  clientPackage: "@google/gemini-cli",
  pinned: "0.61.0",
  protocol,
  scenarios,
  onboard,
  words: {
    begin: (session) => ["--session-id", session, ...settled],
    resume: (session) => ["--resume", session, ...settled],
    ask: (prompt) => ["-p", prompt],
    list: ["--list-sessions"],
  },
  transcripts: /^\.gemini\/tmp\/[^/]+\/chats\//,
  answer: '"type":"gemini"',
});
