import type { TextPart } from "@chatexport/core";
import { nameSet } from "@chatexport/core/read";

/*
 * Commands that a person types behind "/" or "!". It is a prompt like any other where a model or a
 * shell is to read it; a command that only steers the tool is none.
 */

/** The commands behind which no model reads anything (1.0 to 2.1.3xx). */
const steering = nameSet(
  "add-dir agents allowed-tools branch cd clear color config context copy cost doctor effort exit",
  "export extra-usage fast help hooks ide login logout mcp model output-style permissions plugin",
  "quit remote-control remote-env rename resume rewind sandbox skills status tag tasks",
  "terminal-setup theme todos usage vim",
);

/** The text that a person typed, as the queue of prompts and the history keep it. */
export function typedText(text: string): TextPart {
  // A path begins with a slash as well, but goes on after the first name.
  const [command, name] = /^\/([A-Za-z][\w:.-]{0,60})(?=\s|$)/.exec(text) ?? [];
  if (command === undefined || name === undefined) return { type: "text", text };
  return commandText(text, name, text.slice(command.length));
}

/** True when a command says nothing of what a session is about: it steers the tool, or asks for a summary. */
export function isSteering({ text, synthetic }: TextPart): boolean {
  const name = /^\/([\w:.-]{1,60})(?=\s|$)/.exec(text)?.[1] ?? "";
  return name === "compact" || (synthetic === "command" && steering.has(name));
}

function commandText(text: string, name: string, words: string): TextPart {
  const isPrompt = words.trim() !== "" && !steering.has(name);
  return { type: "text", text, ...(!isPrompt && { synthetic: "command" as const }) };
}

/**
 * The parts of a text that records a slash command, in elements in any order; none for any other
 * text. Beside "/name arguments" come the line that the tool showed, unless it is the name, and the
 * expansion of the command, which early versions of 1.0 recorded with it.
 */
export function slashCommand(text: string): TextPart[] {
  if (!/^\s{0,64}<command-(?:name|message|args)>/.test(text)) return [];
  const name = contentOf(text, "command-name").replace(/^\//, "");
  // Arguments may quote the elements of another command.
  const words = contentOf(text, "command-args", true);
  const shown = contentOf(text, "command-message");
  const typed = name === "" ? words : `/${name} ${words}`.trim();
  const parts: TextPart[] = [
    commandText(typed, name, words),
    { type: "text", text: shown === name ? "" : shown, synthetic: typed ? "context" : "command" },
    { type: "text", text: contentOf(text, "command-contents"), synthetic: "skill" },
  ];
  return parts.filter((part) => part.text !== "");
}

/** True when a text ends like one that records a slash command, so that no more was typed behind it. */
export function endsAsCommand(text: string): boolean {
  return /<\/command-(?:name|message|args|contents)>$/.test(text.trimEnd());
}

/**
 * True when the tool carries a command out itself, so that no answer has to follow and nothing forks: in
 * 1.0 all such commands of a run hang on one caveat.
 */
export function isLocalCommand(text: string): boolean {
  return /^\s{0,64}<bash-input>/.test(text) || contentOf(text, "command-name") === "/compact";
}

/** The content of the first element with a tag, or all up to the last end of one; "" when there is none. */
export function contentOf(text: string, tag: string, isToLast = false): string {
  const start = text.indexOf(`<${tag}>`);
  const end = isToLast ? text.lastIndexOf(`</${tag}>`) : text.indexOf(`</${tag}>`, start);
  return start === -1 || end < start ? "" : text.slice(start + tag.length + 2, end).trim();
}
