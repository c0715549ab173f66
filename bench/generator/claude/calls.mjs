import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const weights = { Read: 35, Bash: 32, Edit: 15, Grep: 10, Write: 3, TodoWrite: 4, Task: 2 };

/** A function that makes the next tool call of a session; `folder` is where the session's files lie. */
export function callsFrom(random, text, tools, folder) {
  /** Moves an output into a file of its own, as the tool does with long ones. */
  function persisted(id, call) {
    const name = `${id}.txt`;
    mkdirSync(join(folder, "tool-results"), { recursive: true });
    writeFileSync(join(folder, "tool-results", name), text.output(60_000));
    // The home was copied here, so the path in the record is the one it had elsewhere.
    const path = `/home/jane/.claude/projects/-work/${basename(folder)}/tool-results/${name}`;
    const note = `Output too large (58.6KB). Full output saved to: ${path}`;
    const preview = `Preview (first 2KB):\n${text.output(2000)}`;
    return {
      ...call,
      content: `<persisted-output>\n${note}\n\n${preview}\n</persisted-output>`,
      output: { ...call.output, persistedOutputPath: path, persistedOutputSize: 60_000 },
    };
  }

  function task() {
    const input = {
      description: text.plain(20),
      prompt: text.plain(700),
      subagent_type: "Explore",
    };
    return { agentId: `a${random.hex(6)}`, input };
  }

  return () => {
    const name = random.weighted(weights);
    const id = `toolu_01${random.hex(22)}`;
    const call = name === "Task" ? task() : tools[name]();
    const block = { type: "tool_use", id, name, input: call.input };
    const isLong = name === "Bash" && !call.failed && random.chance(0.01);
    return { block, ...(isLong ? persisted(id, call) : call) };
  };
}
