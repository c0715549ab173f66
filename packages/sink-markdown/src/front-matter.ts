import { defined, type Session } from "@chatexport/core";
import { oneLine, usageOf } from "@chatexport/document";
import { type Facts, plainYaml } from "./plain-yaml.js";

/*
 * A reader that knows no front matter takes it for Markdown, where "<", "![" and "](" begin HTML,
 * images and links. The others make some readers refuse all of it.
 */
const unsafe = /<|!(?=\[)|\](?=\()|[^\P{Cc}\n]|[\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gu;

const utcTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z$/;

/**
 * Facts about a session as YAML front matter: text, numbers and a list of tags, each value in a
 * line, as Obsidian's properties are.
 */
export async function frontMatter(session: Session): Promise<string> {
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
  const texts = Object.values(facts).filter((value) => typeof value === "string");
  const yaml = texts.some(isUnsafe) ? undefined : plainYaml(facts);
  return `---\n${yaml ?? (await anyYaml(facts))}---\n`;
}

async function anyYaml(facts: Facts): Promise<string> {
  const { Scalar, stringify } = await import("yaml");
  const quoted = Object.entries(facts).map(([name, value]) => {
    if (typeof value !== "string" || !isUnsafe(value)) return [name, value];
    const scalar = new Scalar(value);
    scalar.type = "QUOTE_DOUBLE";
    return [name, scalar];
  });
  const yaml = stringify(Object.fromEntries(quoted), {
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
  });
  return yaml.replace(unsafe, escapeCharacter);
}

function isUnsafe(text: string): boolean {
  return text.search(unsafe) !== -1 || text.includes("\n");
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

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
}
