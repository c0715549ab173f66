import { sentencesOf } from "./sentences.js";

/**
 * Characters of a title as a source gives it: the sign that a word is a secret may follow far
 * behind it.
 */
const longestTitle = 1000;

const longestShown = 70;

const longestGiven = 200;

/** A prompt as it is looked through for a title. */
const longestPrompt = 4000;

/**
 * The title that a source makes of prompts, of at most 1000 characters: the topic of the first that has one, or else
 * the beginning of the first that has a word; undefined when none has.
 */
export function promptTitle(prompts: string | Iterable<string>): string | undefined {
  let first: string | undefined;
  for (const prompt of typeof prompts === "string" ? [prompts] : prompts) {
    const topic = topicOf(prompt);
    if (topic !== undefined) return topic;
    if (hasWord(prompt.slice(0, longestPrompt))) first ??= oneLine(prompt);
  }
  return first;
}

/**
 * The first sentence of a prompt that says something, of at most 1000 characters: neither a greeting nor a
 * picture, a command, code or another text of a machine. Undefined when there is none.
 */
export function topicOf(prompt: string): string | undefined {
  const start = prompt.slice(0, longestPrompt);
  const sentences = sentencesOf(withoutTemplate(start)).filter(hasWord);
  return oneLine(sentences.find(hasTwoWords) ?? sentences[0] ?? "");
}

/** The words typed behind a command whose template hands them on, else what the template asks for. */
export function withoutTemplate(prompt: string): string {
  const [template = "", typed = ""] = handedOn.exec(prompt) ?? [];
  return typed.trim() === "" ? prompt.slice(template.length) : typed;
}

/** The beginning of such a template, up to what it asks for. */
const handedOn =
  /^\s*#{1,3} User Input\s+```\w{0,20}\n([\s\S]*?)(?:\n?```\s+(?:[^#\n][^\n]*\s+)?(?:#{1,3} Outline\s+)?|$)/;

/** True when a title that a tool has given is no more than the beginning of a prompt. */
export function beginsPrompt(title: string, prompt: string): boolean {
  const beginning = title.replace(/(?:…|\.{3})$/, "").slice(0, 40);
  return oneLine(prompt)?.startsWith(beginning) ?? false;
}

/** True when a title says all that a prompt does, but for signs. */
export function isWholePrompt(title: string, prompt: string): boolean {
  const [one, other] = [title, prompt].map((text) =>
    text.match(/[\p{L}\p{M}\p{N}]+|…/gu)?.join(" "),
  );
  return one === other;
}

/** A title as it is shown, of at most 70 characters. Secrets have to be masked before. */
export function shownTitle(title: string): string {
  return cutTitle(title.replace(tornWord, "$1…").replace(/[,;:]$/, ""), longestShown);
}

/** The title that a session keeps once secrets are masked: one that was given may have 200 characters. */
export function keptTitle(
  title: string,
  titleFrom: "user" | "generated" | "first-message" | undefined,
): string {
  return titleFrom === "first-message" ? shownTitle(title) : cutTitle(title, longestGiven);
}

function cutTitle(title: string, longest: number): string {
  // The sign of a cut takes a place, too.
  return title.length <= longest ? title : (oneLine(title, longest - 1) ?? title);
}

/** The last word of a title that a tool has cut: "look for the stove in all ki..." */
const tornWord = /^(.{30,}\S)\s\S*\.{3}$/su;

function hasWord(text: string): boolean {
  // The second one takes V8 some ms to compile.
  return /[a-z]/i.test(text) || /[\p{L}\p{N}]/u.test(text);
}

/** True when a text is more than "Great!"; in some scripts a few characters are. */
function hasTwoWords(text: string): boolean {
  return text.split(/\s+/).filter(hasWord).length > 1 || /\p{Lo}{4}/u.test(text);
}

/**
 * A text on one line of at most so many characters; undefined when it is blank. It is cut between
 * words: of a password or a key that was cut, nobody could tell any more that it is one.
 */
export function oneLine(text: string, longest: number = longestTitle): string | undefined {
  const beginning = text.slice(0, 4 * longest);
  const line = beginning.replace(/\s+/g, " ").trim();
  // Cut between characters, never inside a surrogate pair.
  const characters = Array.from(line);
  if (characters.length <= longest && text.trimEnd().length <= beginning.length)
    return line || undefined;
  const kept = characters.slice(0, longest).join("");
  const next = characters[longest] ?? text[beginning.length] ?? " ";
  return `${isInWord(next) ? withoutLastWord(kept) : withoutLastSign(kept)}…`;
}

/** True when a character belongs to a word, in a script that has spaces between words. */
function isInWord(character: string): boolean {
  return (
    /[!-~]/.test(character) || (/[\p{L}\p{M}\p{N}]/u.test(character) && !unspaced.test(character))
  );
}

const unspaced =
  /[ー\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The text up to its last word; of a long one, such as a path or an address, up to its last whole part. */
function withoutLastWord(text: string): string {
  const characters = Array.from(text);
  const last = characters.findLastIndex((character) => !isInWord(character));
  const before = withoutLastSign(characters.slice(0, last + 1).join(""));
  const folder = text.lastIndexOf("/") + 1;
  // "Look at" says less than "Look at src/garden/"; a key in base64 is no path.
  const isPath = /^(?:[\w.@~-]{0,40}\/)+$/.test(text.slice(before.length, folder).trim());
  if (before !== "") return isPath && 2 * before.length < folder ? text.slice(0, folder) : before;
  const part = Math.max(...["?", "&", ",", ";"].map((sign) => text.lastIndexOf(sign) + 1), folder);
  return text.slice(0, Math.max(part, shortestBeginning));
}

/** The text without a sign after which something has to follow. */
function withoutLastSign(text: string): string {
  return text
    .trimEnd()
    .replace(/[,;:(–—-]$/u, "")
    .trimEnd();
}

/** So much of a secret gives nothing away. */
const shortestBeginning = 12;
