import { present, type TextPart } from "@chatexport/core";

/** The words of a person in a text that the tool sends. */
interface TypedText {
  text: string;
  /** The mode that the element around them names. */
  mode?: string;
  /** The words of the tool before them. */
  before?: string;
  /** The content of what they mention with an "@". */
  mentioned?: string;
}

// The words of the tool before an element have few lines, and begin as they do in Cline 3.
const wrapped =
  /^((?:\[?The user |New message )(?:.{0,1000}\n){1,4}?)?<(user_input|task|feedback|user_message|answer)(?: mode="([\w-]{1,40})")?>([\s\S]*?)<\/\2>(\s*<(?:file_content|folder_content|git_commit|git_working_state|terminal_output|url_content|workspace_diagnostics)\b[\s\S]*)?$/;

/** The words of a person without the element around them; a text without one is theirs as it is. */
function typedText(stored: string): TypedText {
  const [, before, , mode, inner = "", mentioned] = wrapped.exec(stored.trim()) ?? [];
  const text = inner.replace(/^\n|\n$/g, "");
  return text === "" ? { text: stored } : present({ text, mode, before, mentioned });
}

/** True when a text has the words of a person in an element. */
export function isWrapped(stored: string): boolean {
  return wrapped.test(stored.trim());
}

/** The texts by which the words of a person are found again: the tool takes each "@" for what is mentioned. */
export function spellings(stored: string): string[] {
  const text = typedText(stored).text.trim();
  return [text, withMentions(text)];
}

/** The text with "@/wall.md" where the tool wrote "'wall.md' (see below for file content)". */
function withMentions(text: string): string {
  const mentions = /'((https?:)?[^'\n]{1,1000})' \(see below for (?:file|folder|site) content\)/g;
  return text.replace(mentions, (_, name, scheme) => (scheme ? `@${name}` : `@/${name}`));
}

/** The words of a person as a part, between parts with what the tool added. */
export function typedParts(part: TextPart, modes: Set<string>): TextPart[] {
  const { text, mode, before, mentioned } = typedText(part.text);
  if (mode !== undefined) modes.add(mode);
  return [
    ...(before ? [{ ...part, text: before.trim(), synthetic: "reminder" as const }] : []),
    { ...part, text: mentioned ? withMentions(text) : text },
    ...(mentioned ? [{ ...part, text: mentioned.trim(), synthetic: "context" as const }] : []),
  ];
}
