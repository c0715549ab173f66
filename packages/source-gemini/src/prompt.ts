import type { Part, TextPart } from "@chatexport/core";

/** The beginnings of texts that the tool sends in the place of its user. */
const injected = [
  /^\s*<(?:session_context|hook_context|loaded_context)>/,
  /^\s*This is the Gemini CLI\. We are setting up/,
  // After an answer that was cut, after one that repeats itself, and to a sub-agent at its end.
  /^System: (?:Please continue\.|Potential loop detected\.)/,
  /^You have [^.]{1,80}\. You have one final chance to complete the task/,
];

/**
 * The parts of a prompt, of which `shown` are those that the user saw: all else, as the files that were named
 * with "@", the tool has added.
 */
export function promptParts(said: readonly Part[], shown: readonly Part[]): Part[] {
  const isShown = ({ text }: TextPart) =>
    shown.length === 0 || shown.some((part) => part.type === "text" && part.text === text);
  const texts = new Set(said.map((part) => part.type === "text" && part.text));
  // A command stands there as its user typed it, and what it says to the model in the content.
  const typed = shown.filter(
    (part) => part.type === "text" && part.text.trim() !== "" && !texts.has(part.text),
  );
  const synthetic = typed.length > 0 ? "skill" : "context";
  let name: string | undefined;
  const parts = said.flatMap((part): Part[] => {
    if (part.type === "file") return [{ ...part, from: shown.length > 0 ? "mention" : "upload" }];
    if (part.type !== "text") return [part];
    const path = name;
    name = /^\s*Content from @([^\n]+):\s*$/.exec(part.text)?.[1];
    if (path !== undefined) return [{ type: "file", path, text: part.text, from: "mention" }];
    const isInjected = injected.some((beginning) => beginning.test(part.text));
    return isShown(part) && !isInjected ? [part] : [{ ...part, synthetic }];
  });
  return [...typed, ...parts];
}

/** The request of a person, if it is no command of the tool. */
export function askedIn(parts: readonly Part[]): string | undefined {
  const texts = parts.flatMap((part) => (part.type === "text" && !part.synthetic ? part.text : []));
  const text = texts.join("").trim();
  return text === "" || /^[/?]/.test(text) ? undefined : text;
}
