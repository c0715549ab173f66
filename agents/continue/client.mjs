import { openaiChat } from "../mock/openai-chat.mjs";
import { promptClient } from "../prompt-client.mjs";
import { onboard } from "./home.mjs";
import { scenarios } from "./scenarios.mjs";

/** The command line of Continue, which goes on with its last session only. */
export const continueCli = promptClient({
  name: "continue",
  clientPackage: "@continuedev/cli",
  pinned: "1.5.47",
  protocol: openaiChat,
  scenarios,
  onboard,
  words: {
    begin: () => ["--auto"],
    resume: () => ["--auto", "--resume"],
    ask: (prompt) => ["-p", prompt],
    list: ["ls", "--json"],
  },
  transcripts: /^\.continue\/sessions\//,
  answer: '"role": "assistant"',
});
