import { allMessages, present, type Session, type Usage } from "@chatexport/core";
import { Scalar, stringify } from "yaml";
import { oneLine } from "./line.js";

/** Facts about a session as YAML front matter: plain values only, as Obsidian's properties are. */
export function frontMatter(session: Session): string {
  const usage = session.usage ?? sumOf(session);
  const facts = present({
    title: session.title && oneLine(session.title, Number.POSITIVE_INFINITY),
    id: session.id,
    source: session.source,
    project: session.project?.name,
    cwd: session.cwd,
    branch: session.git?.branch,
    model: session.model,
    started: session.startedAt,
    updated: session.updatedAt,
    messages: session.messages.length,
    parent: session.parent?.sessionId,
    relation: session.parent?.relation,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
  });
  const yaml = stringify(
    Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, quoted(value)])),
    { lineWidth: 0 },
  );
  return `---\n${yaml.replace(/<|!(?=\[)/g, escapeCharacter)}---\n`;
}

// A reader that knows no front matter takes it for Markdown, where these begin HTML and images.
function quoted(value: string | number): Scalar | string | number {
  if (typeof value === "number" || !/<|!\[/.test(value)) return value;
  const scalar = new Scalar(value);
  scalar.type = "QUOTE_DOUBLE";
  return scalar;
}

function escapeCharacter(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16)}`;
}

/** The tokens of all answers; those that were copied belong to another session. */
function sumOf(session: Session): Usage {
  const sum: Usage = {};
  for (const { usage, copiedFrom } of allMessages(session)) {
    if (!usage || copiedFrom) continue;
    for (const key of ["inputTokens", "outputTokens"] as const)
      if (usage[key] !== undefined) sum[key] = (sum[key] ?? 0) + usage[key];
  }
  return sum;
}
