import { writeFileSync } from "node:fs";
import { resultBlock, thoughtsAndWords } from "./blocks.mjs";
import { openTranscript } from "./transcript.mjs";

const toolWeights = { Read: 60, Bash: 20, Grep: 20 };

/** Writes the transcript of a sub-agent with its sidecar; returns its answer and its bytes. */
export function writeAgent(path, random, text, tools, { session, prompt, toolUseId, onResult }) {
  const transcript = openTranscript(path, random, session);
  const target = random.spread(20_000, 300_000);
  transcript.add({ type: "user", message: { role: "user", content: prompt } });

  while (transcript.size() < target) {
    const name = random.weighted(toolWeights);
    const { input, ...result } = tools[name]();
    const block = { type: "tool_use", id: `toolu_01${random.hex(22)}`, name, input };
    transcript.respond([...thoughtsAndWords(random, text), block]);
    // The records of sub-agents carry no toolUseResult.
    const message = { role: "user", content: [resultBlock({ block, ...result })] };
    transcript.add({ type: "user", message });
    onResult({ type: "user", message });
  }

  const answer = { type: "text", text: text.markdown(3000) };
  transcript.respond([answer]);
  const meta = { agentType: "Explore", toolUseId, spawnDepth: 1 };
  writeFileSync(path.replace(/jsonl$/, "meta.json"), JSON.stringify(meta));
  return { answer, bytes: transcript.close().bytes };
}
