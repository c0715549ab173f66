/**
 * The normalizing floor: reads and parses each line and writes one small line of JSON per content
 * block, which is the least that any export to one common model must do.
 * node normalizing.mjs HOME OUT
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openOutput } from "../output.mjs";
import { linesOf, transcriptsBelow } from "./transcripts.mjs";

const [home, out] = process.argv.slice(2);

mkdirSync(out, { recursive: true });
for (const [index, path] of transcriptsBelow(home).entries()) {
  const output = openOutput(join(out, `${index}.jsonl`));
  for (const line of linesOf(path)) {
    const { message, timestamp, uuid } = JSON.parse(line.toString());
    if (message === undefined) continue;
    const blocks =
      typeof message.content === "string"
        ? [{ type: "text", text: message.content }]
        : message.content;
    for (const block of blocks)
      output.line(JSON.stringify({ uuid, role: message.role, timestamp, ...normalized(block) }));
  }
  output.close();
}

function normalized(block) {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "thinking":
      return { type: "reasoning", text: block.thinking };
    case "tool_use":
      return { type: "tool-call", id: block.id, name: block.name, input: block.input };
    case "tool_result":
      return { type: "tool-result", id: block.tool_use_id, content: block.content };
    default:
      return block;
  }
}
