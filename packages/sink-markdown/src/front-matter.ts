import { defined, type Session } from "@chatexport/core";
import { oneLine, usageOf } from "@chatexport/document";
import type { Yaml } from "mdast";

const utcTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z$/;

/**
 * Facts about a session as YAML front matter: text, numbers and a list of tags, each value in a
 * line, as Obsidian's properties are.
 */
export function frontMatter(session: Session): Yaml {
  const usage = usageOf(session);
  const { startedAt, updatedAt } = session;
  const facts = defined({
    title: session.title && oneLine(session.title, Number.POSITIVE_INFINITY),
    id: session.id,
    source: session.source,
    project: session.project?.name,
    cwd: session.cwd,
    branch: session.git?.branch,
    model: session.model,
    started: startedAt && withoutZone(startedAt),
    updated: updatedAt && withoutZone(updatedAt),
    timezone: [startedAt, updatedAt].some(isUtc) ? "UTC" : undefined,
    messages: session.messages.length,
    parent: session.parent?.sessionId,
    relation: session.parent?.relation,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    tags: ["chatexport", ...tagOf(session.source)],
  });
  return { type: "yaml", value: yamlOf(facts).trimEnd() };
}

function isUtc(time: string | undefined): boolean {
  return time !== undefined && utcTime.test(time);
}

// Obsidian takes a date with a time for one only without a zone.
function withoutZone(time: string): string {
  return time.replace(utcTime, "$1");
}

/** A word as a tag, of the characters that Obsidian knows in tags; none when it has no letter. */
function tagOf(word: string): string[] {
  const tag = word.replace(/[^\p{L}\p{N}_-]+/gu, "-");
  return /\p{L}/u.test(tag) ? [tag] : [];
}

/** Facts by name: texts, numbers and lists of texts. */
export type Facts = Readonly<Record<string, string | number | readonly string[]>>;

/** Facts as YAML, each value in a line, quoted where it would be taken for something else. */
export function yamlOf(facts: Facts): string {
  return Object.entries(facts)
    .map(
      ([name, value]) =>
        `${name}:${typeof value === "object" ? list(value) : ` ${scalar(value)}`}\n`,
    )
    .join("");
}

function list(values: readonly string[]): string {
  return values.map((value) => `\n  - ${scalar(value)}`).join("");
}

/** A value as the `yaml` library writes it; a test compares both. */
function scalar(value: string | number): string {
  if (typeof value === "number") return String(value);
  if (value.search(unsafe) !== -1) return doubleQuoted(value);
  if (!mark.test(value) && !otherType.test(value)) return value;
  const isEasierInSingle = value.includes('"') && !value.includes("'");
  return isEasierInSingle ? `'${value}'` : doubleQuoted(value);
}

/*
 * A reader that knows no front matter takes it for Markdown, where "<", "![" and "](" begin HTML,
 * images and links. The others make some readers refuse all of it.
 */
const unsafe = /<|!(?=\[)|\](?=\()|[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gu;

/** Characters that have a meaning in YAML where they stand. */
const mark = /^[ ,[\]{}#&*!|>'"%@`]|^[?-](?: |$)|: | #|[ :]$/;

/** Texts that YAML takes for null, true, false or a number. */
const otherType =
  /^(?:~|[Nn]ull|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)?$/;

const shortEscapes: Readonly<Record<string, string>> = {
  "\\u0000": "\\0",
  "\\u0007": "\\a",
  "\\u000b": "\\v",
  "\\u001b": "\\e",
};

function doubleQuoted(text: string): string {
  return (
    JSON.stringify(text)
      // A space before a line break, and control characters for which JSON has no letter.
      .replace(/ (?=\\n)/g, "\\ ")
      .replace(/\\(?:u00[01][\da-f]|[^u])/g, (found) =>
        found.length === 2 ? found : (shortEscapes[found] ?? found.replace("u00", "x")),
      )
      .replace(unsafe, (character) => {
        const code = character.charCodeAt(0).toString(16);
        return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code}`;
      })
  );
}
