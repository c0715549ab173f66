import { parseJson, parseLine, stringOf } from "@chatexport/core/read";
import { type AgentRecord, agentRecord } from "./agent-record.js";

/** The prompt in a message of JSON lines, when it is one. */
export function promptIn(message: AgentRecord | undefined): string | undefined {
  if (message?.type !== "user") return undefined;
  return message.parts.map(({ fields }) => fields.text("text") ?? "").join("\n");
}

/** The prompts in a piece of JSON lines that contain a word. */
export function promptsInLines(lines: string, word: string): string[] {
  return lines.split("\n").flatMap((line) => {
    const record = line.includes(word) ? parseLine(line) : undefined;
    const prompt = typeof record === "object" && promptIn(agentRecord(record, 1, ""));
    return prompt || [];
  });
}

/** The prompts in a piece of a list: it is cut off, so that it cannot be parsed; a text inside of it can. */
export function promptsInList(list: string): string[] {
  return list
    .split(/"role"\s{0,8}:\s{0,8}"user"/)
    .slice(1)
    .map((after) => {
      const [message = ""] = after.split('"role"', 1);
      const text = /"text"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.)*")/.exec(message)?.[1];
      return stringOf(parseJson(text)) ?? "";
    });
}

/** The prompts in a piece of plain text. */
export function promptsInText(text: string): string[] {
  return text
    .split(/^(?:user|U):[ \t]{0,8}\r?$/m)
    .slice(1)
    .map((after) => after.split(/^(?:assistant|A):[ \t]{0,8}\r?$/m, 1)[0] ?? "");
}
