import { join } from "node:path";
import { install } from "../install.mjs";
import { openaiChat } from "../mock/openai-chat.mjs";
import { run } from "../processes.mjs";
import { promptClient } from "../prompt-client.mjs";
import { onboard } from "./home.mjs";
import { scenarios } from "./scenarios.mjs";

/** The package of a platform: the other one only chooses it. */
const clientPackage = `@cline/cli-${process.platform}-${process.arch}`;

/** The command line of Cline, which names no session before it begins. */
export const cline = promptClient({
  name: "cline",
  clientPackage,
  pinned: "3.0.65",
  install: (version) => [join(install(clientPackage, version), clientPackage, "bin/cline")],
  protocol: openaiChat,
  scenarios,
  onboard,
  words: {
    begin: () => ["--json", "--retries", "1"],
    // At a terminal only.
    resume: (session) => ["--id", session],
    ask: (prompt) => [prompt],
    list: ["history", "--json"],
  },
  // A daemon outlives the first start.
  end: ({ command, home, env }) =>
    run([...command, "hub", "stop"], { cwd: home, env, limit: 30_000 }),
  transcripts: /^\.cline\/data\/sessions\//,
  answer: '"assistant"',
});
