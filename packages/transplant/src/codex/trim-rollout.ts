import type { Json, JsonObject, Session } from "@chatexport/core";
import { listOf, numberOf, objectOf, textOf } from "@chatexport/core/read";
import { isPrompt } from "@chatexport/document";
import { ChangeError } from "@chatexport/relocate";
import type { Saved, TrimOptions } from "../own-session.js";
import type { Line } from "../records/line.js";
import { noteOfImage, shortText, tokensIn, tokensOfImage } from "../records/trim.js";
import { innerType, type RolloutLine, typeOf } from "./rollout-lines.js";
import { isContext, turnStart } from "./turns.js";

/** Leaves parts out of a rollout that the model need not know, and tells what stays and what that saves. */
export function trimRollout(
  lines: readonly RolloutLine[],
  session: Session,
  { results, images, reasoning, before }: TrimOptions,
): { lines: Line[]; saved: Saved[] } {
  const gone = new Set<Line>();
  const saved: Saved[] = [];
  if (before !== undefined) saved.push(leaveOutEarlier(lines, session, before, gone));
  const left = () => lines.map(({ line }) => line).filter((line) => !gone.has(line));
  if (reasoning) saved.push(leaveOutReasoning(left(), gone));
  if (images) saved.push(eachPart(left(), "images", withoutImage));
  if (results !== undefined)
    saved.push(
      eachPart(left(), "results", (part, isResult) =>
        isResult ? shorter(part, results) : undefined,
      ),
    );
  const stay = left();
  closeGaps(lines, gone);
  return { lines: stay, saved: saved.filter(({ count }) => count > 0) };
}

function leaveOutEarlier(
  lines: readonly RolloutLine[],
  session: Session,
  before: number,
  gone: Set<Line>,
): Saved {
  const earlier = lines.slice(1, turnStart(lines, session, before)).map(({ line }) => line);
  if (earlier.some((line) => typeOf(line) === "compacted"))
    throw new ChangeError(
      "missing-prompt",
      `The session was compacted before prompt ${before}: of what came before, the model gets only the summary.`,
    );
  const told = new Set(
    session.messages.filter((message) => !isSaid(message)).map(({ origin }) => origin?.at),
  );
  const items = earlier.filter((line) => {
    if (isContext(line)) return false;
    const isItem = typeOf(line) === "response_item";
    // The tool said where the work takes place; that stays.
    if (isItem && told.has(line.number)) return false;
    gone.add(line);
    return isItem;
  });
  const characters = items.reduce((sum, { record }) => sum + sizeOf(record?.payload), 0);
  return { what: "earlier messages", count: items.length, tokens: tokensIn(characters) };
}

function isSaid(message: Session["messages"][number]): boolean {
  return message.role === "assistant" || isPrompt(message);
}

/** Images are counted by what a model takes for one at most. */
function sizeOf(value: unknown): number {
  return JSON.stringify(value ?? "", (key, inner) => (key === "image_url" ? "" : inner)).length;
}

function leaveOutReasoning(lines: readonly Line[], gone: Set<Line>): Saved {
  const found = lines.filter(
    (line) => innerType(line) === "reasoning" && typeOf(line) === "response_item",
  );
  for (const line of found) gone.add(line);
  const characters = found.reduce((sum, { record }) => sum + sizeOf(record?.payload), 0);
  return { what: "pieces of reasoning", count: found.length, tokens: tokensIn(characters) };
}

/** The replacement for a part of a message or a result, and the tokens that it saves; undefined: it stays. */
type Shorten = (part: Json, isResult: boolean) => { part: Json; tokens: number } | undefined;

/** Changes parts of what the model is sent, also after a compaction. */
function eachPart(lines: readonly Line[], what: Saved["what"], shorten: Shorten): Saved {
  const saved: Saved = { what, count: 0, tokens: 0 };
  const anew = (part: Json, isResult: boolean): Json => {
    const short = shorten(part, isResult);
    if (!short) return part;
    saved.count++;
    saved.tokens += short.tokens;
    return short.part;
  };
  const changeItem = (line: Line, path: (string | number)[], item: JsonObject) => {
    for (const [field, isResult] of [
      ["content", false],
      ["output", true],
    ] as const) {
      const value = item[field];
      if (value === undefined) continue;
      const { count } = saved;
      const parts = listOf(value);
      const changed = parts ? parts.map((part) => anew(part, isResult)) : anew(value, isResult);
      if (saved.count > count) line.set([...path, field], changed);
    }
  };
  for (const line of lines) {
    const payload = objectOf(line.record?.payload);
    if (!payload) continue;
    if (typeOf(line) === "response_item") changeItem(line, ["payload"], payload);
    for (const [at, each] of (listOf(payload.replacement_history) ?? []).entries()) {
      const item = objectOf(each);
      if (item) changeItem(line, ["payload", "replacement_history", at], item);
    }
  }
  return saved;
}

function withoutImage(part: Json): ReturnType<Shorten> {
  if (objectOf(part)?.type !== "input_image") return undefined;
  return { part: { type: "input_text", text: noteOfImage }, tokens: tokensOfImage };
}

function shorter(part: Json, most: number): ReturnType<Shorten> {
  const inner = objectOf(part);
  const short = shortText(textOf(inner ? inner.text : part) ?? "", most);
  return (
    short && { part: inner ? { ...inner, text: short.text } : short.text, tokens: short.tokens }
  );
}

/** Numbers the lines that stay without gaps, as Codex does (0.171.0). */
function closeGaps(lines: readonly RolloutLine[], gone: ReadonlySet<Line>): void {
  let removed = 0;
  for (const { line } of lines) {
    const ordinal = numberOf(line.record?.ordinal);
    if (gone.has(line)) removed++;
    else if (removed > 0 && ordinal !== undefined) line.set(["ordinal"], ordinal - removed);
  }
}
