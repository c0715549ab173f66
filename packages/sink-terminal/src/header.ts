import { type Session, safeLine } from "@chatexport/core";
import { clock, type Document, dayOf, usageOf } from "@chatexport/document";
import width from "fast-string-width";
import { remark } from "./blocks.js";
import type { Layout } from "./layout.js";
import { formatCount, plural } from "./numbers.js";
import { wrapped } from "./wrap.js";

/** What stands above a conversation: its title, and what is known about it. */
export function* header(
  session: Session,
  { title, parent }: Pick<Document, "title" | "parent">,
  layout: Layout,
): Generator<string> {
  const { ink, columns } = layout;
  yield* wrapped(ink.title(safeLine(title)), columns);
  const { project, model, source, id, messages } = session;
  const lines = [
    [project?.name, timesOf(session), model],
    [source, id, plural(messages.length, "message"), tokensOf(session)],
  ];
  for (const facts of lines)
    for (const line of rows(
      facts.map((fact) => safeLine(fact ?? "")),
      columns,
    ))
      yield* wrapped(ink.quiet(line), columns);
  if (parent) yield* remark(parent, layout);
  yield "";
}

/** Facts in as few lines as they need; none is broken unless it is wider than a line. */
function rows(facts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    if (fact === "") continue;
    const longer = `${lines.at(-1) ?? ""} · ${fact}`;
    if (lines.length > 0 && width(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(fact);
  }
  return lines;
}

/** "2026-01-31 10:00 – 11:30 UTC" */
function timesOf({ startedAt, updatedAt }: Session): string | undefined {
  const start = startedAt === undefined ? undefined : clock(startedAt);
  if (startedAt === undefined || start === undefined) return updatedAt && clock(updatedAt);
  const end = updatedAt === undefined ? undefined : clock(updatedAt, dayOf(startedAt));
  if (end === undefined || start.includes(` ${end} `)) return start;
  return `${start.replace(" UTC", "")} – ${end.replace(" UTC", "")} UTC`;
}

function tokensOf(session: Session): string {
  const { inputTokens, outputTokens } = usageOf(session);
  return [
    inputTokens !== undefined && `${formatCount(inputTokens)} tokens in`,
    outputTokens !== undefined && `${formatCount(outputTokens)} tokens out`,
  ]
    .filter((fact) => fact !== false)
    .join(", ");
}
