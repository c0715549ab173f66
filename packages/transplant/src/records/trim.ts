import type { JsonObject, Session } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import type { Saved, TrimOptions } from "../own-session.js";
import type { Draft } from "./draft.js";
import { leaveOutBlocks } from "./leave-out.js";
import type { Line } from "./line.js";
import { promptLine } from "./prompt-line.js";

/** Leaves parts out of a transcript that its model need not know, and tells what that saves. */
export function trim(
  draft: Draft,
  session: Session | undefined,
  { results, images, reasoning, before }: TrimOptions,
): Saved[] {
  const saved: Saved[] = [];
  if (before !== undefined) saved.push(withoutEarlier(draft, promptLine(draft, session, before)));
  if (reasoning) saved.push(withoutReasoning(draft));
  if (images) saved.push(eachPart(draft, "images", withoutImage));
  if (results !== undefined) saved.push(shortened(draft, results));
  return saved.filter(({ count }) => count > 0);
}

const charactersPerToken = 4;

/** About how many tokens so many characters are. */
export function tokensIn(characters: number): number {
  return Math.round(characters / charactersPerToken);
}

function withoutEarlier(draft: Draft, first: Line): Saved {
  const links = draft.links;
  const earlier = links.slice(0, links.indexOf(first));
  const said = earlier.filter(({ blocks }) => blocks.length > 0);
  const characters = said.reduce((sum, { blocks }) => sum + sizeOf(blocks), 0);
  draft.remove(new Set(earlier));
  return { what: "earlier messages", count: said.length, tokens: tokensIn(characters) };
}

/** Images are counted by what a model takes for one at most. */
function sizeOf(value: unknown): number {
  return JSON.stringify(value, (key, inner) => (key === "data" ? "" : inner)).length;
}

function withoutReasoning(draft: Draft): Saved {
  const saved: Saved = { what: "pieces of reasoning", count: 0, tokens: 0 };
  const followed = new Set(draft.links.map(({ parentUuid }) => parentUuid));
  leaveOutBlocks(draft, (block, { uuid, blocks }) => {
    if (!isReasoning(block)) return false;
    // Without its last record, the client would take another line for the one that goes on.
    if (!followed.has(uuid) && blocks.every(isReasoning)) return false;
    const { thinking, data } = block;
    saved.count++;
    saved.tokens += tokensIn((textOf(thinking) ?? textOf(data) ?? "").length);
    return true;
  });
  return saved;
}

function isReasoning({ type }: JsonObject): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

/** The replacement for a part of a message, and the tokens that it saves; undefined: it stays. */
type Shorten = (part: JsonObject) => { part: JsonObject; tokens: number } | undefined;

/** Changes blocks of messages, and parts of results. */
function eachPart(
  draft: Draft,
  what: Saved["what"],
  shorten: Shorten,
  isResultOnly = false,
): Saved {
  const saved: Saved = { what, count: 0, tokens: 0 };
  const anew = (part: JsonObject, isInResult: boolean): JsonObject => {
    const shorter = isResultOnly && !isInResult ? undefined : shorten(part);
    if (shorter) {
      saved.count++;
      saved.tokens += shorter.tokens;
      return shorter.part;
    }
    if (part.type !== "tool_result" || !Array.isArray(part.content)) return part;
    const parts = part.content.map((each) => {
      const inner = objectOf(each);
      return inner ? anew(inner, true) : each;
    });
    const isSame = parts.every((each, index) => each === (part.content as unknown[])[index]);
    return isSame ? part : { ...part, content: parts };
  };
  for (const line of draft.links) {
    const { blocks } = line;
    const changed = blocks.map((block) => anew(block, block.type === "tool_result"));
    if (changed.some((block, index) => block !== blocks[index])) line.setBlocks(changed);
  }
  return saved;
}

/** About what an image of usual size takes (2026). */
export const tokensOfImage = 1500;

/** The text that takes the place of an image. */
export const noteOfImage = "[An image was left out.]";

function withoutImage({ type }: JsonObject): ReturnType<Shorten> {
  if (type !== "image") return undefined;
  return { part: { type: "text", text: noteOfImage }, tokens: tokensOfImage };
}

// In characters.
const longestNote = 60;

function shortened(draft: Draft, most: number): Saved {
  const shorten: Shorten = (part) => {
    const field = part.type === "tool_result" ? "content" : "text";
    const short = shortText(textOf(part[field]) ?? "", most);
    return short && { part: { ...part, [field]: short.text }, tokens: short.tokens };
  };
  return eachPart(draft, "results", shorten, true);
}

/** The beginning of a text with a note of what is left out, and the tokens that this saves; undefined: it stays. */
export function shortText(
  text: string,
  most: number,
): { text: string; tokens: number } | undefined {
  // A note that is longer than what it stands for would save nothing.
  if (text.length <= most + longestNote) return undefined;
  const left = text.length - most;
  const note = `\n[${left} more characters were left out.]`;
  // The cut may lie in a character.
  const short = text.slice(0, most).toWellFormed() + note;
  return { text: short, tokens: tokensIn(left - note.length) };
}
