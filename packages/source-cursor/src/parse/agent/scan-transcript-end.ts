import { readBytes } from "@chatexport/core/read";
import type { Format } from "../../conversation/copy.js";
import { promptsInLines, promptsInList, promptsInText } from "./transcript-prompts.js";
import { userText } from "./user-text.js";

const scanSize = 32 * 1024;

/**
 * The time of the last prompt that has one, in a transcript of so many bytes. Reads the last 32 KB and, where
 * `isTimed` says that there is such a prompt, more until it is found.
 */
export function lastTimeIn(
  path: string,
  { format, size, isTimed }: { format: Format; size: number; isTimed: boolean },
): string | undefined {
  for (let length = scanSize; ; length *= 8) {
    const start = Math.max(size - length, 0);
    const end = readBytes(path, start, size - start).toString();
    const time = promptsIn(end, format)
      .reverse()
      .map((prompt) => userText(prompt).createdAt)
      .find((createdAt) => createdAt !== undefined);
    if (time !== undefined || start === 0 || !isTimed) return time;
  }
}

function promptsIn(text: string, format: Format): string[] {
  if (format === "cursor/transcript-json") return promptsInList(text);
  return format === "cursor/transcript-txt"
    ? promptsInText(text)
    : promptsInLines(text, "<timestamp>");
}
