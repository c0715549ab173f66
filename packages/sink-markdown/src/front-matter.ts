import { defined, type Session } from "@chatexport/core";
import { type DocumentOptions, hiddenAdditions, oneLine, usageOf } from "@chatexport/document";
import type { Yaml } from "mdast";
import { yamlOf } from "./yaml.js";

const utcTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?Z$/;

/**
 * Facts about a session as YAML front matter: text, numbers and a list of tags, each value in a
 * line, as Obsidian's properties are.
 */
export function frontMatter(
  session: Session,
  settings: Pick<Required<DocumentOptions>, "detail">,
): Yaml {
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
    hidden: hiddenAdditions(session, settings)?.count,
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
